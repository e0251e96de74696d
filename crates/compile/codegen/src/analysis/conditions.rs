//! Conditions, and the implications of their parts.

use tandem_ir::{Inst, IntPredicate, Opcode, TypeKind, Value};

/// The two conditions that both have the value `holds` if their combination has.
pub fn conjunction<'m>(inst: Inst<'m>, holds: bool) -> Option<(Value<'m>, Value<'m>)> {
    if inst.ty().kind() != TypeKind::Int(1) {
        return None;
    }
    let otherwise = |index| inst.operand(index).const_u64();
    let second = match (inst.opcode(), holds) {
        (Opcode::LLVMAnd, true) | (Opcode::LLVMOr, false) => 1,
        (Opcode::LLVMSelect, true) if otherwise(2) == Some(0) => 1,
        (Opcode::LLVMSelect, false) if otherwise(1) == Some(1) => 2,
        _ => return None,
    };
    Some((inst.operand(0), inst.operand(second)))
}

/// The predicate that holds if and only if `predicate` does not.
pub fn inverse(predicate: IntPredicate) -> IntPredicate {
    use IntPredicate::*;
    match predicate {
        LLVMIntEQ => LLVMIntNE,
        LLVMIntNE => LLVMIntEQ,
        LLVMIntUGT => LLVMIntULE,
        LLVMIntUGE => LLVMIntULT,
        LLVMIntULT => LLVMIntUGE,
        LLVMIntULE => LLVMIntUGT,
        LLVMIntSGT => LLVMIntSLE,
        LLVMIntSGE => LLVMIntSLT,
        LLVMIntSLT => LLVMIntSGE,
        LLVMIntSLE => LLVMIntSGT,
    }
}

/// The same comparison of operands that have changed places.
pub fn swapped(predicate: IntPredicate) -> IntPredicate {
    use IntPredicate::*;
    match predicate {
        LLVMIntUGT => LLVMIntULT,
        LLVMIntUGE => LLVMIntULE,
        LLVMIntULT => LLVMIntUGT,
        LLVMIntULE => LLVMIntUGE,
        LLVMIntSGT => LLVMIntSLT,
        LLVMIntSGE => LLVMIntSLE,
        LLVMIntSLT => LLVMIntSGT,
        LLVMIntSLE => LLVMIntSGE,
        symmetric => symmetric,
    }
}
