//! The living allocations of a heap by address, except for those that are blocks of slabs.

use std::collections::{BTreeMap, hash_map};

use parking_lot::RwLock;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use tandem_device::{Allocation, DevicePtr, Error, Result, UsmInfo, UsmKind};

/// Bytes of a page of the table.
const PAGE: u64 = 4096;

/// Allocations by address. Any thread may call any method.
///
/// If small allocations are not blocks of slabs, they are here, too, and programs allocate and free them often. So
/// allocations of up to a page are found by hashing the page that they begin in. One that contains an address begins in
/// the page of the address or in the page before. Larger ones are kept in order.
#[derive(Default)]
pub struct UsmTable {
    living: RwLock<Living>,
}

#[derive(Default)]
struct Living {
    /// By the page in which they begin; no list is empty.
    small: FxHashMap<u64, SmallVec<[Entry; 1]>>,
    large: BTreeMap<DevicePtr, Entry>,
}

struct Entry {
    kind: UsmKind,
    allocation: Allocation,
}

impl Entry {
    fn is_small(&self) -> bool {
        self.allocation.bytes() as u64 <= PAGE
    }

    fn base(&self) -> DevicePtr {
        self.allocation.address()
    }

    fn contains(&self, ptr: DevicePtr) -> bool {
        ptr.0.wrapping_sub(self.base().0) < self.allocation.bytes() as u64
    }
}

impl UsmTable {
    /// Keeps an allocation, and returns its address.
    pub fn insert(&self, kind: UsmKind, allocation: Allocation) -> DevicePtr {
        let entry = Entry { kind, allocation };
        let base = entry.base();
        let mut living = self.living.write();
        if entry.is_small() {
            living.small.entry(base.0 / PAGE).or_default().push(entry);
        } else {
            living.large.insert(base, entry);
        }
        base
    }

    /// Frees the allocation at this address.
    ///
    /// # Errors
    /// When none begins there.
    pub fn free(&self, ptr: DevicePtr) -> Result<()> {
        // The memory is returned after the lock is released.
        let removed = self.living.write().remove(ptr);
        match removed {
            Some(_) => Ok(()),
            None => Err(Self::unknown(ptr)),
        }
    }

    /// The error about an address at which no allocation begins.
    #[cold]
    pub fn unknown(ptr: DevicePtr) -> Error {
        Error::Execution(format!("{:#x} is not a USM allocation", ptr.0))
    }

    /// The allocation that contains this address.
    pub fn query(&self, ptr: DevicePtr) -> Option<UsmInfo> {
        let living = self.living.read();
        let Entry { kind, allocation } = living.around(ptr)?;
        Some(UsmInfo { kind: *kind, base: allocation.address(), size: allocation.bytes() })
    }
}

impl Living {
    fn remove(&mut self, base: DevicePtr) -> Option<Entry> {
        let hash_map::Entry::Occupied(mut list) = self.small.entry(base.0 / PAGE) else {
            return self.large.remove(&base);
        };
        let Some(index) = list.get().iter().position(|entry| entry.base() == base) else {
            return self.large.remove(&base);
        };
        let entry = list.get_mut().swap_remove(index);
        if list.get().is_empty() {
            list.remove();
        }
        Some(entry)
    }

    fn around(&self, ptr: DevicePtr) -> Option<&Entry> {
        let page = ptr.0 / PAGE;
        let pages = [Some(page), page.checked_sub(1)];
        let mut small = pages.into_iter().flatten().filter_map(|page| self.small.get(&page)).flatten();
        let large = || self.large.range(..=ptr).next_back().map(|(_, entry)| entry);
        small.find(|entry| entry.contains(ptr)).or_else(|| large().filter(|entry| entry.contains(ptr)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Blocks of all sizes, also such as share a page or reach into the next.
    #[test]
    fn every_address_belongs_to_the_block_around_it() {
        let table = UsmTable::default();
        let mut next = 10 * PAGE + 3968;
        let mut blocks = Vec::new();
        for bytes in [128u64, 1, 4096, 100, 4097, 64, 1 << 20, 4096, 4095] {
            let block = Allocation::new(DevicePtr(next), bytes as usize, Box::new(()));
            assert_eq!(table.insert(UsmKind::Shared, block), DevicePtr(next));
            blocks.push((next, bytes));
            next += bytes + 1;
        }
        for round in 0..2 {
            for (index, &(first, bytes)) in blocks.iter().enumerate() {
                let base = DevicePtr(first);
                let info = UsmInfo { kind: UsmKind::Shared, base, size: bytes as usize };
                let is_freed = round == 1 && index % 2 == 0;
                for offset in [0, bytes / 2, bytes - 1] {
                    assert_eq!(table.query(DevicePtr(first + offset)), (!is_freed).then_some(info), "{bytes} bytes");
                }
                assert_eq!(table.query(DevicePtr(first + bytes)), None);
                if bytes > 1 {
                    assert!(table.free(DevicePtr(first + 1)).is_err());
                }
                if round == 0 && index % 2 == 0 {
                    table.free(base).unwrap();
                    assert!(table.free(base).is_err());
                }
            }
        }
        for &(first, _) in blocks.iter().skip(1).step_by(2) {
            table.free(DevicePtr(first)).unwrap();
        }
        let living = table.living.read();
        assert!(living.small.is_empty() && living.large.is_empty());
    }
}
