//! USM: all kinds are the host's memory, in one registry for all devices of the
//! driver, which answers queries by address. No command ever looks here.

use std::collections::BTreeMap;

use parking_lot::RwLock;
use tandem_device::{Allocation, DevicePtr, Error, Result, Usm, UsmInfo, UsmKind};

/// The living allocations by their first byte.
#[derive(Default)]
pub struct Registry {
    allocations: RwLock<BTreeMap<DevicePtr, (UsmKind, Allocation)>>,
    max_bytes: u64,
}

impl Registry {
    /// A registry that refuses allocations of more than `max_bytes`.
    pub fn new(max_bytes: u64) -> Self {
        Self { allocations: RwLock::default(), max_bytes }
    }
}

impl Usm for Registry {
    fn alloc(&self, kind: UsmKind, bytes: usize, align: usize) -> Result<DevicePtr> {
        if bytes as u64 > self.max_bytes {
            return Err(Error::OutOfMemory { bytes, device: "the CPU".into() });
        }
        let allocation = Allocation::host(bytes, align)?;
        let address = allocation.address();
        self.allocations.write().insert(address, (kind, allocation));
        Ok(address)
    }

    fn free(&self, ptr: DevicePtr) -> Result<()> {
        // The memory goes back after the lock is released.
        let removed = self.allocations.write().remove(&ptr);
        match removed {
            Some(_) => Ok(()),
            None => Err(Error::Execution(format!("{:#x} is no USM allocation", ptr.0))),
        }
    }

    fn query(&self, ptr: DevicePtr) -> Option<UsmInfo> {
        let allocations = self.allocations.read();
        let (base, (kind, allocation)) = allocations.range(..=ptr).next_back()?;
        let size = allocation.bytes();
        (ptr.0 - base.0 < size as u64).then_some(UsmInfo { kind: *kind, base: *base, size })
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
