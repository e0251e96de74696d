//! The causes of variation other than varying operands: the instruction itself, and control flow at phis.

use tandem_ir::{Block, Inst, Opcode, Value};

use super::accesses::is_plain;
use crate::attributes::is_pure_call;

/// Whether the result of an instruction may vary although all work-items run it with the same operands. Calls of
/// queries and of group operations have separate rules.
pub fn varies_by_itself(inst: Inst<'_>) -> bool {
    match inst.opcode() {
        Opcode::LLVMAlloca | Opcode::LLVMAtomicRMW | Opcode::LLVMAtomicCmpXchg => true,
        Opcode::LLVMLoad => !is_plain(inst),
        Opcode::LLVMCall => !is_pure_call(inst),
        _ => false,
    }
}

/// The phis among a block's instructions.
pub fn phis<'a, 'm>(insts: &'a [Inst<'m>]) -> impl Iterator<Item = Inst<'m>> + 'a {
    insts.iter().copied().take_while(|inst| inst.opcode() == Opcode::LLVMPHI)
}

/// Whether a phi has different values for some of the predecessors: those whose work-items are diverged.
pub fn differs<'m>(phi: Inst<'m>, is_apart: impl Fn(Block<'m>) -> bool) -> bool {
    let mut values = incoming(phi, is_apart);
    let first = values.next();
    values.any(|value| Some(value) != first)
}

/// The values of a phi for some of the predecessors.
pub fn incoming<'m>(phi: Inst<'m>, is_from: impl Fn(Block<'m>) -> bool) -> impl Iterator<Item = Value<'m>> {
    phi.incoming().into_iter().filter(move |(_, from)| is_from(*from)).map(|(value, _)| value)
}
