//! Memory objects: the memory behind a buffer.
//!
//! A memory object is one allocation, which the first device that uses it makes,
//! in its own memory domain. It never moves: whoever needs the contents in
//! another domain makes another memory object there and copies.

use std::any::Any;
use std::fmt;
use std::sync::{Arc, OnceLock};

use parking_lot::Mutex;

use crate::driver::Device;
use crate::error::{Error, Result};
use crate::memory::{Allocation, DevicePtr, HostPtr, MemoryDomain};
use crate::native_handle::NativeHandle;

/// What a memory object holds before a command writes to it.
#[derive(Clone, Copy, Debug)]
pub enum InitialContents<'a> {
    /// Undefined contents.
    Undefined,
    /// The caller's memory, which outlives the object. Devices of the host's
    /// domain use it in place. Others get its contents when they first use the
    /// object, and mappings are at its address.
    Use(HostPtr),
    /// Contents copied from here now.
    Copy(&'a [u8]),
}

/// Where the memory of an object is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// The domain of the address.
    pub domain: MemoryDomain,
    /// The object's first byte.
    pub address: DevicePtr,
}

/// The memory of an object that some device has used.
struct Memory {
    place: Place,
    /// Name of the device whose own memory it is; `None` for the host's.
    holder: Option<Arc<str>>,
    /// `None` when the caller owns the memory.
    allocation: Option<Allocation>,
}

/// What waits for the first device.
enum Initial {
    Undefined,
    Use,
    Copy(Allocation),
}

struct Root {
    memory: OnceLock<Memory>,
    /// Locked while the memory is made.
    initial: Mutex<Initial>,
    /// The caller's memory.
    host: Option<HostPtr>,
}

enum Storage {
    Root(Root),
    Sub { parent: Arc<MemoryObject>, offset: usize },
}

/// The memory of a buffer, or a part of it.
pub struct MemoryObject {
    bytes: usize,
    storage: Storage,
}

impl MemoryObject {
    /// An object of `bytes` bytes without memory. Only
    /// [`InitialContents::Copy`] allocates, in host memory.
    ///
    /// # Errors
    /// [`Error::OutOfMemory`] when there is no room for the copy.
    pub fn new(bytes: usize, contents: InitialContents<'_>) -> Result<Arc<Self>> {
        let (initial, host) = match contents {
            InitialContents::Undefined => (Initial::Undefined, None),
            InitialContents::Use(ptr) => (Initial::Use, Some(ptr)),
            InitialContents::Copy(contents) => {
                let allocation = Allocation::host(bytes, Allocation::alignment_of(bytes))?;
                let ptr = allocation.address().as_host().0;
                // SAFETY: the block is new and has `bytes` bytes.
                unsafe { ptr.copy_from(contents.as_ptr(), contents.len().min(bytes)) };
                (Initial::Copy(allocation), None)
            }
        };
        let root = Root { memory: OnceLock::new(), initial: Mutex::new(initial), host };
        Ok(Arc::new(Self { bytes, storage: Storage::Root(root) }))
    }

    /// An object over memory that `device` has already. For drivers, which make such
    /// objects for interoperation.
    pub fn around(device: &dyn Device, allocation: Allocation) -> Arc<Self> {
        let bytes = allocation.bytes();
        let place = Place { domain: device.memory_domain(), address: allocation.address() };
        let holder = (place.domain != MemoryDomain::HOST).then(|| device.info().name.clone());
        let memory = Memory { place, holder, allocation: Some(allocation) };
        let initial = Mutex::new(Initial::Undefined);
        let root = Root { memory: OnceLock::from(memory), initial, host: None };
        Arc::new(Self { bytes, storage: Storage::Root(root) })
    }

    /// An object that is memory of the caller's, as with [`InitialContents::Use`], for devices of the
    /// host's domain alone. It has its place at once, so that no device has to make it.
    pub fn in_place(ptr: HostPtr, bytes: usize) -> Arc<Self> {
        let place = Place { domain: MemoryDomain::HOST, address: ptr.as_device() };
        let memory = OnceLock::from(Memory { place, holder: None, allocation: None });
        let root = Root { memory, initial: Mutex::new(Initial::Undefined), host: Some(ptr) };
        Arc::new(Self { bytes, storage: Storage::Root(root) })
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

    /// The object that this is a part of, and where it starts in it.
    pub fn parent(&self) -> Option<(&Arc<Self>, usize)> {
        match &self.storage {
            Storage::Root(_) => None,
            Storage::Sub { parent, offset } => Some((parent, *offset)),
        }
    }

    /// Where the object is, once a device has used it. Does not allocate.
    pub fn placed(&self) -> Option<Place> {
        let (root, offset) = self.root();
        root.memory.get().map(|memory| memory.place.at(offset))
    }

    /// Allocates the object's memory in the domain of `device`, if it has none and has no contents
    /// that would have to be copied there. For whoever submits a command, to hear of a failure
    /// before the command runs.
    ///
    /// # Errors
    /// What [`Device::alloc`] reports.
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
    /// What [`Device::alloc`] and [`HostTransfer::write`](crate::HostTransfer::write)
    /// report.
    pub fn place(&self, device: &dyn Device) -> Result<Place> {
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

    /// What the driver keeps with the memory ([`Allocation::driver_data`]), once a device
    /// has used the object, and where this object starts in it. For drivers whose memory is
    /// not told by an address. Does not allocate.
    pub fn driver_data<T: Any>(&self) -> Option<(&T, usize)> {
        let (root, offset) = self.root();
        let data = root.memory.get()?.allocation.as_ref()?.driver_data()?;
        Some((data, offset))
    }

    /// The memory as the back end of `device` has it; as for [`place`](Self::place). A part
    /// of an object has memory of its own where the device says so
    /// ([`NativeObjects::part_of_memory`](crate::NativeObjects::part_of_memory)).
    pub fn native_handle(&self, device: &dyn Device) -> Result<Option<NativeHandle>> {
        let (root, offset) = self.root();
        let memory = root.memory(device, self.root_bytes())?;
        let whole = memory.allocation.as_ref().and_then(Allocation::native_handle);
        Ok(match &self.storage {
            Storage::Root(_) => whole,
            Storage::Sub { .. } => whole.and_then(|whole| device.native()?.part_of_memory(whole, offset)),
        })
    }

    /// The error of a command on `device` that cannot reach the object.
    pub fn inaccessible(&self, device: &dyn Device) -> Error {
        let holder = self.root().0.memory.get().and_then(|memory| memory.holder.clone());
        Error::Inaccessible { holder: holder.unwrap_or_else(|| "the host".into()), device: device.info().name.clone() }
    }

    /// The caller's memory that this object was made over, if any.
    pub(crate) fn host_memory(&self) -> Option<HostPtr> {
        let (root, offset) = self.root();
        root.host.map(|ptr| ptr.offset(offset))
    }

    fn root_bytes(&self) -> usize {
        self.parent().map_or(self.bytes, |(parent, _)| parent.root_bytes())
    }

    /// The object that owns the memory, and where this one starts in it.
    fn root(&self) -> (&Root, usize) {
        match &self.storage {
            Storage::Root(root) => (root, 0),
            Storage::Sub { parent, offset } => {
                let (root, begin) = parent.root();
                (root, begin + offset)
            }
        }
    }
}

impl Place {
    fn at(self, offset: usize) -> Self {
        Self { address: self.address.offset(offset), ..self }
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
                let allocation = with_room(device, || device.alloc(bytes, Allocation::alignment_of(bytes)))?;
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
        let memory = Memory { place: Place { domain, address }, holder, allocation };
        Ok(self.memory.get_or_init(|| memory))
    }
}

/// Makes an allocation on a device. If there is no memory, the device gives back what it
/// keeps for later, and the allocation is tried once more.
#[inline(always)]
pub fn with_room<T>(device: &dyn Device, allocate: impl Fn() -> Result<T>) -> Result<T> {
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

impl fmt::Debug for MemoryObject {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.storage {
            Storage::Root(_) => write!(f, "buffer of {} bytes", self.bytes),
            Storage::Sub { offset, .. } => {
                write!(f, "sub-buffer of {} bytes at {offset}", self.bytes)
            }
        }
    }
}
