//! Units: modules that are compiled by themselves and linked later. A unit is a
//! module of device IR with its specialization constants in place, as bitcode.

use tandem_device_ir::Device;
use tandem_device_ir_llvm::{Expectations, validate};
use tandem_ir::{Context, EditableModule, Global, Linkage, Module, SPIR_FUNC, SPIR_KERNEL};
use tandem_spirv::reader::{self, ReaderOptions};

use crate::error::Result;

/// First bytes of bitcode.
const MAGIC: &[u8] = b"BC\xC0\xDE";

/// Compiles a SPIR-V module to a unit. Errors within the module are reported here, missing definitions when it is
/// linked. `spec_constants` are values of specialization constants: (id, little-endian bytes).
///
/// # Errors
/// SPIR-V that is malformed, and device IR that `device` does not run.
pub fn compile(spirv: &[u8], spec_constants: &[(u32, Vec<u8>)], device: &'static Device) -> Result<Vec<u8>> {
    let module = read_spirv(&Context::new(), spirv, "module", spec_constants)?;
    Ok(validate(module, &Expectations::of_device(device))?.module().to_bitcode()?)
}

/// Whether bytes are a unit, not SPIR-V.
pub fn is_unit(bytes: &[u8]) -> bool {
    bytes.starts_with(MAGIC)
}

/// The device IR of SPIR-V or of a unit.
///
/// # Errors
/// SPIR-V that is malformed, and bytes that are not bitcode.
pub fn read(ctx: &Context, bytes: &[u8], name: &str, spec_constants: &[(u32, Vec<u8>)]) -> Result<Module> {
    if is_unit(bytes) { Ok(Module::parse(ctx, bytes, name)?) } else { read_spirv(ctx, bytes, name, spec_constants) }
}

fn read_spirv(ctx: &Context, bytes: &[u8], name: &str, spec_constants: &[(u32, Vec<u8>)]) -> Result<Module> {
    let spec_constants: Vec<_> = spec_constants.iter().map(|(id, bytes)| (*id, bytes.as_slice())).collect();
    Ok(reader::read(ctx, bytes, &ReaderOptions { name, spec_constants: &spec_constants })?)
}

/// Turns the module's kernels into functions that are never called. Returns the names of its variables that kernels can
/// change.
pub fn leave_kernels_out(module: &EditableModule) -> Vec<String> {
    for kernel in module.functions().into_iter().filter(|function| function.call_conv() == SPIR_KERNEL) {
        if !kernel.is_declaration() {
            kernel.set_call_conv(module, SPIR_FUNC);
            kernel.global().set_linkage(module, Linkage::LLVMInternalLinkage);
        }
    }
    let is_state =
        |global: &Global<'_>| !global.is_declaration() && global.is_externally_initialized() && !global.is_constant();
    module.globals().into_iter().filter(is_state).map(|global| global.name()).collect()
}
