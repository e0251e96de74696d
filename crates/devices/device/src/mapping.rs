//! Mappings: parts of memory objects that the host sees.
//!
//! If the memory is the host's, a mapping is its address, and nothing is copied. Otherwise it is a range of host
//! memory: the map command copies the contents into it, unless the host overwrites them anyway, and the unmap command
//! copies the bytes back that the host wrote (`map_command`).

use std::fmt;
use std::sync::Arc;

use crate::location::Location;
use crate::memory::{Allocation, HostPtr};
use crate::memory_object::MemoryObject;

/// The host's access to mapped bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MapAccess {
    /// Reads only.
    Read,
    /// Overwrites all of them without reading.
    Discard,
    /// Writes some, or reads and writes.
    ReadWrite,
}

/// A part of a memory object that the host sees between the commands
/// [`Map`](crate::Work::Map) and [`Unmap`](crate::Work::Unmap).
pub struct Mapping {
    pub(crate) object: Arc<MemoryObject>,
    pub(crate) offset: usize,
    pub(crate) bytes: usize,
    pub(crate) access: MapAccess,
    pub(crate) address: HostPtr,
    pub(crate) is_staged: bool,
    /// The host memory of a staged mapping, unless it is the caller's own.
    pub(crate) _staging: Option<Allocation>,
}

impl Mapping {
    /// Where the host sees the bytes once the map command has run.
    pub fn address(&self) -> HostPtr {
        self.address
    }

    /// Its first byte in the object.
    pub(crate) fn in_object(&self) -> Location {
        Location::Buffer { object: Arc::clone(&self.object), offset: self.offset }
    }
}

impl fmt::Debug for Mapping {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} bytes at {} of a {:?}", self.bytes, self.offset, self.object)
    }
}
