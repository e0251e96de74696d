//! Wide integers in memory: the low eight bytes, and the rest of the bytes that LLVM stores.

use tandem_ir::{EditableModule, Inst, Ordering, Type, Value};

use super::aggregates::elements;
use super::splitter::{Split, Splitter};
use super::types::{split_type, wide_bits};
use super::words::{Halves, Words};

impl<'m> Splitter<'m> {
    /// A plain load.
    pub(super) fn load(&self, words: &Words<'m>, inst: Inst<'m>) -> Option<Split<'m>> {
        is_plain(inst).then(|| words.load(&Access::of(inst, 0), inst.ty()))
    }

    /// A plain store.
    pub(super) fn store(&self, words: &Words<'m>, inst: Inst<'m>) -> Option<Split<'m>> {
        let value = inst.operand(0);
        if !is_plain(inst) {
            return None;
        }
        words.store(&Access::of(inst, 1), value.ty(), self.whole(words, value)?);
        Some(Split::Effect)
    }
}

/// An access to a part of memory.
#[derive(Clone, Copy)]
pub(super) struct Access<'m> {
    /// The access to all of it.
    whole: Inst<'m>,
    /// Its start.
    address: Value<'m>,
    /// Where the part begins.
    offset: u64,
}

impl<'m> Access<'m> {
    /// The access of an instruction, whose address is this operand.
    pub(super) fn of(whole: Inst<'m>, address: u32) -> Self {
        Self { whole, address: whole.operand(address), offset: 0 }
    }

    /// The part that begins further up.
    pub(super) fn further(self, bytes: u64) -> Self {
        Self { offset: self.offset + bytes, ..self }
    }

    /// Copies the properties of the whole access to a part.
    fn describe(&self, module: &EditableModule, part: Inst<'m>) {
        let align = self.whole.align().unwrap_or(1);
        part.set_align(
            module,
            match self.offset {
                0 => align,
                offset => align.min(1 << offset.trailing_zeros().min(30)),
            },
        );
        part.set_volatile(module, self.whole.is_volatile());
    }
}

impl<'m> Words<'m> {
    /// Loads a value of type `ty`.
    fn load(&self, access: &Access<'m>, ty: Type<'m>) -> Split<'m> {
        if let Some(bits) = wide_bits(ty) {
            let low = self.load_part(access, self.word());
            let high = self.load_part(&access.further(8), self.module.int(high_bits(bits)));
            let high = self.builder.zext(high, self.word());
            return Split::Wide(self.masked(Halves { low, high }, bits));
        }
        let Some(split) = split_type(self.module, ty) else { return Split::Other(self.load_part(access, ty)) };
        let parts = (0..).zip(elements(self.module, ty));
        Split::Whole(parts.fold(split.poison(), |whole, (index, (ty, offset))| {
            let part = match self.load(&access.further(offset), ty) {
                Split::Wide(halves) => self.packed(halves),
                Split::Other(value) | Split::Whole(value) => value,
                Split::Effect => return whole,
            };
            self.builder.insert_value(whole, part, index)
        }))
    }

    /// Stores the replacement of a value of type `ty`.
    fn store(&self, access: &Access<'m>, ty: Type<'m>, value: Value<'m>) {
        let b = &self.builder;
        if let Some(bits) = wide_bits(ty) {
            self.store_part(access, b.extract_value(value, 0));
            let high = b.trunc(b.extract_value(value, 1), self.module.int(high_bits(bits)));
            self.store_part(&access.further(8), high);
        } else if split_type(self.module, ty).is_some() {
            for (index, (ty, offset)) in (0..).zip(elements(self.module, ty)) {
                self.store(&access.further(offset), ty, b.extract_value(value, index));
            }
        } else {
            self.store_part(access, value);
        }
    }

    /// Loads a part.
    pub(super) fn load_part(&self, access: &Access<'m>, ty: Type<'m>) -> Value<'m> {
        let load = self.builder.load(ty, self.at(access));
        access.describe(self.module, load);
        load.value()
    }

    /// Stores a part.
    pub(super) fn store_part(&self, access: &Access<'m>, value: Value<'m>) {
        access.describe(self.module, self.builder.store(value, self.at(access)));
    }

    fn at(&self, access: &Access<'m>) -> Value<'m> {
        if access.offset == 0 {
            return access.address;
        }
        self.builder.gep(self.module.int(8), access.address, &[self.constant(access.offset)], true)
    }
}

/// Whether an access is not atomic.
pub(super) fn is_plain(inst: Inst<'_>) -> bool {
    inst.ordering() == Some(Ordering::LLVMAtomicOrderingNotAtomic)
}

/// Bits of the bytes above the low eight that an integer takes in memory.
fn high_bits(bits: u32) -> u32 {
    bits.next_multiple_of(8) - 64
}
