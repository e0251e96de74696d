//! Code for x86-64 CPUs, compiled ahead of time by the code generator that the
//! CPU device uses as well.
//!
//! It goes by way of SPIR-V, so that a kernel is the same code whoever compiles
//! it. Only specialization constants differ: as their values come later, they
//! are read from memory.

use tandem_codegen_cpu as codegen;
use tandem_image::device_image::targets::SPIR64_X86_64 as TARGET;
use tandem_ir::Module;

use super::diagnostics::Diagnostics;
use super::{interface, spec_constants, write_spirv};

/// What became of an image.
#[derive(Clone, Debug)]
pub struct NativeCode {
    /// The relocatable object.
    pub object: Vec<u8>,
    /// Exported functions that it does not have, because only kernels can: those
    /// with barriers and the like.
    pub left_out: Vec<String>,
}

/// What is asked of the code.
#[derive(Clone, Debug)]
pub struct NativeOptions {
    /// The options of the code generator, as written.
    pub text: String,
    /// Whether there must be code: where there is SPIR-V as well, a kernel that
    /// CPUs cannot run is left to other devices.
    pub required: bool,
}

/// Compiles a split module, which `spirv` says, too. `None` where the code
/// generator refuses it and the code is not required.
pub fn compile(
    module: Module,
    spirv: &[u8],
    opt_level: u8,
    wanted: &NativeOptions,
) -> Result<Option<NativeCode>, Diagnostics> {
    let failure = |error: codegen::Error| Diagnostics::from_message(format!("compiling for {TARGET}: {error}"));
    let mut options = codegen::Options::from_env();
    options.linkable = true;
    // As on the device: whoever optimizes at all wants fast kernels.
    options.opt_level = if opt_level == 0 { 0 } else { 3 };
    for warning in options.apply(&wanted.text).map_err(failure)? {
        eprintln!("tandem-post-link: warning: {TARGET}: {warning}");
    }
    let rewritten = match spec_constants::emulate(&module) {
        true => Some(write_spirv(&module, Vec::new())?),
        false => None,
    };
    let output = match codegen::compile(&[rewritten.as_deref().unwrap_or(spirv)], &options) {
        Err(error) if !wanted.required && !matches!(error, codegen::Error::Options(_)) => {
            eprintln!("tandem-post-link: warning: no code for {TARGET}: {error}");
            return Ok(None);
        }
        output => output.map_err(failure)?,
    };
    let exports = interface::exports(&module);
    let left_out = exports.into_iter().filter(|name| !output.exports.contains(name)).collect();
    Ok(Some(NativeCode { object: output.object, left_out }))
}
