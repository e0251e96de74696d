//! The information that a launch passes to a kernel in addition to its arguments.

/// Work-items of a sub-group, which is a warp. There is no other size.
pub const WARP_SIZE: u32 = 32;

/// Least alignment of each local-memory argument in dynamic shared memory, in bytes: that of the
/// largest vector (16 doubles).
pub const LOCAL_ARGUMENT_ALIGN: u32 = 128;

/// Bytes of static shared memory that a kernel can have on every processor. Variables of more
/// are in dynamic shared memory, whose limit a launch can raise.
pub const MAX_STATIC_LOCAL_BYTES: u32 = 48 * 1024;

/// Bytes of parameters, with the launch's data, that every driver takes.
pub const COMMON_PARAMETER_BYTES: u32 = 4352;

/// The maximum size of parameters in bytes, with drivers since CUDA 12.1.
pub const MAX_PARAMETER_BYTES: u32 = 32764;

/// The last kernel parameter: sizes that CUDA's registers do not have. Index 0 is x, which varies
/// fastest. Its alignment is 8 bytes.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LaunchData {
    /// Work-items in each dimension.
    pub global_size: [u64; 3],
    /// Added to every global id.
    pub global_offset: [u64; 3],
    /// Dimensions in use, 1 to 3; the others have size 1.
    pub work_dim: u32,
    /// The work-items of the last work-groups, if work-groups reach beyond the range in some
    /// dimension. Work-items beyond the range return at once.
    pub last_groups: LastGroups,
    /// Of a cooperative launch, the address of 4 bytes of the device's memory at which its
    /// work-groups wait for each other. They are zero before the first launch that uses them, and
    /// can be used by one launch after the other as they are. Otherwise 0.
    pub groups_barrier: u64,
}

/// In each dimension the work-items of the last work-group that are inside of the range, in one
/// word; 0 if work-groups do not reach beyond the range.
#[repr(transparent)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LastGroups(u32);

impl LastGroups {
    /// Where the highest local id inside of the range is for a dimension: (shift, mask). Groups
    /// have at most 1024 work-items in x and y, and 64 in z.
    pub const fn field(dim: usize) -> (u32, u32) {
        [(0, 0x3ff), (10, 0x3ff), (20, 0x3f)][dim]
    }

    /// For a launch of work-groups of a size over a range. Work-groups larger than CUDA has, which
    /// it refuses, have any value.
    pub fn of(global: [u64; 3], block: [u32; 3]) -> Self {
        if (0..3).all(|dim| global[dim].is_multiple_of(block[dim].max(1).into())) {
            return Self(0);
        }
        let highest = |dim: usize| (global[dim].wrapping_sub(1) % u64::from(block[dim].max(1))) as u32;
        let field = |dim: usize| (highest(dim) & Self::field(dim).1) << Self::field(dim).0;
        // The highest bit says that there is something to test where all of these are 0.
        Self(1 << 31 | field(0) | field(1) | field(2))
    }

    /// As the kernel reads it.
    pub const fn bits(self) -> u32 {
        self.0
    }
}

/// Size of [`LaunchData`] in bytes.
pub const LAUNCH_DATA_BYTES: u32 = size_of::<LaunchData>() as u32;

const _: () = assert!(LAUNCH_DATA_BYTES == 64);

impl LaunchData {
    /// Its bytes, as the kernel reads them.
    pub fn to_bytes(self) -> [u8; LAUNCH_DATA_BYTES as usize] {
        let mut bytes = [0; LAUNCH_DATA_BYTES as usize];
        let longs = self.global_size.into_iter().chain(self.global_offset);
        for (place, value) in bytes.chunks_exact_mut(8).zip(longs) {
            place.copy_from_slice(&value.to_le_bytes());
        }
        bytes[48..52].copy_from_slice(&self.work_dim.to_le_bytes());
        bytes[52..56].copy_from_slice(&self.last_groups.bits().to_le_bytes());
        bytes[56..].copy_from_slice(&self.groups_barrier.to_le_bytes());
        bytes
    }
}

#[cfg(test)]
mod tests {
    use std::mem::offset_of;

    use super::*;

    #[test]
    fn bytes_are_those_of_the_structure() {
        let data = LaunchData {
            global_size: [1, 2, 3],
            global_offset: [4, 5, 6],
            work_dim: 7,
            last_groups: LastGroups(8),
            groups_barrier: 9,
        };
        let bytes = data.to_bytes();
        let int = |at: usize| u32::from_le_bytes(bytes[at..at + 4].try_into().expect("4 bytes"));
        let long = |at: usize| u64::from_le_bytes(bytes[at..at + 8].try_into().expect("8 bytes"));
        for dim in 0..3 {
            assert_eq!(long(offset_of!(LaunchData, global_size) + 8 * dim), 1 + dim as u64);
            assert_eq!(long(offset_of!(LaunchData, global_offset) + 8 * dim), 4 + dim as u64);
        }
        assert_eq!(int(offset_of!(LaunchData, work_dim)), 7);
        assert_eq!(int(offset_of!(LaunchData, last_groups)), 8);
        assert_eq!(long(offset_of!(LaunchData, groups_barrier)), 9);
    }

    #[test]
    fn last_groups() {
        assert_eq!(LastGroups::of([1024, 6, 1], [256, 3, 1]).bits(), 0);
        assert_eq!(LastGroups::of([1000, 1, 1], [256, 1, 1]).bits(), 1 << 31 | 231);
        assert_eq!(LastGroups::of([1025, 6, 65], [1024, 1, 64]).bits(), 1 << 31);
        assert_eq!(LastGroups::of([1024, 5, 128], [1024, 3, 64]).bits(), 1 << 31 | 63 << 20 | 1 << 10 | 1023);
    }
}
