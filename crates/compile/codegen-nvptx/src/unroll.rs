//! Unrolls short loops that wait for memory.
//!
//! LLVM unrolls a loop until its body has some 75 instructions, whatever they wait for. A load from global memory
//! takes as long as hundreds of instructions, so the speed of a loop that does little else depends on the number of
//! loads in flight. Loops of few instructions with a constant number of rounds are therefore unrolled further, as
//! nvcc does.

use tandem_codegen::analysis::accesses::is_plain;
use tandem_device_ir::AddressSpace;
use tandem_ir::{Block, EditableModule, Function, Inst, IntPredicate, MdOperand, Opcode, TypeKind};

/// The most instructions that are made of the body of a loop.
const MOST_INSTS: usize = 300;
/// The largest unroll factor.
const MOST_ROUNDS: u64 = 32;

/// Sets the unroll factors of a function's loops that have none.
pub fn choose<'m>(module: &'m EditableModule, function: Function<'m>) {
    for block in function.blocks() {
        let Some((branch, rounds)) = rounds(block) else { continue };
        let properties = [MdOperand::Text("llvm.loop.unroll.count"), MdOperand::Int(rounds)];
        branch.set_metadata(module, "llvm.loop", Some(module.md_loop(&[module.md_node(&properties)])));
    }
}

/// The branch of a loop of one block, and its unroll factor.
fn rounds<'m>(block: Block<'m>) -> Option<(Inst<'m>, u32)> {
    let branch = block.terminator().filter(|branch| branch.successors().contains(&block))?;
    if branch.has_metadata("llvm.loop") {
        return None;
    }
    let insts: Vec<_> = block.insts().into_iter().filter(|inst| inst.opcode() != Opcode::LLVMPHI).collect();
    let global = TypeKind::Pointer(AddressSpace::Global.number());
    let loads_global = |inst: &Inst<'m>| inst.opcode() == Opcode::LLVMLoad && inst.operand(0).ty().kind() == global;
    if !insts.iter().any(loads_global) || insts.iter().any(|inst| changes_memory(*inst)) {
        return None;
    }
    let trips = trips(block, branch)?;
    if trips.saturating_mul(insts.len() as u64) <= MOST_INSTS as u64 {
        // LLVM unrolls it completely.
        return None;
    }
    let fits = |rounds: &u64| *rounds as usize * insts.len() <= MOST_INSTS && trips % rounds == 0;
    (2..=MOST_ROUNDS).rev().find(fits).map(|rounds| (branch, rounds as u32))
}

/// Whether an instruction keeps loads of the next round from moving before it.
fn changes_memory(inst: Inst<'_>) -> bool {
    let is_ordered = inst.opcode() == Opcode::LLVMLoad && !is_plain(inst);
    let changes = matches!(
        inst.opcode(),
        Opcode::LLVMStore | Opcode::LLVMFence | Opcode::LLVMAtomicRMW | Opcode::LLVMAtomicCmpXchg
    );
    is_ordered || changes || inst.is_call()
}

/// The number of rounds of a block that ends when a counter has reached a constant.
fn trips<'m>(block: Block<'m>, branch: Inst<'m>) -> Option<u64> {
    let test = branch.condition()?.as_inst().filter(|test| test.opcode() == Opcode::LLVMICmp)?;
    let goes_on = branch.successors().first() == Some(&block);
    let fits = match test.int_predicate()? {
        IntPredicate::LLVMIntEQ => !goes_on,
        IntPredicate::LLVMIntNE | IntPredicate::LLVMIntULT => goes_on,
        _ => false,
    };
    let next = test.operand(0).as_inst().filter(|next| fits && next.opcode() == Opcode::LLVMAdd)?;
    let counter = next.operand(0).as_inst().filter(|counter| counter.opcode() == Opcode::LLVMPHI)?;
    let (step, end) = (next.operand(1).const_u64()?, test.operand(1).const_u64()?);
    let incoming = counter.incoming();
    let [_, _] = incoming[..] else { return None };
    let (first, _) = incoming.iter().find(|(_, from)| *from != block)?;
    let is_counter = counter.block() == Some(block) && incoming.contains(&(next.value(), block));
    let distance = end.checked_sub(first.const_u64()?)?;
    (is_counter && step > 0 && distance % step == 0).then(|| distance / step)
}
