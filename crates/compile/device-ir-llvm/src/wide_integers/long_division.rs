//! Long division of unsigned integers, with digits of 32 and of 64 bits.
//!
//! Knuth's algorithm D (The Art of Computer Programming, volume 2, section 4.3.1) for divisors of one word, and the
//! form of it in Hacker's Delight, section 9-5, for divisors of two words.

use tandem_ir::{IntPredicate, Opcode, Value};

use super::division::Division;
use super::words::{Halves, Words};

/// A quotient and a remainder of one word each.
#[derive(Clone, Copy)]
struct Digit<'m> {
    quotient: Value<'m>,
    remainder: Value<'m>,
}

impl<'m> Words<'m> {
    /// Divides a word by a word.
    pub(super) fn divide_one_word(&self, dividend: Value<'m>, divisor: Value<'m>) -> Division<'m> {
        let Digit { quotient, remainder } = self.divide_word(dividend, divisor);
        Division { quotient: self.unsigned(quotient), remainder: self.unsigned(remainder) }
    }

    /// Divides two words by one.
    pub(super) fn divide_by_word(&self, dividend: Halves<'m>, divisor: Value<'m>) -> Division<'m> {
        let high = self.divide_word(dividend.high, divisor);
        let low = self.digit(Halves { high: high.remainder, ..dividend }, divisor);
        let quotient = Halves { low: low.quotient, high: high.quotient };
        Division { quotient, remainder: self.unsigned(low.remainder) }
    }

    /// Divides by a number above 64 bits. The quotient is a word.
    pub(super) fn divide_by_two_words(&self, dividend: Halves<'m>, divisor: Halves<'m>) -> Division<'m> {
        let b = &self.builder;
        let shift = self.leading_zeros_of(divisor.high);
        let top = self.shl(divisor, shift).high;
        // Half of the dividend, so that its high word is less than the divisor's highest 64 bits.
        let scaled = self.digit(self.lshr(dividend, self.constant(1)), top).quotient;
        let estimate = b.lshr(scaled, b.xor(shift, self.constant(63)));
        // The estimate is exact or one too large.
        let is_positive = b.icmp(IntPredicate::LLVMIntNE, estimate, self.constant(0));
        let quotient = self.unsigned(b.sub(estimate, b.zext(is_positive, self.word())));
        let rest = self.sub(dividend, self.mul(quotient, divisor));
        let fits = self.compare(IntPredicate::LLVMIntUGE, rest, divisor, 128);
        Division {
            quotient: self.unsigned(b.add(quotient.low, b.zext(fits, self.word()))),
            remainder: self.select(fits, self.sub(rest, divisor), rest),
        }
    }

    fn divide_word(&self, dividend: Value<'m>, divisor: Value<'m>) -> Digit<'m> {
        let [quotient, remainder] =
            [Opcode::LLVMUDiv, Opcode::LLVMURem].map(|opcode| self.builder.binary(opcode, dividend, divisor));
        Digit { quotient, remainder }
    }

    /// Divides two words, of which the high one is less than the divisor, by a word.
    fn digit(&self, dividend: Halves<'m>, divisor: Value<'m>) -> Digit<'m> {
        let b = &self.builder;
        let half = self.constant(32);
        // Digits are estimated from the divisor's highest 32 bits, of which the first must be set.
        let shift = self.leading_zeros_of(divisor);
        let (dividend, divisor) = (self.shl(dividend, shift), b.shl(divisor, shift));
        let high = self.half_digit(dividend.high, b.lshr(dividend.low, half), divisor);
        let low = self.half_digit(high.remainder, self.low_half(dividend.low), divisor);
        let quotient = b.or(b.shl(high.quotient, half), low.quotient);
        Digit { quotient, remainder: b.lshr(low.remainder, shift) }
    }

    /// Divides the 96 bits of `rest`, which is less than the divisor, and `next`. The divisor's highest bit is set.
    fn half_digit(&self, rest: Value<'m>, next: Value<'m>, divisor: Value<'m>) -> Digit<'m> {
        let b = &self.builder;
        let half = self.constant(32);
        let (upper, lower) = (b.lshr(divisor, half), self.low_half(divisor));
        // At most two too large, because `upper` has 32 bits. The remainder may have more than 32 bits: then the
        // estimate is exact.
        let mut estimate = self.divide_word(rest, upper);
        for _ in 0..2 {
            let is_short = b.icmp(IntPredicate::LLVMIntULT, estimate.remainder, b.shl(self.constant(1), half));
            let left = b.or(b.shl(estimate.remainder, half), next);
            let exceeds = b.icmp(IntPredicate::LLVMIntUGT, b.mul(estimate.quotient, lower), left);
            let is_too_large = b.and(is_short, exceeds);
            let quotient = b.sub(estimate.quotient, b.zext(is_too_large, self.word()));
            let remainder = b.add(estimate.remainder, b.select(is_too_large, upper, self.constant(0)));
            estimate = Digit { quotient, remainder };
        }
        let dividend = b.or(b.shl(rest, half), next);
        Digit { remainder: b.sub(dividend, b.mul(estimate.quotient, divisor)), ..estimate }
    }

    fn low_half(&self, word: Value<'m>) -> Value<'m> {
        self.builder.and(word, self.constant(u32::MAX.into()))
    }
}
