//! Code for x86-64 CPUs, compiled ahead of time by the code generator that the
//! CPU device uses as well.
//!
//! It goes by way of SPIR-V, so that a kernel is the same code whoever compiles
//! it. Only specialization constants differ: as their values come later, they
//! are read from memory.

use tandem_codegen_cpu as codegen;
use tandem_image::device_image::targets::SPIR64_X86_64 as TARGET;
use tandem_ir::Module;
use tandem_spirv::writer::{self, WriterOptions};

use super::diagnostics::Diagnostics;
use super::{interface, spec_constants, unwritable};

/// What became of an image.
#[derive(Clone, Debug)]
pub struct NativeCode {
    /// The relocatable object.
    pub object: Vec<u8>,
    /// Exported functions that it does not have, because only kernels can: those
    /// with barriers and the like.
    pub left_out: Vec<String>,
}

/// Compiles a split module, which `spirv` says, too; `text` has the options.
pub fn compile(module: Module, spirv: &[u8], opt_level: u8, text: &str) -> Result<NativeCode, Diagnostics> {
    let failure = |error: codegen::Error| Diagnostics::from_message(format!("compiling for {TARGET}: {error}"));
    let mut options = codegen::Options::from_env();
    options.linkable = true;
    // As on the device: whoever optimizes at all wants fast kernels.
    options.opt_level = if opt_level == 0 { 0 } else { 3 };
    for warning in options.apply(text).map_err(failure)? {
        eprintln!("tandem-post-link: warning: {TARGET}: {warning}");
    }
    let rewritten = match spec_constants::defer(&module) {
        true => Some(writer::write(&module, &WriterOptions::default()).map_err(unwritable)?),
        false => None,
    };
    let output = codegen::compile(&[rewritten.as_deref().unwrap_or(spirv)], &options).map_err(failure)?;
    let exports = interface::exports(&module);
    let left_out = exports.into_iter().filter(|name| !output.exports.contains(name)).collect();
    Ok(NativeCode { object: output.object, left_out })
}
