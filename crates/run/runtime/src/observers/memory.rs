//! The bytes that the runtime has allocated on each device and on the host.

use std::sync::Arc;

use parking_lot::Mutex;
use rustc_hash::FxHashMap;

use super::activity::{MemoryKind, MemoryLevel};

/// The number of the host among devices.
pub(super) const HOST: usize = 0;

/// Bytes in use, and the allocations of USM that they are made of.
#[derive(Debug, Default)]
pub(super) struct Memory(Mutex<State>);

#[derive(Debug, Default)]
struct State {
    /// By [`ObservedDevice::memory_id`](super::activity::ObservedDevice::memory_id).
    levels: FxHashMap<usize, MemoryLevel>,
    /// Live allocations of USM by address.
    usm: FxHashMap<usize, UsmAllocation>,
}

/// An allocation of USM.
#[derive(Clone, Debug)]
pub(super) struct UsmAllocation {
    /// The number of the memory.
    pub(super) id: usize,
    pub(super) device: Option<Arc<str>>,
    pub(super) kind: MemoryKind,
    pub(super) bytes: usize,
}

impl Memory {
    /// Counts memory that was allocated. `tell` gets the new level; its calls are in the order of the changes.
    pub(super) fn add(
        &self,
        id: usize,
        device: Option<&Arc<str>>,
        kind: MemoryKind,
        bytes: usize,
        tell: impl FnOnce(&MemoryLevel),
    ) {
        let mut state = self.0.lock();
        tell(state.change(id, device, kind, |level| level.saturating_add(bytes as u64)));
    }

    /// Counts memory that was given back.
    pub(super) fn remove(&self, id: usize, kind: MemoryKind, bytes: usize, tell: impl FnOnce(&MemoryLevel)) {
        let mut state = self.0.lock();
        tell(state.change(id, None, kind, |level| level.saturating_sub(bytes as u64)));
    }

    /// Counts an allocation of USM.
    pub(super) fn add_usm(&self, address: usize, usm: &UsmAllocation, tell: impl FnOnce(&MemoryLevel)) {
        self.0.lock().usm.insert(address, usm.clone());
        self.add(usm.id, usm.device.as_ref(), usm.kind, usm.bytes, tell);
    }

    /// Counts a free of USM. Memory that was not allocated by this runtime is not counted.
    pub(super) fn remove_usm(&self, address: usize, tell: impl FnOnce(&MemoryLevel)) -> Option<UsmAllocation> {
        let usm = self.0.lock().usm.remove(&address)?;
        self.remove(usm.id, usm.kind, usm.bytes, tell);
        Some(usm)
    }
}

impl State {
    fn change(
        &mut self,
        id: usize,
        device: Option<&Arc<str>>,
        kind: MemoryKind,
        change: impl FnOnce(u64) -> u64,
    ) -> &MemoryLevel {
        let new = || MemoryLevel { device: device.cloned(), id, kind, bytes: Default::default() };
        let level = self.levels.entry(id).or_insert_with(new);
        level.kind = kind;
        let bytes = &mut level.bytes[kind as usize];
        *bytes = change(*bytes);
        level
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_are_kept_by_device_and_kind() {
        let memory = Memory::default();
        let device: Arc<str> = "GPU".into();
        let level = |bytes: [u64; 5]| move |level: &MemoryLevel| assert_eq!(level.bytes, bytes);
        let on_device = UsmAllocation { id: 7, device: Some(device.clone()), kind: MemoryKind::UsmDevice, bytes: 64 };
        memory.add_usm(0x1000, &on_device, level([0, 64, 0, 0, 0]));
        memory.add(7, Some(&device), MemoryKind::Image, 8, level([0, 64, 0, 0, 8]));
        let on_host = UsmAllocation { id: HOST, device: None, kind: MemoryKind::UsmHost, bytes: 16 };
        memory.add_usm(0x2000, &on_host, level([16, 0, 0, 0, 0]));
        let freed = memory.remove_usm(0x1000, |level| {
            assert_eq!((level.bytes, level.device.as_deref(), level.id), ([0, 0, 0, 0, 8], Some("GPU"), 7));
        });
        assert_eq!(freed.map(|usm| usm.bytes), Some(64));
        assert!(memory.remove_usm(0x1000, |_| panic!("freed twice")).is_none());
        memory.remove(7, MemoryKind::Image, 8, level([0; 5]));
    }
}
