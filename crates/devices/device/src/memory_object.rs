//! Memory objects: the memory of buffers.
//!
//! A memory object is one allocation, which the first device that uses it makes (`placement`), in its own memory
//! domain. It never moves: a caller that needs the contents in another domain makes another memory object there and
//! copies.

use std::any::Any;
use std::fmt;
use std::sync::{Arc, OnceLock};

use parking_lot::Mutex;

use crate::error::Result;
use crate::memory::{Allocation, DevicePtr, HostPtr, MemoryDomain};

/// The contents of a memory object before a command writes to it.
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
pub struct DomainAddress {
    /// The domain of the address.
    pub domain: MemoryDomain,
    /// The object's first byte.
    pub address: DevicePtr,
}

/// The memory of an object that some device has used.
pub(crate) struct Memory {
    pub(crate) place: DomainAddress,
    /// Name of the device whose own memory it is; `None` for the host's.
    pub(crate) holder: Option<Arc<str>>,
    /// `None` when the caller owns the memory.
    pub(crate) allocation: Option<Allocation>,
}

/// Initial contents that wait for the first device.
pub(crate) enum Initial {
    Undefined,
    Use,
    Copy(Allocation),
}

pub(crate) struct Root {
    pub(crate) memory: OnceLock<Memory>,
    /// Locked while the memory is made.
    pub(crate) initial: Mutex<Initial>,
    /// The caller's memory.
    pub(crate) host: Option<HostPtr>,
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
    /// [`Error::OutOfMemory`](crate::Error::OutOfMemory) when there is no room for the copy.
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
        Ok(Self::of_root(bytes, Root { memory: OnceLock::new(), initial: Mutex::new(initial), host }))
    }

    /// An object in the caller's memory, as with [`InitialContents::Use`], but only for devices of the host's domain.
    /// Its location is fixed at once, so that no device has to make it.
    pub fn in_place(ptr: HostPtr, bytes: usize) -> Arc<Self> {
        let place = DomainAddress { domain: MemoryDomain::HOST, address: ptr.as_device() };
        let memory = OnceLock::from(Memory { place, holder: None, allocation: None });
        Self::of_root(bytes, Root { memory, initial: Mutex::new(Initial::Undefined), host: Some(ptr) })
    }

    pub(crate) fn of_root(bytes: usize, root: Root) -> Arc<Self> {
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
    pub fn placed(&self) -> Option<DomainAddress> {
        let (root, offset) = self.root();
        root.memory.get().map(|memory| memory.place.at(offset))
    }

    /// The driver's data for the memory ([`Allocation::driver_data`]), once a device has used the object, and where
    /// this object starts in it. For drivers whose memory an address does not identify. Does not allocate.
    pub fn driver_data<T: Any>(&self) -> Option<(&T, usize)> {
        let (root, offset) = self.root();
        let data = root.memory.get()?.allocation.as_ref()?.driver_data()?;
        Some((data, offset))
    }

    /// The caller's memory that this object was made over, if any.
    pub(crate) fn host_memory(&self) -> Option<HostPtr> {
        let (root, offset) = self.root();
        root.host.map(|ptr| ptr.offset(offset))
    }

    pub(crate) fn root_bytes(&self) -> usize {
        self.parent().map_or(self.bytes, |(parent, _)| parent.root_bytes())
    }

    /// The object that owns the memory, and where this one starts in it.
    pub(crate) fn root(&self) -> (&Root, usize) {
        match &self.storage {
            Storage::Root(root) => (root, 0),
            Storage::Sub { parent, offset } => {
                let (root, begin) = parent.root();
                (root, begin + offset)
            }
        }
    }
}

impl DomainAddress {
    pub(crate) fn at(self, offset: usize) -> Self {
        Self { address: self.address.offset(offset), ..self }
    }
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
