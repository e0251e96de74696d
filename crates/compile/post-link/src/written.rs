//! Device IR that is checked, and the SPIR-V that is written of it.

use tandem_device_ir::NO_CONTRACTION;
use tandem_device_ir_llvm::{Expectations, Validated};
use tandem_ir::Module;
use tandem_spirv::writer::{self, WriterOptions};

use super::diagnostics::Diagnostics;
use super::{device_globals, kernel_info, unwritable};

/// Checks that the remaining code is device IR.
pub fn validate(module: Module) -> Result<Validated, Diagnostics> {
    let expectations = Expectations { device: None, layout: Some(&kernel_info::layout) };
    tandem_device_ir_llvm::validate(module, &expectations).map_err(|invalid| {
        let mut diagnostics = Diagnostics::default();
        for violation in invalid.violations {
            let function = violation.function.map(|function| format!(", in {function}")).unwrap_or_default();
            diagnostics.error(violation.place, format!("{}{function}", violation.kind));
        }
        diagnostics
    })
}

/// Writes an image as SPIR-V that carries these texts. Returns the module as it was written, too.
pub fn write_spirv(mut module: Module, texts: Vec<String>) -> Result<(Vec<u8>, Module), Diagnostics> {
    device_globals::forget_constness(module.edit());
    let contraction_off = module.has_flag(NO_CONTRACTION);
    let module = validate(module)?;
    let mut options = WriterOptions::default();
    (options.processed, options.contraction_off) = (texts, contraction_off);
    let spirv = writer::write(&module, &options).map_err(|error| unwritable::report(module.module(), &error))?;
    Ok((spirv, module.into_module()))
}
