//! Structures, arrays and vectors with wide integers, as values.

use tandem_ir::{Inst, Module, Type, TypeKind, Value, ValueKind};

use super::splitter::{Split, Splitter};
use super::types::{split_type, wide_bits};
use super::words::{Halves, Words};

impl<'m> Splitter<'m> {
    /// `extractvalue`
    pub(super) fn extract(&self, words: &Words<'m>, inst: Inst<'m>) -> Option<Split<'m>> {
        let whole = self.whole(words, inst.operand(0))?;
        let part = inst.indices().into_iter().fold(whole, |part, index| words.builder.extract_value(part, index));
        Some(words.as_split(part, inst.ty()))
    }

    /// `insertvalue`
    pub(super) fn insert(&self, words: &Words<'m>, inst: Inst<'m>) -> Option<Split<'m>> {
        let whole = self.whole(words, inst.operand(0))?;
        let part = self.whole(words, inst.operand(1))?;
        Some(Split::Whole(words.inserted(whole, part, &inst.indices())))
    }

    /// `extractelement` at a constant index, which is all that the scalarizer leaves.
    pub(super) fn extract_element(&self, words: &Words<'m>, inst: Inst<'m>) -> Option<Split<'m>> {
        let (whole, index) = (self.whole(words, inst.operand(0))?, lane(inst, 1)?);
        Some(words.as_split(words.builder.extract_value(whole, index), inst.ty()))
    }

    /// `insertelement` at a constant index.
    pub(super) fn insert_element(&self, words: &Words<'m>, inst: Inst<'m>) -> Option<Split<'m>> {
        let (whole, part) = (self.whole(words, inst.operand(0))?, self.whole(words, inst.operand(1))?);
        Some(Split::Whole(words.builder.insert_value(whole, part, lane(inst, 2)?)))
    }

    /// The replacement of a value as a single value; a value without wide integers stays.
    pub(super) fn whole(&self, words: &Words<'m>, value: Value<'m>) -> Option<Value<'m>> {
        let Some(ty) = split_type(words.module, value.ty()) else { return Some(value) };
        if wide_bits(value.ty()).is_some() {
            return Some(words.packed(self.halves(words, value)));
        }
        if let Some(whole) = self.wholes.get(&value) {
            return Some(*whole);
        }
        match value.kind() {
            ValueKind::ConstZero => Some(ty.zero()),
            ValueKind::ConstAggregate => (0..element_count(ty)).try_fold(ty.poison(), |whole, index| {
                let element = self.whole(words, value.aggregate_element(index)?)?;
                Some(words.builder.insert_value(whole, element, index))
            }),
            _ => Some(ty.poison()),
        }
    }
}

impl<'m> Words<'m> {
    /// Halves as one value.
    pub(super) fn packed(&self, value: Halves<'m>) -> Value<'m> {
        let pair = self.module.struct_type(&[self.word(); 2], false);
        let low = self.builder.insert_value(pair.poison(), value.low, 0);
        self.builder.insert_value(low, value.high, 1)
    }

    /// A value of the split type of `ty`.
    pub(super) fn as_split(&self, value: Value<'m>, ty: Type<'m>) -> Split<'m> {
        match wide_bits(ty) {
            // Other code may have left something above the width, such as a `freeze` of a structure.
            Some(bits) => Split::Wide(self.masked(self.unpacked(value), bits)),
            None if split_type(self.module, ty).is_some() => Split::Whole(value),
            None => Split::Other(value),
        }
    }

    fn unpacked(&self, pair: Value<'m>) -> Halves<'m> {
        Halves { low: self.builder.extract_value(pair, 0), high: self.builder.extract_value(pair, 1) }
    }

    fn inserted(&self, whole: Value<'m>, part: Value<'m>, indices: &[u32]) -> Value<'m> {
        let b = &self.builder;
        match indices {
            [] => part,
            [index] => b.insert_value(whole, part, *index),
            [index, inner @ ..] => {
                let changed = self.inserted(b.extract_value(whole, *index), part, inner);
                b.insert_value(whole, changed, *index)
            }
        }
    }
}

/// The lane of a vector that a constant operand names.
fn lane(inst: Inst<'_>, index: u32) -> Option<u32> {
    let TypeKind::Vector(_, len) = inst.operand(0).ty().kind() else { return None };
    let lane = inst.operand(index).const_u64()?.try_into().ok()?;
    (lane < len).then_some(lane)
}

fn element_count(ty: Type<'_>) -> u32 {
    match ty.kind() {
        TypeKind::Array(_, len) => len as u32,
        _ => ty.fields().len() as u32,
    }
}

/// The elements of a structure, array or vector: types and offsets.
pub(super) fn elements<'m>(module: &'m Module, ty: Type<'m>) -> Vec<(Type<'m>, u64)> {
    match ty.kind() {
        TypeKind::Array(element, len) => {
            let size = module.size_of(element);
            (0..len).map(|index| (element, index * size)).collect()
        }
        TypeKind::Vector(element, len) => {
            let size = module.size_of(element);
            (0..len.into()).map(|index| (element, index * size)).collect()
        }
        _ => (0..).zip(ty.fields()).map(|(index, field)| (field, module.offset_of(ty, index))).collect(),
    }
}
