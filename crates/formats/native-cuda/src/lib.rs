//! The native format of NVIDIA GPUs: what `codegen-nvptx` writes and `device-cuda` reads.
//! Nobody else looks into it: to other crates, a native image is bytes.
//!
//! * [`package`]: kernels, variables and the code for one or several processors, as bytes.
//! * [`kernel`]: what is known of a kernel, and where its arguments lie.
//! * [`launch`]: what a launch tells the kernel beside its arguments.
//! * [`image`]: what kernels get for images and samplers.
//! * [`assertion`]: what a failed assertion leaves behind.
//! * [`matrix`]: which products of matrices there are.
//! * [`libdevice`]: where NVIDIA's mathematical functions are.
//!
//! A launch is one block of bytes, which goes to CUDA as it is
//! (`CU_LAUNCH_PARAM_BUFFER_POINTER`). `docs/internals/boundaries.md`, section 11, has the
//! calling convention of kernels.

#![forbid(unsafe_code)]

pub mod assertion;
mod codec;
pub mod image;
pub mod kernel;
pub mod launch;
pub mod libdevice;
pub mod matrix;
pub mod package;

pub use assertion::{ASSERTION_SYMBOL, AssertionRecord};
pub use codec::PackageError;
pub use image::ImageDescriptor;
pub use kernel::CudaKernel;
pub use launch::{
    COMMON_PARAMETER_BYTES, LAUNCH_DATA_BYTES, LOCAL_ARGUMENT_ALIGN, LastGroups, LaunchData, MAX_PARAMETER_BYTES,
    MAX_STATIC_LOCAL_BYTES, WARP_SIZE,
};
pub use matrix::{has_matrix_product, matrix_products};
pub use package::{Code, CodeKind, Package, Processor, Variable};
