//! The host copy of a buffer's bytes: the user's own memory, or an allocation.

use std::alloc::{Layout, alloc_zeroed, dealloc};
use std::ffi::c_void;

use crate::error::{Error, Result};
use crate::submission::Address;

/// Alignment of allocations: a cache line, and enough for any vector type.
const ALIGNMENT: usize = 128;

/// Host memory of a fixed size and address.
#[derive(Debug)]
pub(super) struct Storage {
    address: Address,
    layout: Option<Layout>,
}

impl Storage {
    /// The user's memory, used in place.
    pub(super) fn of_user(address: Address) -> Self {
        Self { address, layout: None }
    }

    /// Zeroed memory of its own.
    pub(super) fn allocate(bytes: usize) -> Result<Self> {
        let out_of_memory = || Error::OutOfMemory { bytes, what: "host memory for a buffer" };
        let layout = Layout::from_size_align(bytes.max(1), ALIGNMENT).map_err(|_| out_of_memory())?;
        // SAFETY: the layout's size is not 0.
        let ptr = unsafe { alloc_zeroed(layout) };
        if ptr.is_null() {
            return Err(out_of_memory());
        }
        Ok(Self { address: Address::new(ptr.cast()), layout: Some(layout) })
    }

    /// Where the bytes are.
    pub(super) fn address(&self) -> Address {
        self.address
    }
}

impl Drop for Storage {
    fn drop(&mut self) {
        if let Some(layout) = self.layout {
            // SAFETY: allocated by `allocate` with this layout.
            unsafe { dealloc(self.address.as_mut_ptr().cast(), layout) };
        }
    }
}

/// Copies between host memory areas that do not overlap, or are the same.
///
/// # Safety
/// `src` is readable and `dst` writable for `bytes` bytes, and nobody else
/// accesses them meanwhile.
pub(super) unsafe fn copy_bytes(dst: Address, src: Address, bytes: usize) {
    // SAFETY: the caller's duty.
    unsafe { std::ptr::copy(src.as_ptr().cast::<u8>(), dst.as_mut_ptr().cast(), bytes) };
}

/// Called with a buffer's final bytes.
pub type FinalCallback = unsafe extern "C" fn(data: *mut c_void, bytes: *const c_void, size: usize);
