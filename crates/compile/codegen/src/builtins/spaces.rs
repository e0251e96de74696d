//! Queries for the space of generic pointers: `GenericCastToPtrExplicit` and `GenericPtrMemSemantics`. If the code
//! reveals the origin of a pointer, the answer is a constant; otherwise the target inspects the address.

use tandem_device_ir::{AddressSpace, MemorySemantics};
use tandem_ir::{AttributePlace, Builder, EditableModule, IntPredicate, Opcode, Value, ValueKind};

use super::library_call::LibraryCall;
use super::named_space::NamedSpace;

/// The pointer in the space of the result, or null if it leads elsewhere: null of generic memory, cast. Null of a named
/// space may be a valid address, as 0 is in local memory of GPUs. A comparison with it therefore queries the space, to
/// which null does not belong; LLVM would take the address of local memory for it. Null of generic memory counts as
/// global.
pub fn cast<'m>(module: &'m EditableModule, call: &LibraryCall<'m>) -> Value<'m> {
    let (pointer, to) = (call.args[0], call.inst.ty());
    let space = NamedSpace::of(to);
    let is_there = is_in_space(call, space);
    let null = pointer.ty().zero();
    let chosen = call.builder.select(is_there, pointer, null);
    if pointer.ty() == to {
        return chosen;
    }
    let comparisons = call.inst.value().users().into_iter().filter_map(Value::as_inst).filter(|user| {
        user.opcode() == Opcode::LLVMICmp && user.operands().into_iter().any(|operand| is_null(operand))
    });
    for comparison in comparisons.collect::<Vec<_>>() {
        let (builder, predicate) =
            (Builder::before(module, comparison), comparison.int_predicate().expect("a comparison"));
        let result = match predicate {
            IntPredicate::LLVMIntEQ if space != NamedSpace::Global => builder.not(is_there),
            IntPredicate::LLVMIntNE if space != NamedSpace::Global => is_there,
            predicate => builder.icmp(predicate, chosen, null),
        };
        comparison.value().replace_all_uses_with(module, result);
        comparison.erase(module);
    }
    call.builder.address_space_cast(chosen, to)
}

/// Whether a pointer is null, or that of another space, cast.
fn is_null(pointer: Value<'_>) -> bool {
    let is_cast = pointer.kind() == ValueKind::ConstExpr && pointer.const_opcode() == Some(Opcode::LLVMAddrSpaceCast);
    if is_cast { is_null(pointer.operands()[0]) } else { pointer == pointer.ty().zero() }
}

/// The memory semantics for accesses by the pointer, without an order. Private memory is not shared, so there are none
/// for it.
pub fn semantics<'m>(call: &LibraryCall<'m>) -> Value<'m> {
    let bits = |semantics: MemorySemantics| call.int().int(semantics.bits().into(), false);
    let local = bits(MemorySemantics::WORKGROUP_MEMORY);
    let global = bits(MemorySemantics::CROSS_WORKGROUP_MEMORY);
    let is_local = is_in_space(call, NamedSpace::Local);
    let is_private = is_in_space(call, NamedSpace::Private);
    call.builder.select(is_local, local, call.builder.select(is_private, call.int().zero(), global))
}

fn is_in_space<'m>(call: &LibraryCall<'m>, space: NamedSpace) -> Value<'m> {
    match origin(call.args[0]) {
        Some(known) => call.module.int(1).int((known == space).into(), false),
        None => call.library.is_in_space(&call.builder, call.args[0], space),
    }
}

/// The space that a pointer is known to come from.
fn origin(pointer: Value<'_>) -> Option<NamedSpace> {
    if pointer.ty().address_space() != Some(AddressSpace::Generic.number()) {
        return Some(NamedSpace::of(pointer.ty()));
    }
    match pointer.kind() {
        ValueKind::Global => Some(NamedSpace::Global),
        ValueKind::Argument => {
            let (function, index) = pointer.as_argument()?;
            function.has_attribute(AttributePlace::Param(index), "byval").then_some(NamedSpace::Private)
        }
        _ => match pointer.as_inst().map(|inst| inst.opcode()).or(pointer.const_opcode())? {
            Opcode::LLVMAlloca => Some(NamedSpace::Private),
            Opcode::LLVMGetElementPtr | Opcode::LLVMAddrSpaceCast | Opcode::LLVMBitCast => {
                origin(pointer.operands()[0])
            }
            _ => None,
        },
    }
}
