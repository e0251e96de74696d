//! Addresses, memory domains and allocations.

use std::alloc::Layout;
use std::any::Any;
use std::fmt;

use crate::command::HostPtr;
use crate::error::{Error, Result};

/// An address that a device uses: a host address on devices that share the
/// host's memory.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct DevicePtr(pub u64);

impl DevicePtr {
    /// The address `bytes` further.
    pub fn offset(self, bytes: usize) -> Self {
        Self(self.0.wrapping_add(bytes as u64))
    }

    /// As a host address; meaningful in the host's domain only.
    pub fn as_host(self) -> HostPtr {
        HostPtr(self.0 as usize as *mut u8)
    }
}

impl HostPtr {
    /// As an address that devices of the host's domain use.
    pub fn as_device(self) -> DevicePtr {
        DevicePtr(self.0 as usize as u64)
    }

    /// The address `bytes` further.
    pub fn offset(self, bytes: usize) -> Self {
        Self(self.0.wrapping_add(bytes))
    }
}

/// Devices of one domain use each other's allocations as they are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct MemoryDomain(pub u64);

impl MemoryDomain {
    /// The host's own memory.
    pub const HOST: Self = Self(0);
}

/// A block of memory, freed when it is dropped.
pub struct Allocation {
    address: DevicePtr,
    bytes: usize,
    /// Frees the block when it is dropped.
    _keeper: Box<dyn Any + Send + Sync>,
}

impl Allocation {
    /// A block that stays valid until `keeper` is dropped.
    pub fn new(address: DevicePtr, bytes: usize, keeper: Box<dyn Any + Send + Sync>) -> Self {
        Self { address, bytes, _keeper: keeper }
    }

    /// A block of the host's memory. `align` is a power of two or 0 for the
    /// default, a cache line.
    pub fn host(bytes: usize, align: usize) -> Result<Self> {
        Ok(Self::of_block(HostBlock::new(bytes, align)?, bytes))
    }

    /// As [`host`](Self::host), and all bytes are zero.
    pub fn host_zeroed(bytes: usize, align: usize) -> Result<Self> {
        Ok(Self::of_block(HostBlock::zeroed(bytes, align)?, bytes))
    }

    fn of_block(block: HostBlock, bytes: usize) -> Self {
        Self::new(HostPtr(block.first).as_device(), bytes, Box::new(block))
    }

    /// Its first byte.
    pub fn address(&self) -> DevicePtr {
        self.address
    }

    /// Its size as requested.
    pub fn bytes(&self) -> usize {
        self.bytes
    }
}

impl fmt::Debug for Allocation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} bytes at {:#x}", self.bytes, self.address.0)
    }
}

/// Host memory from the global allocator.
struct HostBlock {
    /// The first byte that is used.
    first: *mut u8,
    /// What the allocator gave.
    base: *mut u8,
    layout: Layout,
}

// SAFETY: the block is owned, and only addressed through raw pointers.
unsafe impl Send for HostBlock {}
// SAFETY: as for `Send`.
unsafe impl Sync for HostBlock {}

impl HostBlock {
    /// Default and least alignment: a cache line, which also is the largest
    /// vector type.
    const MIN_ALIGN: usize = 128;

    /// Up to this alignment the allocator knows which memory is zero already,
    /// since the system just gave it.
    const ALLOCATOR_ALIGN: usize = 16;

    fn new(bytes: usize, align: usize) -> Result<Self> {
        let layout = Layout::from_size_align(bytes.max(1), align.max(Self::MIN_ALIGN));
        let layout = layout.map_err(|_| Self::exhausted(bytes))?;
        // SAFETY: the layout's size is not 0.
        let base = unsafe { std::alloc::alloc(layout) };
        if base.is_null() { Err(Self::exhausted(bytes)) } else { Ok(Self { first: base, base, layout }) }
    }

    fn zeroed(bytes: usize, align: usize) -> Result<Self> {
        let align = align.max(Self::MIN_ALIGN);
        let size = bytes.max(1).checked_add(align - Self::ALLOCATOR_ALIGN);
        let layout = size.and_then(|size| Layout::from_size_align(size, Self::ALLOCATOR_ALIGN).ok());
        let layout = layout.ok_or_else(|| Self::exhausted(bytes))?;
        // SAFETY: the layout's size is not 0.
        let base = unsafe { std::alloc::alloc_zeroed(layout) };
        if base.is_null() {
            return Err(Self::exhausted(bytes));
        }
        let first = base.wrapping_add(base.align_offset(align));
        Ok(Self { first, base, layout })
    }

    fn exhausted(bytes: usize) -> Error {
        Error::OutOfMemory { bytes, device: "the host".into() }
    }
}

impl Drop for HostBlock {
    fn drop(&mut self) {
        // SAFETY: `base` came from the allocator with this layout.
        unsafe { std::alloc::dealloc(self.base, self.layout) };
    }
}
