//! Splits the wide integers of one function, instruction by instruction.

use rustc_hash::FxHashSet;
use tandem_ir::{Builder, Function, Inst, Module, Opcode};

use super::splitter::{Params, Split, Splitter};
use super::types::{split_type, wide_bits};
use super::unsplit::Unsplit;
use crate::blocks::reverse_post_order;

impl<'m> Splitter<'m> {
    /// Splits; whether there was something to split.
    pub(super) fn run(mut self, params: &Params<'m>) -> Result<bool, Unsplit<'m>> {
        let insts = wide_insts(self.module, self.function);
        self.split_params(params);
        for inst in &insts {
            let split = self.split(*inst).ok_or(Unsplit { function: self.function, inst: *inst })?;
            self.note(inst.value(), split);
        }
        self.fill_phis();
        insts.iter().for_each(|inst| inst.erase(self.module));
        Ok(!insts.is_empty())
    }

    /// Records the new parameters.
    fn split_params(&mut self, params: &Params<'m>) {
        let (Some(params), Some(entry)) = (params.get(&self.function), self.function.entry()) else { return };
        let words = self.words(Builder::at_start(self.module, entry));
        for (old, new) in params {
            self.note(*old, words.as_split(*new, old.ty()));
        }
    }

    fn split(&mut self, inst: Inst<'m>) -> Option<Split<'m>> {
        use Opcode::*;
        let words = self.words(Builder::before(self.module, inst));
        match inst.opcode() {
            LLVMPHI => self.phi(&words, inst),
            LLVMLoad => self.load(&words, inst),
            LLVMStore => self.store(&words, inst),
            LLVMSelect => self.select(&words, inst),
            LLVMFreeze => self.freeze(&words, inst),
            LLVMSwitch => self.switch(&words, inst),
            LLVMGetElementPtr => self.address(&words, inst),
            LLVMCall => self.call(&words, inst),
            LLVMRet => self.ret(&words, inst),
            LLVMExtractValue => self.extract(&words, inst),
            LLVMInsertValue => self.insert(&words, inst),
            LLVMExtractElement => self.extract_element(&words, inst),
            LLVMInsertElement => self.insert_element(&words, inst),
            LLVMICmp => {
                let [left, right] = [0, 1].map(|index| inst.operand(index));
                let bits = wide_bits(left.ty())?;
                let [left, right] = [left, right].map(|value| self.halves(&words, value));
                Some(Split::Other(words.compare(inst.int_predicate()?, left, right, bits)))
            }
            opcode => self.operation(&words, opcode, inst.value()),
        }
    }
}

/// The instructions with wide integers in operands or results. Each reachable one follows the definitions of its
/// operands.
fn wide_insts<'m>(module: &'m Module, function: Function<'m>) -> Vec<Inst<'m>> {
    let mut blocks = reverse_post_order(function);
    let reached: FxHashSet<_> = blocks.iter().copied().collect();
    blocks.extend(function.blocks().into_iter().filter(|block| !reached.contains(block)));
    let is_wide = |ty| split_type(module, ty).is_some();
    let is_concerned =
        |inst: &Inst<'m>| is_wide(inst.ty()) || inst.operands().iter().any(|operand| is_wide(operand.ty()));
    blocks.into_iter().flat_map(|block| block.insts()).filter(is_concerned).collect()
}
