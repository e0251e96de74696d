//! The host copy of a buffer's bytes: the user's own memory, or an allocation,
//! by an allocator of the program if it gave one.

use std::alloc::{Layout, alloc_zeroed, dealloc};
use std::ffi::c_void;
use std::sync::Arc;

use crate::base::address::Address;
use crate::base::error::{Error, Result};

/// The alignment for elements of whatever type, whose size it divides: between 128 bytes, a cache
/// line pair and enough for any vector, and a page.
fn alignment_of(bytes: usize) -> usize {
    1 << bytes.trailing_zeros().clamp(7, 12)
}

/// Gives `bytes` bytes of memory, or null.
pub type Allocate = unsafe extern "C" fn(data: *mut c_void, bytes: usize) -> *mut c_void;
/// Takes memory back that [`Allocate`] gave.
pub type Deallocate = unsafe extern "C" fn(data: *mut c_void, ptr: *mut c_void, bytes: usize);

/// An allocator of the program. Its data is given up when it is dropped.
#[derive(Debug)]
pub struct HostAllocator {
    allocate: Allocate,
    deallocate: Deallocate,
    release: unsafe extern "C" fn(data: *mut c_void),
    data: Address,
}

impl HostAllocator {
    /// An allocator of these functions, which all get `data`.
    ///
    /// # Safety
    /// The functions may be called from any thread until `release` was.
    pub unsafe fn new(
        allocate: Allocate,
        deallocate: Deallocate,
        release: unsafe extern "C" fn(data: *mut c_void),
        data: *mut c_void,
    ) -> Self {
        Self { allocate, deallocate, release, data: Address::new(data) }
    }

    /// Zeroed memory, or null.
    fn allocate_zeroed(&self, bytes: usize) -> *mut c_void {
        // SAFETY: `new` was allowed this call.
        let ptr = unsafe { (self.allocate)(self.data.as_mut_ptr(), bytes) };
        if !ptr.is_null() {
            // SAFETY: the memory is new and has this size.
            unsafe { ptr.cast::<u8>().write_bytes(0, bytes) };
        }
        ptr
    }
}

impl Drop for HostAllocator {
    fn drop(&mut self) {
        // SAFETY: `new` was allowed this call; nothing calls the others any more.
        unsafe { (self.release)(self.data.as_mut_ptr()) };
    }
}

/// Host memory of a fixed size and address.
#[derive(Debug)]
pub(super) struct Storage {
    address: Address,
    origin: Origin,
}

/// Where host memory comes from and goes back to.
#[derive(Debug)]
enum Origin {
    /// The user's memory, used in place.
    User,
    /// Rust's allocator.
    Heap(Layout),
    /// An allocator of the program, with the size.
    Program(Arc<HostAllocator>, usize),
}

impl Storage {
    /// The user's memory, used in place.
    pub(super) fn of_user(address: Address) -> Self {
        Self { address, origin: Origin::User }
    }

    /// Newly allocated, zeroed memory.
    pub(super) fn allocate(bytes: usize, allocator: Option<&Arc<HostAllocator>>) -> Result<Self> {
        let out_of_memory = || Error::OutOfMemory { bytes, what: "host memory for a buffer" };
        let size = bytes.max(1);
        let (ptr, origin) = match allocator {
            Some(allocator) => (allocator.allocate_zeroed(size), Origin::Program(allocator.clone(), size)),
            None => {
                let layout = Layout::from_size_align(size, alignment_of(size)).map_err(|_| out_of_memory())?;
                // SAFETY: the layout's size is not 0.
                (unsafe { alloc_zeroed(layout) }.cast(), Origin::Heap(layout))
            }
        };
        if ptr.is_null() {
            return Err(out_of_memory());
        }
        Ok(Self { address: Address::new(ptr), origin })
    }

    /// Whether it is the user's memory.
    pub(super) fn is_of_user(&self) -> bool {
        matches!(self.origin, Origin::User)
    }

    /// Where the bytes are.
    pub(super) fn address(&self) -> Address {
        self.address
    }
}

impl Drop for Storage {
    fn drop(&mut self) {
        let ptr = self.address.as_mut_ptr();
        match &self.origin {
            Origin::User => {}
            // SAFETY: allocated by `allocate` with this layout.
            Origin::Heap(layout) => unsafe { dealloc(ptr.cast(), *layout) },
            // SAFETY: allocated by `allocate` with this size.
            Origin::Program(allocator, size) => unsafe {
                (allocator.deallocate)(allocator.data.as_mut_ptr(), ptr, *size);
            },
        }
    }
}

/// Copies between host memory areas that do not overlap, or are the same.
///
/// # Safety
/// `src` is readable and `dst` writable for `bytes` bytes, and neither is accessed concurrently.
pub(super) unsafe fn copy_bytes(dst: Address, src: Address, bytes: usize) {
    // SAFETY: the caller's duty.
    unsafe { std::ptr::copy(src.as_ptr().cast::<u8>(), dst.as_mut_ptr().cast(), bytes) };
}

/// Called with a buffer's final bytes.
pub type FinalCallback = unsafe extern "C" fn(data: *mut c_void, bytes: *const c_void, size: usize);
