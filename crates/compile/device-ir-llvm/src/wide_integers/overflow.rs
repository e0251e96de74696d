//! Results of integers of a width that may not fit.

use tandem_ir::{IntPredicate, Intrinsic, Opcode, Value};

use super::words::{Halves, Words};

/// A result, of which the bits above the width are cut, and whether there was more.
pub(super) struct Checked<'m> {
    pub(super) value: Halves<'m>,
    pub(super) overflows: Value<'m>,
}

impl<'m> Words<'m> {
    /// The results of the `with.overflow` and `sat` intrinsics; `None` for other ones.
    pub(super) fn checked(
        &self,
        intrinsic: Intrinsic,
        left: Halves<'m>,
        right: Halves<'m>,
        bits: u32,
    ) -> Option<Checked<'m>> {
        use Intrinsic::*;
        Some(match intrinsic {
            UaddWithOverflow | UaddSat => {
                let value = self.masked(self.add(left, right), bits);
                Checked { value, overflows: self.compare(IntPredicate::LLVMIntULT, value, left, bits) }
            }
            UsubWithOverflow | UsubSat => {
                let value = self.masked(self.sub(left, right), bits);
                Checked { value, overflows: self.compare(IntPredicate::LLVMIntULT, left, right, bits) }
            }
            SaddWithOverflow | SaddSat => {
                let value = self.masked(self.add(left, right), bits);
                Checked { value, overflows: self.both_differ(value, left, right, bits) }
            }
            SsubWithOverflow | SsubSat => {
                let value = self.masked(self.sub(left, right), bits);
                Checked { value, overflows: self.both_differ(left, right, value, bits) }
            }
            UmulWithOverflow => self.unsigned_product(left, right, bits),
            SmulWithOverflow => self.signed_product(left, right, bits),
            UshlSat | SshlSat => {
                let value = self.masked(self.shl(left, right.low), bits);
                let back = match intrinsic {
                    UshlSat => self.lshr(value, right.low),
                    _ => self.masked(self.ashr(self.sign_extended(value, bits), right.low), bits),
                };
                Checked { value, overflows: self.compare(IntPredicate::LLVMIntNE, back, left, bits) }
            }
            _ => return None,
        })
    }

    /// The result of a `sat` intrinsic: a result that does not fit becomes the nearest number that does.
    pub(super) fn saturated(
        &self,
        intrinsic: Intrinsic,
        left: Halves<'m>,
        right: Halves<'m>,
        bits: u32,
    ) -> Option<Halves<'m>> {
        let Checked { value, overflows } = self.checked(intrinsic, left, right, bits)?;
        let limit = match intrinsic {
            Intrinsic::UaddSat | Intrinsic::UshlSat => self.number(u128::MAX >> (128 - bits)),
            Intrinsic::UsubSat => self.number(0),
            _ => {
                let lowest = 1 << (bits - 1);
                self.select(self.is_negative(left, bits), self.number(lowest), self.number(lowest - 1))
            }
        };
        Some(self.select(overflows, limit, value))
    }

    /// Whether the sign of a number differs from those of two others.
    fn both_differ(&self, value: Halves<'m>, first: Halves<'m>, second: Halves<'m>, bits: u32) -> Value<'m> {
        let differs = |other| self.bitwise(Opcode::LLVMXor, value, other);
        self.is_negative(self.bitwise(Opcode::LLVMAnd, differs(first), differs(second)), bits)
    }

    fn unsigned_product(&self, left: Halves<'m>, right: Halves<'m>, bits: u32) -> Checked<'m> {
        let b = &self.builder;
        let product = self.mul(left, right);
        let value = self.masked(product, bits);
        // The terms that the sums of the halves' products leave out: products of high halves, and carries.
        let is_set = |half| b.icmp(IntPredicate::LLVMIntNE, half, self.constant(0));
        let has_both = b.and(is_set(left.high), is_set(right.high));
        let crossed = [self.high_product(left.high, right.low), self.high_product(left.low, right.high)];
        let crossed = is_set(b.or(crossed[0], crossed[1]));
        let middle = self.high_product(left.low, right.low);
        let sum = b.add(middle, b.mul(left.high, right.low));
        let carries =
            [(sum, middle), (product.high, sum)].map(|(sum, part)| b.icmp(IntPredicate::LLVMIntULT, sum, part));
        let cut = is_set(b.xor(product.high, value.high));
        let all = [has_both, crossed, carries[0], carries[1], cut];
        Checked { value, overflows: all.into_iter().reduce(|any, this| b.or(any, this)).unwrap_or(cut) }
    }

    fn signed_product(&self, left: Halves<'m>, right: Halves<'m>, bits: u32) -> Checked<'m> {
        let b = &self.builder;
        let (left, is_negative) = self.magnitude(self.sign_extended(left, bits));
        let (right, is_by_negative) = self.magnitude(self.sign_extended(right, bits));
        let product = self.unsigned_product(left, right, 128);
        let is_negative = b.xor(is_negative, is_by_negative);
        let lowest = 1 << (bits - 1);
        let limit = self.select(is_negative, self.number(lowest), self.number(lowest - 1));
        let is_above = self.compare(IntPredicate::LLVMIntUGT, product.value, limit, 128);
        let value = self.select(is_negative, self.negated(product.value), product.value);
        Checked { value: self.masked(value, bits), overflows: b.or(product.overflows, is_above) }
    }
}
