//! Conversions between numbers, pointers and bit patterns.

use rspirv::spirv::{FPRoundingMode, Op};
use tandem_ir::{FloatPredicate, IntPredicate, Intrinsic, Type, Value};

use super::body::{Body, ResultOperands};
use super::classes::{Class, int_bits, is_class, lanes};
use super::error::{Reason, Result, ensure};
use tandem_spirv_binary::Operands;

impl<'m, 'w> Body<'_, 'm, 'w> {
    /// Conversion instructions.
    pub fn convert(&mut self, op: Op, target: ResultOperands, ops: &mut Operands<'w>) -> Result<Value<'m>> {
        use Class::{Float, Int};
        let ty = self.r.llvm(target.ty);
        let (from, to) = match op {
            Op::ConvertFToU | Op::ConvertFToS => (Float, Int),
            Op::ConvertUToF | Op::ConvertSToF => (Int, Float),
            Op::FConvert => (Float, Float),
            Op::UConvert | Op::SConvert | Op::SatConvertSToU | Op::SatConvertUToS | Op::ConvertFToBF16INTEL => {
                (if op == Op::ConvertFToBF16INTEL { Float } else { Int }, Int)
            }
            Op::ConvertBF16ToFINTEL => (Int, Float),
            Op::Bitcast => {
                let operand = self.value(ops)?;
                return self.bitcast(operand, ty);
            }
            _ => return Err(Reason::instruction(op)),
        };
        self.require(ty, to)?;
        let operand = self.value_of(from, ops)?;
        ensure(lanes(operand.ty()) == lanes(ty), "operand and result have different lengths")?;
        let decorations = self.r.scan.decorations(target.id);
        let (saturated, rounding) = (decorations.saturated, decorations.rounding);
        let value = match op {
            Op::ConvertFToU | Op::ConvertFToS => {
                self.float_to_int(operand, ty, op == Op::ConvertFToS, saturated, rounding)
            }
            Op::ConvertUToF | Op::ConvertSToF => self.int_to_float(operand, ty, op == Op::ConvertSToF, rounding),
            Op::FConvert => self.resize_float_rounded(operand, ty, rounding),
            Op::UConvert | Op::SConvert if !saturated => self.resize_int(operand, ty, op == Op::SConvert),
            Op::UConvert => self.saturate(operand, ty, false, false),
            Op::SConvert => self.saturate(operand, ty, true, true),
            Op::SatConvertSToU => self.saturate(operand, ty, true, false),
            Op::SatConvertUToS => self.saturate(operand, ty, false, true),
            _ => self.convert_bf16(operand, ty)?,
        };
        Ok(value)
    }

    /// Reinterprets bits; pointers and integers count as each other's bits.
    pub fn bitcast(&self, operand: Value<'m>, ty: Type<'m>) -> Result<Value<'m>> {
        let from = operand.ty();
        if from == ty {
            return Ok(operand);
        }
        let size = |ty: Type<'m>| match ty.scalar().kind() {
            tandem_ir::TypeKind::Int(bits) => Some(u64::from(bits)),
            _ if ty.scalar().is_float() => Some(self.r.module.size_of(ty.scalar()) * 8),
            _ => None,
        };
        let bits = |ty: Type<'m>| Some(size(ty)? * u64::from(lanes(ty).unwrap_or(1)));
        // An address is converted to a vector of integers through a single integer.
        let address = self.r.module.int(64);
        let is_address = |ty: Type<'m>| is_class(ty, Class::Int) && lanes(ty).is_some() && bits(ty) == bits(address);
        match (from.is_pointer(), ty.is_pointer()) {
            (true, true) => Err(Reason::Invalid("a bitcast cannot change the storage class")),
            (true, false) if is_class(ty, Class::Int) && lanes(ty).is_none() => Ok(self.builder.ptrtoint(operand, ty)),
            (false, true) if is_class(from, Class::Int) && lanes(from).is_none() => {
                Ok(self.builder.inttoptr(operand, ty))
            }
            (true, false) if is_address(ty) => Ok(self.builder.bitcast(self.builder.ptrtoint(operand, address), ty)),
            (false, true) if is_address(from) => Ok(self.builder.inttoptr(self.builder.bitcast(operand, address), ty)),
            (false, false) if bits(from).is_some() && bits(from) == bits(ty) => Ok(self.builder.bitcast(operand, ty)),
            _ => Err(Reason::Invalid("operand and result have different sizes")),
        }
    }

    /// Extends or truncates a floating-point value, to nearest even.
    pub fn resize_float(&self, value: Value<'m>, ty: Type<'m>) -> Value<'m> {
        let bytes = |ty: Type<'m>| self.r.module.size_of(ty.scalar());
        match bytes(value.ty()).cmp(&bytes(ty)) {
            std::cmp::Ordering::Less => self.builder.fpext(value, ty),
            std::cmp::Ordering::Greater => self.builder.fptrunc(value, ty),
            std::cmp::Ordering::Equal if value.ty() == ty => value,
            // half and bfloat: neither contains the other.
            std::cmp::Ordering::Equal => {
                let single = self.with_scalar(ty, self.r.module.float());
                self.builder.fptrunc(self.builder.fpext(value, single), ty)
            }
        }
    }

    /// Like [`resize_float`](Self::resize_float), in a given rounding mode.
    pub fn resize_float_rounded(&self, value: Value<'m>, ty: Type<'m>, mode: Option<FPRoundingMode>) -> Value<'m> {
        let nearest = self.resize_float(value, ty);
        let narrows = self.r.module.size_of(value.ty().scalar()) > self.r.module.size_of(ty.scalar());
        let Some(mode) = mode.filter(|mode| narrows && *mode != FPRoundingMode::RTE) else { return nearest };
        let back = self.builder.fpext(nearest, value.ty());
        let too_high = self.builder.fcmp(FloatPredicate::LLVMRealOGT, back, value);
        let too_low = self.builder.fcmp(FloatPredicate::LLVMRealOLT, back, value);
        self.correct_rounding(nearest, too_high, too_low, mode)
    }

    /// Moves a value that was rounded to the nearest to its neighbour, if it is on the wrong side of the exact value
    /// for a directed rounding mode.
    ///
    /// The bit patterns of neighbours differ by one: plus one is away from zero.
    fn correct_rounding(
        &self,
        nearest: Value<'m>,
        too_high: Value<'m>,
        too_low: Value<'m>,
        mode: FPRoundingMode,
    ) -> Value<'m> {
        let b = &self.builder;
        let bits = self.bits_of_float(nearest);
        let ty = bits.ty();
        let is_negative = b.icmp(IntPredicate::LLVMIntSLT, bits, ty.zero());
        let away = b.add(bits, self.int_of(ty, 1));
        let towards = b.sub(bits, self.int_of(ty, 1));
        let moved = match mode {
            FPRoundingMode::RTN => b.select(too_high, b.select(is_negative, away, towards), bits),
            FPRoundingMode::RTP => b.select(too_low, b.select(is_negative, towards, away), bits),
            _ => b.select(b.select(is_negative, too_low, too_high), towards, bits),
        };
        b.bitcast(moved, nearest.ty())
    }

    fn float_to_int(
        &self,
        operand: Value<'m>,
        ty: Type<'m>,
        signed: bool,
        saturated: bool,
        rounding: Option<FPRoundingMode>,
    ) -> Value<'m> {
        let rounded = match rounding {
            Some(FPRoundingMode::RTE) => self.intrinsic(Intrinsic::Rint, operand.ty(), &[operand]),
            Some(FPRoundingMode::RTP) => self.intrinsic(Intrinsic::Ceil, operand.ty(), &[operand]),
            Some(FPRoundingMode::RTN) => self.intrinsic(Intrinsic::Floor, operand.ty(), &[operand]),
            _ => operand,
        };
        match (saturated, signed) {
            (true, _) => {
                let name = if signed { Intrinsic::FpToSintSat } else { Intrinsic::FpToUintSat };
                self.builder.intrinsic(name, &[ty, operand.ty()], &[rounded]).value()
            }
            (false, true) => self.builder.fptosi(rounded, ty),
            (false, false) => self.builder.fptoui(rounded, ty),
        }
    }

    fn int_to_float(&self, operand: Value<'m>, ty: Type<'m>, signed: bool, mode: Option<FPRoundingMode>) -> Value<'m> {
        use IntPredicate::*;
        let b = &self.builder;
        let nearest = if signed { b.sitofp(operand, ty) } else { b.uitofp(operand, ty) };
        let Some(mode) = mode.filter(|mode| *mode != FPRoundingMode::RTE) else { return nearest };
        let from = operand.ty();
        let back = self.float_to_int(nearest, from, signed, true, None);
        let (below, above) = if signed { (LLVMIntSLT, LLVMIntSGT) } else { (LLVMIntULT, LLVMIntUGT) };
        // Values that were rounded up beyond the integer's range saturate when converted back.
        let end = 2f64.powi(int_bits(from) as i32 - i32::from(signed));
        let end = self.splat(ty.scalar().float(end), ty);
        let out_of_range = b.fcmp(FloatPredicate::LLVMRealOGE, nearest, end);
        let too_high = b.or(b.icmp(above, back, operand), out_of_range);
        self.correct_rounding(nearest, too_high, b.icmp(below, back, operand), mode)
    }

    /// Converts an integer to the nearest one that `ty` holds.
    pub fn saturate(&self, operand: Value<'m>, ty: Type<'m>, from_signed: bool, to_signed: bool) -> Value<'m> {
        use IntPredicate::*;
        let from = operand.ty();
        let (from_bits, to_bits) = (int_bits(from), int_bits(ty));
        let mut value = operand;
        let mut clamp = |predicate, limit| {
            let limit = self.splat(limit, from);
            value = self.select_by(predicate, value, limit);
        };
        let scalar = from.scalar();
        // The largest integer of `bits` value bits; its complement is the smallest signed one.
        let ones = |bits: u32| {
            let all = self.builder.not(scalar.zero());
            let unused = scalar.int((from_bits - bits).into(), false);
            if bits == 0 { scalar.zero() } else { self.builder.lshr(all, unused) }
        };
        let value_bits = |bits: u32, signed: bool| if signed { bits - 1 } else { bits };
        let (have, want) = (value_bits(from_bits, from_signed), value_bits(to_bits, to_signed));
        if want < have {
            let above = if from_signed { LLVMIntSLT } else { LLVMIntULT };
            clamp(above, ones(want));
        }
        if from_signed && !to_signed {
            clamp(LLVMIntSGT, scalar.zero());
        } else if from_signed && want < have {
            clamp(LLVMIntSGT, self.builder.not(ones(want)));
        }
        self.resize_int(value, ty, from_signed && to_signed)
    }

    /// SPV_INTEL_bfloat16_conversion: 16-bit integers represent `bfloat`, which is the upper half of a `float`. Uses
    /// integer arithmetic, because the conversion would need a run-time library on most processors.
    fn convert_bf16(&self, operand: Value<'m>, ty: Type<'m>) -> Result<Value<'m>> {
        let b = &self.builder;
        let single = self.with_scalar(ty, self.r.module.float());
        let wide = self.with_scalar(ty, self.r.module.int(32));
        let half = self.int_of(wide, 16);
        if ty == single && int_bits(operand.ty()) == 16 {
            return Ok(b.bitcast(b.shl(b.zext(operand, wide), half), ty));
        }
        ensure(
            operand.ty() == single && int_bits(ty) == 16,
            "bfloat16 conversions are between 16-bit integers and float",
        )?;
        let bits = self.bits_of_float(operand);
        // To nearest even: just under one half, and one more where the result would be odd.
        let odd = b.and(b.lshr(bits, half), self.int_of(wide, 1));
        let rounded = b.add(b.add(bits, self.int_of(wide, 0x7fff)), odd);
        let quiet = b.or(bits, self.int_of(wide, 0x40_0000));
        let is_nan = b.fcmp(FloatPredicate::LLVMRealUNO, operand, operand);
        Ok(b.trunc(b.lshr(b.select(is_nan, quiet, rounded), half), ty))
    }
}
