//! The USM allocations of a driver, and queries about them.

use std::fmt;

use super::checkers;
use super::pool::{Freed, Pool};
use super::source::{UsmPooling, UsmSource};
use super::table::UsmTable;
use tandem_device::{Allocation, DevicePtr, Result, UsmInfo, UsmKind};

/// USM allocations by address. Small ones are blocks of larger pieces of memory, unless
/// a tool that checks memory is in the process or `TANDEM_USM_POOL` says otherwise. Any
/// thread may call any method.
///
/// ```
/// use tandem_device::{Allocation, DevicePtr, Result, UsmKind};
/// use tandem_device_usm::{UsmHeap, UsmPooling, UsmSource, host_usm, renew_host_usm};
///
/// struct HostMemory;
///
/// impl UsmSource for HostMemory {
///     fn allocate(&self, kind: UsmKind, bytes: usize, align: usize) -> Result<Allocation> {
///         host_usm(kind, bytes, align)
///     }
///
///     fn renew(&self, kind: UsmKind, first: DevicePtr, bytes: usize) -> Result<()> {
///         // SAFETY: only called for memory from `allocate`.
///         unsafe { renew_host_usm(kind, first.as_host(), bytes) };
///         Ok(())
///     }
/// }
///
/// let kinds = &[UsmKind::Shared];
/// let heap = UsmHeap::new(UsmPooling { kinds, device_bytes: 1 << 30, slab_bytes: 1 << 16, align: 128 });
/// let address = heap.alloc(&HostMemory, UsmKind::Shared, 100, 0)?;
/// assert_eq!(heap.query(address.offset(99)).map(|info| info.base), Some(address));
/// heap.free(address)?;
/// assert_eq!(heap.query(address), None);
/// # Ok::<(), tandem_device::Error>(())
/// ```
pub struct UsmHeap {
    table: UsmTable,
    /// `None` if no allocations share memory.
    pool: Option<Pool>,
}

impl fmt::Debug for UsmHeap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("UsmHeap").field("has_pool", &self.pool.is_some()).finish_non_exhaustive()
    }
}

impl UsmHeap {
    /// An empty heap.
    pub fn new(pooling: UsmPooling<'_>) -> Self {
        let pool = if checkers::allow_pooling() { Pool::new(pooling) } else { None };
        Self { table: UsmTable::default(), pool }
    }

    /// Allocates, as [`Usm::alloc`](tandem_device::Usm::alloc) does, from a source that is always the same. May request
    /// more memory from the source, for later use.
    ///
    /// # Errors
    /// Errors from the source.
    #[inline(always)]
    pub fn alloc(&self, source: &impl UsmSource, kind: UsmKind, bytes: usize, align: usize) -> Result<DevicePtr> {
        if let Some(pool) = &self.pool
            && let Some(allocated) = pool.alloc(source, kind, bytes, align)
        {
            return allocated;
        }
        self.alloc_alone(source, kind, bytes, align)
    }

    /// Allocates memory that no other allocation shares.
    #[cold]
    fn alloc_alone(&self, source: &impl UsmSource, kind: UsmKind, bytes: usize, align: usize) -> Result<DevicePtr> {
        Ok(self.table.insert(kind, source.allocate(kind, bytes, align)?))
    }

    /// Adds memory from elsewhere, and returns its address. It ends as an allocation does.
    pub fn adopt(&self, kind: UsmKind, memory: Allocation) -> DevicePtr {
        self.table.insert(kind, memory)
    }

    /// Frees the allocation at this address.
    ///
    /// # Errors
    /// When none begins there.
    #[inline(always)]
    pub fn free(&self, ptr: DevicePtr) -> Result<()> {
        match self.pool.as_ref().map_or(Freed::Elsewhere, |pool| pool.free(ptr)) {
            Freed::Block => Ok(()),
            Freed::Nothing => Err(UsmTable::unknown(ptr)),
            Freed::Elsewhere => self.table.free(ptr),
        }
    }

    /// The allocation that contains this address.
    pub fn query(&self, ptr: DevicePtr) -> Option<UsmInfo> {
        match self.pool.as_ref().and_then(|pool| pool.block_around(ptr)) {
            Some(block) => block.info_at(ptr),
            None => self.table.query(ptr),
        }
    }

    /// Gives memory that no allocation uses back to the source, as far as other threads do not
    /// have some of it ready. True if there was some.
    pub fn trim(&self) -> bool {
        self.pool.as_ref().is_some_and(Pool::trim)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::sync::{Barrier, mpsc};

    use super::super::contents::{host_usm, renew_host_usm};
    use super::*;
    use tandem_device::Error;

    /// Host memory that counts the requests, and is limited.
    struct Source {
        asked: AtomicUsize,
        left: AtomicUsize,
    }

    impl Source {
        fn new(left: usize) -> Self {
            Self { asked: AtomicUsize::new(0), left: AtomicUsize::new(left) }
        }

        fn asked(&self) -> usize {
            self.asked.load(Ordering::Relaxed)
        }
    }

    impl UsmSource for Source {
        fn allocate(&self, kind: UsmKind, bytes: usize, align: usize) -> Result<Allocation> {
            self.asked.fetch_add(1, Ordering::Relaxed);
            let take = |left: usize| left.checked_sub(bytes);
            #[allow(deprecated, reason = "its new name is newer than the least version of Rust")]
            let taken = self.left.fetch_update(Ordering::Relaxed, Ordering::Relaxed, take);
            taken.map_err(|_| Error::OutOfMemory { bytes, device: "the test".into() })?;
            host_usm(kind, bytes, align)
        }

        fn renew(&self, kind: UsmKind, first: DevicePtr, bytes: usize) -> Result<()> {
            // SAFETY: memory of `allocate`.
            unsafe { renew_host_usm(kind, first.as_host(), bytes) };
            Ok(())
        }
    }

    const PLENTY: usize = usize::MAX;

    fn heap(device_bytes: u64) -> UsmHeap {
        let kinds = &[UsmKind::Host, UsmKind::Shared];
        let pooling = UsmPooling { kinds, device_bytes, slab_bytes: 64 << 10, align: 128 };
        // Not `new`: the test is the same under tools that check memory.
        UsmHeap { table: UsmTable::default(), pool: Pool::new(pooling) }
    }

    fn bytes_of(address: DevicePtr, bytes: usize) -> &'static mut [u8] {
        // SAFETY: an allocation of so many bytes, which the test alone uses while it lives.
        unsafe { std::slice::from_raw_parts_mut(address.as_host().0, bytes) }
    }

    #[test]
    fn small_allocations_share_memory_and_large_ones_do_not() {
        let (source, heap) = (Source::new(PLENTY), heap(1 << 30));
        let small: Vec<DevicePtr> =
            (0..16).map(|_| heap.alloc(&source, UsmKind::Host, 4000, 0).expect("memory")).collect();
        assert_eq!(source.asked(), 1);
        assert_eq!(small.iter().collect::<BTreeSet<_>>().len(), 16);
        for (index, &address) in small.iter().enumerate() {
            assert!(address.0.is_multiple_of(128));
            bytes_of(address, 4000).fill(index as u8);
        }
        for (index, &address) in small.iter().enumerate() {
            assert!(bytes_of(address, 4000).iter().all(|&byte| byte == index as u8));
            let info = Some(UsmInfo { kind: UsmKind::Host, base: address, size: 4000 });
            for offset in [0, 1, 3999] {
                assert_eq!(heap.query(address.offset(offset)), info);
            }
            assert_eq!(heap.query(address.offset(4000)), None, "behind what was asked for");
        }
        for (bytes, kind) in [((64 << 10) + 1, UsmKind::Host), (100, UsmKind::Device)] {
            let before = source.asked();
            for _ in 0..3 {
                let address = heap.alloc(&source, kind, bytes, 0).expect("memory");
                assert_eq!(heap.query(address).map(|info| (info.kind, info.size)), Some((kind, bytes)));
                heap.free(address).expect("it is allocated");
            }
            assert_eq!(source.asked(), before + 3, "{bytes} bytes of {kind:?}");
        }
        small.iter().for_each(|&address| heap.free(address).expect("it is allocated"));
    }

    #[test]
    fn what_begins_nowhere_is_not_freed() {
        let (source, heap) = (Source::new(PLENTY), heap(1 << 30));
        let address = heap.alloc(&source, UsmKind::Shared, 1000, 0).expect("memory");
        let local = 0_u64;
        for wrong in [DevicePtr(0), DevicePtr(&raw const local as u64), DevicePtr(u64::MAX), address.offset(8)] {
            assert!(heap.free(wrong).is_err(), "{wrong:?}");
        }
        // A block that was never allocated.
        assert!(heap.free(address.offset(1024)).is_err());
        heap.free(address).expect("it is allocated");
        assert!(heap.free(address).is_err(), "freed before");
        assert_eq!(heap.query(address), None);
        let again = [(); 2].map(|()| heap.alloc(&source, UsmKind::Shared, 1000, 0).expect("memory"));
        assert_ne!(again[0], again[1]);
    }

    #[test]
    fn memory_is_zero_also_where_it_was_used() {
        let (source, heap) = (Source::new(PLENTY), heap(1 << 30));
        for bytes in [1, 128, 1000, 4096, 9000, 64 << 10] {
            for _ in 0..100 {
                let address = heap.alloc(&source, UsmKind::Shared, bytes, 0).expect("memory");
                assert!(bytes_of(address, bytes).iter().all(|&byte| byte == 0), "{bytes} bytes");
                bytes_of(address, bytes).fill(0xff);
                heap.free(address).expect("it is allocated");
            }
        }
    }

    #[test]
    fn unused_memory_goes_back() {
        let (source, heap) = (Source::new(64 << 20), heap(64 << 20));
        for _ in 0..3 {
            let fill = || heap.alloc(&source, UsmKind::Host, 4096, 0);
            let mut all = Vec::new();
            while all.len() < 2000 {
                all.push(fill().expect("memory"));
            }
            let living = source.asked();
            for address in all.drain(..) {
                heap.free(address).expect("it is allocated");
            }
            let pool = heap.pool.as_ref().expect("memory is shared");
            assert!(pool.idle_bytes() <= 256 << 10, "of {living} slabs");
        }
        assert!(heap.trim());
        assert!(!heap.trim(), "nothing is left");
        assert_eq!(heap.pool.as_ref().map(|pool| pool.memory()), Some(0));
    }

    #[test]
    fn without_memory_for_a_slab_there_may_be_some_for_an_allocation() {
        let (source, heap) = (Source::new(10_000), heap(1 << 30));
        let address = heap.alloc(&source, UsmKind::Host, 4096, 0).expect("memory");
        assert_eq!(heap.query(address).map(|info| info.size), Some(4096));
        let error = heap.alloc(&source, UsmKind::Host, 8192, 0).expect_err("no memory");
        assert!(matches!(error, Error::OutOfMemory { bytes: 8192, .. }), "{error}");
        heap.free(address).expect("it is allocated");
        // On a small device, no memory is allocated in advance.
        assert!(self::heap(32 << 20).pool.is_none());
    }

    #[test]
    fn threads_free_what_others_allocated() {
        const ROUNDS: usize = 2000;
        let (source, heap, start) = (Source::new(PLENTY), heap(1 << 30), Barrier::new(4));
        std::thread::scope(|scope| {
            let mut threads = Vec::new();
            for thread in 0..2_u8 {
                let (sender, receiver) = mpsc::sync_channel::<(DevicePtr, usize, u8)>(64);
                let (source, heap, start) = (&source, &heap, &start);
                threads.push(scope.spawn(move || {
                    start.wait();
                    for round in 0..ROUNDS {
                        let bytes = 1 + (round * 37) % 5000;
                        let address = heap.alloc(source, UsmKind::Shared, bytes, 0).expect("memory");
                        assert!(bytes_of(address, bytes).iter().all(|&byte| byte == 0));
                        let mark = thread * 100 + (round % 100) as u8 + 1;
                        bytes_of(address, bytes).fill(mark);
                        sender.send((address, bytes, mark)).expect("the other one receives");
                    }
                }));
                threads.push(scope.spawn(move || {
                    start.wait();
                    for (address, bytes, mark) in receiver {
                        assert!(bytes_of(address, bytes).iter().all(|&byte| byte == mark));
                        assert_eq!(heap.query(address).map(|info| info.size), Some(bytes));
                        heap.free(address).expect("it is allocated");
                    }
                }));
            }
            // The end of the scope does not wait for what threads do at their end.
            threads.into_iter().for_each(|thread| thread.join().expect("no panic"));
        });
        heap.trim();
        // The threads have returned their blocks, so that all slabs are unused.
        assert_eq!(heap.pool.as_ref().map(|pool| pool.memory()), Some(0));
        assert!(source.asked() < ROUNDS, "{} requests", source.asked());
    }
}
