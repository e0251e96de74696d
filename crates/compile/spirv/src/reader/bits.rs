//! Shifts, bit fields, and the bit-counting instructions of SPIR-V's Intel
//! integer functions.

use rspirv::spirv::Op;
use tandem_ir::{IntPredicate, Intrinsic, Type, Value};

use super::body::{Body, ResultOperands};
use super::classes::{Class, int_bits, lanes};
use super::error::{Reason, Result, ensure};
use tandem_spirv_binary::Operands;

impl<'m, 'w> Body<'_, 'm, 'w> {
    /// Bit instructions.
    pub fn bits(&mut self, op: Op, target: ResultOperands, ops: &mut Operands<'w>) -> Result<Value<'m>> {
        let ty = self.r.llvm(target.ty);
        let value = match op {
            Op::ShiftRightLogical | Op::ShiftRightArithmetic | Op::ShiftLeftLogical => {
                self.require(ty, Class::Int)?;
                let base = self.value_like(ty, ops)?;
                let amount = self.value_of(Class::Int, ops)?;
                ensure(lanes(amount.ty()) == lanes(ty), "base and shift have different lengths")?;
                let amount = self.resize_int(amount, ty, false);
                let value = match op {
                    Op::ShiftRightLogical => self.builder.lshr(base, amount),
                    Op::ShiftRightArithmetic => self.builder.ashr(base, amount),
                    _ => self.builder.shl(base, amount),
                };
                self.decorate(value, target.id);
                value
            }
            Op::Not => {
                self.require(ty, Class::Int)?;
                let operand = self.value_like(ty, ops)?;
                self.builder.not(operand)
            }
            Op::BitFieldInsert => self.insert_field(ty, ops)?,
            Op::BitFieldSExtract => self.extract_field(ty, true, ops)?,
            Op::BitFieldUExtract => self.extract_field(ty, false, ops)?,
            Op::BitReverse => self.unary_bits(Intrinsic::BitReverse, ty, ops)?,
            Op::BitCount => {
                self.require(ty, Class::Int)?;
                let operand = self.value_of(Class::Int, ops)?;
                ensure(lanes(operand.ty()) == lanes(ty), "operand and result have different lengths")?;
                let count = self.intrinsic(Intrinsic::CountOnes, operand.ty(), &[operand]);
                self.resize_int(count, ty, false)
            }
            Op::BitwiseFunctionINTEL => self.bitwise_function(ty, ops)?,
            Op::UCountLeadingZerosINTEL => self.count_zeros(Intrinsic::CountLeadingZeros, ty, ops)?,
            Op::UCountTrailingZerosINTEL => self.count_zeros(Intrinsic::CountTrailingZeros, ty, ops)?,
            Op::AbsISubINTEL => self.int_function(|b, l, r| b.abs_difference(l, r, true), ty, ops)?,
            Op::AbsUSubINTEL => self.int_function(|b, l, r| b.abs_difference(l, r, false), ty, ops)?,
            Op::IAddSatINTEL => self.binary_bits(Intrinsic::SaddSat, ty, ops)?,
            Op::UAddSatINTEL => self.binary_bits(Intrinsic::UaddSat, ty, ops)?,
            Op::ISubSatINTEL => self.binary_bits(Intrinsic::SsubSat, ty, ops)?,
            Op::USubSatINTEL => self.binary_bits(Intrinsic::UsubSat, ty, ops)?,
            Op::IAverageINTEL => self.int_function(|b, l, r| b.average(l, r, true, false), ty, ops)?,
            Op::UAverageINTEL => self.int_function(|b, l, r| b.average(l, r, false, false), ty, ops)?,
            Op::IAverageRoundedINTEL => self.int_function(|b, l, r| b.average(l, r, true, true), ty, ops)?,
            Op::UAverageRoundedINTEL => self.int_function(|b, l, r| b.average(l, r, false, true), ty, ops)?,
            _ => return Err(Reason::instruction(op)),
        };
        Ok(value)
    }

    /// A function of each bit of three operands. Bit `a + 2 b + 4 c` of the table is the result for the bits `a`, `b`
    /// and `c`.
    fn bitwise_function(&mut self, ty: Type<'m>, ops: &mut Operands<'w>) -> Result<Value<'m>> {
        self.require(ty, Class::Int)?;
        let operands = [self.value_like(ty, ops)?, self.value_like(ty, ops)?, self.value_like(ty, ops)?];
        let table = self.r.constant_u64(ops.id()?)?;
        ensure(table < 256, "the table of a bitwise function has eight bits")?;
        let mut result = self.int_of(ty, 0);
        for bits in (0..8).filter(|bits| table >> bits & 1 != 0) {
            let mut all = self.int_of(ty, u64::MAX);
            for (number, operand) in operands.into_iter().enumerate() {
                let is_set = bits >> number & 1 != 0;
                all = self.builder.and(all, if is_set { operand } else { self.builder.not(operand) });
            }
            result = self.builder.or(result, all);
        }
        Ok(result)
    }

    fn int_function(
        &mut self,
        build: impl FnOnce(&Self, Value<'m>, Value<'m>) -> Value<'m>,
        ty: Type<'m>,
        ops: &mut Operands<'w>,
    ) -> Result<Value<'m>> {
        let (left, right) = self.pair(Class::Int, ty, ops)?;
        Ok(build(self, left, right))
    }

    fn unary_bits(&mut self, intrinsic: Intrinsic, ty: Type<'m>, ops: &mut Operands<'w>) -> Result<Value<'m>> {
        self.require(ty, Class::Int)?;
        let operand = self.value_like(ty, ops)?;
        Ok(self.intrinsic(intrinsic, ty, &[operand]))
    }

    /// An intrinsic of two integers of the result type.
    pub fn binary_bits(&mut self, intrinsic: Intrinsic, ty: Type<'m>, ops: &mut Operands<'w>) -> Result<Value<'m>> {
        let (left, right) = self.pair(Class::Int, ty, ops)?;
        Ok(self.intrinsic(intrinsic, ty, &[left, right]))
    }

    /// `ctlz` or `cttz`; for zero, the result is the number of bits.
    pub fn count_zeros(&mut self, intrinsic: Intrinsic, ty: Type<'m>, ops: &mut Operands<'w>) -> Result<Value<'m>> {
        self.require(ty, Class::Int)?;
        let operand = self.value_like(ty, ops)?;
        let zero_is_poison = self.r.module.int(1).int(0, false);
        Ok(self.intrinsic(intrinsic, ty, &[operand, zero_is_poison]))
    }

    /// The absolute difference, which as an unsigned number always fits.
    pub fn abs_difference(&self, left: Value<'m>, right: Value<'m>, signed: bool) -> Value<'m> {
        let (below, above) = match signed {
            true => (IntPredicate::LLVMIntSLT, IntPredicate::LLVMIntSGT),
            false => (IntPredicate::LLVMIntULT, IntPredicate::LLVMIntUGT),
        };
        self.builder.sub(self.select_by(above, left, right), self.select_by(below, left, right))
    }

    /// `(left + right + rounded) >> 1` without overflow.
    pub fn average(&self, left: Value<'m>, right: Value<'m>, signed: bool, rounded: bool) -> Value<'m> {
        let b = &self.builder;
        let one = self.int_of(left.ty(), 1);
        let half = |value| if signed { b.ashr(value, one) } else { b.lshr(value, one) };
        let carry = if rounded { b.or(left, right) } else { b.and(left, right) };
        b.add(b.add(half(left), half(right)), b.and(carry, one))
    }

    /// Offset and length of a bit field, splat over the type of its base.
    fn field(&mut self, ty: Type<'m>, ops: &mut Operands<'w>) -> Result<(Value<'m>, Value<'m>)> {
        let mut number = || -> Result<_> {
            let value = self.scalar_of(Class::Int, ops)?;
            Ok(self.splat(self.resize_int(value, ty.scalar(), false), ty))
        };
        Ok((number()?, number()?))
    }

    fn insert_field(&mut self, ty: Type<'m>, ops: &mut Operands<'w>) -> Result<Value<'m>> {
        let (base, insert) = self.pair(Class::Int, ty, ops)?;
        let (offset, count) = self.field(ty, ops)?;
        let b = &self.builder;
        // A shift by the full width is poison, which the selection of the empty field discards.
        let unused = b.sub(self.int_of(ty, int_bits(ty).into()), count);
        let mask = b.shl(b.lshr(b.not(ty.zero()), unused), offset);
        let inserted = b.or(b.and(base, b.not(mask)), b.and(b.shl(insert, offset), mask));
        let is_empty = b.icmp(IntPredicate::LLVMIntEQ, count, ty.zero());
        Ok(b.select(is_empty, base, inserted))
    }

    fn extract_field(&mut self, ty: Type<'m>, signed: bool, ops: &mut Operands<'w>) -> Result<Value<'m>> {
        self.require(ty, Class::Int)?;
        let base = self.value_like(ty, ops)?;
        let (offset, count) = self.field(ty, ops)?;
        let b = &self.builder;
        let unused = b.sub(self.int_of(ty, int_bits(ty).into()), count);
        let at_top = b.shl(base, b.sub(unused, offset));
        let field = if signed { b.ashr(at_top, unused) } else { b.lshr(at_top, unused) };
        let is_empty = b.icmp(IntPredicate::LLVMIntEQ, count, ty.zero());
        Ok(b.select(is_empty, ty.zero(), field))
    }
}
