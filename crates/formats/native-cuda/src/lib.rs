//! The native format of NVIDIA GPUs, which `codegen-nvptx` writes and `device-cuda` reads. To all other crates, a
//! native image is opaque bytes.
//!
//! * [`package`]: kernels, variables and the code for one or several processors, as bytes.
//! * [`kernel`]: the description of a kernel, and the offsets of its arguments.
//! * [`launch`]: the information that a launch passes to the kernel in addition to its arguments.
//! * [`image`]: the values that kernels get for images and samplers.
//! * [`assertion`]: the record of a failed assertion.
//! * [`matrix`]: the available products of matrices.
//! * [`libdevice`]: the location of NVIDIA's mathematical functions.
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
