//! Poison that reaches a `freeze`.
//!
//! LLVM may give an instruction a flag (`nsw`, `inbounds`, `nnan`) that makes its result poison in some executions, if
//! a `freeze` is between it and a branch. SPIR-V has the flags, as decorations, but neither poison nor `freeze`: a
//! consumer may consider impossible what a decoration excludes, and the branch with it. The operands of a `freeze` are
//! therefore written without such flags. The `freeze` itself is written as a copy, which our reader reads as a
//! `freeze`.

use rustc_hash::FxHashSet;
use tandem_ir::{Inst, Module, Opcode, Value};

/// The values that `freeze` instructions are computed from.
pub(super) fn sources(module: &Module) -> FxHashSet<Value<'_>> {
    let is_freeze = |inst: &Inst<'_>| inst.opcode() == Opcode::LLVMFreeze;
    let insts = module.functions().into_iter().flat_map(|function| function.insts());
    let mut waiting: Vec<_> = insts.filter(is_freeze).collect();
    let mut sources = FxHashSet::default();
    while let Some(inst) = waiting.pop() {
        for operand in inst.operands() {
            let Some(source) = operand.as_inst() else {
                // A constant address may promise to be within its object.
                sources.insert(operand);
                continue;
            };
            // Values that are loaded from memory or returned are not computed here.
            let is_computed = !matches!(source.opcode(), Opcode::LLVMLoad | Opcode::LLVMCall);
            if sources.insert(operand) && !is_freeze(&source) && (is_computed || source.calls_intrinsic()) {
                waiting.push(source);
            }
        }
    }
    sources
}
