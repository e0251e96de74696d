//! The executable or library that contains an address.

use std::ffi::{CStr, c_char, c_void};

/// Where a descriptor is.
#[derive(Clone, Debug)]
pub(super) struct DescriptorOrigin {
    /// Base address of the executable or library; 0 for other memory.
    pub(super) module: usize,
    /// Its path.
    pub(super) library: String,
}

impl DescriptorOrigin {
    pub(super) fn of(descriptor: usize) -> Self {
        let info = module_info(descriptor);
        let library = match &info {
            // SAFETY: the linker's zero-terminated path, which lives as long as the module.
            Some(info) if !info.dli_fname.is_null() => unsafe { text(info.dli_fname) },
            _ => format!("memory at {descriptor:#x}"),
        };
        Self { module: info.map_or(0, |info| info.dli_fbase as usize), library }
    }
}

/// Base address of the executable or library that contains an address; 0 if there is none. Takes
/// the dynamic linker's lock.
pub(crate) fn module_of(address: usize) -> usize {
    module_info(address).map_or(0, |info| info.dli_fbase as usize)
}

fn module_info(address: usize) -> Option<libc::Dl_info> {
    let mut info = libc::Dl_info {
        dli_fname: std::ptr::null(),
        dli_fbase: std::ptr::null_mut(),
        dli_sname: std::ptr::null(),
        dli_saddr: std::ptr::null_mut(),
    };
    // SAFETY: dladdr only looks the address up, and `info` is writable.
    let found = unsafe { libc::dladdr(address as *const c_void, &raw mut info) };
    (found != 0).then_some(info)
}

/// A zero-terminated text; null is empty.
///
/// # Safety
/// `ptr` is null or leads to a text that ends with zero.
pub(super) unsafe fn text(ptr: *const c_char) -> String {
    if ptr.is_null() {
        return String::new();
    }
    // SAFETY: the caller's duty.
    unsafe { CStr::from_ptr(ptr) }.to_string_lossy().into_owned()
}
