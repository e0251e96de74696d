//! USM: all kinds are the host's memory, in one registry for all devices of the
//! driver, which answers queries by address. No command ever looks here.

use tandem_device::{DevicePtr, Error, Result, Usm, UsmInfo, UsmKind, UsmTable, host_usm};

/// The living allocations.
#[derive(Default)]
pub struct Registry {
    table: UsmTable,
    max_bytes: u64,
}

impl Registry {
    /// A registry that refuses allocations of more than `max_bytes`.
    pub fn new(max_bytes: u64) -> Self {
        Self { table: UsmTable::default(), max_bytes }
    }
}

impl Usm for Registry {
    fn alloc(&self, kind: UsmKind, bytes: usize, align: usize) -> Result<DevicePtr> {
        if bytes as u64 > self.max_bytes {
            return Err(Error::OutOfMemory { bytes, device: "the CPU".into() });
        }
        Ok(self.table.insert(kind, host_usm(kind, bytes, align)?))
    }

    fn free(&self, ptr: DevicePtr) -> Result<()> {
        self.table.free(ptr)
    }

    fn query(&self, ptr: DevicePtr) -> Option<UsmInfo> {
        self.table.query(ptr)
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
