//! Conversions between 128-bit integers in halves and floating-point numbers.

use tandem_ir::{FloatPredicate, IntPredicate, Opcode, Type, TypeKind, Value};

use super::words::{Halves, Words};

impl<'m> Words<'m> {
    /// An unsigned number, rounded to the nearest one of a floating-point type.
    pub(super) fn as_float(&self, value: Halves<'m>, ty: Type<'m>) -> Option<Value<'m>> {
        let b = &self.builder;
        if ty.kind() == TypeKind::Half {
            // Whole numbers that single precision rounds are infinite in half precision.
            return Some(b.fptrunc(self.as_float(value, self.module.float())?, ty));
        }
        let format = Format::of(ty)?;
        // The highest 64 bits from the first set bit on; the last one also records whether lower bits are set.
        let zeros = self.leading_zeros_of(value.high);
        let top = self.shl(value, zeros);
        let is_inexact = b.icmp(IntPredicate::LLVMIntNE, top.low, self.constant(0));
        let digits = b.or(top.high, b.zext(is_inexact, self.word()));
        let exponent = b.sub(self.constant(64), zeros);
        let scale = self.power_of_two(exponent, ty, format);
        Some(b.fmul(b.uitofp(digits, ty), scale))
    }

    /// A signed number, rounded to the nearest one of a floating-point type.
    pub(super) fn signed_as_float(&self, value: Halves<'m>, ty: Type<'m>) -> Option<Value<'m>> {
        let (magnitude, is_negative) = self.magnitude(value);
        let float = self.as_float(magnitude, ty)?;
        Some(self.builder.select(is_negative, self.builder.fneg(float), float))
    }

    /// The whole part of a number that is not negative, as an unsigned one.
    pub(super) fn of_float(&self, value: Value<'m>) -> Option<Halves<'m>> {
        let b = &self.builder;
        if value.ty().kind() == TypeKind::Half {
            return self.of_float(b.fpext(value, self.module.float()));
        }
        Format::of(value.ty())?;
        let ty = value.ty();
        // All steps but the conversions are exact.
        let high = b.fptoui(b.fmul(value, ty.float(0.5_f64.powi(64))), self.word());
        let above = b.fmul(b.uitofp(high, ty), ty.float(2_f64.powi(64)));
        Some(Halves { low: b.fptoui(b.fsub(value, above), self.word()), high })
    }

    /// The whole part of a number, as a signed one.
    pub(super) fn of_signed_float(&self, value: Value<'m>) -> Option<Halves<'m>> {
        let b = &self.builder;
        let is_negative = b.fcmp(FloatPredicate::LLVMRealOLT, value, value.ty().zero());
        let magnitude = self.of_float(b.select(is_negative, b.fneg(value), value))?;
        Some(self.select(is_negative, self.negated(magnitude), magnitude))
    }

    /// The integer part of a number, or the nearest integer of `bits` bits; zero for NaN.
    pub(super) fn saturated_float(&self, value: Value<'m>, is_signed: bool, bits: u32) -> Option<Halves<'m>> {
        let b = &self.builder;
        if value.ty().kind() == TypeKind::Half {
            return self.saturated_float(b.fpext(value, self.module.float()), is_signed, bits);
        }
        let ty = value.ty();
        let digits = if is_signed { bits - 1 } else { bits };
        let end = 2_f64.powi(digits as i32);
        let (lowest, start) = if is_signed { (1 << digits, -end) } else { (0, 0.0) };
        let highest = u128::MAX >> (128 - digits);
        // Comparisons with NaN are false.
        let is_above = b.fcmp(FloatPredicate::LLVMRealOGE, value, ty.float(end));
        let is_inside = b.fcmp(FloatPredicate::LLVMRealOGT, value, ty.float(start));
        let is_below = b.fcmp(FloatPredicate::LLVMRealOLE, value, ty.float(start));
        let inside = b.select(b.and(is_inside, b.not(is_above)), value, ty.zero());
        let whole = if is_signed { self.of_signed_float(inside)? } else { self.of_float(inside)? };
        let at_least = self.select(is_below, self.number(lowest), self.masked(whole, bits));
        Some(self.select(is_above, self.number(highest), at_least))
    }

    /// The power of two with an exponent from 0 to 64.
    fn power_of_two(&self, exponent: Value<'m>, ty: Type<'m>, format: Format) -> Value<'m> {
        let b = &self.builder;
        let biased = b.add(exponent, self.constant(format.bias));
        let bits = b.binary(Opcode::LLVMShl, biased, self.constant(format.mantissa_bits));
        b.bitcast(b.trunc(bits, self.module.int(format.bits)), ty)
    }
}

/// How a floating-point number is stored.
#[derive(Clone, Copy)]
struct Format {
    bits: u32,
    mantissa_bits: u64,
    bias: u64,
}

impl Format {
    /// The format of a type whose numbers 128-bit integers are rounded to directly.
    fn of(ty: Type<'_>) -> Option<Self> {
        match ty.kind() {
            TypeKind::Float => Some(Self { bits: 32, mantissa_bits: 23, bias: 127 }),
            TypeKind::Double => Some(Self { bits: 64, mantissa_bits: 52, bias: 1023 }),
            _ => None,
        }
    }
}
