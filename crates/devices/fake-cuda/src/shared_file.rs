//! Files that several programs map: the memory and semaphores of other programs, as the fake has them.

use std::ffi::c_int;
use std::os::fd::{FromRawFd, OwnedFd};
use std::sync::atomic::{AtomicU64, Ordering};

/// The mapped file of a descriptor.
pub struct SharedFile {
    first: *mut u8,
    bytes: usize,
    /// The descriptor, which belongs to CUDA after the import.
    _descriptor: OwnedFd,
}

// SAFETY: memory of the process, which only `unsafe` code or atomic operations access.
unsafe impl Send for SharedFile {}
// SAFETY: as above.
unsafe impl Sync for SharedFile {}

impl SharedFile {
    /// Maps a file of at least `bytes` bytes. `None` for a descriptor that is no such file, which stays the
    /// caller's.
    pub fn map(descriptor: c_int, bytes: usize) -> Option<Self> {
        let mut status = std::mem::MaybeUninit::<libc::stat>::uninit();
        // SAFETY: a place for the answer, which is only read if it was written.
        let size = unsafe {
            if libc::fstat(descriptor, status.as_mut_ptr()) != 0 {
                return None;
            }
            status.assume_init().st_size
        };
        if bytes == 0 || usize::try_from(size).ok()? < bytes {
            return None;
        }
        let (access, shared) = (libc::PROT_READ | libc::PROT_WRITE, libc::MAP_SHARED);
        // SAFETY: a new mapping at any address.
        let first = unsafe { libc::mmap(std::ptr::null_mut(), bytes, access, shared, descriptor, 0) };
        if first == libc::MAP_FAILED {
            return None;
        }
        // SAFETY: the import succeeds, which makes the descriptor CUDA's.
        let descriptor = unsafe { OwnedFd::from_raw_fd(descriptor) };
        Some(Self { first: first.cast(), bytes, _descriptor: descriptor })
    }

    /// The address of its first byte.
    pub fn address(&self) -> u64 {
        self.first as u64
    }

    /// Its size in bytes.
    pub fn bytes(&self) -> usize {
        self.bytes
    }

    /// Its first word: the value of a semaphore.
    fn word(&self) -> &AtomicU64 {
        // SAFETY: a page has room and is aligned for it; other programs access it as atomically.
        unsafe { &*self.first.cast::<AtomicU64>() }
    }
}

impl Drop for SharedFile {
    fn drop(&mut self) {
        // SAFETY: its own mapping, which nothing refers to any more.
        unsafe { libc::munmap(self.first.cast(), self.bytes) };
    }
}

/// A semaphore: a file whose first word is its value, 0 at first.
pub struct Semaphore {
    file: SharedFile,
    is_timeline: bool,
}

impl Semaphore {
    /// Maps a semaphore.
    pub fn map(descriptor: c_int, is_timeline: bool) -> Option<Self> {
        Some(Self { file: SharedFile::map(descriptor, size_of::<AtomicU64>())?, is_timeline })
    }

    /// Whether it has a value.
    pub fn is_timeline(&self) -> bool {
        self.is_timeline
    }

    /// Whether a wait for the value ends.
    pub fn has_reached(&self, value: u64) -> bool {
        self.file.word().load(Ordering::Acquire) >= if self.is_timeline { value } else { 1 }
    }

    /// The end of a wait.
    pub fn end_wait(&self) {
        if !self.is_timeline {
            self.file.word().store(0, Ordering::Release);
        }
    }

    /// Signals it.
    pub fn signal(&self, value: u64) {
        self.file.word().store(if self.is_timeline { value } else { 1 }, Ordering::Release);
    }
}
