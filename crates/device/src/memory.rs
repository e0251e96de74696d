//! Memory: allocations, and buffers that get device memory lazily, on the
//! devices that use them.

use std::alloc::Layout;
use std::any::Any;
use std::fmt;
use std::sync::Arc;

use parking_lot::Mutex;

use crate::command::{Access, HostPtr};
use crate::driver::{Device, Migration};
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
        let block = HostBlock::new(bytes, align)?;
        Ok(Self::new(HostPtr(block.ptr).as_device(), bytes, Box::new(block)))
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
    ptr: *mut u8,
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

    fn new(bytes: usize, align: usize) -> Result<Self> {
        let exhausted = || Error::OutOfMemory { bytes, device: "the host".into() };
        let layout = Layout::from_size_align(bytes.max(1), align.max(Self::MIN_ALIGN)).map_err(|_| exhausted())?;
        // SAFETY: the layout's size is not 0.
        let ptr = unsafe { std::alloc::alloc(layout) };
        if ptr.is_null() { Err(exhausted()) } else { Ok(Self { ptr, layout }) }
    }
}

impl Drop for HostBlock {
    fn drop(&mut self) {
        // SAFETY: `ptr` came from `alloc` with this layout.
        unsafe { std::alloc::dealloc(self.ptr, self.layout) };
    }
}

/// What a buffer starts with.
#[derive(Clone, Copy, Debug)]
pub enum HostCopy<'a> {
    /// Undefined contents, no host memory.
    None,
    /// The caller's memory is the host copy; it outlives the buffer.
    Use(HostPtr),
    /// Contents copied from here.
    Copy(&'a [u8]),
}

/// The contents of a buffer in one memory domain.
struct Resident {
    domain: MemoryDomain,
    address: DevicePtr,
    /// Holds the latest contents.
    valid: bool,
    /// Copies to and from the host's domain; `None` in that domain itself.
    migration: Option<Arc<dyn Migration>>,
    /// `None` when the caller owns the memory.
    _allocation: Option<Allocation>,
}

enum Storage {
    Own(Mutex<Vec<Resident>>),
    Sub { parent: Arc<MemoryObject>, offset: usize },
}

/// A buffer, or a part of one.
pub struct MemoryObject {
    bytes: usize,
    storage: Storage,
}

impl MemoryObject {
    /// A buffer. Memory is only allocated for [`HostCopy::Copy`].
    pub fn new(bytes: usize, host: HostCopy<'_>) -> Result<Arc<Self>> {
        let resident = match host {
            HostCopy::None => None,
            HostCopy::Use(ptr) => Some((ptr.as_device(), None)),
            HostCopy::Copy(contents) => {
                let allocation = Allocation::host(bytes, 0)?;
                let ptr = allocation.address().as_host().0;
                // SAFETY: the block is new and has `bytes` bytes.
                unsafe { ptr.copy_from(contents.as_ptr(), contents.len().min(bytes)) };
                Some((allocation.address(), Some(allocation)))
            }
        };
        let residents = resident.map(|(address, allocation)| Resident {
            domain: MemoryDomain::HOST,
            address,
            valid: true,
            migration: None,
            _allocation: allocation,
        });
        let storage = Storage::Own(Mutex::new(residents.into_iter().collect()));
        Ok(Arc::new(Self { bytes, storage }))
    }

    /// A view of `bytes` bytes at `offset`; the caller has checked the range.
    pub fn sub_buffer(parent: &Arc<Self>, offset: usize, bytes: usize) -> Arc<Self> {
        let storage = Storage::Sub { parent: Arc::clone(parent), offset };
        Arc::new(Self { bytes, storage })
    }

    /// Size in bytes.
    pub fn bytes(&self) -> usize {
        self.bytes
    }

    /// The buffer that this is a part of, and where it starts in it.
    pub fn parent(&self) -> Option<(&Arc<Self>, usize)> {
        match &self.storage {
            Storage::Own(_) => None,
            Storage::Sub { parent, offset } => Some((parent, *offset)),
        }
    }

    /// The address of the contents on a device, for a command that is about to
    /// use them. Allocates on first use in the device's domain, and moves the
    /// latest contents there. Called by executors; may block for the copy.
    pub fn acquire(&self, device: &dyn Device, access: Access) -> Result<DevicePtr> {
        match &self.storage {
            Storage::Own(residents) => self.acquire_own(&mut residents.lock(), device, access),
            Storage::Sub { parent, offset } => {
                // The rest of the parent must survive.
                let access = if access == Access::Discard { Access::ReadWrite } else { access };
                Ok(parent.acquire(device, access)?.offset(*offset))
            }
        }
    }

    /// The address of the host's copy, with the latest contents if `access`
    /// reads them. Allocates on first use; may block for the copy.
    pub fn acquire_host(&self, access: Access) -> Result<HostPtr> {
        match &self.storage {
            Storage::Own(residents) => {
                let residents = &mut residents.lock();
                let index = self.host_resident(residents)?;
                self.update(residents, index, access)?;
                Ok(residents[index].address.as_host())
            }
            Storage::Sub { parent, offset } => {
                let access = if access == Access::Discard { Access::ReadWrite } else { access };
                Ok(parent.acquire_host(access)?.as_device().offset(*offset).as_host())
            }
        }
    }

    fn acquire_own(&self, residents: &mut Vec<Resident>, device: &dyn Device, access: Access) -> Result<DevicePtr> {
        let domain = device.memory_domain();
        let index = match residents.iter().position(|resident| resident.domain == domain) {
            Some(index) => index,
            None => {
                let allocation = device.alloc(self.bytes, 0)?;
                residents.push(Resident {
                    domain,
                    address: allocation.address(),
                    valid: false,
                    migration: device.migration(),
                    _allocation: Some(allocation),
                });
                residents.len() - 1
            }
        };
        self.update(residents, index, access)?;
        Ok(residents[index].address)
    }

    /// Index of the host's copy, which is allocated if there is none.
    fn host_resident(&self, residents: &mut Vec<Resident>) -> Result<usize> {
        let found = residents.iter().position(|resident| resident.domain == MemoryDomain::HOST);
        if let Some(index) = found {
            return Ok(index);
        }
        let allocation = Allocation::host(self.bytes, 0)?;
        residents.push(Resident {
            domain: MemoryDomain::HOST,
            address: allocation.address(),
            valid: false,
            migration: None,
            _allocation: Some(allocation),
        });
        Ok(residents.len() - 1)
    }

    /// Brings `residents[index]` up to date for an access, through the host's
    /// copy where both sides are devices.
    fn update(&self, residents: &mut Vec<Resident>, index: usize, access: Access) -> Result<()> {
        if access != Access::Discard && !residents[index].valid {
            let source = residents.iter().position(|resident| resident.valid);
            if let Some(source) = source {
                let host = self.host_resident(residents)?;
                if source != host
                    && let Some(migration) = &residents[source].migration
                {
                    let (from, to) = (residents[source].address, residents[host].address);
                    migration.copy_out(from, to.as_host(), self.bytes)?;
                    residents[host].valid = true;
                }
                if index != host
                    && let Some(migration) = &residents[index].migration
                {
                    let (from, to) = (residents[host].address, residents[index].address);
                    migration.copy_in(from.as_host(), to, self.bytes)?;
                }
            }
        }
        if access != Access::Read {
            for resident in residents.iter_mut() {
                resident.valid = false;
            }
        }
        residents[index].valid = true;
        Ok(())
    }
}

impl fmt::Debug for MemoryObject {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.storage {
            Storage::Own(_) => write!(f, "buffer of {} bytes", self.bytes),
            Storage::Sub { offset, .. } => {
                write!(f, "sub-buffer of {} bytes at {offset}", self.bytes)
            }
        }
    }
}
