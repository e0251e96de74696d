//! USM: all kinds are the host's memory, in one registry for all devices of a
//! context, which answers queries by address. No command ever looks here.

use tandem_device::{Allocation, DevicePtr, Error, Result, Usm, UsmInfo, UsmKind};
use tandem_device_usm::{UsmHeap, UsmPooling, UsmSource, host_usm, renew_host_usm};

/// Bytes that small allocations are divided from.
const SLAB_BYTES: usize = 64 << 10;
/// Least alignment: a cache line pair, which also is the largest vector type.
const ALIGN: usize = 128;

/// The living allocations.
#[derive(Debug)]
pub struct Registry {
    heap: UsmHeap,
    memory: HostMemory,
}

#[derive(Debug)]
struct HostMemory {
    max_bytes: u64,
}

impl Registry {
    /// A registry that refuses allocations of more than `max_bytes`.
    pub fn new(max_bytes: u64) -> Self {
        let kinds = &[UsmKind::Host, UsmKind::Device, UsmKind::Shared];
        let pooling = UsmPooling { kinds, device_bytes: max_bytes, slab_bytes: SLAB_BYTES, align: ALIGN };
        Self { heap: UsmHeap::new(pooling), memory: HostMemory { max_bytes } }
    }

    /// Gives memory back that no allocation uses. True if there was some.
    pub fn trim(&self) -> bool {
        self.heap.trim()
    }
}

impl UsmSource for HostMemory {
    fn allocate(&self, kind: UsmKind, bytes: usize, align: usize) -> Result<Allocation> {
        if bytes as u64 > self.max_bytes {
            return Err(Error::OutOfMemory { bytes, device: "the CPU".into() });
        }
        host_usm(kind, bytes, align)
    }

    fn renew(&self, kind: UsmKind, first: DevicePtr, bytes: usize) -> Result<()> {
        // SAFETY: memory from `allocate`, which is the host's.
        unsafe { renew_host_usm(kind, first.as_host(), bytes) };
        Ok(())
    }
}

impl Usm for Registry {
    fn alloc(&self, kind: UsmKind, bytes: usize, align: usize) -> Result<DevicePtr> {
        self.heap.alloc(&self.memory, kind, bytes, align)
    }

    fn free(&self, ptr: DevicePtr) -> Result<()> {
        self.heap.free(ptr)
    }

    fn query(&self, ptr: DevicePtr) -> Option<UsmInfo> {
        self.heap.query(ptr)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn queries_find_the_allocation_around_an_address() {
        let registry = Registry::new(1 << 20);
        let ptr = registry.alloc(UsmKind::Shared, 100, 0).unwrap();
        let info = UsmInfo { kind: UsmKind::Shared, base: ptr, size: 100 };
        assert_eq!(registry.query(ptr), Some(info));
        assert_eq!(registry.query(ptr.offset(99)), Some(info));
        assert_eq!(registry.query(ptr.offset(100)), None);
        assert_eq!(registry.query(DevicePtr(ptr.0 - 1)), None);
        registry.free(ptr).unwrap();
        assert_eq!(registry.query(ptr), None);
        assert!(registry.free(ptr).is_err());
    }

    #[test]
    fn alignment_and_limits() {
        let registry = Registry::new(1 << 20);
        for align in [0, 1, 64, 4096, 1 << 16] {
            let ptr = registry.alloc(UsmKind::Device, 10, align).unwrap();
            assert_eq!(ptr.0 % align.max(64) as u64, 0);
        }
        let refused = registry.alloc(UsmKind::Host, (1 << 20) + 1, 0);
        assert!(matches!(refused, Err(Error::OutOfMemory { .. })));
    }
}
