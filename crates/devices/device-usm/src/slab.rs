//! Slabs: memory that is divided into blocks of one size.

use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};

use super::size_class::{LARGEST_SLAB, SIZE_CLASSES, SizeClass};
use tandem_device::{DevicePtr, UsmInfo, UsmKind};

/// The slabs of one kind of USM and one size of blocks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BinKey {
    /// The kind of memory.
    pub kind: UsmKind,
    /// How large they are.
    pub class: SizeClass,
}

impl BinKey {
    /// All of them, by their index.
    pub fn all() -> impl Iterator<Item = Self> {
        UsmKind::ALL.into_iter().flat_map(|kind| SizeClass::all().map(move |class| Self { kind, class }))
    }

    /// Its place among all.
    #[inline]
    pub fn index(self) -> usize {
        self.kind.index() * SIZE_CLASSES + self.class.index()
    }
}

/// The part of a slab that is accessed without a lock. It may get other memory when the one that it has is given back.
///
/// A block is *allocated* while its size is not 0. The thread that allocates or frees it sets the size; the program
/// orders the two, as it does for `malloc`.
pub struct Slab {
    key: BinKey,
    /// Its number in its bin.
    number: u32,
    bytes: usize,
    /// The first byte; 0 without memory.
    base: AtomicU64,
    /// `2^SHIFT` divided by the size of a block, rounded up.
    reciprocal: u64,
    /// The requested bytes of each block.
    sizes: Box<[AtomicU32]>,
}

/// With it, products with the reciprocal are exact for all offsets in a slab.
const SHIFT: u32 = 40;

/// A block of a slab.
#[derive(Clone, Copy)]
pub struct Block<'a> {
    /// The slab that contains it.
    pub slab: &'a Slab,
    /// Its number there.
    pub index: usize,
    /// Its first byte.
    pub base: DevicePtr,
}

impl Slab {
    /// A slab of `bytes` bytes, without memory.
    pub fn new(key: BinKey, number: u32, bytes: usize) -> Self {
        assert!(bytes <= LARGEST_SLAB, "offsets in a slab are that small");
        let block = key.class.bytes();
        let sizes = (0..bytes / block).map(|_| AtomicU32::new(0)).collect();
        let reciprocal = (1_u64 << SHIFT).div_ceil(block as u64);
        Self { key, number, bytes, base: AtomicU64::new(0), reciprocal, sizes }
    }

    /// The kind and size of its blocks.
    #[inline]
    pub fn key(&self) -> BinKey {
        self.key
    }

    /// Its number in its bin.
    pub fn number(&self) -> u32 {
        self.number
    }

    /// All of its bytes.
    pub fn bytes(&self) -> usize {
        self.bytes
    }

    /// How many blocks it has.
    pub fn blocks(&self) -> usize {
        self.sizes.len()
    }

    /// The first byte.
    pub fn base(&self) -> DevicePtr {
        DevicePtr(self.base.load(Ordering::Relaxed))
    }

    /// Gives it memory, or takes it away with 0.
    pub fn set_base(&self, base: DevicePtr) {
        self.base.store(base.0, Ordering::Relaxed);
    }

    /// The block around an address, allocated or not. `None` for an address outside.
    #[inline]
    pub fn block_around(&self, address: DevicePtr) -> Option<Block<'_>> {
        let base = self.base.load(Ordering::Relaxed);
        let offset = address.0.wrapping_sub(base);
        if offset >= self.bytes as u64 {
            return None;
        }
        let index = ((offset * self.reciprocal) >> SHIFT) as usize;
        let first = (index * self.key.class.bytes()) as u64;
        // The rest after the last block belongs to none.
        (index < self.sizes.len()).then_some(Block { slab: self, index, base: DevicePtr(base + first) })
    }
}

impl Block<'_> {
    /// The requested bytes; 0 if it is not allocated.
    #[inline]
    pub fn size(self) -> usize {
        self.slab.sizes[self.index].load(Ordering::Relaxed) as usize
    }

    /// Says that it is allocated, or free with 0.
    #[inline]
    pub fn set_size(self, bytes: usize) {
        self.slab.sizes[self.index].store(bytes as u32, Ordering::Relaxed);
    }

    /// The allocation, if the block is allocated and contains the address.
    pub fn info_at(self, address: DevicePtr) -> Option<UsmInfo> {
        let size = self.size();
        let is_inside = address.0 - self.base.0 < size as u64;
        is_inside.then_some(UsmInfo { kind: self.slab.key.kind, base: self.base, size })
    }
}

#[cfg(test)]
mod tests {
    use super::super::size_class::GRANULE;
    use super::*;

    #[test]
    fn keys_have_different_indices() {
        let indices: Vec<usize> = BinKey::all().map(BinKey::index).collect();
        assert_eq!(indices, (0..3 * SIZE_CLASSES).collect::<Vec<_>>());
    }

    #[test]
    fn every_address_is_in_the_block_around_it() {
        for class in SizeClass::all() {
            for least in [GRANULE, LARGEST_SLAB] {
                let bytes = class.slab_bytes(least);
                let slab = Slab::new(BinKey { kind: UsmKind::Host, class }, 0, bytes);
                let base = DevicePtr(7 * LARGEST_SLAB as u64);
                slab.set_base(base);
                for offset in 0..bytes {
                    let (index, first) = (offset / class.bytes(), offset / class.bytes() * class.bytes());
                    let block = slab.block_around(base.offset(offset));
                    let found = block.map(|block| (block.index, block.base));
                    assert_eq!(found, (index < slab.blocks()).then_some((index, base.offset(first))));
                }
                assert!(slab.block_around(base.offset(bytes)).is_none());
                assert!(slab.block_around(DevicePtr(base.0 - 1)).is_none());
            }
        }
    }
}
