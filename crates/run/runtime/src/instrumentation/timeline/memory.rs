//! Bytes in use, by device and kind of memory.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::instrumentation::event::{Allocation, MemoryKind};

/// A memory: of a device, by its number, or of the host.
type Place = Option<usize>;

/// The bytes of all memories.
#[derive(Debug, Default)]
pub(super) struct MemoryTotals {
    /// By kind, and the memory's own small number.
    places: BTreeMap<Place, Memory>,
}

#[derive(Debug)]
struct Memory {
    number: usize,
    bytes: BTreeMap<MemoryKind, u64>,
}

/// The contents of a memory after a change.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct MemoryTotal {
    /// The small number of a device's memory, from 0 on, and the device's name; none for the host's.
    pub(super) device: Option<(usize, Arc<str>)>,
    /// The kinds that it has had so far.
    pub(super) bytes: Vec<(&'static str, u64)>,
}

impl MemoryTotals {
    /// Adds an allocation, or subtracts it again.
    pub(super) fn change(&mut self, allocation: &Allocation, is_freed: bool) -> MemoryTotal {
        let next = self.places.keys().flatten().count();
        let place = allocation.device.as_ref().map(|(memory, _)| *memory);
        let memory = self.places.entry(place).or_insert(Memory { number: next, bytes: BTreeMap::new() });
        let bytes = memory.bytes.entry(allocation.kind).or_default();
        let change = allocation.bytes as u64;
        *bytes = if is_freed { bytes.saturating_sub(change) } else { bytes.saturating_add(change) };
        MemoryTotal {
            device: allocation.device.as_ref().map(|(_, name)| (memory.number, name.clone())),
            bytes: memory.bytes.iter().map(|(kind, bytes)| (name(*kind), *bytes)).collect(),
        }
    }
}

fn name(kind: MemoryKind) -> &'static str {
    match kind {
        MemoryKind::UsmHost => "USM host",
        MemoryKind::UsmDevice => "USM device",
        MemoryKind::UsmShared => "USM shared",
        MemoryKind::Buffer => "buffers",
        MemoryKind::Image => "images",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn allocation(kind: MemoryKind, bytes: usize, device: Option<usize>) -> Allocation {
        Allocation { kind, address: 0, bytes, device: device.map(|device| (device, "x".into())) }
    }

    #[test]
    fn each_memory_has_its_own_bytes_by_kind() {
        let mut totals = MemoryTotals::default();
        let host = totals.change(&allocation(MemoryKind::UsmHost, 7, None), false);
        assert_eq!(host, MemoryTotal { device: None, bytes: vec![("USM host", 7)] });
        let usm = allocation(MemoryKind::UsmDevice, 100, Some(0x500));
        totals.change(&usm, false);
        let both = totals.change(&allocation(MemoryKind::Buffer, 20, Some(0x500)), false);
        assert_eq!(
            both,
            MemoryTotal { device: Some((0, "x".into())), bytes: vec![("USM device", 100), ("buffers", 20)] }
        );
        let other = totals.change(&allocation(MemoryKind::Image, 5, Some(0x400)), false);
        assert_eq!(other, MemoryTotal { device: Some((1, "x".into())), bytes: vec![("images", 5)] });
        let freed = totals.change(&usm, true);
        assert_eq!(freed.bytes, [("USM device", 0), ("buffers", 20)]);
    }
}
