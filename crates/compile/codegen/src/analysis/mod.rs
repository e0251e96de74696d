//! What is known of a kernel, whatever its target is. Analyses leave the kernel
//! as it is; what changes the kernel invalidates them.

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
