//! USM: device memory, and host memory in the profile that has it.

use std::collections::HashSet;
use std::sync::Arc;

use parking_lot::Mutex;
use tandem_device::{Allocation, DevicePtr, Error, HostPtr, NativeHandle, Result, UsmInfo, UsmKind};
use tandem_device_usm::{UsmHeap, UsmPooling, UsmSource, host_usm, renew_host_usm};

use crate::failures::Operation;
use crate::hardware::Hardware;
use crate::spec::{Profile, Spec};

/// Bytes that small allocations are divided from.
const SLAB_BYTES: usize = 64 << 10;
/// Least alignment: the largest vector type.
const ALIGN: usize = 128;

/// The USM of one device in a context.
pub struct IslandUsm {
    memory: Memory,
    heap: UsmHeap,
    /// Where imported host memory begins.
    imported: Mutex<HashSet<usize>>,
}

/// The source of memory for a device in a context.
struct Memory {
    hardware: Arc<Hardware>,
    profile: Profile,
    /// The largest size of an allocation.
    max_bytes: usize,
    device: Arc<str>,
}

impl IslandUsm {
    /// USM of the device of this name.
    pub fn new(hardware: &Arc<Hardware>, spec: &Spec, device: Arc<str>) -> Self {
        Self::of(Memory { hardware: Arc::clone(hardware), profile: spec.profile, max_bytes: spec.memory, device })
    }

    /// A copy without allocations.
    pub fn empty(&self) -> Self {
        let Memory { hardware, profile, max_bytes, device } = &self.memory;
        let (hardware, device) = (Arc::clone(hardware), Arc::clone(device));
        Self::of(Memory { hardware, profile: *profile, max_bytes: *max_bytes, device })
    }

    fn of(memory: Memory) -> Self {
        let (kinds, device_bytes) = (&[UsmKind::Host, UsmKind::Device], memory.max_bytes as u64);
        let heap = UsmHeap::new(UsmPooling { kinds, device_bytes, slab_bytes: SLAB_BYTES, align: ALIGN });
        Self { memory, heap, imported: Mutex::default() }
    }

    /// Allocates device memory.
    pub fn alloc_device(&self, bytes: usize, align: usize) -> Result<Allocation> {
        self.memory.check_no_failure(bytes)?;
        self.memory.alloc_device(bytes, align)
    }

    /// Allocates USM of a kind.
    pub fn alloc(&self, kind: UsmKind, bytes: usize, align: usize) -> Result<DevicePtr> {
        match (kind, self.memory.profile) {
            (UsmKind::Device, _) | (UsmKind::Host, Profile::HostUsm) => {}
            (UsmKind::Host, Profile::DeviceUsm) => return Err(Error::Unsupported("host USM")),
            (UsmKind::Shared, _) => return Err(Error::Unsupported("shared USM")),
        }
        // Each allocation counts, however many of them share memory.
        self.memory.check_no_failure(bytes)?;
        self.heap.alloc(&self.memory, kind, bytes, align)
    }

    /// Frees an allocation.
    pub fn free(&self, ptr: DevicePtr) -> Result<()> {
        self.heap.free(ptr)
    }

    /// The allocation that an address is in.
    pub fn query(&self, ptr: DevicePtr) -> Option<UsmInfo> {
        self.heap.query(ptr)
    }

    /// Imports host memory. Copies reach all of it in the same way; this only keeps account, as a
    /// device does that pins memory.
    pub fn import(&self, host: HostPtr, bytes: usize) -> Result<()> {
        self.memory.check_no_failure(bytes)?;
        self.imported.lock().insert(host.0 as usize);
        Ok(())
    }

    /// Ends the import of host memory.
    pub fn release(&self, host: HostPtr) -> Result<()> {
        let was_imported = self.imported.lock().remove(&(host.0 as usize));
        if was_imported { Ok(()) } else { Err(Error::Unsupported("a release of host memory that was not imported")) }
    }

    /// Gives memory back that no allocation uses. True if there was some.
    pub fn trim(&self) -> bool {
        self.heap.trim()
    }

    /// The USM around a device address, and the rest of its bytes from there on.
    pub fn bytes_at(&self, address: DevicePtr) -> Option<usize> {
        let info = self.heap.query(address)?;
        Some(info.size - (address.0 - info.base.0) as usize)
    }
}

impl Memory {
    /// Counts an allocation, and fails if a failure is requested for it.
    fn check_no_failure(&self, bytes: usize) -> Result<()> {
        if self.hardware.failures.strikes(Operation::Alloc) { Err(self.out_of_memory(bytes)) } else { Ok(()) }
    }

    fn alloc_device(&self, bytes: usize, align: usize) -> Result<Allocation> {
        let block = self.hardware.arena().alloc(bytes, align).ok_or_else(|| self.out_of_memory(bytes))?;
        let address = block.address();
        let allocation = Allocation::new(address, bytes, Box::new(block));
        Ok(allocation.with_native_handle(NativeHandle(address.0 as usize)))
    }

    fn out_of_memory(&self, bytes: usize) -> Error {
        Error::OutOfMemory { bytes, device: Arc::clone(&self.device) }
    }
}

impl UsmSource for Memory {
    fn allocate(&self, kind: UsmKind, bytes: usize, align: usize) -> Result<Allocation> {
        match kind {
            UsmKind::Host if bytes > self.max_bytes => Err(self.out_of_memory(bytes)),
            UsmKind::Host => host_usm(UsmKind::Host, bytes, align),
            UsmKind::Device => self.alloc_device(bytes, align),
            UsmKind::Shared => Err(Error::Unsupported("shared USM")),
        }
    }

    fn renew(&self, kind: UsmKind, first: DevicePtr, bytes: usize) -> Result<()> {
        if kind == UsmKind::Host {
            // SAFETY: host memory from `allocate`.
            unsafe { renew_host_usm(kind, first.as_host(), bytes) };
        }
        Ok(())
    }
}
