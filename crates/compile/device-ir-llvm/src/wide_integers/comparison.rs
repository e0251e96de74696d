//! Comparisons of 128-bit integers in halves.

use tandem_ir::{IntPredicate, Type, Value};

use super::words::{Halves, Words};

impl<'m> Words<'m> {
    /// Compares numbers of a width.
    pub(super) fn compare(&self, predicate: IntPredicate, left: Halves<'m>, right: Halves<'m>, bits: u32) -> Value<'m> {
        use IntPredicate::*;
        let b = &self.builder;
        let [left, right] = match predicate {
            LLVMIntSLT | LLVMIntSLE | LLVMIntSGT | LLVMIntSGE => {
                [left, right].map(|value| self.sign_extended(value, bits))
            }
            _ => [left, right],
        };
        match predicate {
            LLVMIntEQ | LLVMIntNE => {
                let differing = b.or(b.xor(left.low, right.low), b.xor(left.high, right.high));
                b.icmp(predicate, differing, self.constant(0))
            }
            LLVMIntULT | LLVMIntUGT => self.order(predicate, predicate, left, right),
            LLVMIntULE => self.order(LLVMIntULT, predicate, left, right),
            LLVMIntUGE => self.order(LLVMIntUGT, predicate, left, right),
            LLVMIntSLT => self.order(predicate, LLVMIntULT, left, right),
            LLVMIntSGT => self.order(predicate, LLVMIntUGT, left, right),
            LLVMIntSLE => self.order(LLVMIntSLT, LLVMIntULE, left, right),
            LLVMIntSGE => self.order(LLVMIntSGT, LLVMIntUGE, left, right),
        }
    }

    /// The high halves decide by `high` unless they are equal; then the low ones do by `low`.
    fn order(&self, high: IntPredicate, low: IntPredicate, left: Halves<'m>, right: Halves<'m>) -> Value<'m> {
        let b = &self.builder;
        let is_equal = b.icmp(IntPredicate::LLVMIntEQ, left.high, right.high);
        b.select(is_equal, b.icmp(low, left.low, right.low), b.icmp(high, left.high, right.high))
    }

    /// Whether a number of a width is negative.
    pub(super) fn is_negative(&self, value: Halves<'m>, bits: u32) -> Value<'m> {
        let high = self.sign_extended(value, bits).high;
        self.builder.icmp(IntPredicate::LLVMIntSLT, high, self.constant(0))
    }

    /// -1, 0 or 1 of type `ty`.
    pub(super) fn three_way(
        &self,
        predicates: [IntPredicate; 2],
        left: Halves<'m>,
        right: Halves<'m>,
        bits: u32,
        ty: Type<'m>,
    ) -> Value<'m> {
        let b = &self.builder;
        let [less, greater] = predicates.map(|predicate| b.zext(self.compare(predicate, left, right, bits), ty));
        b.sub(greater, less)
    }
}
