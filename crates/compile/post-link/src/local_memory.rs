//! Local memory that device code declares (`docs/internals/boundaries.md`, section 8).
//!
//! The headers request it with `__tandem_local_memory(size, alignment)`. Each call becomes a separate variable in
//! address space 3; the functions of the headers around it are inlined first, so that each call in the user's source
//! has one.

use tandem_device_ir::{AddressSpace, Marker};
use tandem_ir::{Builder, EditableModule, Function, Inst, Linkage, Module};

use super::diagnostics::Diagnostics;

const MARKER: &str = Marker::LocalMemory.symbol();

/// Replaces the markers of a unit.
pub fn lower(module: &mut Module) -> Result<(), Diagnostics> {
    if module.function(MARKER).is_none() {
        return Ok(());
    }
    module.run_passes("always-inline", None)?;
    let mut diagnostics = Diagnostics::default();
    let module = module.edit();
    for (index, call) in module.function(MARKER).map(Function::calls).unwrap_or_default().into_iter().enumerate() {
        if lower_call(module, call, index).is_none() {
            let place = call.debug_loc().map(|loc| loc.frame());
            diagnostics.error(place, "the size of group-local memory is not a constant");
        }
    }
    diagnostics.into_result()
}

/// `None` when size or alignment is not a constant.
fn lower_call(module: &EditableModule, call: Inst<'_>, index: usize) -> Option<()> {
    let args = call.args();
    let (size, alignment) = (args[0].const_u64()?, args[1].const_u64()?);
    let bytes = module.int(8).array(size);
    let variable = module.add_global(&format!("group_local_memory.{index}"), bytes, AddressSpace::Local.number());
    variable.set_initializer(module, bytes.undef());
    variable.set_linkage(module, Linkage::LLVMInternalLinkage);
    variable.set_align(module, u32::try_from(alignment).ok()?);
    let flat = Builder::before(module, call).address_space_cast(variable.value(), module.ptr(0));
    call.value().replace_all_uses_with(module, flat);
    call.erase(module);
    Some(())
}
