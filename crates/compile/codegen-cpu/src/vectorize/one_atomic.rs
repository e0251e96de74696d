//! Atomic operations of all lanes on one address that can be performed as one operation on their combined operands.

use tandem_ir::{Inst, Intrinsic, Opcode, RmwOp, TypeKind};

use super::instructions::is_wide;
use super::shapes::Shapes;

/// How operands of lanes become one operand.
#[derive(Clone, Copy)]
pub struct OneAtomic {
    /// The reduction that combines the operands of all lanes.
    pub reduction: Intrinsic,
    /// The operand of lanes that do not run, which changes nothing.
    pub neutral: u64,
    /// Whether lanes use the value that was in memory before their own operation.
    pub is_scan: bool,
}

impl OneAtomic {
    /// How the operations of all lanes become one, if they can. Floating-point sums depend on the order, and the value
    /// that each lane finds in memory can be computed only for sums.
    pub fn of<'m>(inst: Inst<'m>, shapes: &Shapes<'m>) -> Option<Self> {
        let TypeKind::Int(bits) = inst.ty().kind() else { return None };
        if inst.opcode() != Opcode::LLVMAtomicRMW || inst.is_volatile() || is_wide(inst.ty()) {
            return None;
        }
        let (reduction, neutral) = reduction(inst.rmw_op()?, bits)?;
        let is_scan = !inst.value().users().is_empty();
        let is_known = !is_scan || inst.rmw_op() == Some(RmwOp::LLVMAtomicRMWBinOpAdd);
        (is_known && shapes.is_uniform(inst.operand(0))).then_some(Self { reduction, neutral, is_scan })
    }
}

/// The reduction that combines an operation's operands of `bits` bits, and its neutral operand.
fn reduction(operation: RmwOp, bits: u32) -> Option<(Intrinsic, u64)> {
    use Intrinsic::*;
    use RmwOp::*;
    let ones = u64::MAX >> (64 - bits);
    Some(match operation {
        LLVMAtomicRMWBinOpAdd | LLVMAtomicRMWBinOpSub => (VectorReduceAdd, 0),
        LLVMAtomicRMWBinOpAnd => (VectorReduceAnd, ones),
        LLVMAtomicRMWBinOpOr => (VectorReduceOr, 0),
        LLVMAtomicRMWBinOpXor => (VectorReduceXor, 0),
        LLVMAtomicRMWBinOpMax => (VectorReduceSmax, 1 << (bits - 1)),
        LLVMAtomicRMWBinOpMin => (VectorReduceSmin, ones >> 1),
        LLVMAtomicRMWBinOpUMax => (VectorReduceUmax, 0),
        LLVMAtomicRMWBinOpUMin => (VectorReduceUmin, ones),
        _ => return None,
    })
}
