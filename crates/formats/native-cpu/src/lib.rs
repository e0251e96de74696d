//! The CPU's native format, which `codegen-cpu` writes and `device-cpu` reads. To all other crates, a native image is
//! opaque bytes.
//!
//! * [`kernel`]: the description of a compiled kernel, and how a launch calls it.
//! * [`codec`]: the bytes of the table of kernels in an object.
//! * [`linkage`]: the information in objects beyond their kernels: features of the processor, symbols that objects
//!   share.
//! * [`image`]: image and sampler arguments as machine code interprets them.
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
