//! Addresses of the program.

use std::ffi::c_void;

/// An address in host memory, USM memory included, that commands read or
/// write. It is a number until a plugin uses it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Address(usize);

impl Address {
    /// The address that a pointer holds.
    pub fn new(ptr: *const c_void) -> Self {
        Self(ptr as usize)
    }

    /// The number.
    pub fn get(self) -> usize {
        self.0
    }

    /// This address plus some bytes.
    pub(crate) fn offset(self, bytes: usize) -> Self {
        Self(self.0.wrapping_add(bytes))
    }

    pub(crate) fn as_ptr(self) -> *const c_void {
        self.0 as *const _
    }

    pub(crate) fn as_mut_ptr(self) -> *mut c_void {
        self.0 as *mut _
    }
}
