//! Optional group: unified shared memory.

use crate::error::Result;
use crate::memory::{DevicePtr, HostPtr};

/// Kind of a USM allocation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum UsmKind {
    /// Host memory that devices can access.
    Host,
    /// Device memory.
    Device,
    /// Memory that moves between host and device.
    Shared,
}

impl UsmKind {
    /// All of them, by their index.
    pub const ALL: [Self; 3] = [Self::Host, Self::Device, Self::Shared];

    /// Its place among all.
    #[inline]
    pub fn index(self) -> usize {
        self as usize
    }
}

/// The allocation that a USM pointer belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UsmInfo {
    /// Kind of the allocation.
    pub kind: UsmKind,
    /// Its first byte.
    pub base: DevicePtr,
    /// Its size in bytes, as requested.
    pub size: usize,
}

/// Optional group: unified shared memory.
pub trait Usm {
    /// Allocates. `align` is a power of two or 0; `bytes` is not 0. Host and shared
    /// memory is zero at first (`host_usm` of crate `device-usm`).
    ///
    /// # Errors
    /// [`Error::Unsupported`](crate::Error::Unsupported) for a kind that [`DeviceInfo`](crate::DeviceInfo) does not offer,
    /// [`Error::OutOfMemory`](crate::Error::OutOfMemory) in any case for more than
    /// [`DeviceInfo::max_alloc_bytes`](crate::DeviceInfo::max_alloc_bytes).
    fn alloc(&self, kind: UsmKind, bytes: usize, align: usize) -> Result<DevicePtr>;

    /// Frees what [`alloc`](Self::alloc) of the same device returned; any other
    /// address is an error. Does not wait for commands that use it: the caller has.
    fn free(&self, ptr: DevicePtr) -> Result<()>;

    /// The allocation that contains this address, if it is one of this
    /// device's. Does not allocate.
    fn query(&self, ptr: DevicePtr) -> Option<UsmInfo>;

    /// Prepares ordinary host memory for many copies from and to it (it may be pinned, or
    /// mapped). The range stays valid until it is released, and no other imported range overlaps
    /// it. A hint: copies without it give the same result. May block.
    fn import(&self, _host: HostPtr, _bytes: usize) -> Result<()> {
        Ok(())
    }

    /// Ends an [`import`](Self::import) that began at this address. The caller has waited for the
    /// copies that use the range.
    fn release(&self, _host: HostPtr) -> Result<()> {
        Ok(())
    }
}
