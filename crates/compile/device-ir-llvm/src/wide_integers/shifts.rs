//! Shifts of 128-bit integers in halves.

use tandem_ir::{IntPredicate, Value};

use super::words::{Halves, Words};

impl<'m> Words<'m> {
    pub(super) fn shl(&self, value: Halves<'m>, amount: Value<'m>) -> Halves<'m> {
        let b = &self.builder;
        if let Some(amount) = amount.const_u64() {
            return self.shl_by(value, amount);
        }
        let Distance { within, rest, is_far } = self.distance(amount);
        let low = b.shl(value.low, within);
        let carried = b.lshr(b.lshr(value.low, self.constant(1)), rest);
        let near = Halves { low, high: b.or(b.shl(value.high, within), carried) };
        self.select(is_far, Halves { low: self.constant(0), high: low }, near)
    }

    pub(super) fn lshr(&self, value: Halves<'m>, amount: Value<'m>) -> Halves<'m> {
        let b = &self.builder;
        let fill = self.constant(0);
        self.shift_right(value, amount, fill, |high, distance| b.lshr(high, distance))
    }

    pub(super) fn ashr(&self, value: Halves<'m>, amount: Value<'m>) -> Halves<'m> {
        let b = &self.builder;
        let fill = b.ashr(value.high, self.constant(63));
        self.shift_right(value, amount, fill, |high, distance| b.ashr(high, distance))
    }

    /// A shift to the right; `fill` replaces the high half, which moves down.
    fn shift_right(
        &self,
        value: Halves<'m>,
        amount: Value<'m>,
        fill: Value<'m>,
        shift: impl Fn(Value<'m>, Value<'m>) -> Value<'m>,
    ) -> Halves<'m> {
        let b = &self.builder;
        match amount.const_u64() {
            Some(0) => value,
            Some(amount) if amount < 64 => {
                let carried = b.shl(value.high, self.constant(64 - amount));
                let amount = self.constant(amount);
                Halves { low: b.or(b.lshr(value.low, amount), carried), high: shift(value.high, amount) }
            }
            Some(amount) => Halves { low: shift(value.high, self.constant(amount % 64)), high: fill },
            None => {
                let Distance { within, rest, is_far } = self.distance(amount);
                let high = shift(value.high, within);
                let carried = b.shl(b.shl(value.high, self.constant(1)), rest);
                let near = Halves { low: b.or(b.lshr(value.low, within), carried), high };
                self.select(is_far, Halves { low: high, high: fill }, near)
            }
        }
    }

    /// A shift to the left by a constant.
    pub(super) fn shl_by(&self, value: Halves<'m>, amount: u64) -> Halves<'m> {
        let b = &self.builder;
        match amount {
            0 => value,
            1..64 => {
                let carried = b.lshr(value.low, self.constant(64 - amount));
                let amount = self.constant(amount);
                Halves { low: b.shl(value.low, amount), high: b.or(b.shl(value.high, amount), carried) }
            }
            _ => Halves { low: self.constant(0), high: b.shl(value.low, self.constant(amount % 64)) },
        }
    }

    fn distance(&self, amount: Value<'m>) -> Distance<'m> {
        let b = &self.builder;
        let within = b.and(amount, self.constant(63));
        let far = b.and(amount, self.constant(64));
        Distance {
            within,
            rest: b.xor(within, self.constant(63)),
            is_far: b.icmp(IntPredicate::LLVMIntNE, far, self.constant(0)),
        }
    }
}

/// The distance of a shift.
struct Distance<'m> {
    /// Modulo 64.
    within: Value<'m>,
    /// The distance from there to 63: bits that move into the other half are shifted by one more, so that no shift is
    /// by 64 bits.
    rest: Value<'m>,
    /// Whether bits move by 64 or more.
    is_far: Value<'m>,
}
