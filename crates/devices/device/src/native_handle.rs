//! Native handles.

/// A handle of an object of the back end that a driver is for, such as `CUstream` or
/// `cl_event`: a pointer or a number. Only the driver knows which.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct NativeHandle(pub usize);
