//! Constants, in the module's section of types, constants and variables.
//!
//! Scalars and composites are interned. Addresses are `OpSpecConstantOp`
//! chains over variables: [`Writer`] is the [`Emitter`] that makes them.

use rspirv::spirv::{Decoration, Op, Word};
use tandem_ir::{Type, TypeKind, Value, ValueKind};

use super::emitter::Emitter;
use super::error::Reason;
use super::legal_types::{legal_width, mask};
use super::state::{PointerType, Writer};

/// Where a constant appears: as an operand, or inside an aggregate or variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    /// An SSA value: `i1` is a boolean.
    Value,
    /// An object in memory: `i1` is a byte.
    Memory,
}

impl<'m> Writer<'m> {
    /// An integer constant; bits above `width` are dropped.
    pub(super) fn int_constant(&mut self, width: u32, value: u64) -> Word {
        let ty = self.int_type(width);
        let low = value as Word;
        let words: &[Word] = match width {
            8 => &[low & 0xff],
            16 => &[low & 0xffff],
            64 => &[low, (value >> 32) as Word],
            _ => &[low],
        };
        self.intern(Op::Constant, Some(ty), words)
    }

    /// A boolean constant.
    pub(super) fn bool_constant(&mut self, value: bool) -> Word {
        let ty = self.bool_type();
        self.intern(if value { Op::ConstantTrue } else { Op::ConstantFalse }, Some(ty), &[])
    }

    /// Zero, false or null of a type.
    pub(super) fn null_constant(&mut self, ty: Word) -> Word {
        self.intern(Op::ConstantNull, Some(ty), &[])
    }

    /// A constant of integer type or vector of it, every element `value`.
    pub(super) fn splat_constant(&mut self, ty: Type<'m>, value: u64) -> Result<Word, Reason> {
        let scalar = ty.scalar();
        let TypeKind::Int(bits) = scalar.kind() else { return Err(Reason::Type(ty.to_string())) };
        let element = match legal_width(bits) {
            _ if bits == 1 => self.bool_constant(value & 1 != 0),
            Some(width) => self.int_constant(width, value & mask(bits)),
            None => return Err(Reason::Type(ty.to_string())),
        };
        self.splat(ty, element)
    }

    /// `element` in every lane of a vector type; itself for scalar types.
    pub(super) fn splat(&mut self, ty: Type<'m>, element: Word) -> Result<Word, Reason> {
        match ty.kind() {
            TypeKind::Vector(_, len) => {
                let id = self.value_type(ty)?;
                Ok(self.intern(Op::ConstantComposite, Some(id), &vec![element; len as usize]))
            }
            _ => Ok(element),
        }
    }

    /// Id of any constant.
    pub(super) fn constant(&mut self, value: Value<'m>, form: Form) -> Result<Word, Reason> {
        let ty = value.ty();
        match value.kind() {
            ValueKind::Undef | ValueKind::Poison => {
                let ty = self.form_type(ty, form)?;
                Ok(self.intern(Op::Undef, Some(ty), &[]))
            }
            ValueKind::ConstNull | ValueKind::ConstZero => {
                let ty = self.form_type(ty, form)?;
                Ok(self.null_constant(ty))
            }
            ValueKind::ConstInt => self.int_value(value, form),
            ValueKind::ConstFloat => self.float_value(value),
            ValueKind::ConstAggregate => self.composite(value, form),
            ValueKind::ConstExpr | ValueKind::Global | ValueKind::Alias | ValueKind::Function => {
                if ty.is_pointer() {
                    let space = ty.address_space().unwrap_or(0);
                    let to = self.plain_pointer(super::types::storage_class(space)?);
                    return self.pointer_as(value, to);
                }
                let id = self.constant_expression(value)?;
                Ok(id)
            }
            _ => Err(Reason::Operation(value.to_string())),
        }
    }

    /// A specialization constant of scalar type; `None` if its default is not constant.
    pub(super) fn spec_constant(
        &mut self,
        spec_id: Word,
        default: Value<'m>,
        ty: Type<'m>,
    ) -> Result<Option<Word>, Reason> {
        let Some(bits) = default.const_u64().or_else(|| default.const_float_bits()) else { return Ok(None) };
        let result_type = self.value_type(ty)?;
        let key = (spec_id, result_type);
        if let Some(id) = self.spec_constants.get(&key) {
            return Ok(Some(*id));
        }
        let id = self.asm.id();
        match ty.kind() {
            TypeKind::Int(64) | TypeKind::Double => {
                self.asm.globals.inst(Op::SpecConstant, &[result_type, id, bits as Word, (bits >> 32) as Word]);
            }
            TypeKind::Int(8 | 16 | 32) | TypeKind::Half | TypeKind::Float => {
                self.asm.globals.inst(Op::SpecConstant, &[result_type, id, bits as Word]);
            }
            _ => return Err(Reason::Type(ty.to_string())),
        }
        self.asm.decorate(id, Decoration::SpecId, &[spec_id]);
        self.spec_constants.insert(key, id);
        Ok(Some(id))
    }

    fn form_type(&mut self, ty: Type<'m>, form: Form) -> Result<Word, Reason> {
        match form {
            Form::Value => self.value_type(ty),
            Form::Memory => self.memory_type(ty),
        }
    }

    fn int_value(&mut self, value: Value<'m>, form: Form) -> Result<Word, Reason> {
        let unsupported = || Reason::Type(value.ty().to_string());
        let bits = value.const_u64().ok_or_else(unsupported)?;
        match value.ty().kind() {
            TypeKind::Int(1) if form == Form::Value => Ok(self.bool_constant(bits != 0)),
            TypeKind::Int(width) => Ok(self.int_constant(legal_width(width).ok_or_else(unsupported)?, bits)),
            _ => Err(unsupported()),
        }
    }

    fn float_value(&mut self, value: Value<'m>) -> Result<Word, Reason> {
        let ty = self.value_type(value.ty())?;
        let bits = value.const_float_bits().ok_or_else(|| Reason::Type(value.ty().to_string()))?;
        let (low, high) = (bits as Word, (bits >> 32) as Word);
        let words: &[Word] = if value.ty().kind() == TypeKind::Double { &[low, high] } else { &[low] };
        Ok(self.intern(Op::Constant, Some(ty), words))
    }

    fn composite(&mut self, value: Value<'m>, form: Form) -> Result<Word, Reason> {
        let ty = value.ty();
        if !self.has_plain_layout(ty) && !matches!(ty.kind(), TypeKind::Vector(..)) {
            return Err(Reason::Type(ty.to_string()));
        }
        let (len, element_form) = match ty.kind() {
            TypeKind::Vector(_, len) => (len, form),
            TypeKind::Array(_, len) => (len as u32, Form::Memory),
            _ => (ty.fields().len() as u32, Form::Memory),
        };
        let mut elements = Vec::with_capacity(len as usize);
        for index in 0..len {
            let element = value.aggregate_element(index).ok_or_else(|| Reason::Operation(value.to_string()))?;
            elements.push(self.constant(element, element_form)?);
        }
        let ty = self.form_type(ty, form)?;
        Ok(self.intern(Op::ConstantComposite, Some(ty), &elements))
    }

    /// A constant expression that is not a pointer.
    fn constant_expression(&mut self, value: Value<'m>) -> Result<Word, Reason> {
        let opcode = value.const_opcode().ok_or_else(|| Reason::Operation(value.to_string()))?;
        self.operation(value, opcode)
    }
}

impl<'m> Emitter<'m> for Writer<'m> {
    fn writer(&mut self) -> &mut Writer<'m> {
        self
    }

    fn emit(&mut self, op: Op, ty: Word, operands: &[Word]) -> Word {
        let mut words = vec![op as Word];
        words.extend_from_slice(operands);
        self.intern(Op::SpecConstantOp, Some(ty), &words)
    }

    fn value(&mut self, value: Value<'m>) -> Result<Word, Reason> {
        self.constant(value, Form::Value)
    }

    fn pointer(&mut self, value: Value<'m>) -> Result<(Word, PointerType), Reason> {
        self.constant_pointer(value)
    }
}
