//! The slab around an address: a tree of two levels over the granules of the
//! address space, which is read without a lock.

use std::ptr::{self, NonNull};
use std::sync::Arc;
use std::sync::atomic::{AtomicPtr, Ordering};

use parking_lot::Mutex;
use rustc_hash::FxHashMap;

use super::size_class::GRANULE;
use super::slab::Slab;
use tandem_device::DevicePtr;

/// Bits of the addresses that there can be slabs at.
const ADDRESS_BITS: u32 = 48;
const GRANULE_BITS: u32 = GRANULE.ilog2();
const LEVEL_BITS: u32 = (ADDRESS_BITS - GRANULE_BITS) / 2;
const FANOUT: usize = 1 << LEVEL_BITS;

/// Pointers, all null at first. The system gives it its pages when they are used.
struct Level<T>([AtomicPtr<T>; FANOUT]);

type Leaf = Level<Slab>;
type Root = Level<Leaf>;

/// Slabs by the granules that they cover.
pub struct SlabMap {
    root: NonNull<Root>,
    /// The places in the root that lead to a leaf.
    used: Mutex<Vec<usize>>,
    /// The slabs that were ever put in, by their addresses: who finds one does not hold it.
    held: Mutex<FxHashMap<usize, Arc<Slab>>>,
}

// SAFETY: the levels are only accessed through their atomic pointers, and slabs can be shared.
unsafe impl Send for SlabMap {}
// SAFETY: as for `Send`.
unsafe impl Sync for SlabMap {}

impl<T> Level<T> {
    /// `None` if the system has no memory.
    fn map() -> Option<NonNull<Self>> {
        let (protection, flags) = (libc::PROT_READ | libc::PROT_WRITE, libc::MAP_PRIVATE | libc::MAP_ANONYMOUS);
        // SAFETY: a new mapping.
        let level = unsafe { libc::mmap(ptr::null_mut(), size_of::<Self>(), protection, flags, -1, 0) };
        // All bytes are zero, and a pointer of zeros is null.
        if level == libc::MAP_FAILED { None } else { NonNull::new(level.cast()) }
    }

    /// # Safety
    /// It came from [`Level::map`], and is no longer in use.
    unsafe fn unmap(level: NonNull<Self>) {
        // SAFETY: the caller's duty.
        unsafe { libc::munmap(level.as_ptr().cast(), size_of::<Self>()) };
    }
}

impl SlabMap {
    /// An empty map; `None` if the system has no memory.
    pub fn new() -> Option<Self> {
        Some(Self { root: Level::map()?, used: Mutex::default(), held: Mutex::default() })
    }

    fn root(&self) -> &Root {
        // SAFETY: mapped as long as `self` lives.
        unsafe { self.root.as_ref() }
    }

    /// The slab around an address. For an address whose slab is just put in or taken
    /// out, either answer is right, or that of a slab that has lost its memory.
    #[inline]
    pub fn find(&self, address: DevicePtr) -> Option<&Slab> {
        let granule = (address.0 >> GRANULE_BITS) as usize;
        let leaf = self.root().0.get(granule >> LEVEL_BITS)?.load(Ordering::Acquire);
        // SAFETY: null, or a leaf that is mapped as long as `self` lives.
        let leaf = unsafe { leaf.as_ref()? };
        let slab = leaf.0[granule % FANOUT].load(Ordering::Acquire);
        // SAFETY: null, or a slab that `self` holds.
        unsafe { slab.as_ref() }
    }

    /// Has a slab found by all addresses of its memory, which begins at a multiple of the
    /// granule. False if that is impossible: the address is too large, or there is no memory.
    /// Changes of the same granules must not overlap.
    #[must_use]
    pub fn insert(&self, slab: &Arc<Slab>) -> bool {
        let base = slab.base().0;
        if !base.is_multiple_of(GRANULE as u64) || (base + slab.bytes() as u64 - 1) >> ADDRESS_BITS != 0 {
            return false;
        }
        let pointer = Arc::as_ptr(slab).cast_mut();
        self.held.lock().entry(pointer.addr()).or_insert_with(|| Arc::clone(slab));
        for granule in granules(slab) {
            let Some(leaf) = self.leaf(granule) else { return false };
            leaf.0[granule % FANOUT].store(pointer, Ordering::Release);
        }
        true
    }

    /// Removes a slab from the map. It stays in memory, because another thread may just have found it.
    pub fn remove(&self, slab: &Slab) {
        for granule in granules(slab) {
            if let Some(leaf) = self.leaf(granule) {
                leaf.0[granule % FANOUT].store(ptr::null_mut(), Ordering::Release);
            }
        }
    }

    /// The leaf of a granule, made if it is missing.
    fn leaf(&self, granule: usize) -> Option<&Leaf> {
        let index = granule >> LEVEL_BITS;
        let place = &self.root().0[index];
        // Held while the leaf is made, so that it is made once.
        let mut used = self.used.lock();
        let leaf = match NonNull::new(place.load(Ordering::Acquire)) {
            Some(leaf) => leaf,
            None => {
                let leaf = Leaf::map()?;
                place.store(leaf.as_ptr(), Ordering::Release);
                used.push(index);
                leaf
            }
        };
        // SAFETY: mapped as long as `self` lives.
        Some(unsafe { leaf.as_ref() })
    }
}

/// The granules that the memory of a slab covers.
fn granules(slab: &Slab) -> impl Iterator<Item = usize> {
    let first = (slab.base().0 >> GRANULE_BITS) as usize;
    first..first + slab.bytes() / GRANULE
}

impl Drop for SlabMap {
    fn drop(&mut self) {
        for &index in &*self.used.lock() {
            if let Some(leaf) = NonNull::new(self.root().0[index].load(Ordering::Acquire)) {
                // SAFETY: from `Level::map`; `self` is no longer used.
                unsafe { Leaf::unmap(leaf) };
            }
        }
        // SAFETY: as above.
        unsafe { Root::unmap(self.root) };
    }
}

#[cfg(test)]
mod tests {
    use super::super::size_class::SizeClass;
    use super::super::slab::BinKey;
    use super::*;
    use tandem_device::UsmKind;

    fn slab(base: u64) -> Arc<Slab> {
        let class = SizeClass::around(64 << 10, 0).expect("a block");
        let slab = Slab::new(BinKey { kind: UsmKind::Device, class }, 0, class.slab_bytes(GRANULE));
        slab.set_base(DevicePtr(base));
        Arc::new(slab)
    }

    #[test]
    fn addresses_lead_to_their_slab() {
        let map = SlabMap::new().expect("memory");
        let last = (1 << ADDRESS_BITS) - (512 << 10);
        // The second one reaches into another leaf.
        let bases = [GRANULE as u64, (1 << 32) - GRANULE as u64, 0x7fff_0000_0000, last];
        let slabs = bases.map(slab);
        assert!(slabs.iter().all(|slab| map.insert(slab)));
        for (base, slab) in bases.into_iter().zip(&slabs) {
            for offset in [0, 1, 100_000, slab.bytes() - 1] {
                let found = map.find(DevicePtr(base).offset(offset)).expect("a slab");
                assert!(ptr::eq(found, &raw const **slab));
            }
            for outside in [base - 1, base + slab.bytes() as u64] {
                assert!(map.find(DevicePtr(outside)).is_none());
            }
        }
        for slab in &slabs {
            map.remove(slab);
        }
        for base in bases {
            assert!(map.find(DevicePtr(base)).is_none());
        }
    }

    #[test]
    fn addresses_that_it_has_no_place_for() {
        let map = SlabMap::new().expect("memory");
        for base in [1 << ADDRESS_BITS, (1 << ADDRESS_BITS) - GRANULE as u64, u64::MAX << 20, 4096] {
            assert!(!map.insert(&slab(base)), "{base:#x}");
        }
        for address in [0, 8, 1 << ADDRESS_BITS, u64::MAX] {
            assert!(map.find(DevicePtr(address)).is_none());
        }
    }
}
