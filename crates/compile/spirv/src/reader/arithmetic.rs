//! Arithmetic on integers and floating-point numbers, dot products included.

use rspirv::spirv::{Op, PackedVectorFormat};
use tandem_ir::{IntPredicate, Intrinsic, Opcode, Type, Value};

use super::body::{Body, ResultOperands};
use super::classes::{Class, int_bits, lanes};
use super::error::{Reason, Result, ensure};
use tandem_spirv_binary::types::Shape;
use tandem_spirv_binary::{Id, Malformed, Operands};

impl<'m, 'w> Body<'_, 'm, 'w> {
    /// Arithmetic instructions.
    pub fn arithmetic(&mut self, op: Op, target: ResultOperands, ops: &mut Operands<'w>) -> Result<Value<'m>> {
        let ty = self.r.llvm(target.ty);
        if let Some((opcode, class)) = binary_opcode(op) {
            let (left, right) = self.pair(class, ty, ops)?;
            let value = self.builder.binary(opcode, left, right);
            self.decorate(value, target.id);
            return Ok(value);
        }
        let value = match op {
            Op::SNegate => {
                self.require(ty, Class::Int)?;
                let operand = self.value_like(ty, ops)?;
                self.builder.neg(operand)
            }
            Op::FNegate => {
                self.require(ty, Class::Float)?;
                let operand = self.value_like(ty, ops)?;
                self.builder.fneg(operand)
            }
            Op::SMod => self.signed_modulo(ty, ops)?,
            Op::FMod => self.float_modulo(ty, ops)?,
            Op::VectorTimesScalar => {
                self.require(ty, Class::Float)?;
                let vector = self.value_like(ty, ops)?;
                let scalar = self.value_like(ty.scalar(), ops)?;
                let scalar = self.splat(scalar, ty);
                self.builder.fmul(vector, scalar)
            }
            Op::Dot => self.float_dot(ty, ops)?,
            Op::IAddCarry => return self.with_overflow(Intrinsic::UaddWithOverflow, target, ops),
            Op::ISubBorrow => return self.with_overflow(Intrinsic::UsubWithOverflow, target, ops),
            Op::UMulExtended => return self.extended_product(target, false, ops),
            Op::SMulExtended => return self.extended_product(target, true, ops),
            Op::SDot | Op::UDot | Op::SUDot => self.int_dot(op, ty, ops)?,
            Op::SDotAccSat | Op::UDotAccSat | Op::SUDotAccSat => self.int_dot_saturating(op, ty, ops)?,
            Op::FmaKHR => {
                self.require(ty, Class::Float)?;
                let args = [self.value_like(ty, ops)?, self.value_like(ty, ops)?, self.value_like(ty, ops)?];
                self.intrinsic(Intrinsic::Fma, ty, &args)
            }
            _ => return Err(Reason::instruction(op)),
        };
        self.decorate(value, target.id);
        Ok(value)
    }

    /// Remainder with the sign of the divisor.
    fn signed_modulo(&mut self, ty: Type<'m>, ops: &mut Operands<'w>) -> Result<Value<'m>> {
        let (left, right) = self.pair(Class::Int, ty, ops)?;
        let b = &self.builder;
        let remainder = b.srem(left, right);
        let differs = b.icmp(IntPredicate::LLVMIntSLT, b.xor(remainder, right), ty.zero());
        let inexact = b.icmp(IntPredicate::LLVMIntNE, remainder, ty.zero());
        Ok(b.select(b.and(differs, inexact), b.add(remainder, right), remainder))
    }

    /// Remainder with the sign of the divisor.
    fn float_modulo(&mut self, ty: Type<'m>, ops: &mut Operands<'w>) -> Result<Value<'m>> {
        use tandem_ir::FloatPredicate::{LLVMRealOLT, LLVMRealONE};
        let (left, right) = self.pair(Class::Float, ty, ops)?;
        let b = &self.builder;
        let remainder = b.frem(left, right);
        let negative = |value| b.fcmp(LLVMRealOLT, value, ty.zero());
        let differs = b.xor(negative(remainder), negative(right));
        let inexact = b.fcmp(LLVMRealONE, remainder, ty.zero());
        Ok(b.select(b.and(differs, inexact), b.fadd(remainder, right), remainder))
    }

    fn float_dot(&mut self, ty: Type<'m>, ops: &mut Operands<'w>) -> Result<Value<'m>> {
        let left = self.value_of(Class::Float, ops)?;
        let right = self.value_like(left.ty(), ops)?;
        ensure(left.ty().scalar() == ty, "the result type is not that of the components")?;
        let Some(count) = lanes(left.ty()) else { return Ok(self.builder.fmul(left, right)) };
        let products = self.builder.fmul(left, right);
        let lane = |index| self.builder.extract_element(products, self.i32(index));
        Ok((1..count).fold(lane(0), |sum, index| self.builder.fadd(sum, lane(index))))
    }

    /// `{ result, carry }` in a structure of two equal integer types.
    fn with_overflow(
        &mut self,
        intrinsic: Intrinsic,
        target: ResultOperands,
        ops: &mut Operands<'w>,
    ) -> Result<Value<'m>> {
        let ty = self.pair_type(target)?;
        let (left, right) = self.pair(Class::Int, ty, ops)?;
        let both = self.intrinsic(intrinsic, ty, &[left, right]);
        let low = self.builder.extract_value(both, 0);
        let carry = self.builder.extract_value(both, 1);
        let carry = self.resize_int(carry, ty, false);
        Ok(self.make_pair(target, low, carry))
    }

    fn extended_product(&mut self, target: ResultOperands, signed: bool, ops: &mut Operands<'w>) -> Result<Value<'m>> {
        let ty = self.pair_type(target)?;
        let (left, right) = self.pair(Class::Int, ty, ops)?;
        let low = self.builder.mul(left, right);
        let high = self.mul_high(left, right, signed);
        Ok(self.make_pair(target, low, high))
    }

    /// The upper half of a product.
    pub fn mul_high(&self, left: Value<'m>, right: Value<'m>, signed: bool) -> Value<'m> {
        let ty = left.ty();
        let bits = int_bits(ty);
        let wide = self.with_scalar(ty, self.r.module.int(bits * 2));
        let extend = |value| self.resize_int(value, wide, signed);
        let product = self.builder.mul(extend(left), extend(right));
        self.builder.trunc(self.builder.lshr(product, self.int_of(wide, bits.into())), ty)
    }

    fn pair_type(&self, target: ResultOperands) -> Result<Type<'m>> {
        match self.r.shape(target.ty) {
            Shape::Struct(structure) => match structure.members[..] {
                [low, high] if self.r.llvm(low) == self.r.llvm(high) => Ok(self.r.llvm(low)),
                _ => Err(Reason::Invalid("the result type is not a structure of two equal types")),
            },
            _ => Err(Reason::Invalid("the result type is not a structure of two equal types")),
        }
    }

    fn make_pair(&self, target: ResultOperands, first: Value<'m>, second: Value<'m>) -> Value<'m> {
        let pair = self.builder.insert_value(self.r.llvm(target.ty).poison(), first, 0);
        self.builder.insert_value(pair, second, 1)
    }

    /// Dot product of integer vectors, or of four 8-bit integers packed in 32 bits.
    fn int_dot(&mut self, op: Op, ty: Type<'m>, ops: &mut Operands<'_>) -> Result<Value<'m>> {
        ensure(ty.is_int(), "the result type is not an integer")?;
        let left = self.value_of(Class::Int, ops)?;
        let right = self.value_of(Class::Int, ops)?;
        let (left, right) = match (lanes(left.ty()), lanes(right.ty())) {
            (Some(left_lanes), Some(right_lanes)) if left_lanes == right_lanes => (left, right),
            (None, None) => {
                let format = ops.word()?;
                let packed = format == PackedVectorFormat::PackedVectorFormat4x8Bit as u32;
                ensure(packed && int_bits(left.ty()) == 32 && int_bits(right.ty()) == 32, "unknown packed format")?;
                let bytes = self.r.module.int(8).vector(4);
                (self.builder.bitcast(left, bytes), self.builder.bitcast(right, bytes))
            }
            _ => return Err(Reason::Invalid("the operands have different lengths")),
        };
        let count = lanes(left.ty()).unwrap_or(1);
        let wide = ty.vector(count);
        let (left_signed, right_signed) = (!is_unsigned_dot(op), matches!(op, Op::SDot | Op::SDotAccSat));
        let left = self.resize_int(left, wide, left_signed);
        let right = self.resize_int(right, wide, right_signed);
        let products = self.builder.mul(left, right);
        Ok(self.intrinsic(Intrinsic::VectorReduceAdd, wide, &[products]))
    }

    fn int_dot_saturating(&mut self, op: Op, ty: Type<'m>, ops: &mut Operands<'w>) -> Result<Value<'m>> {
        // The accumulator is between the vectors and the optional format.
        let words = ops.rest();
        let [left, right, accumulator, format @ ..] = words else { return Err(Malformed::MissingOperand.into()) };
        let vectors: Vec<u32> = [*left, *right].into_iter().chain(format.iter().copied()).collect();
        let accumulator = self.typed(Id(*accumulator))?.value;
        ensure(accumulator.ty() == ty, "the accumulator has the wrong type")?;
        let dot = self.int_dot(op, ty, &mut Operands::new(&vectors))?;
        let name = if is_unsigned_dot(op) { Intrinsic::UaddSat } else { Intrinsic::SaddSat };
        Ok(self.intrinsic(name, ty, &[dot, accumulator]))
    }
}

fn is_unsigned_dot(op: Op) -> bool {
    matches!(op, Op::UDot | Op::UDotAccSat)
}

/// LLVM's opcode for a binary operation on two values of the result type.
fn binary_opcode(op: Op) -> Option<(Opcode, Class)> {
    use Class::{Float, Int};
    Some(match op {
        Op::IAdd => (Opcode::LLVMAdd, Int),
        Op::ISub => (Opcode::LLVMSub, Int),
        Op::IMul => (Opcode::LLVMMul, Int),
        Op::UDiv => (Opcode::LLVMUDiv, Int),
        Op::SDiv => (Opcode::LLVMSDiv, Int),
        Op::UMod => (Opcode::LLVMURem, Int),
        Op::SRem => (Opcode::LLVMSRem, Int),
        Op::BitwiseAnd => (Opcode::LLVMAnd, Int),
        Op::BitwiseOr => (Opcode::LLVMOr, Int),
        Op::BitwiseXor => (Opcode::LLVMXor, Int),
        Op::FAdd => (Opcode::LLVMFAdd, Float),
        Op::FSub => (Opcode::LLVMFSub, Float),
        Op::FMul => (Opcode::LLVMFMul, Float),
        Op::FDiv => (Opcode::LLVMFDiv, Float),
        Op::FRem => (Opcode::LLVMFRem, Float),
        _ => return None,
    })
}
