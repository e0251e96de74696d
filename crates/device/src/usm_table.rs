//! The living USM allocations of a driver by address, for drivers whose runtime
//! library does not keep them.

use std::collections::BTreeMap;

use parking_lot::RwLock;

use crate::driver::{UsmInfo, UsmKind};
use crate::error::{Error, Result};
use crate::memory::{Allocation, DevicePtr};

/// Allocations and what they are. Any thread may call any method.
#[derive(Default)]
pub struct UsmTable {
    allocations: RwLock<BTreeMap<DevicePtr, (UsmKind, Allocation)>>,
}

impl UsmTable {
    /// Keeps an allocation, and returns its address.
    pub fn insert(&self, kind: UsmKind, allocation: Allocation) -> DevicePtr {
        let address = allocation.address();
        self.allocations.write().insert(address, (kind, allocation));
        address
    }

    /// Frees the allocation at this address.
    ///
    /// # Errors
    /// When none begins there.
    pub fn free(&self, ptr: DevicePtr) -> Result<()> {
        // The memory goes back after the lock is released.
        let removed = self.allocations.write().remove(&ptr);
        match removed {
            Some(_) => Ok(()),
            None => Err(Error::Execution(format!("{:#x} is no USM allocation", ptr.0))),
        }
    }

    /// The allocation that contains this address.
    pub fn query(&self, ptr: DevicePtr) -> Option<UsmInfo> {
        let allocations = self.allocations.read();
        let (base, (kind, allocation)) = allocations.range(..=ptr).next_back()?;
        let size = allocation.bytes();
        (ptr.0 - base.0 < size as u64).then_some(UsmInfo { kind: *kind, base: *base, size })
    }
}
