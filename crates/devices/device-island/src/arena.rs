//! The memory of a device: a file in memory that is mapped twice.
//!
//! Device addresses are those of the *device view*. It cannot be accessed but
//! while a kernel runs that may, so host code that takes a device address for its
//! own faults. The *engine view* shows the same bytes to the driver's copies.

use std::collections::BTreeMap;
use std::io;
use std::ptr;
use std::sync::Arc;

use parking_lot::Mutex;
use tandem_device::{DevicePtr, MemoryDomain};

/// Default and least alignment, and the unit of allocations: the largest vector type.
const UNIT: usize = 128;

/// The memory of one device.
pub struct Arena {
    device_view: *mut u8,
    engine_view: *mut u8,
    bytes: usize,
    /// Free ranges by offset; no two touch.
    free: Mutex<BTreeMap<usize, usize>>,
    /// Allocated ranges by offset, with the requested sizes.
    allocated: Mutex<BTreeMap<usize, usize>>,
    /// Kernels that run and may access the device view.
    kernels: Mutex<usize>,
}

// SAFETY: the views are only used as addresses here; who copies through them orders its accesses
// by the dependencies of commands.
unsafe impl Send for Arena {}
// SAFETY: as for `Send`.
unsafe impl Sync for Arena {}

impl Arena {
    /// Memory of this size in bytes, rounded up to pages.
    pub fn new(bytes: usize) -> io::Result<Arc<Self>> {
        let bytes = bytes.next_multiple_of(4096);
        // SAFETY: a name and no flags but the one that closes the file in other programs.
        let file = unsafe { libc::memfd_create(c"tandem-island".as_ptr(), libc::MFD_CLOEXEC) };
        if file < 0 {
            return Err(io::Error::last_os_error());
        }
        // SAFETY: the file was just made.
        let sized = unsafe { libc::ftruncate(file, bytes as libc::off_t) };
        let views = if sized == 0 { Self::map(file, bytes) } else { Err(io::Error::last_os_error()) };
        // SAFETY: the mappings keep the memory.
        unsafe { libc::close(file) };
        let (device_view, engine_view) = views?;
        let free = Mutex::new(BTreeMap::from([(0, bytes)]));
        let (allocated, kernels) = (Mutex::default(), Mutex::new(0));
        Ok(Arc::new(Self { device_view, engine_view, bytes, free, allocated, kernels }))
    }

    /// Maps the device view and the engine view.
    fn map(file: libc::c_int, bytes: usize) -> io::Result<(*mut u8, *mut u8)> {
        let map = |protection| {
            // SAFETY: a new mapping of a file of this size.
            let view = unsafe {
                libc::mmap(ptr::null_mut(), bytes, protection, libc::MAP_SHARED | libc::MAP_NORESERVE, file, 0)
            };
            if view == libc::MAP_FAILED { Err(io::Error::last_os_error()) } else { Ok(view.cast::<u8>()) }
        };
        let device_view = map(libc::PROT_NONE)?;
        let engine_view = map(libc::PROT_READ | libc::PROT_WRITE).inspect_err(|_| {
            // SAFETY: mapped above, and not used.
            unsafe { libc::munmap(device_view.cast(), bytes) };
        })?;
        Ok((device_view, engine_view))
    }

    /// The domain that distinguishes this memory from that of all other devices.
    pub fn domain(&self) -> MemoryDomain {
        MemoryDomain(self.device_view as u64)
    }

    /// Allocates; `None` if there is no range of this size. `align` is a power of
    /// two or 0.
    pub fn alloc(self: &Arc<Self>, bytes: usize, align: usize) -> Option<Block> {
        let align = align.max(UNIT);
        let asked = bytes;
        let bytes = bytes.max(1).checked_next_multiple_of(UNIT)?;
        let mut free = self.free.lock();
        let base = self.device_view as usize;
        let (start, begin, end) = free.iter().find_map(|(&start, &length)| {
            let begin = (base + start).checked_next_multiple_of(align)? - base;
            let end = begin.checked_add(bytes)?;
            (end <= start + length).then_some((start, begin, end))
        })?;
        let length = free.remove(&start)?;
        if begin > start {
            free.insert(start, begin - start);
        }
        if start + length > end {
            free.insert(end, start + length - end);
        }
        self.allocated.lock().insert(begin, asked);
        Some(Block { arena: Arc::clone(self), offset: begin, bytes })
    }

    /// How many requested bytes the allocation around a device address has from there on.
    pub fn bytes_at(&self, address: DevicePtr) -> Option<usize> {
        let offset = (address.0 as usize).checked_sub(self.device_view as usize)?;
        let allocated = self.allocated.lock();
        let (begin, bytes) = allocated.range(..=offset).next_back()?;
        (begin + bytes).checked_sub(offset).filter(|&rest| rest > 0)
    }

    /// Where the engine sees a device address; `None` for addresses of others.
    pub fn engine_address(&self, address: DevicePtr) -> Option<*mut u8> {
        let offset = (address.0 as usize).checked_sub(self.device_view as usize)?;
        (offset < self.bytes).then(|| self.engine_view.wrapping_add(offset))
    }

    /// Lets kernels access the device view until the result is dropped.
    pub fn open(&self) -> io::Result<Opened<'_>> {
        let mut kernels = self.kernels.lock();
        if *kernels == 0 {
            self.protect(libc::PROT_READ | libc::PROT_WRITE)?;
        }
        *kernels += 1;
        Ok(Opened(self))
    }

    fn protect(&self, protection: libc::c_int) -> io::Result<()> {
        // SAFETY: the mapping is this arena's, and nobody holds a reference into it.
        let result = unsafe { libc::mprotect(self.device_view.cast(), self.bytes, protection) };
        if result == 0 { Ok(()) } else { Err(io::Error::last_os_error()) }
    }
}

impl Drop for Arena {
    fn drop(&mut self) {
        // SAFETY: mapped in `new`; no block is left, as each keeps the arena.
        unsafe {
            libc::munmap(self.device_view.cast(), self.bytes);
            libc::munmap(self.engine_view.cast(), self.bytes);
        }
    }
}

/// The right of a kernel to access the device view.
pub struct Opened<'a>(&'a Arena);

impl Drop for Opened<'_> {
    fn drop(&mut self) {
        let mut kernels = self.0.kernels.lock();
        *kernels -= 1;
        if *kernels == 0 {
            // A view that stays open hides mistakes of the host, and does no other harm.
            let _ = self.0.protect(libc::PROT_NONE);
        }
    }
}

/// An allocated range, free again when it is dropped.
pub struct Block {
    arena: Arc<Arena>,
    offset: usize,
    bytes: usize,
}

impl Block {
    /// Its device address.
    pub fn address(&self) -> DevicePtr {
        DevicePtr(self.arena.device_view as u64 + self.offset as u64)
    }
}

impl Drop for Block {
    fn drop(&mut self) {
        self.arena.allocated.lock().remove(&self.offset);
        let mut free = self.arena.free.lock();
        let (mut offset, mut bytes) = (self.offset, self.bytes);
        if let Some((&before, &length)) = free.range(..offset).next_back()
            && before + length == offset
        {
            free.remove(&before);
            (offset, bytes) = (before, length + bytes);
        }
        if let Some(length) = free.remove(&(offset + bytes)) {
            bytes += length;
        }
        free.insert(offset, bytes);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn freed_ranges_join() {
        let arena = Arena::new(4096).unwrap();
        let blocks: Vec<Block> = (0..32).map(|_| arena.alloc(100, 0).unwrap()).collect();
        assert!(arena.alloc(0, 0).is_none(), "full");
        let mut addresses: Vec<u64> = blocks.iter().map(|block| block.address().0).collect();
        addresses.dedup();
        assert_eq!(addresses.len(), 32);
        let (even, odd): (Vec<_>, Vec<_>) = blocks.into_iter().enumerate().partition(|(index, _)| index % 2 == 0);
        drop(even);
        assert!(arena.alloc(129, 0).is_none(), "no two free ranges touch");
        drop(odd);
        assert!(arena.alloc(4096, 0).is_some());
    }

    #[test]
    fn alignment_is_kept() {
        let arena = Arena::new(1 << 20).unwrap();
        let _odd = arena.alloc(1, 0).unwrap();
        for align in [0, 1, 128, 4096, 1 << 16] {
            let block = arena.alloc(10, align).unwrap();
            assert_eq!(block.address().0 % align.max(UNIT) as u64, 0, "{align}");
        }
    }

    #[test]
    fn the_engine_sees_what_kernels_see() {
        let arena = Arena::new(4096).unwrap();
        let block = arena.alloc(8, 0).unwrap();
        let engine = arena.engine_address(block.address()).unwrap();
        // SAFETY: the block has 8 bytes, and the device view is open.
        unsafe {
            engine.cast::<u64>().write(42);
            let _opened = arena.open().unwrap();
            assert_eq!((block.address().0 as *const u64).read(), 42);
        }
        assert_eq!(arena.engine_address(DevicePtr(arena.domain().0 + 4096)), None);
        assert_eq!(arena.engine_address(DevicePtr(arena.domain().0 - 1)), None);
        let rests = [0, 7, 8].map(|offset| arena.bytes_at(block.address().offset(offset)));
        assert_eq!(rests, [Some(8), Some(1), None]);
    }

    #[test]
    fn the_host_faults_at_device_addresses() {
        let arena = Arena::new(4096).unwrap();
        let address = arena.alloc(8, 0).unwrap().address().0 as *const u8;
        // SAFETY: the child only reads, and ends.
        let child = unsafe { libc::fork() };
        if child == 0 {
            // SAFETY: the fault is what is tested; the default action ends the child.
            unsafe {
                libc::signal(libc::SIGSEGV, libc::SIG_DFL);
                libc::_exit(i32::from(address.read_volatile()));
            }
        }
        let mut status = 0;
        // SAFETY: waits for the child of above.
        unsafe { libc::waitpid(child, &raw mut status, 0) };
        assert!(libc::WIFSIGNALED(status) && libc::WTERMSIG(status) == libc::SIGSEGV, "{status:#x}");
    }
}
