//! Integer intrinsics that `OpenCL.std` lacks, or has only for whole widths.

use super::super::legal_types::{int_bits, legal_width, mask};
use tandem_device_ir::OpenClFunction;
use tandem_ir::{IntPredicate, Intrinsic, TypeKind, Value};

use super::{Expander, Expansion};

impl<'m> Expander<'m> {
    pub(super) fn integer_intrinsic(&self, intrinsic: Intrinsic) -> Expansion<'m> {
        let bits = int_bits(self.inst.ty());
        let odd = legal_width(bits) != Some(bits);
        let value = match intrinsic {
            Intrinsic::FunnelShiftLeft | Intrinsic::FunnelShiftRight => {
                self.funnel_shift(intrinsic == Intrinsic::FunnelShiftLeft)
            }
            Intrinsic::ByteSwap => self.byte_swap(self.inst.operand(0), bits),
            Intrinsic::BitReverse => self.bit_reverse(),
            Intrinsic::SaddWithOverflow
            | Intrinsic::UaddWithOverflow
            | Intrinsic::SsubWithOverflow
            | Intrinsic::UsubWithOverflow
            | Intrinsic::SmulWithOverflow
            | Intrinsic::UmulWithOverflow => self.with_overflow(intrinsic),
            Intrinsic::Scmp | Intrinsic::Ucmp => self.three_way(intrinsic == Intrinsic::Scmp),
            Intrinsic::SshlSat | Intrinsic::UshlSat => self.saturating_shift(intrinsic == Intrinsic::SshlSat),
            Intrinsic::PtrMask => self.pointer_mask(),
            Intrinsic::Smax | Intrinsic::Smin | Intrinsic::Umax | Intrinsic::Umin if odd => self.pick(intrinsic),
            Intrinsic::SaddSat | Intrinsic::UaddSat | Intrinsic::SsubSat | Intrinsic::UsubSat if odd => {
                self.saturating_sum(intrinsic)
            }
            Intrinsic::Abs if odd => self.absolute(),
            Intrinsic::CountLeadingZeros | Intrinsic::CountTrailingZeros | Intrinsic::CountOnes if odd => {
                self.count_bits(intrinsic, bits)
            }
            _ => return Expansion::Keep,
        };
        Expansion::Replace(value)
    }

    fn funnel_shift(&self, left: bool) -> Value<'m> {
        let b = &self.builder;
        let [high, low, amount] = [0, 1, 2].map(|index| self.inst.operand(index));
        let (ty, bits) = (high.ty(), int_bits(high.ty()));
        if bits == 1 {
            // The distance is taken modulo one.
            return if left { high } else { low };
        }
        if high == low && legal_width(bits) == Some(bits) {
            let amount = if left { amount } else { b.sub(ty.zero(), amount) };
            return self.call_builtin(OpenClFunction::rotate, ty, &[high, amount]);
        }
        let amount = b.urem(amount, self.splat(ty, u64::from(bits)));
        let rest = b.sub(self.splat(ty, u64::from(bits - 1)), amount);
        let one = self.splat(ty, 1);
        // The part that moves in the other direction is shifted in two steps: its distance may be the whole width.
        if left {
            b.or(b.shl(high, amount), b.lshr(b.lshr(low, one), rest))
        } else {
            b.or(b.shl(b.shl(high, one), rest), b.lshr(low, amount))
        }
    }

    fn byte_swap(&self, value: Value<'m>, bits: u32) -> Value<'m> {
        let b = &self.builder;
        let ty = value.ty();
        let mut result = ty.zero();
        for byte in 0..bits / 8 {
            let part = b.and(b.lshr(value, self.splat(ty, u64::from(byte * 8))), self.splat(ty, 0xff));
            result = b.or(result, b.shl(part, self.splat(ty, u64::from(bits - 8 - byte * 8))));
        }
        result
    }

    fn bit_reverse(&self) -> Value<'m> {
        let b = &self.builder;
        let value = self.inst.operand(0);
        let ty = value.ty();
        let bits = int_bits(ty);
        // Odd widths are reversed in a whole one and shifted down.
        let width = legal_width(bits).unwrap_or(bits);
        let wide_type = self.with_bits(ty, width);
        let mut wide = if width == bits { value } else { b.zext(value, wide_type) };
        for (shift, mask) in [(1, 0x5555_5555_5555_5555), (2, 0x3333_3333_3333_3333), (4, 0x0f0f_0f0f_0f0f_0f0f)] {
            let (shift, mask) = (self.splat(wide_type, shift), self.splat(wide_type, mask));
            wide = b.or(b.and(b.lshr(wide, shift), mask), b.shl(b.and(wide, mask), shift));
        }
        wide = self.byte_swap(wide, width);
        if width == bits {
            return wide;
        }
        b.trunc(b.lshr(wide, self.splat(wide_type, u64::from(width - bits))), ty)
    }

    /// The result and whether it overflowed, as a structure.
    fn with_overflow(&self, intrinsic: Intrinsic) -> Value<'m> {
        let b = &self.builder;
        let (left, right) = (self.inst.operand(0), self.inst.operand(1));
        let (result, overflow) = match intrinsic {
            Intrinsic::UmulWithOverflow | Intrinsic::SmulWithOverflow => {
                self.multiply_with_overflow(left, right, intrinsic == Intrinsic::SmulWithOverflow)
            }
            _ => self.sum_with_overflow(intrinsic, left, right),
        };
        let pair = b.insert_value(self.inst.ty().poison(), result, 0);
        b.insert_value(pair, overflow, 1)
    }

    /// A sum or difference, as the intrinsic's, and whether it
    /// overflowed.
    fn sum_with_overflow(&self, intrinsic: Intrinsic, left: Value<'m>, right: Value<'m>) -> (Value<'m>, Value<'m>) {
        let b = &self.builder;
        let negative = |value| b.icmp(IntPredicate::LLVMIntSLT, value, left.ty().zero());
        match intrinsic {
            Intrinsic::UaddWithOverflow | Intrinsic::UaddSat => {
                let sum = b.add(left, right);
                (sum, b.icmp(IntPredicate::LLVMIntULT, sum, left))
            }
            Intrinsic::UsubWithOverflow | Intrinsic::UsubSat => {
                (b.sub(left, right), b.icmp(IntPredicate::LLVMIntULT, left, right))
            }
            Intrinsic::SaddWithOverflow | Intrinsic::SaddSat => {
                // The sign differs from that of both operands.
                let sum = b.add(left, right);
                (sum, negative(b.and(b.xor(sum, left), b.xor(sum, right))))
            }
            _ => {
                let difference = b.sub(left, right);
                (difference, negative(b.and(b.xor(left, right), b.xor(left, difference))))
            }
        }
    }

    /// A saturating sum or difference of an odd width.
    fn saturating_sum(&self, intrinsic: Intrinsic) -> Value<'m> {
        let b = &self.builder;
        let (left, right) = (self.inst.operand(0), self.inst.operand(1));
        let ty = left.ty();
        let (result, overflow) = self.sum_with_overflow(intrinsic, left, right);
        let limit = match intrinsic {
            Intrinsic::UaddSat => b.not(ty.zero()),
            Intrinsic::UsubSat => ty.zero(),
            _ => self.signed_limit(left),
        };
        b.select(overflow, limit, result)
    }

    /// The largest signed value, or for negative values the smallest.
    fn signed_limit(&self, value: Value<'m>) -> Value<'m> {
        let b = &self.builder;
        let ty = value.ty();
        let largest = self.splat(ty, mask(int_bits(ty) - 1));
        let negative = b.icmp(IntPredicate::LLVMIntSLT, value, ty.zero());
        b.select(negative, b.not(largest), largest)
    }

    /// A product fits when the part above it is its sign, or zero.
    fn multiply_with_overflow(&self, left: Value<'m>, right: Value<'m>, signed: bool) -> (Value<'m>, Value<'m>) {
        let b = &self.builder;
        let ty = left.ty();
        let wide = self.with_bits(ty, 64);
        let widen = |value: Value<'m>| match (ty == wide, signed) {
            (true, _) => value,
            (false, true) => b.sext(value, wide),
            (false, false) => b.zext(value, wide),
        };
        let (left, right) = (widen(left), widen(right));
        let low = b.mul(left, right);
        let product = if ty == wide { low } else { b.trunc(low, ty) };
        let cut = b.icmp(IntPredicate::LLVMIntNE, widen(product), low);
        if int_bits(ty) <= 32 {
            return (product, cut);
        }
        let multiply = if signed { OpenClFunction::s_mul_hi } else { OpenClFunction::u_mul_hi };
        let high = self.call_builtin(multiply, wide, &[left, right]);
        let sign = if signed { b.ashr(low, self.splat(wide, 63)) } else { wide.zero() };
        (product, b.or(cut, b.icmp(IntPredicate::LLVMIntNE, high, sign)))
    }

    /// -1, 0 or 1.
    fn three_way(&self, signed: bool) -> Value<'m> {
        let b = &self.builder;
        let (left, right, to) = (self.inst.operand(0), self.inst.operand(1), self.inst.ty());
        let (less, greater) = match signed {
            true => (IntPredicate::LLVMIntSLT, IntPredicate::LLVMIntSGT),
            false => (IntPredicate::LLVMIntULT, IntPredicate::LLVMIntUGT),
        };
        let (less, greater) = (b.icmp(less, left, right), b.icmp(greater, left, right));
        b.sub(b.zext(greater, to), b.zext(less, to))
    }

    fn saturating_shift(&self, signed: bool) -> Value<'m> {
        let b = &self.builder;
        let (value, amount) = (self.inst.operand(0), self.inst.operand(1));
        let ty = value.ty();
        let shifted = b.shl(value, amount);
        let back = if signed { b.ashr(shifted, amount) } else { b.lshr(shifted, amount) };
        let limit = if signed { self.signed_limit(value) } else { b.not(ty.zero()) };
        b.select(b.icmp(IntPredicate::LLVMIntEQ, back, value), shifted, limit)
    }

    fn pointer_mask(&self) -> Value<'m> {
        let b = &self.builder;
        let (pointer, mask) = (self.inst.operand(0), self.inst.operand(1));
        let int = mask.ty();
        let address = b.ptrtoint(pointer, int);
        // An offset from the pointer itself preserves information about its origin.
        let offset = b.sub(b.and(address, mask), address);
        b.gep(self.module.int(8), pointer, &[offset], false)
    }

    fn pick(&self, intrinsic: Intrinsic) -> Value<'m> {
        let (left, right) = (self.inst.operand(0), self.inst.operand(1));
        let predicate = match intrinsic {
            Intrinsic::Smax => IntPredicate::LLVMIntSGT,
            Intrinsic::Smin => IntPredicate::LLVMIntSLT,
            Intrinsic::Umax => IntPredicate::LLVMIntUGT,
            _ => IntPredicate::LLVMIntULT,
        };
        self.builder.select(self.builder.icmp(predicate, left, right), left, right)
    }

    fn absolute(&self) -> Value<'m> {
        let b = &self.builder;
        let value = self.inst.operand(0);
        let zero = value.ty().zero();
        b.select(b.icmp(IntPredicate::LLVMIntSLT, value, zero), b.sub(zero, value), value)
    }

    /// Counts in the next supported width, and subtracts the excess.
    fn count_bits(&self, intrinsic: Intrinsic, bits: u32) -> Value<'m> {
        let b = &self.builder;
        let value = self.inst.operand(0);
        let ty = value.ty();
        let Some(width) = legal_width(bits) else { return value };
        let wide_type = match ty.kind() {
            TypeKind::Vector(..) => self.with_bits(ty, width),
            _ => self.module.int(width),
        };
        let mut wide = b.zext(value, wide_type);
        if intrinsic == Intrinsic::CountTrailingZeros {
            wide = b.or(wide, self.splat(wide_type, 1 << bits));
        }
        let zero = self.module.int(1).zero();
        let args = if intrinsic == Intrinsic::CountOnes { vec![wide] } else { vec![wide, zero] };
        let mut count = self.call_intrinsic(intrinsic, wide_type, &args);
        if intrinsic == Intrinsic::CountLeadingZeros {
            count = b.sub(count, self.splat(wide_type, u64::from(width - bits)));
        }
        b.trunc(count, ty)
    }
}
