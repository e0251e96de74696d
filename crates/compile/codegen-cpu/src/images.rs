//! The image library of the CPU device: C functions on descriptors of images
//! ([`ImageDescriptor`](tandem_native_cpu::ImageDescriptor)), in `image_library/`.

use tandem_codegen::Result;
use tandem_codegen::images::link_c_library;
use tandem_ir::Module;

static BITCODE: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/image_library.bc"));

/// Links in the functions that the module calls, ready to be inlined. False if it calls none.
///
/// # Errors
/// When LLVM cannot link them.
pub fn link(module: &mut Module) -> Result<bool> {
    link_c_library(module, BITCODE)
}
