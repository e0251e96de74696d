//! Addresses, memory domains and allocations.

use std::alloc::Layout;
use std::any::Any;
use std::fmt;
use std::ptr::NonNull;

use crate::error::{Error, Result};
use crate::native_handle::NativeHandle;

/// Address in the host's memory that a command reads or writes. The caller of
/// [`Queue::submit`](crate::Queue::submit) keeps it valid until the command is complete.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HostPtr(pub *mut u8);

// SAFETY: this is an address; code that dereferences it upholds the contract above.
unsafe impl Send for HostPtr {}
// SAFETY: as for `Send`.
unsafe impl Sync for HostPtr {}

impl HostPtr {
    /// The address as a pointer that is not null.
    #[inline]
    pub fn non_null(self) -> Option<NonNull<u8>> {
        NonNull::new(self.0)
    }

    /// As an address that devices of the host's domain use.
    #[inline]
    pub fn as_device(self) -> DevicePtr {
        DevicePtr(self.0 as usize as u64)
    }

    /// The address `bytes` further.
    #[inline]
    pub fn offset(self, bytes: usize) -> Self {
        Self(self.0.wrapping_add(bytes))
    }
}

/// An address that a device uses: a host address on devices that share the
/// host's memory.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct DevicePtr(pub u64);

impl DevicePtr {
    /// The address `bytes` further.
    #[inline]
    pub fn offset(self, bytes: usize) -> Self {
        Self(self.0.wrapping_add(bytes as u64))
    }

    /// As a host address; meaningful in the host's domain only.
    #[inline]
    pub fn as_host(self) -> HostPtr {
        HostPtr(self.0 as usize as *mut u8)
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
    keeper: Keeper,
}

/// Frees a block when it is dropped.
enum Keeper {
    /// The usual one, which needs no extra allocation.
    Host {
        _block: HostBlock,
    },
    Driver {
        block: Box<dyn Any + Send + Sync>,
        native: Option<NativeHandle>,
    },
}

impl Allocation {
    /// A block that stays valid until `keeper` is dropped.
    pub fn new(address: DevicePtr, bytes: usize, keeper: Box<dyn Any + Send + Sync>) -> Self {
        Self { address, bytes, keeper: Keeper::Driver { block: keeper, native: None } }
    }

    /// The same block, with the handle that the back end has for it. Blocks of the host's
    /// memory have none.
    #[must_use]
    pub fn with_native_handle(mut self, handle: NativeHandle) -> Self {
        if let Keeper::Driver { native, .. } = &mut self.keeper {
            *native = Some(handle);
        }
        self
    }

    /// The driver's data for the block, if it is of this type.
    pub fn driver_data<T: Any>(&self) -> Option<&T> {
        match &self.keeper {
            Keeper::Host { .. } => None,
            Keeper::Driver { block, .. } => block.downcast_ref(),
        }
    }

    /// The block of the back end.
    pub fn native_handle(&self) -> Option<NativeHandle> {
        match &self.keeper {
            Keeper::Host { .. } => None,
            Keeper::Driver { native, .. } => *native,
        }
    }

    /// The alignment for memory of `bytes` bytes whose purpose is unknown: as high as that of objects of which they
    /// could consist, between 128 bytes and a page.
    pub fn alignment_of(bytes: usize) -> usize {
        1 << bytes.trailing_zeros().clamp(7, 12)
    }

    /// A block of the host's memory. `align` is a power of two or 0 for the
    /// default, a cache line.
    pub fn host(bytes: usize, align: usize) -> Result<Self> {
        HostBlock::new(bytes, align, std::alloc::alloc).map(|(first, block)| Self::of_block(first, block, bytes))
    }

    /// As [`host`](Self::host), and all bytes are zero.
    pub fn host_zeroed(bytes: usize, align: usize) -> Result<Self> {
        HostBlock::new(bytes, align, std::alloc::alloc_zeroed).map(|(first, block)| Self::of_block(first, block, bytes))
    }

    fn of_block(first: HostPtr, block: HostBlock, bytes: usize) -> Self {
        Self { address: first.as_device(), bytes, keeper: Keeper::Host { _block: block } }
    }

    /// Its first byte.
    #[inline]
    pub fn address(&self) -> DevicePtr {
        self.address
    }

    /// Its size as requested.
    #[inline]
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
    /// The pointer from the allocator; the first byte that is used may follow later.
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

    /// The alignment that the allocator guarantees anyway. Up to it, the allocator knows which memory is zero already,
    /// because the system just provided it.
    const ALLOCATOR_ALIGN: usize = 16;

    /// A block and its first byte, from one of the allocator's functions. They
    /// take longer for larger alignments than for some more bytes.
    fn new(bytes: usize, align: usize, allocate: unsafe fn(Layout) -> *mut u8) -> Result<(HostPtr, Self)> {
        let align = align.max(Self::MIN_ALIGN);
        let size = bytes.max(1).checked_add(align - Self::ALLOCATOR_ALIGN);
        let layout = size.and_then(|size| Layout::from_size_align(size, Self::ALLOCATOR_ALIGN).ok());
        let layout = layout.ok_or_else(|| Self::exhausted(bytes))?;
        // SAFETY: the layout's size is not 0.
        let base = unsafe { allocate(layout) };
        if base.is_null() {
            return Err(Self::exhausted(bytes));
        }
        let first = base.wrapping_add(base.align_offset(align));
        Ok((HostPtr(first), Self { base, layout }))
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
