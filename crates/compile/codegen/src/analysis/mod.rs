//! Target-independent analyses of a kernel. Analyses do not change the kernel; changes to the kernel invalidate them.

pub mod accesses;
pub mod addresses;
pub mod cfg;
pub mod conditions;
pub mod constants;
pub mod pointers;
pub mod shapes;
pub mod strides;
pub mod uniformity;
pub mod variation;
