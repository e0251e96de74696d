//! Memory for code: mapped readable and writable, protected later.

use std::io;
use std::ops::Range;
use std::ptr::{self, NonNull};

use super::{LoadError, Result};

/// Size of a page on x86-64.
pub(super) const PAGE: usize = 4096;

/// The access rights of the processor to a part of a mapping.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Protection {
    ReadExecute,
    ReadOnly,
}

/// An anonymous private mapping.
pub(super) struct Mapping {
    start: NonNull<u8>,
    len: usize,
}

// SAFETY: the mapping is owned, and shared only for reading and executing.
unsafe impl Send for Mapping {}
// SAFETY: as for `Send`.
unsafe impl Sync for Mapping {}

impl Mapping {
    /// Maps `len` zeroed bytes, below 2 GiB if absolute 32-bit addresses must
    /// reach them.
    pub(super) fn new(len: usize, low: bool) -> Result<Self> {
        let len = len.max(1).next_multiple_of(PAGE);
        let protection = libc::PROT_READ | libc::PROT_WRITE;
        let mut flags = libc::MAP_PRIVATE | libc::MAP_ANONYMOUS;
        if low {
            flags |= libc::MAP_32BIT;
        }
        // SAFETY: a new anonymous mapping touches no other memory.
        let start = unsafe { libc::mmap(ptr::null_mut(), len, protection, flags, -1, 0) };
        if start == libc::MAP_FAILED {
            return Err(LoadError::Memory { action: "map", error: io::Error::last_os_error() });
        }
        let start = NonNull::new(start.cast()).expect("mmap never returns page 0 unasked");
        Ok(Self { start, len })
    }

    pub(super) fn address(&self) -> usize {
        self.start.as_ptr() as usize
    }

    /// A part of the mapping, before it is protected.
    pub(super) fn bytes_mut(&mut self, range: Range<usize>) -> Option<&mut [u8]> {
        if range.start > range.end || range.end > self.len {
            return None;
        }
        // SAFETY: the range is inside of the mapping, which this borrows exclusively, and is readable and writable
        // until `protect`, after which this is not called any more.
        Some(unsafe { std::slice::from_raw_parts_mut(self.start.as_ptr().add(range.start), range.len()) })
    }

    /// A part of the mapping.
    pub(super) fn bytes(&self, range: Range<usize>) -> Option<&[u8]> {
        if range.start > range.end || range.end > self.len {
            return None;
        }
        // SAFETY: the range is inside of the mapping and always readable.
        Some(unsafe { std::slice::from_raw_parts(self.start.as_ptr().add(range.start), range.len()) })
    }

    /// Protects whole pages of the mapping.
    pub(super) fn protect(&self, range: Range<usize>, protection: Protection) -> Result<()> {
        if range.is_empty() {
            return Ok(());
        }
        assert!(range.start.is_multiple_of(PAGE) && range.end <= self.len);
        let flags = match protection {
            Protection::ReadExecute => libc::PROT_READ | libc::PROT_EXEC,
            Protection::ReadOnly => libc::PROT_READ,
        };
        // SAFETY: the range is inside of the mapping; no reference into it is alive.
        let status = unsafe { libc::mprotect(self.start.as_ptr().add(range.start).cast(), range.len(), flags) };
        match status {
            0 => Ok(()),
            _ => Err(LoadError::Memory { action: "protect", error: io::Error::last_os_error() }),
        }
    }
}

impl Drop for Mapping {
    fn drop(&mut self) {
        // SAFETY: the mapping is owned; nothing refers to it any more.
        unsafe { libc::munmap(self.start.as_ptr().cast(), self.len) };
    }
}
