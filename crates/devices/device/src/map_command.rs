//! Mappings on a device: they are made for it, and commands map and unmap them.

use std::sync::Arc;

use crate::command::Work;
use crate::device::Device;
use crate::error::{Error, Result};
use crate::host_transfer::HostTransfer;
use crate::location::Location;
use crate::mapping::{MapAccess, Mapping};
use crate::memory::{Allocation, MemoryDomain};
use crate::memory_object::MemoryObject;

impl Mapping {
    /// A mapping of `bytes` bytes at `offset`, for commands on `device`; the
    /// caller has checked the range. Called by the plugin layer before it submits
    /// the map command. Allocates host memory, or the memory of an object that no
    /// device has used on a device of the host's domain.
    pub fn new(
        object: &Arc<MemoryObject>,
        device: &dyn Device,
        offset: usize,
        bytes: usize,
        access: MapAccess,
    ) -> Result<Arc<Self>> {
        let object = Arc::clone(object);
        let domain = object.placed().map_or_else(|| device.memory_domain(), |place| place.domain);
        let (address, staging) = if domain == MemoryDomain::HOST {
            (object.place(device)?.address.as_host().offset(offset), None)
        } else if let Some(host) = object.host_memory() {
            (host.offset(offset), None)
        } else {
            let staging = Allocation::host(bytes, Allocation::alignment_of(bytes))?;
            (staging.address().as_host(), Some(staging))
        };
        let is_staged = domain != MemoryDomain::HOST;
        Ok(Arc::new(Self { object, offset, bytes, access, address, is_staged, _staging: staging }))
    }

    /// The copy that the map command consists of, for devices with native queues; `None` if the host sees the contents
    /// without one.
    pub fn map_copy(&self) -> Option<Work> {
        let is_copied = self.is_staged && self.access != MapAccess::Discard;
        is_copied.then(|| Work::Copy { src: self.in_object(), dst: Location::Host(self.address), bytes: self.bytes })
    }

    /// The copy that the unmap command consists of; as for [`map_copy`](Self::map_copy).
    pub fn unmap_copy(&self) -> Option<Work> {
        let is_copied = self.is_staged && self.access != MapAccess::Read;
        is_copied.then(|| Work::Copy { src: Location::Host(self.address), dst: self.in_object(), bytes: self.bytes })
    }

    /// Executes the map command. Called by queues of `device` on the thread that
    /// executes it; blocks for the copy.
    ///
    /// # Errors
    /// Those of [`MemoryObject::address`] and of the copy.
    pub fn map(&self, device: &dyn Device) -> Result<()> {
        if !self.is_staged || self.access == MapAccess::Discard {
            return Ok(());
        }
        let source = self.object.address(device)?.offset(self.offset);
        transfer(device)?.read(source, self.address, self.bytes)
    }

    /// Executes the unmap command; as for [`map`](Self::map).
    pub fn unmap(&self, device: &dyn Device) -> Result<()> {
        if !self.is_staged || self.access == MapAccess::Read {
            return Ok(());
        }
        let target = self.object.address(device)?.offset(self.offset);
        transfer(device)?.write(self.address, target, self.bytes)
    }
}

fn transfer(device: &dyn Device) -> Result<&dyn HostTransfer> {
    device.host_transfer().ok_or(Error::Unsupported("a copy to or from host memory"))
}
