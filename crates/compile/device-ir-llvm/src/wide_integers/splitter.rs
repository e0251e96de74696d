//! Splits the wide integers of one function, instruction by instruction.

use rustc_hash::{FxHashMap, FxHashSet};
use tandem_ir::{Builder, Function, Inst, Module, Opcode, Value, ValueKind};

use super::Unsplit;
use super::calls::Params;
use super::control::Phi;
use super::types::{split_type, wide_bits};
use super::words::{Halves, HighProduct, Words};
use crate::reverse_post_order;

/// What becomes of an instruction.
pub(super) enum Split<'m> {
    /// A wide integer.
    Wide(Halves<'m>),
    /// What takes the place of a structure or array with wide integers.
    Whole(Value<'m>),
    /// A value without wide integers that takes the instruction's place.
    Other(Value<'m>),
    /// Instructions without a result.
    Effect,
}

/// Splits the wide integers of a function.
pub(super) struct Splitter<'m> {
    pub(super) module: &'m Module,
    function: Function<'m>,
    product: HighProduct,
    /// The halves of the values that are split.
    known: FxHashMap<Value<'m>, Halves<'m>>,
    /// What took the places of structures and arrays with wide integers.
    pub(super) wholes: FxHashMap<Value<'m>, Value<'m>>,
    /// The phis that are split.
    pub(super) phis: Vec<(Inst<'m>, Phi<'m>)>,
}

impl<'m> Splitter<'m> {
    pub(super) fn new(module: &'m Module, function: Function<'m>, product: HighProduct) -> Self {
        Self { module, function, product, known: FxHashMap::default(), wholes: FxHashMap::default(), phis: Vec::new() }
    }

    /// Splits; whether there was something to split.
    pub(super) fn run(mut self, params: &Params<'m>) -> Result<bool, Unsplit<'m>> {
        let insts = wide_insts(self.module, self.function);
        self.split_params(params);
        for inst in &insts {
            let split = self.split(*inst).ok_or(Unsplit { function: self.function, inst: *inst })?;
            self.note(inst.value(), split);
        }
        self.fill_phis();
        insts.iter().for_each(|inst| inst.erase());
        Ok(!insts.is_empty())
    }

    /// Notes what the parameters are now.
    fn split_params(&mut self, params: &Params<'m>) {
        let (Some(params), Some(entry)) = (params.get(&self.function), self.function.entry()) else { return };
        let words = self.words(Builder::at_start(entry));
        for (old, new) in params {
            self.note(*old, words.as_split(*new, old.ty()));
        }
    }

    /// Notes what became of a value.
    fn note(&mut self, value: Value<'m>, split: Split<'m>) {
        match split {
            Split::Wide(halves) => {
                self.known.insert(value, halves);
            }
            Split::Whole(whole) => {
                self.wholes.insert(value, whole);
            }
            Split::Other(other) => value.replace_all_uses_with(other),
            Split::Effect => {}
        }
    }

    /// What builds at a place.
    pub(super) fn words(&self, builder: Builder<'m>) -> Words<'m> {
        Words { module: self.module, builder, product: self.product }
    }

    fn split(&mut self, inst: Inst<'m>) -> Option<Split<'m>> {
        use Opcode::*;
        let words = self.words(Builder::before(inst));
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

    /// A cast or binary operation, of an instruction or a constant expression.
    fn operation(&self, words: &Words<'m>, opcode: Opcode, value: Value<'m>) -> Option<Split<'m>> {
        match value.operands()[..] {
            [operand] => self.cast(words, opcode, operand, value.ty()),
            [left, right] => {
                let bits = wide_bits(value.ty())?;
                let [left, right] = [left, right].map(|operand| self.halves(words, operand));
                Some(Split::Wide(words.binary(opcode, left, right, bits)?))
            }
            _ => None,
        }
    }

    /// The halves of a wide integer. Those of an instruction that is not split yet are poison: only code that
    /// cannot be reached uses it.
    pub(super) fn halves(&self, words: &Words<'m>, value: Value<'m>) -> Halves<'m> {
        if let Some(halves) = self.known.get(&value) {
            return *halves;
        }
        match value.kind() {
            ValueKind::ConstInt => value.const_u128().map_or_else(|| words.poison(), |value| words.number(value)),
            ValueKind::Undef => words.number(0),
            ValueKind::ConstExpr => {
                let split = value.const_opcode().and_then(|opcode| self.operation(words, opcode, value));
                if let Some(Split::Wide(halves)) = split { halves } else { words.poison() }
            }
            _ => words.poison(),
        }
    }
}

impl<'m> Words<'m> {
    /// A binary operation on integers of a width; `None` for those without a form in halves.
    fn binary(&self, opcode: Opcode, left: Halves<'m>, right: Halves<'m>, bits: u32) -> Option<Halves<'m>> {
        use Opcode::*;
        Some(match opcode {
            LLVMAdd => self.masked(self.add(left, right), bits),
            LLVMSub => self.masked(self.sub(left, right), bits),
            LLVMMul => self.masked(self.mul(left, right), bits),
            LLVMAnd | LLVMOr | LLVMXor => self.bitwise(opcode, left, right),
            LLVMShl => self.masked(self.shl(left, right.low), bits),
            LLVMLShr => self.lshr(left, right.low),
            LLVMAShr => self.masked(self.ashr(self.sign_extended(left, bits), right.low), bits),
            LLVMUDiv => self.divide(left, right).quotient,
            LLVMURem => self.divide(left, right).remainder,
            LLVMSDiv => self.masked(self.signed_quotient(left, right, bits), bits),
            LLVMSRem => self.masked(self.signed_remainder(left, right, bits), bits),
            _ => return None,
        })
    }
}

/// The instructions with wide integers in operands or results, each behind those that its operands are from where
/// it can be reached.
fn wide_insts<'m>(module: &'m Module, function: Function<'m>) -> Vec<Inst<'m>> {
    let mut blocks = reverse_post_order(function);
    let reached: FxHashSet<_> = blocks.iter().copied().collect();
    blocks.extend(function.blocks().into_iter().filter(|block| !reached.contains(block)));
    let is_wide = |ty| split_type(module, ty).is_some();
    let is_concerned =
        |inst: &Inst<'m>| is_wide(inst.ty()) || inst.operands().iter().any(|operand| is_wide(operand.ty()));
    blocks.into_iter().flat_map(|block| block.insts()).filter(is_concerned).collect()
}
