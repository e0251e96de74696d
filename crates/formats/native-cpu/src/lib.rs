//! The CPU's native format: what `codegen-cpu` writes and `device-cpu` reads.
//! Nobody else looks into it: to other crates, a native image is bytes.
//!
//! * [`kernel`]: what is known of a compiled kernel, and how a launch calls it.
//! * [`codec`]: the bytes of the table of kernels in an object.
//! * [`linkage`]: what objects say beyond their kernels: features of the
//!   processor, symbols that objects share.
//! * [`image`]: what image and sampler arguments mean to machine code.
//! * [`package`]: binaries that consist of several objects or units.
//!
//! The calling convention of kernels is in `docs/internals/boundaries.md`, section 5.

mod codec;
pub mod image;
mod kernel;
mod linkage;
pub mod package;

pub use codec::{DecodeError, decode, encode};
pub use image::{ImageDescriptor, LEVEL_STRIDE};
pub use kernel::{
    DEFAULT_SUB_GROUP_SIZE, LaunchInfo, NativeKernel, SUB_GROUP_SIZES, WAIT_FOR_GROUPS_SYMBOL, WORK_ITEM_SYMBOL,
    WorkGroupFn, WorkItem,
};
pub use linkage::{FEATURES, FEATURES_SECTION, FUNCTION_PREFIX, KERNELS_SECTION, function_name};
