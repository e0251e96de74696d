//! Where memory objects get their memory: on the first device that uses them.

use std::sync::{Arc, OnceLock};

use parking_lot::Mutex;

use crate::device::Device;
use crate::error::{Error, Result};
use crate::memory::{Allocation, DevicePtr, MemoryDomain};
use crate::memory_object::{DomainAddress, Initial, Memory, MemoryObject, Root};
use crate::native_handle::NativeHandle;

impl MemoryObject {
    /// An object over memory that `device` has already. For drivers, which make such
    /// objects for interoperation.
    pub fn around(device: &dyn Device, allocation: Allocation) -> Arc<Self> {
        let bytes = allocation.bytes();
        let place = DomainAddress { domain: device.memory_domain(), address: allocation.address() };
        let holder = (place.domain != MemoryDomain::HOST).then(|| device.info().name.clone());
        let memory = Memory { place, holder, allocation: Some(allocation) };
        let initial = Mutex::new(Initial::Undefined);
        Self::of_root(bytes, Root { memory: OnceLock::from(memory), initial, host: None })
    }

    /// An object over unified shared memory that kernels of `device` access, which the caller keeps
    /// valid: `bytes` bytes at `address`.
    pub fn over_usm(device: &dyn Device, address: DevicePtr, bytes: usize) -> Arc<Self> {
        let place = DomainAddress { domain: device.memory_domain(), address };
        let holder = (place.domain != MemoryDomain::HOST).then(|| device.info().name.clone());
        let memory = OnceLock::from(Memory { place, holder, allocation: None });
        Self::of_root(bytes, Root { memory, initial: Mutex::new(Initial::Undefined), host: None })
    }

    /// Allocates the object's memory in the domain of `device`, if it has none and has no contents that would have to
    /// be copied there. Called when a command is submitted, so that a failure is reported before the command runs.
    ///
    /// # Errors
    /// Errors from [`Device::alloc`].
    #[inline]
    pub fn reserve(&self, device: &dyn Device) -> Result<()> {
        let (root, _) = self.root();
        match root.memory.get() {
            Some(_) => Ok(()),
            None => root.reserve(device, self.root_bytes()),
        }
    }

    /// Where the object is, for a command that is about to use it on `device`.
    /// The first use allocates in the device's domain and copies the initial
    /// contents there. Called by queues of `device` on the thread that executes
    /// the command; may block for the allocation and the copy, with a lock of
    /// this object held.
    ///
    /// # Errors
    /// Errors from [`Device::alloc`] and [`HostTransfer::write`](crate::HostTransfer::write).
    pub fn place(&self, device: &dyn Device) -> Result<DomainAddress> {
        let (root, offset) = self.root();
        Ok(root.memory(device, self.root_bytes())?.place.at(offset))
    }

    /// The address that kernels, and copies on one side, of `device` use; as for
    /// [`place`](Self::place).
    ///
    /// # Errors
    /// [`Error::Inaccessible`] when the object is in a domain that the device
    /// cannot access.
    pub fn address(&self, device: &dyn Device) -> Result<DevicePtr> {
        let (root, offset) = self.root();
        let memory = root.memory(device, self.root_bytes())?;
        let domain = memory.place.domain;
        let own = device.memory_domain() == domain;
        if own || device.peers().is_some_and(|peers| peers.is_enabled(domain)) {
            return Ok(memory.place.at(offset).address);
        }
        Err(self.inaccessible(device))
    }

    /// The handle of the memory in the back end of `device`; as for [`place`](Self::place). A part of an object has a
    /// separate handle if the device says so ([`NativeObjects::part_of_memory`](crate::NativeObjects::part_of_memory)).
    pub fn native_handle(&self, device: &dyn Device) -> Result<Option<NativeHandle>> {
        let (root, offset) = self.root();
        let memory = root.memory(device, self.root_bytes())?;
        let whole = memory.allocation.as_ref().and_then(Allocation::native_handle);
        Ok(match self.parent() {
            None => whole,
            Some(_) => whole.and_then(|whole| device.native()?.part_of_memory(whole, offset)),
        })
    }

    /// The error of a command on `device` that cannot reach the object.
    pub fn inaccessible(&self, device: &dyn Device) -> Error {
        let holder = self.root().0.memory.get().and_then(|memory| memory.holder.clone());
        Error::Inaccessible { holder: holder.unwrap_or_else(|| "the host".into()), device: device.info().name.clone() }
    }
}

impl Root {
    #[inline]
    fn memory(&self, device: &dyn Device, bytes: usize) -> Result<&Memory> {
        match self.memory.get() {
            Some(memory) => Ok(memory),
            None => self.make(device, bytes),
        }
    }

    /// Makes the memory if it begins undefined.
    #[cold]
    fn reserve(&self, device: &dyn Device, bytes: usize) -> Result<()> {
        let is_undefined = matches!(*self.initial.lock(), Initial::Undefined);
        if is_undefined { self.make(device, bytes).map(drop) } else { Ok(()) }
    }

    /// Makes the memory in the domain of `device`.
    #[cold]
    fn make(&self, device: &dyn Device, bytes: usize) -> Result<&Memory> {
        let initial = &mut *self.initial.lock();
        if let Some(memory) = self.memory.get() {
            return Ok(memory);
        }
        let domain = device.memory_domain();
        let (address, allocation) = match (domain, &*initial, self.host) {
            (MemoryDomain::HOST, Initial::Use, Some(ptr)) => (ptr.as_device(), None),
            (MemoryDomain::HOST, Initial::Copy(copy), _) => (copy.address(), None),
            _ => {
                let allocation = allocate_or_trim(device, || device.alloc(bytes, Allocation::alignment_of(bytes)))?;
                let contents = match &*initial {
                    Initial::Undefined => None,
                    Initial::Use => self.host,
                    Initial::Copy(copy) => Some(copy.address().as_host()),
                };
                if let Some(contents) = contents {
                    let transfer = device.host_transfer().ok_or(Error::Unsupported("a copy from host memory"))?;
                    transfer.write(contents, allocation.address(), bytes)?;
                }
                (allocation.address(), Some(allocation))
            }
        };
        // The copy of the contents becomes the memory itself, or is not needed any more.
        let allocation = allocation.or_else(|| match std::mem::replace(initial, Initial::Undefined) {
            Initial::Copy(copy) => Some(copy),
            _ => None,
        });
        *initial = Initial::Undefined;
        let holder = (domain != MemoryDomain::HOST).then(|| device.info().name.clone());
        let memory = Memory { place: DomainAddress { domain, address }, holder, allocation };
        Ok(self.memory.get_or_init(|| memory))
    }
}

/// Makes an allocation on a device. If there is no memory, the device releases what it keeps for later allocations, and
/// the allocation is tried once more.
#[inline(always)]
pub fn allocate_or_trim<T>(device: &dyn Device, allocate: impl Fn() -> Result<T>) -> Result<T> {
    match allocate() {
        Err(error) => retry(device, error, allocate),
        allocated => allocated,
    }
}

/// Tries again if the error is about memory, and the device has given some back.
#[cold]
fn retry<T>(device: &dyn Device, error: Error, allocate: impl Fn() -> Result<T>) -> Result<T> {
    if matches!(error, Error::OutOfMemory { .. }) && device.trim() { allocate() } else { Err(error) }
}
