//! Wide integers in memory: the low eight bytes, and the rest of the bytes that LLVM stores.

use tandem_ir::{Inst, Ordering, Value};

use super::splitter::{Split, Splitter};
use super::wide_bits;
use super::words::{Halves, Words};

impl<'m> Splitter<'m> {
    /// A plain load.
    pub(super) fn load(&self, words: &Words<'m>, inst: Inst<'m>) -> Option<Split<'m>> {
        let bits = wide_bits(inst.ty()).filter(|_| is_plain(inst))?;
        let address = inst.operand(0);
        let high = words.module.int(high_bits(bits));
        let low = words.load(inst, words.word(), address, 0);
        let high = words.load(inst, high, address, 8);
        let high = words.builder.zext(high, words.word());
        Some(Split::Wide(words.masked(Halves { low, high }, bits)))
    }

    /// A plain store.
    pub(super) fn store(&self, words: &Words<'m>, inst: Inst<'m>) -> Option<Split<'m>> {
        let (value, address) = (inst.operand(0), inst.operand(1));
        let bits = wide_bits(value.ty()).filter(|_| is_plain(inst))?;
        let Halves { low, high } = self.halves(words, value);
        words.store(inst, low, address, 0);
        words.store(inst, words.builder.trunc(high, words.module.int(high_bits(bits))), address, 8);
        Some(Split::Effect)
    }
}

impl<'m> Words<'m> {
    /// A part of what `whole` loads.
    fn load(&self, whole: Inst<'m>, ty: tandem_ir::Type<'m>, address: Value<'m>, offset: u64) -> Value<'m> {
        let load = self.builder.load(ty, self.at(address, offset));
        describe_part(load, whole, offset);
        load.value()
    }

    /// A part of what `whole` stores.
    fn store(&self, whole: Inst<'m>, value: Value<'m>, address: Value<'m>, offset: u64) {
        describe_part(self.builder.store(value, self.at(address, offset)), whole, offset);
    }

    fn at(&self, address: Value<'m>, offset: u64) -> Value<'m> {
        if offset == 0 {
            return address;
        }
        self.builder.gep(self.module.int(8), address, &[self.constant(offset)], true)
    }
}

fn is_plain(inst: Inst<'_>) -> bool {
    inst.ordering() == Some(Ordering::LLVMAtomicOrderingNotAtomic)
}

/// Gives an access to a part at an offset what it has from that to the whole.
fn describe_part<'m>(part: Inst<'m>, whole: Inst<'m>, offset: u64) {
    let align = whole.align().unwrap_or(1);
    part.set_align(if offset == 0 { align } else { align.min(1 << offset.trailing_zeros().min(30)) });
    part.set_volatile(whole.is_volatile());
}

/// Bits of the bytes above the low eight that an integer takes in memory.
fn high_bits(bits: u32) -> u32 {
    bits.next_multiple_of(8) - 64
}
