//! Conversions from and to wide integers.

use tandem_ir::{Opcode, Type, TypeKind, Value};

use super::splitter::{Split, Splitter};
use super::types::wide_bits;
use super::words::{Halves, Words};

impl<'m> Splitter<'m> {
    /// A cast of `value`; `None` for those without a form in halves.
    pub(super) fn cast(&self, words: &Words<'m>, opcode: Opcode, value: Value<'m>, to: Type<'m>) -> Option<Split<'m>> {
        match (wide_bits(value.ty()), wide_bits(to)) {
            (Some(from), Some(to)) => {
                let value = self.halves(words, value);
                Some(Split::Wide(words.resize(opcode, value, from, to)?))
            }
            (None, Some(bits)) => Some(Split::Wide(words.widen(opcode, value, bits)?)),
            (Some(from), None) => {
                let value = self.halves(words, value);
                Some(Split::Other(words.narrow(opcode, value, from, to)?))
            }
            (None, None) => None,
        }
    }
}

impl<'m> Words<'m> {
    /// A wide integer as one of another width.
    fn resize(&self, opcode: Opcode, value: Halves<'m>, from: u32, to: u32) -> Option<Halves<'m>> {
        match opcode {
            Opcode::LLVMTrunc => Some(self.masked(value, to)),
            Opcode::LLVMZExt | Opcode::LLVMBitCast => Some(value),
            Opcode::LLVMSExt => Some(self.masked(self.sign_extended(value, from), to)),
            _ => None,
        }
    }

    /// Something else as a wide integer of a width.
    fn widen(&self, opcode: Opcode, value: Value<'m>, bits: u32) -> Option<Halves<'m>> {
        let b = &self.builder;
        match opcode {
            Opcode::LLVMZExt => Some(self.unsigned(b.zext(value, self.word()))),
            Opcode::LLVMSExt => {
                let low = b.sext(value, self.word());
                Some(self.masked(Halves { low, high: b.ashr(low, self.constant(63)) }, bits))
            }
            Opcode::LLVMPtrToInt => Some(self.unsigned(b.ptrtoint(value, self.word()))),
            Opcode::LLVMBitCast => self.of_vector(value),
            Opcode::LLVMFPToUI => self.of_float(value),
            Opcode::LLVMFPToSI => Some(self.masked(self.of_signed_float(value)?, bits)),
            _ => None,
        }
    }

    /// A wide integer as something else.
    fn narrow(&self, opcode: Opcode, value: Halves<'m>, from: u32, to: Type<'m>) -> Option<Value<'m>> {
        let b = &self.builder;
        match opcode {
            Opcode::LLVMTrunc => Some(b.trunc(value.low, to)),
            Opcode::LLVMIntToPtr => Some(b.inttoptr(value.low, to)),
            Opcode::LLVMBitCast => self.as_vector(value, to),
            Opcode::LLVMUIToFP => self.as_float(value, to),
            Opcode::LLVMSIToFP => self.signed_as_float(self.sign_extended(value, from), to),
            _ => None,
        }
    }

    /// The concatenated elements of a vector, the first one lowest.
    fn of_vector(&self, vector: Value<'m>) -> Option<Halves<'m>> {
        let b = &self.builder;
        let lanes = self.lanes(vector.ty())?;
        Some((0..lanes.count).fold(self.number(0), |whole, lane| {
            let element = b.extract_element(vector, self.module.int(32).int(lane, false));
            let part = self.unsigned(b.zext(b.bitcast(element, lanes.int), self.word()));
            self.bitwise(Opcode::LLVMOr, whole, self.shl_by(part, lane * lanes.bits))
        }))
    }

    /// The vector whose concatenated elements make up an integer.
    fn as_vector(&self, value: Halves<'m>, ty: Type<'m>) -> Option<Value<'m>> {
        let b = &self.builder;
        let lanes = self.lanes(ty)?;
        Some((0..lanes.count).fold(ty.poison(), |vector, lane| {
            let part = self.lshr(value, self.constant(lane * lanes.bits));
            let element = b.bitcast(b.trunc(part.low, lanes.int), lanes.element);
            b.insert_element(vector, element, self.module.int(32).int(lane, false))
        }))
    }

    fn lanes(&self, ty: Type<'m>) -> Option<Lanes<'m>> {
        let TypeKind::Vector(element, count) = ty.kind() else { return None };
        let bits = match element.kind() {
            TypeKind::Int(bits) if bits <= 64 => bits,
            TypeKind::Half | TypeKind::BFloat => 16,
            TypeKind::Float => 32,
            TypeKind::Double => 64,
            _ => return None,
        };
        Some(Lanes { element, int: self.module.int(bits), bits: bits.into(), count: count.into() })
    }
}

/// The elements of a vector as integers.
struct Lanes<'m> {
    element: Type<'m>,
    /// The integer type of their size.
    int: Type<'m>,
    bits: u64,
    count: u64,
}
