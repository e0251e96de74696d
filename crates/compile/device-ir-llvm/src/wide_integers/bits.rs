//! Counting and moving the bits of 128-bit integers in halves.

use tandem_ir::{IntPredicate, Intrinsic, Opcode, Value};

use super::words::{Halves, Words};

impl<'m> Words<'m> {
    /// The number of bits that are set.
    pub(super) fn count_ones(&self, value: Halves<'m>) -> Halves<'m> {
        let count = |half| self.word_intrinsic(Intrinsic::CountOnes, &[half]);
        self.unsigned(self.builder.add(count(value.low), count(value.high)))
    }

    /// The number of leading zeros of an integer of `bits` bits.
    pub(super) fn count_leading_zeros(&self, value: Halves<'m>, bits: u32) -> Halves<'m> {
        let unused = 128 - bits;
        // Bits below end the count where none is set.
        let end = self.number((1 << unused) - 1);
        let value = self.bitwise(Opcode::LLVMOr, self.shl_by(value, unused.into()), end);
        self.unsigned(self.leading_zeros(value))
    }

    /// The number of zeros above the highest of 128 bits that is set.
    pub(super) fn leading_zeros(&self, value: Halves<'m>) -> Value<'m> {
        self.zeros(value.high, value.low, |half| self.leading_zeros_of(half))
    }

    /// The number of trailing zeros of an integer of `bits` bits.
    pub(super) fn count_trailing_zeros(&self, value: Halves<'m>, bits: u32) -> Halves<'m> {
        let end = self.number(1_u128.checked_shl(bits).unwrap_or(0));
        let value = self.bitwise(Opcode::LLVMOr, value, end);
        let of_half = |half| self.zero_count(Intrinsic::CountTrailingZeros, half);
        self.unsigned(self.zeros(value.low, value.high, of_half))
    }

    /// Counts zeros in one half, and in the second one if the first has nothing else.
    fn zeros(&self, first: Value<'m>, second: Value<'m>, count: impl Fn(Value<'m>) -> Value<'m>) -> Value<'m> {
        let b = &self.builder;
        let is_zero = b.icmp(IntPredicate::LLVMIntEQ, first, self.constant(0));
        b.select(is_zero, b.add(count(second), self.constant(64)), count(first))
    }

    /// The number of zeros above the highest bit of a half that is set, 64 for zero.
    pub(super) fn leading_zeros_of(&self, half: Value<'m>) -> Value<'m> {
        self.zero_count(Intrinsic::CountLeadingZeros, half)
    }

    fn zero_count(&self, count: Intrinsic, half: Value<'m>) -> Value<'m> {
        self.word_intrinsic(count, &[half, self.module.int(1).zero()])
    }

    /// An integer of a width back to front, by an intrinsic that turns words.
    pub(super) fn reversed(&self, intrinsic: Intrinsic, value: Halves<'m>, bits: u32) -> Halves<'m> {
        let turn = |half| self.word_intrinsic(intrinsic, &[half]);
        let turned = Halves { low: turn(value.high), high: turn(value.low) };
        self.lshr(turned, self.constant(u64::from(128 - bits)))
    }

    /// The high, or low, part of the shifted concatenation of two integers of `bits` bits.
    pub(super) fn funnel_shift(&self, is_left: bool, [high, low, amount]: [Halves<'m>; 3], bits: u32) -> Halves<'m> {
        let distance = match bits {
            128 => self.builder.and(amount.low, self.constant(127)),
            _ => self.divide(amount, self.number(bits.into())).remainder.low,
        };
        let rest = self.builder.sub(self.constant(u64::from(bits - 1)), distance);
        // Bits that move into the other part are shifted by one more: their distance may be the whole width.
        let (kept, moved) = if is_left {
            (self.shl(high, distance), self.lshr(self.lshr(low, self.constant(1)), rest))
        } else {
            (self.lshr(low, distance), self.shl(self.shl_by(high, 1), rest))
        };
        self.masked(self.bitwise(Opcode::LLVMOr, kept, moved), bits)
    }

    /// An intrinsic on a half.
    fn word_intrinsic(&self, intrinsic: Intrinsic, args: &[Value<'m>]) -> Value<'m> {
        self.builder.intrinsic(intrinsic, &[self.word()], args).value()
    }
}
