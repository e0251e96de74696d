//! The driver's side of a heap: the source of memory, and which allocations share it.

use super::central::Limits;
use super::size_class::LARGEST_SLAB;
use tandem_device::{Allocation, DevicePtr, Result, UsmKind};

/// The source of a heap's memory, with the operations on it, which a driver implements. Any thread may call any method.
pub trait UsmSource {
    /// Allocates memory with the contents that new USM of this kind has, for one
    /// allocation or for many. Errors are those of [`Usm::alloc`](tandem_device::Usm::alloc).
    fn allocate(&self, kind: UsmKind, bytes: usize, align: usize) -> Result<Allocation>;

    /// Gives memory that was used before the contents that new USM of this kind has.
    fn renew(&self, kind: UsmKind, first: DevicePtr, bytes: usize) -> Result<()>;
}

/// The allocations of a heap that share memory with others.
#[derive(Clone, Copy, Debug)]
pub struct UsmPooling<'a> {
    /// Only those of these kinds.
    pub kinds: &'a [UsmKind],
    /// Bytes that the device has. On smaller devices, only smaller allocations share memory, and a heap keeps less for
    /// later use.
    pub device_bytes: u64,
    /// Bytes of memory to request from the source at once.
    pub slab_bytes: usize,
    /// Least alignment, a power of two.
    pub align: usize,
}

impl UsmPooling<'_> {
    /// A slab has at most this part of the device's memory, unused ones four times as much.
    const SLAB_PART: u64 = 1024;
    const IDLE_SLABS: usize = 4;

    /// How much memory a heap may have in advance.
    pub(super) fn limits(&self) -> Limits {
        let most = usize::try_from(self.device_bytes / Self::SLAB_PART).unwrap_or(usize::MAX).min(LARGEST_SLAB);
        let idle_bytes = most * Self::IDLE_SLABS;
        Limits { idle_bytes, least_slab_bytes: self.slab_bytes, most_slab_bytes: most }
    }
}
