//! Conversions between integers, booleans and floating-point numbers.

use rspirv::spirv::{Op, Word};
use tandem_ir::{Inst, Opcode, Type, TypeKind, Value};

use super::body::Body;
use super::emitter::Emitter;
use super::error::Reason;
use super::legal_types::{int_bits, legal_width, mask};

impl<'m> Body<'_, 'm> {
    /// Any cast that involves no pointer.
    pub(super) fn cast(&mut self, inst: Inst<'m>) -> Result<(), Reason> {
        use Opcode::*;
        let (value, to) = (inst.operand(0), inst.ty());
        let id = match inst.opcode() {
            LLVMBitCast if to.is_pointer() => {
                let (id, ty) = self.pointer(value)?;
                self.define_as(inst, id, ty);
                return Ok(());
            }
            LLVMBitCast => self.bitcast(value, to)?,
            LLVMTrunc => self.truncate(value, to)?,
            LLVMZExt | LLVMSExt => self.widen(value, to, inst.opcode() == LLVMSExt)?,
            LLVMFPTrunc | LLVMFPExt => self.convert(Op::FConvert, value, to)?,
            LLVMUIToFP | LLVMSIToFP => self.int_to_float(value, to, inst.opcode() == LLVMSIToFP)?,
            _ => self.float_to_int(value, to, inst.opcode() == LLVMFPToSI)?,
        };
        self.define(inst, id)
    }

    fn convert(&mut self, op: Op, value: Value<'m>, to: Type<'m>) -> Result<Word, Reason> {
        let id = self.value(value)?;
        let ty = self.writer.value_type(to)?;
        Ok(self.emit(op, ty, &[id]))
    }

    fn bitcast(&mut self, value: Value<'m>, to: Type<'m>) -> Result<Word, Reason> {
        if value.ty() == to {
            return self.value(value);
        }
        // Vectors of bits are dissolved by `legalize`; odd widths have no bits to reinterpret.
        if [value.ty(), to].into_iter().any(|ty| !matches!(int_bits(ty), 0 | 8 | 16 | 32 | 64)) {
            return Err(Reason::Type(to.to_string()));
        }
        self.convert(Op::Bitcast, value, to)
    }

    fn truncate(&mut self, value: Value<'m>, to: Type<'m>) -> Result<Word, Reason> {
        let id = self.value(value)?;
        if int_bits(to) == 1 {
            let one = self.writer.splat_constant(value.ty(), 1)?;
            let from_type = self.writer.value_type(value.ty())?;
            let bit = self.emit(Op::BitwiseAnd, from_type, &[id, one]);
            return self.is_not_zero(bit, value.ty(), to);
        }
        let id = self.resize(id, value.ty(), to, Op::UConvert)?;
        self.masked(id, to)
    }

    /// Converts between the widths that hold two integer types.
    fn resize(&mut self, id: Word, from: Type<'m>, to: Type<'m>, op: Op) -> Result<Word, Reason> {
        if legal_width(int_bits(from)) == legal_width(int_bits(to)) {
            return Ok(id);
        }
        let ty = self.writer.value_type(to)?;
        Ok(self.emit(op, ty, &[id]))
    }

    fn widen(&mut self, value: Value<'m>, to: Type<'m>, signed: bool) -> Result<Word, Reason> {
        if int_bits(value.ty()) == 1 {
            let one = if signed { mask(int_bits(to)) } else { 1 };
            let one = self.writer.splat_constant(to, one)?;
            return self.choose(value, one, to);
        }
        if !signed {
            let id = self.value(value)?;
            return self.resize(id, value.ty(), to, Op::UConvert);
        }
        let id = self.signed_value(value)?;
        let id = self.resize(id, value.ty(), to, Op::SConvert)?;
        self.masked(id, to)
    }

    /// `one` where a boolean is true, zero elsewhere.
    fn choose(&mut self, value: Value<'m>, one: Word, to: Type<'m>) -> Result<Word, Reason> {
        let condition = self.value(value)?;
        let ty = self.writer.value_type(to)?;
        let zero = self.writer.null_constant(ty);
        Ok(self.emit(Op::Select, ty, &[condition, one, zero]))
    }

    /// Integers as booleans.
    pub(super) fn is_not_zero(&mut self, id: Word, from: Type<'m>, to: Type<'m>) -> Result<Word, Reason> {
        let from_type = self.writer.value_type(from)?;
        let zero = self.writer.null_constant(from_type);
        let ty = self.writer.value_type(to)?;
        Ok(self.emit(Op::INotEqual, ty, &[id, zero]))
    }

    fn int_to_float(&mut self, value: Value<'m>, to: Type<'m>, signed: bool) -> Result<Word, Reason> {
        if int_bits(value.ty()) == 1 {
            let one = self.float_one(to, signed)?;
            return self.choose(value, one, to);
        }
        let id = if signed { self.signed_value(value)? } else { self.value(value)? };
        let ty = self.writer.value_type(to)?;
        Ok(self.emit(if signed { Op::ConvertSToF } else { Op::ConvertUToF }, ty, &[id]))
    }

    /// One, or minus one, in every lane.
    fn float_one(&mut self, ty: Type<'m>, negative: bool) -> Result<Word, Reason> {
        let one = ty.scalar().float(if negative { -1.0 } else { 1.0 });
        let element = self.value(one)?;
        self.writer.splat(ty, element)
    }

    fn float_to_int(&mut self, value: Value<'m>, to: Type<'m>, signed: bool) -> Result<Word, Reason> {
        let op = if signed { Op::ConvertFToS } else { Op::ConvertFToU };
        if int_bits(to) != 1 {
            let id = self.convert(op, value, to)?;
            return self.masked(id, to);
        }
        let byte = self.writer.module.int(8);
        let wide = match to.kind() {
            TypeKind::Vector(_, len) => byte.vector(len),
            _ => byte,
        };
        let id = self.convert(op, value, wide)?;
        self.is_not_zero(id, wide, to)
    }
}
