//! Comparisons, logical operations, classification and selection.

use rspirv::spirv::Op;
use tandem_ir::{FloatPredicate, IntPredicate, Intrinsic, Type, Value};

use super::body::{Body, ResultOperands};
use super::classes::{Class, int_bits, is_class, lanes};
use super::error::{Reason, Result, ensure};
use tandem_spirv_binary::Operands;

/// Class masks of `llvm.is.fpclass`.
mod fp_class {
    pub const NAN: u32 = 0x003;
    pub const INFINITE: u32 = 0x204;
    pub const FINITE: u32 = 0x1f8;
    pub const NORMAL: u32 = 0x108;
}

impl<'m, 'w> Body<'_, 'm, 'w> {
    /// Relational and logical instructions.
    pub fn relational(&mut self, op: Op, target: ResultOperands, ops: &mut Operands<'w>) -> Result<Value<'m>> {
        let ty = self.r.llvm(target.ty);
        if op == Op::Select {
            return self.select(ty, ops, target);
        }
        if let Some(predicate) = int_predicate(op) {
            let left = self.value(ops)?;
            let right = self.value_like(left.ty(), ops)?;
            let comparable = is_class(left.ty(), Class::Int) || left.ty().is_pointer();
            ensure(comparable, "an operand has the wrong type")?;
            return Ok(self.builder.icmp(predicate, left, right));
        }
        if let Some(predicate) = float_predicate(op) {
            let left = self.value_of(Class::Float, ops)?;
            let right = self.value_like(left.ty(), ops)?;
            let value = self.builder.fcmp(predicate, left, right);
            self.decorate(value, target.id);
            return Ok(value);
        }
        let value = match op {
            Op::Any | Op::All => self.any_or_all(op, ops)?,
            Op::IsNan => self.is_class(fp_class::NAN, ops)?,
            Op::IsInf => self.is_class(fp_class::INFINITE, ops)?,
            Op::IsFinite => self.is_class(fp_class::FINITE, ops)?,
            Op::IsNormal => self.is_class(fp_class::NORMAL, ops)?,
            Op::SignBitSet => {
                let operand = self.value_of(Class::Float, ops)?;
                let bits = self.bits_of_float(operand);
                self.builder.icmp(IntPredicate::LLVMIntSLT, bits, bits.ty().zero())
            }
            Op::LogicalOr | Op::LogicalAnd => {
                let (left, right) = self.pair(Class::Bool, ty, ops)?;
                if op == Op::LogicalOr { self.builder.or(left, right) } else { self.builder.and(left, right) }
            }
            Op::LogicalNot => {
                self.require(ty, Class::Bool)?;
                let operand = self.value_like(ty, ops)?;
                self.builder.not(operand)
            }
            Op::PtrDiff => self.pointer_difference(ty, ops)?,
            _ => return Err(Reason::instruction(op)),
        };
        Ok(value)
    }

    fn select(&mut self, ty: Type<'m>, ops: &mut Operands<'w>, target: ResultOperands) -> Result<Value<'m>> {
        let condition = self.value_of(Class::Bool, ops)?;
        let (then, otherwise) = (self.value_like(ty, ops)?, self.value_like(ty, ops)?);
        let fits = lanes(condition.ty()).is_none() || lanes(condition.ty()) == lanes(ty);
        ensure(fits, "the condition and the result have different lengths")?;
        let value = self.builder.select(condition, then, otherwise);
        self.decorate(value, target.id);
        Ok(value)
    }

    fn any_or_all(&mut self, op: Op, ops: &mut Operands<'w>) -> Result<Value<'m>> {
        let operand = self.value_of(Class::Bool, ops)?;
        if lanes(operand.ty()).is_none() {
            return Ok(operand);
        }
        let name = if op == Op::Any { Intrinsic::VectorReduceOr } else { Intrinsic::VectorReduceAnd };
        Ok(self.intrinsic(name, operand.ty(), &[operand]))
    }

    fn is_class(&mut self, mask: u32, ops: &mut Operands<'w>) -> Result<Value<'m>> {
        let operand = self.value_of(Class::Float, ops)?;
        Ok(self.intrinsic(Intrinsic::IsFpClass, operand.ty(), &[operand, self.i32(mask)]))
    }

    /// The bit pattern of a floating-point value.
    pub fn bits_of_float(&self, value: Value<'m>) -> Value<'m> {
        let bits = self.r.module.size_of(value.ty().scalar()) as u32 * 8;
        self.builder.bitcast(value, self.with_scalar(value.ty(), self.r.module.int(bits)))
    }

    /// Distance of two pointers in elements of their pointee.
    fn pointer_difference(&mut self, ty: Type<'m>, ops: &mut Operands<'w>) -> Result<Value<'m>> {
        ensure(ty.is_int() && int_bits(ty) <= 64, "the result type is not an integer")?;
        let left_id = ops.id()?;
        let left = self.typed(left_id)?;
        let right = self.value_like(left.value.ty(), ops)?;
        ensure(left.value.ty().is_pointer(), "an operand has the wrong type")?;
        let size = self.r.size_of(self.r.pointee(left.ty)?)?;
        ensure(size != 0, "the pointee has no size")?;
        let wide = self.r.module.int(64);
        let address = |value| self.builder.ptrtoint(value, wide);
        let bytes = self.builder.sub(address(left.value), address(right));
        let elements = self.builder.sdiv(bytes, wide.int(size, false));
        Ok(self.resize_int(elements, ty, true))
    }
}

/// Predicate of an integer comparison; booleans and pointers compare as integers.
fn int_predicate(op: Op) -> Option<IntPredicate> {
    use IntPredicate::*;
    Some(match op {
        Op::IEqual | Op::LogicalEqual | Op::PtrEqual => LLVMIntEQ,
        Op::INotEqual | Op::LogicalNotEqual | Op::PtrNotEqual => LLVMIntNE,
        Op::UGreaterThan => LLVMIntUGT,
        Op::SGreaterThan => LLVMIntSGT,
        Op::UGreaterThanEqual => LLVMIntUGE,
        Op::SGreaterThanEqual => LLVMIntSGE,
        Op::ULessThan => LLVMIntULT,
        Op::SLessThan => LLVMIntSLT,
        Op::ULessThanEqual => LLVMIntULE,
        Op::SLessThanEqual => LLVMIntSLE,
        _ => return None,
    })
}

fn float_predicate(op: Op) -> Option<FloatPredicate> {
    use FloatPredicate::*;
    Some(match op {
        Op::FOrdEqual => LLVMRealOEQ,
        Op::FUnordEqual => LLVMRealUEQ,
        Op::FOrdNotEqual | Op::LessOrGreater => LLVMRealONE,
        Op::FUnordNotEqual => LLVMRealUNE,
        Op::FOrdLessThan => LLVMRealOLT,
        Op::FUnordLessThan => LLVMRealULT,
        Op::FOrdGreaterThan => LLVMRealOGT,
        Op::FUnordGreaterThan => LLVMRealUGT,
        Op::FOrdLessThanEqual => LLVMRealOLE,
        Op::FUnordLessThanEqual => LLVMRealULE,
        Op::FOrdGreaterThanEqual => LLVMRealOGE,
        Op::FUnordGreaterThanEqual => LLVMRealUGE,
        Op::Ordered => LLVMRealORD,
        Op::Unordered => LLVMRealUNO,
        _ => return None,
    })
}
