//! Strings of LLVM and for LLVM.

use std::ffi::{CStr, CString, c_char};

use llvm_sys::core::LLVMDisposeMessage;

/// Copies and frees a string that LLVM allocated.
///
/// # Safety
/// `text` is null or a string to be freed with `LLVMDisposeMessage`.
pub(crate) unsafe fn take_message(text: *mut c_char) -> String {
    if text.is_null() {
        return String::new();
    }
    // SAFETY: a terminated string that this function owns.
    unsafe {
        let copy = CStr::from_ptr(text).to_string_lossy().into_owned();
        LLVMDisposeMessage(text);
        copy
    }
}

/// Copies a (pointer, length) pair that LLVM owns.
///
/// # Safety
/// `text` is null or points to `len` readable bytes.
pub(crate) unsafe fn copy_str(text: *const c_char, len: usize) -> String {
    if text.is_null() {
        return String::new();
    }
    // SAFETY: by contract.
    let bytes = unsafe { std::slice::from_raw_parts(text.cast::<u8>(), len) };
    String::from_utf8_lossy(bytes).into_owned()
}

/// A C string for LLVM; cut at an embedded zero, which no valid name has.
pub(crate) fn c_string(text: &str) -> CString {
    let end = text.find('\0').unwrap_or(text.len());
    CString::new(&text[..end]).unwrap_or_default()
}
