//! Elements of vectors and members of aggregates.

use rspirv::spirv::{Op, Word};
use tandem_ir::{Inst, Opcode, Type, TypeKind, Value};

use super::body::Body;
use super::emitter::Emitter;
use super::error::Reason;

/// A shuffle's mask entry for "any value".
const UNDEFINED_LANE: Word = Word::MAX;

impl<'m> Body<'_, 'm> {
    /// `extractelement`, `insertelement`, `shufflevector`, `extractvalue`,
    /// `insertvalue`.
    pub(super) fn composite(&mut self, inst: Inst<'m>) -> Result<(), Reason> {
        let id = match inst.opcode() {
            Opcode::LLVMExtractElement => self.extract_element(inst)?,
            Opcode::LLVMInsertElement => self.insert_element(inst)?,
            Opcode::LLVMShuffleVector => self.shuffle(inst)?,
            Opcode::LLVMExtractValue => self.extract_value(inst)?,
            _ => self.insert_value(inst)?,
        };
        self.define(inst, id)
    }

    fn extract_element(&mut self, inst: Inst<'m>) -> Result<Word, Reason> {
        let (vector, index) = (inst.operand(0), inst.operand(1));
        let ty = self.writer.value_type(inst.ty())?;
        match lane(vector.ty(), index) {
            Some(None) => Ok(self.writer.intern(Op::Undef, Some(ty), &[])),
            Some(Some(lane)) => {
                let vector = self.value(vector)?;
                Ok(self.emit(Op::CompositeExtract, ty, &[vector, lane]))
            }
            None => {
                let ids = [self.value(vector)?, self.index(index, false)?];
                Ok(self.emit(Op::VectorExtractDynamic, ty, &ids))
            }
        }
    }

    fn insert_element(&mut self, inst: Inst<'m>) -> Result<Word, Reason> {
        let (vector, element, index) = (inst.operand(0), inst.operand(1), inst.operand(2));
        let ty = self.writer.value_type(inst.ty())?;
        match lane(vector.ty(), index) {
            Some(None) => Ok(self.writer.intern(Op::Undef, Some(ty), &[])),
            Some(Some(lane)) => {
                let ids = [self.value(element)?, self.value(vector)?, lane];
                Ok(self.emit(Op::CompositeInsert, ty, &ids))
            }
            None => {
                let ids = [self.value(vector)?, self.value(element)?, self.index(index, false)?];
                Ok(self.emit(Op::VectorInsertDynamic, ty, &ids))
            }
        }
    }

    fn shuffle(&mut self, inst: Inst<'m>) -> Result<Word, Reason> {
        let ty = self.writer.value_type(inst.ty())?;
        let mut words = vec![self.value(inst.operand(0))?, self.value(inst.operand(1))?];
        words.extend(inst.shuffle_mask().into_iter().map(|lane| Word::try_from(lane).unwrap_or(UNDEFINED_LANE)));
        Ok(self.emit(Op::VectorShuffle, ty, &words))
    }

    fn extract_value(&mut self, inst: Inst<'m>) -> Result<Word, Reason> {
        if let Some(old) = self.old_values.get(&inst.operand(0)) {
            return Ok(*old);
        }
        let mut words = vec![self.value(inst.operand(0))?];
        words.extend(inst.indices());
        // Booleans are bytes inside aggregates.
        if inst.ty().kind() == TypeKind::Int(1) {
            let byte = self.writer.module.int(8);
            let ty = self.writer.value_type(byte)?;
            let id = self.emit(Op::CompositeExtract, ty, &words);
            return self.is_not_zero(id, byte, inst.ty());
        }
        let ty = self.writer.value_type(inst.ty())?;
        Ok(self.emit(Op::CompositeExtract, ty, &words))
    }

    fn insert_value(&mut self, inst: Inst<'m>) -> Result<Word, Reason> {
        let member = self.member(inst.operand(1))?;
        let mut words = vec![member, self.value(inst.operand(0))?];
        words.extend(inst.indices());
        let ty = self.writer.value_type(inst.ty())?;
        Ok(self.emit(Op::CompositeInsert, ty, &words))
    }

    /// A value as a member of an aggregate.
    pub(super) fn member(&mut self, value: Value<'m>) -> Result<Word, Reason> {
        let id = self.argument(value)?;
        if value.ty().kind() != TypeKind::Int(1) {
            return Ok(id);
        }
        let ty = self.writer.int_type(8);
        let (one, zero) = (self.writer.int_constant(8, 1), self.writer.int_constant(8, 0));
        Ok(self.emit(Op::Select, ty, &[id, one, zero]))
    }
}

/// The lane that a constant index names, `Some(None)` beyond the end; `None`
/// for dynamic indices.
fn lane(vector: Type<'_>, index: Value<'_>) -> Option<Option<Word>> {
    let TypeKind::Vector(_, len) = vector.kind() else { return None };
    let index = index.const_u64()?;
    Some((index < u64::from(len)).then_some(index as Word))
}
