//! Casts that query the address space of a generic pointer: `__spirv_GenericCastToPtrExplicit`.
//!
//! In C++ all pointers are generic. The headers' builtin also returns one; here its result gets the address space of
//! the storage class, from which others are inferred.

use tandem_device_ir::{AddressSpace, Builtin, Instruction};
use tandem_ir::{Builder, EditableModule, Inst};

/// Storage classes of SPIR-V, and the address spaces of their pointers. Pointers into private
/// memory are in the generic space (`docs/internals/boundaries.md`, section 3).
const SPACES: [(u64, AddressSpace); 2] = [(4, AddressSpace::Local), (5, AddressSpace::Global)];

/// Gives the casts of a unit their types.
pub fn lower(module: &EditableModule) {
    let name = Builtin::Instruction(Instruction::GenericCastToPtrExplicit).base_name();
    for call in module.function(&name).map(|function| function.calls()).unwrap_or_default() {
        let class = call.args()[1].const_u64();
        if let Some((_, space)) = SPACES.iter().find(|(number, _)| Some(*number) == class) {
            lower_call(module, call, &name, space.number());
        }
    }
}

fn lower_call(module: &EditableModule, call: Inst<'_>, name: &str, space: u32) {
    let (args, builder) = (call.args(), Builder::before(module, call));
    let params: Vec<_> = args.iter().map(|arg| arg.ty()).collect();
    let ty = module.ptr(space).function(&params, false);
    let typed = builder.call_function(module.get_or_declare(&format!("{name}.p{space}"), ty), &args);
    call.value().replace_all_uses_with(module, builder.address_space_cast(typed.value(), call.ty()));
    call.erase(module);
}
