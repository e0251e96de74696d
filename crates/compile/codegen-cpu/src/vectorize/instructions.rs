//! Kinds of instructions, and of their types.

use tandem_codegen::analysis::accesses::is_plain;
use tandem_codegen::attributes::is_pure_call;
use tandem_ir::{Inst, Opcode, Type, TypeKind, Value};

/// Whether a vector can have one value of this type for each lane.
pub fn is_element(ty: Type<'_>) -> bool {
    ty.is_float() || ty.is_pointer() || matches!(ty.kind(), TypeKind::Int(bits) if bits <= 128)
}

/// Whether vectors can have the values of this type of all lanes: one vector, or one for each element of a structure.
pub fn has_vectors(ty: Type<'_>) -> bool {
    is_element(ty) || ty.kind() == TypeKind::Struct && ty.fields().into_iter().all(has_vectors)
}

/// Whether a type is one of integers that no register holds. LLVM has vectors of them, with which it does everything
/// for one element after the other.
pub fn is_wide(ty: Type<'_>) -> bool {
    matches!(ty.kind(), TypeKind::Int(65..))
}

/// Whether an instruction does something that is not to be left out.
pub fn has_effects(inst: Inst<'_>) -> bool {
    use Opcode::*;
    match inst.opcode() {
        LLVMStore | LLVMAtomicRMW | LLVMAtomicCmpXchg | LLVMFence => true,
        LLVMLoad => !is_plain(inst),
        LLVMCall => !is_hint(inst) && !is_pure_call(inst),
        _ => false,
    }
}

/// Whether an instruction computes with integers that LLVM has no vector operations for.
pub fn computes_wide(inst: Inst<'_>) -> bool {
    let types = inst.operands().into_iter().map(Value::ty).chain([inst.ty()]);
    types.flat_map(|ty| if ty.kind() == TypeKind::Struct { ty.fields() } else { vec![ty] }).any(is_wide)
}

/// Whether an instruction is only a hint for the optimizer or a debugger.
pub fn is_hint(inst: Inst<'_>) -> bool {
    use tandem_ir::Intrinsic::*;
    matches!(
        inst.intrinsic(),
        Some(
            Assume
                | SideEffect
                | LifetimeStart
                | LifetimeEnd
                | NoAliasScope
                | DbgAssign
                | DbgDeclare
                | DbgLabel
                | DbgValue
                | DoNothing
        )
    )
}
