//! USM: device memory, and host memory in the profile that has it.

use std::collections::HashSet;
use std::sync::Arc;

use parking_lot::Mutex;
use tandem_device::{
    Allocation, DevicePtr, Error, HostPtr, NativeHandle, Result, Usm, UsmInfo, UsmKind, UsmTable, host_usm,
};

use crate::device::IslandDevice;
use crate::failures::Operation;
use crate::hardware::Hardware;
use crate::spec::{Profile, Spec};

/// The USM of one device in a context.
pub struct IslandUsm {
    hardware: Arc<Hardware>,
    profile: Profile,
    /// Of one allocation.
    max_bytes: usize,
    device: Arc<str>,
    table: UsmTable,
    /// Where imported host memory begins.
    imported: Mutex<HashSet<usize>>,
}

impl IslandUsm {
    /// USM of the device of this name.
    pub fn new(hardware: &Arc<Hardware>, spec: &Spec, device: Arc<str>) -> Self {
        let (profile, max_bytes) = (spec.profile, spec.memory);
        let (table, imported) = (UsmTable::default(), Mutex::default());
        Self { hardware: Arc::clone(hardware), profile, max_bytes, device, table, imported }
    }

    /// The same, without allocations.
    pub fn empty(&self) -> Self {
        let (table, imported) = (UsmTable::default(), Mutex::default());
        let (hardware, device) = (Arc::clone(&self.hardware), self.device.clone());
        Self { hardware, profile: self.profile, max_bytes: self.max_bytes, device, table, imported }
    }

    /// Allocates device memory.
    pub fn alloc_device(&self, bytes: usize, align: usize) -> Result<Allocation> {
        let fails = self.hardware.failures.strikes(Operation::Alloc);
        let block = if fails { None } else { self.hardware.arena().alloc(bytes, align) };
        let block = block.ok_or_else(|| self.out_of_memory(bytes))?;
        let address = block.address();
        let allocation = Allocation::new(address, bytes, Box::new(block));
        Ok(allocation.with_native_handle(NativeHandle(address.0 as usize)))
    }

    fn alloc_host(&self, bytes: usize, align: usize) -> Result<Allocation> {
        if bytes > self.max_bytes || self.hardware.failures.strikes(Operation::Alloc) {
            return Err(self.out_of_memory(bytes));
        }
        host_usm(UsmKind::Host, bytes, align)
    }

    fn out_of_memory(&self, bytes: usize) -> Error {
        Error::OutOfMemory { bytes, device: self.device.clone() }
    }
}

impl Usm for IslandDevice {
    fn alloc(&self, kind: UsmKind, bytes: usize, align: usize) -> Result<DevicePtr> {
        self.check_not_lost()?;
        let usm = self.usm_in_context();
        let allocation = match (kind, usm.profile) {
            (UsmKind::Device, _) => usm.alloc_device(bytes, align)?,
            (UsmKind::Host, Profile::HostUsm) => usm.alloc_host(bytes, align)?,
            (UsmKind::Host, Profile::DeviceUsm) => return Err(Error::Unsupported("host USM")),
            (UsmKind::Shared, _) => return Err(Error::Unsupported("shared USM")),
        };
        Ok(usm.table.insert(kind, allocation))
    }

    fn free(&self, ptr: DevicePtr) -> Result<()> {
        self.usm_in_context().table.free(ptr)
    }

    fn query(&self, ptr: DevicePtr) -> Option<UsmInfo> {
        self.usm_in_context().table.query(ptr)
    }

    /// Its copies reach all host memory in the same way; it only keeps account, as a device does
    /// that pins memory.
    fn import(&self, host: HostPtr, bytes: usize) -> Result<()> {
        self.check_not_lost()?;
        let usm = self.usm_in_context();
        if usm.hardware.failures.strikes(Operation::Alloc) {
            return Err(usm.out_of_memory(bytes));
        }
        usm.imported.lock().insert(host.0 as usize);
        Ok(())
    }

    fn release(&self, host: HostPtr) -> Result<()> {
        let was_imported = self.usm_in_context().imported.lock().remove(&(host.0 as usize));
        if was_imported { Ok(()) } else { Err(Error::Unsupported("a release of host memory that was not imported")) }
    }
}
