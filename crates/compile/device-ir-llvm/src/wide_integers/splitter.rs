//! The state of splitting a function's wide integers.

use rustc_hash::FxHashMap;
use tandem_ir::{Builder, EditableModule, Function, Inst, Opcode, Value, ValueKind};

use super::types::wide_bits;
use super::words::{Halves, HighProduct, Words};

/// The replacement of an instruction.
pub(super) enum Split<'m> {
    /// A wide integer.
    Wide(Halves<'m>),
    /// The replacement of a structure or array with wide integers.
    Whole(Value<'m>),
    /// A value without wide integers that takes the instruction's place.
    Other(Value<'m>),
    /// Instructions without a result.
    Effect,
}

/// The replacement of a phi.
#[derive(Clone, Copy)]
pub(super) enum Phi<'m> {
    /// The phis of the low and high halves.
    Halves(Inst<'m>, Inst<'m>),
    /// A phi of a structure or array.
    Whole(Inst<'m>),
}

/// The parameters that were of types with wide integers, and those that took their places, by function.
pub(super) type Params<'m> = FxHashMap<Function<'m>, Vec<(Value<'m>, Value<'m>)>>;

/// The wide integers of a function, and their replacements.
pub(super) struct Splitter<'m> {
    pub(super) module: &'m EditableModule,
    pub(super) function: Function<'m>,
    product: HighProduct,
    /// The halves of the values that are split.
    known: FxHashMap<Value<'m>, Halves<'m>>,
    /// The replacements of structures and arrays with wide integers.
    pub(super) wholes: FxHashMap<Value<'m>, Value<'m>>,
    /// The phis that are split.
    pub(super) phis: Vec<(Inst<'m>, Phi<'m>)>,
}

impl<'m> Splitter<'m> {
    pub(super) fn new(module: &'m EditableModule, function: Function<'m>, product: HighProduct) -> Self {
        Self { module, function, product, known: FxHashMap::default(), wholes: FxHashMap::default(), phis: Vec::new() }
    }

    /// Records the replacement of a value.
    pub(super) fn note(&mut self, value: Value<'m>, split: Split<'m>) {
        match split {
            Split::Wide(halves) => {
                self.known.insert(value, halves);
            }
            Split::Whole(whole) => {
                self.wholes.insert(value, whole);
            }
            Split::Other(other) => value.replace_all_uses_with(self.module, other),
            Split::Effect => {}
        }
    }

    /// Builds words at the position of a builder.
    pub(super) fn words(&self, builder: Builder<'m>) -> Words<'m> {
        Words { module: self.module, builder, product: self.product }
    }

    /// A cast or binary operation, of an instruction or a constant expression.
    pub(super) fn operation(&self, words: &Words<'m>, opcode: Opcode, value: Value<'m>) -> Option<Split<'m>> {
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
