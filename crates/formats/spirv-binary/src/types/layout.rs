//! Size and alignment of values in memory, in the layout of OpenCL C: that of C, where a vector of
//! three elements takes the room of four.

/// No object is larger than the address space of a process.
pub const MAX_BYTES: u64 = 1 << 47;
/// Wider integers are made of parts of this width.
const LARGEST_INT_ALIGN: u64 = 8;

/// Size and alignment of a type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Layout {
    /// Bytes from one element of an array to the next.
    pub size: u64,
    /// Alignment in bytes, a power of two.
    pub align: u64,
}

impl Layout {
    /// A boolean.
    pub const BOOL: Self = Self::natural(1);
    /// A pointer or handle.
    pub const POINTER: Self = Self::natural(8);
    /// A structure without members.
    pub const EMPTY: Self = Self { size: 0, align: 1 };

    /// A type that is aligned to its size, a power of two.
    pub const fn natural(size: u64) -> Self {
        Self { size, align: size }
    }

    /// An integer of at least one bit.
    pub fn int(bits: u32) -> Self {
        let bytes = u64::from(bits).div_ceil(8);
        let align = bytes.next_power_of_two().min(LARGEST_INT_ALIGN);
        Self { size: bytes.next_multiple_of(align), align }
    }

    /// A vector of elements of `element_bits` bits.
    pub fn vector(element_bits: u32, count: u32) -> Self {
        let bytes = (u64::from(element_bits) * u64::from(count)).div_ceil(8);
        Self::natural(bytes.next_power_of_two())
    }

    /// An array; `None` if its size is no number of 64 bits.
    pub fn array(self, count: u64) -> Option<Self> {
        Some(Self { size: self.size.checked_mul(count)?, ..self })
    }

    /// A structure with one member more, without padding at its end.
    pub fn with_member(self, member: Self, is_packed: bool) -> Option<Self> {
        let align = if is_packed { 1 } else { member.align };
        let offset = self.size.checked_next_multiple_of(align)?;
        Some(Self { size: offset.checked_add(member.size)?, align: self.align.max(align) })
    }

    /// A structure with padding at its end.
    pub fn padded(self) -> Option<Self> {
        Some(Self { size: self.size.checked_next_multiple_of(self.align)?, ..self })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scalars_and_vectors() {
        let ints = [1, 8, 9, 24, 32, 48, 64, 65, 128, 4096].map(Layout::int);
        let sizes = ints.map(|layout| (layout.size, layout.align));
        let expected = [(1, 1), (1, 1), (2, 2), (4, 4), (4, 4), (8, 8), (8, 8), (16, 8), (16, 8), (512, 8)];
        assert_eq!(sizes, expected);
        assert_eq!(Layout::vector(32, 3), Layout::natural(16));
        assert_eq!(Layout::vector(1, 3), Layout::natural(1));
        assert_eq!(Layout::vector(8, 3), Layout::natural(4));
        assert_eq!(Layout::vector(64, 16), Layout::natural(128));
    }

    #[test]
    fn structures_are_padded_unless_they_are_packed() {
        let members = [Layout::int(8), Layout::int(32), Layout::vector(32, 3), Layout::int(16)];
        let of = |is_packed| {
            let layout = members.into_iter().try_fold(Layout::EMPTY, |all, member| all.with_member(member, is_packed));
            layout.and_then(Layout::padded).expect("small")
        };
        assert_eq!(of(false), Layout { size: 48, align: 16 });
        assert_eq!(of(true), Layout { size: 23, align: 1 });
        assert_eq!(Layout::EMPTY.padded(), Some(Layout::EMPTY));
        assert_eq!(Layout::int(32).array(u64::MAX), None);
    }
}
