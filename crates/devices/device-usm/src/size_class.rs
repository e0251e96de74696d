//! Sizes of blocks: multiples of 128 bytes up to 1 KiB, then four sizes for each
//! power of two, up to 64 KiB.

/// The unit of block sizes, and so the least alignment: a cache line pair, which also is the largest vector type.
const UNIT: usize = 128;
/// Sizes that are multiples of [`UNIT`] end here.
const LAST_MULTIPLE: usize = 1024;
const MULTIPLES: usize = LAST_MULTIPLE / UNIT;
/// Bytes of the largest blocks.
const LARGEST: usize = 64 << 10;
/// How many sizes there are.
pub const SIZE_CLASSES: usize = MULTIPLES + 4 * (LARGEST / LAST_MULTIPLE).ilog2() as usize;

/// The minimum number of blocks of a slab.
const LEAST_BLOCKS: usize = 8;
/// Slabs are aligned to this, and their sizes are multiples of it.
pub const GRANULE: usize = 64 << 10;
/// No slab has more bytes.
pub const LARGEST_SLAB: usize = 1 << 20;

const SIZES: [usize; SIZE_CLASSES] = sizes();

const fn sizes() -> [usize; SIZE_CLASSES] {
    let mut sizes = [0; SIZE_CLASSES];
    let mut index = 0;
    while index < SIZE_CLASSES {
        sizes[index] = match index.checked_sub(MULTIPLES) {
            None => UNIT * (index + 1),
            Some(step) => (LAST_MULTIPLE << (step / 4)) / 4 * (step % 4 + 5),
        };
        index += 1;
    }
    sizes
}

/// A size of blocks, by its number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SizeClass(u8);

impl SizeClass {
    /// The smallest one for `bytes` bytes at addresses that are multiples of `align`, a power of two or 0. `None` if no
    /// block is large enough, and for 0 bytes.
    #[inline]
    pub fn around(bytes: usize, align: usize) -> Option<Self> {
        if bytes.wrapping_sub(1) >= LARGEST || align > LARGEST {
            return None;
        }
        let least = bytes.max(align);
        let mut number = Self::number(least);
        // The last size is a multiple of all alignments up to itself.
        while align > UNIT && !SIZES[number].is_multiple_of(align) {
            number += 1;
        }
        Some(Self(number as u8))
    }

    /// All of them, the smallest first.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..SIZE_CLASSES as u8).map(Self)
    }

    #[inline]
    fn number(bytes: usize) -> usize {
        let last = bytes - 1;
        if bytes <= LAST_MULTIPLE {
            return last / UNIT;
        }
        // The two bits after the highest one say which of four sizes it is.
        let power = last.ilog2();
        let step = (last >> (power - 2)) & 3;
        MULTIPLES + 4 * (power - LAST_MULTIPLE.ilog2()) as usize + step
    }

    /// Its place among all.
    #[inline]
    pub fn index(self) -> usize {
        usize::from(self.0)
    }

    /// Bytes of a block.
    #[inline]
    pub fn bytes(self) -> usize {
        SIZES[self.index()]
    }

    /// Bytes of a slab, at least `least`, which is a multiple of [`GRANULE`] up to [`LARGEST_SLAB`].
    pub fn slab_bytes(self, least: usize) -> usize {
        (self.bytes() * LEAST_BLOCKS).next_multiple_of(GRANULE).max(least)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_size_has_the_smallest_block_that_is_large_enough() {
        assert_eq!(SIZES[SIZE_CLASSES - 1], LARGEST);
        assert!(SIZES.is_sorted());
        for bytes in 1..=LARGEST {
            let class = SizeClass::around(bytes, 0).unwrap();
            assert!(class.bytes() >= bytes, "{bytes}");
            assert!(class.index() == 0 || SIZES[class.index() - 1] < bytes, "{bytes}");
        }
        assert_eq!(SizeClass::around(LARGEST + 1, 0), None);
        assert_eq!(SizeClass::around(1, 2 * LARGEST), None);
        assert_eq!(SizeClass::around(usize::MAX, 0), None);
        assert_eq!(SizeClass::around(0, 128), None);
    }

    #[test]
    fn blocks_of_a_slab_are_aligned() {
        for align in (0..=16).map(|bits| 1 << bits) {
            for bytes in [1, 100, 129, 1025, 5000, 40_000, LARGEST] {
                let class = SizeClass::around(bytes, align).unwrap();
                assert!(class.bytes() >= bytes && class.bytes().is_multiple_of(align), "{bytes} at {align}");
            }
        }
        for class in SizeClass::all() {
            let bytes = class.slab_bytes(GRANULE);
            assert!(bytes.is_multiple_of(GRANULE) && bytes <= LARGEST_SLAB);
            assert!(bytes / class.bytes() >= LEAST_BLOCKS);
        }
    }
}
