//! USM: device memory, and host memory in the profile that has it.

use std::collections::HashSet;
use std::sync::Arc;

use parking_lot::Mutex;
use tandem_device::{Allocation, DevicePtr, Error, HostPtr, Result, Usm, UsmInfo, UsmKind, UsmTable, host_usm};

use crate::arena::Arena;
use crate::failures::{Failures, Operation};
use crate::spec::{Profile, Spec};

/// The USM of one device.
pub struct IslandUsm {
    arena: Arc<Arena>,
    profile: Profile,
    /// Of one allocation.
    max_bytes: usize,
    failures: Arc<Failures>,
    device: String,
    table: UsmTable,
    /// Where imported host memory begins.
    imported: Mutex<HashSet<usize>>,
}

impl IslandUsm {
    /// USM in this memory, for the device of this name.
    pub fn new(arena: Arc<Arena>, spec: &Spec, failures: Arc<Failures>, device: String) -> Self {
        let (profile, max_bytes) = (spec.profile, spec.memory);
        let (table, imported) = (UsmTable::default(), Mutex::default());
        Self { arena, profile, max_bytes, failures, device, table, imported }
    }

    /// Allocates device memory.
    pub fn alloc_device(&self, bytes: usize, align: usize) -> Result<Allocation> {
        let block = if self.failures.strikes(Operation::Alloc) { None } else { self.arena.alloc(bytes, align) };
        let block = block.ok_or_else(|| self.out_of_memory(bytes))?;
        Ok(Allocation::new(block.address(), bytes, Box::new(block)))
    }

    fn alloc_host(&self, bytes: usize, align: usize) -> Result<Allocation> {
        if bytes > self.max_bytes || self.failures.strikes(Operation::Alloc) {
            return Err(self.out_of_memory(bytes));
        }
        host_usm(UsmKind::Host, bytes, align)
    }

    fn out_of_memory(&self, bytes: usize) -> Error {
        Error::OutOfMemory { bytes, device: self.device.clone() }
    }
}

impl Usm for IslandUsm {
    fn alloc(&self, kind: UsmKind, bytes: usize, align: usize) -> Result<DevicePtr> {
        let allocation = match (kind, self.profile) {
            (UsmKind::Device, _) => self.alloc_device(bytes, align)?,
            (UsmKind::Host, Profile::HostUsm) => self.alloc_host(bytes, align)?,
            (UsmKind::Host, Profile::DeviceUsm) => return Err(Error::Unsupported("host USM")),
            (UsmKind::Shared, _) => return Err(Error::Unsupported("shared USM")),
        };
        Ok(self.table.insert(kind, allocation))
    }

    fn free(&self, ptr: DevicePtr) -> Result<()> {
        self.table.free(ptr)
    }

    fn query(&self, ptr: DevicePtr) -> Option<UsmInfo> {
        self.table.query(ptr)
    }

    /// Its copies reach all host memory in the same way; it only keeps account, as a device does
    /// that pins memory.
    fn import(&self, host: HostPtr, bytes: usize) -> Result<()> {
        if self.failures.strikes(Operation::Alloc) {
            return Err(self.out_of_memory(bytes));
        }
        self.imported.lock().insert(host.0 as usize);
        Ok(())
    }

    fn release(&self, host: HostPtr) -> Result<()> {
        let was_imported = self.imported.lock().remove(&(host.0 as usize));
        if was_imported { Ok(()) } else { Err(Error::Unsupported("a release of host memory that was not imported")) }
    }
}
