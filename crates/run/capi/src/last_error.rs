//! The last error of a thread, as the program sees and sets it.

use std::ffi::{c_char, c_int, c_void};
use std::ptr;
use std::sync::Arc;

use tandem_runtime::user_data::{Destroy, OwnedObject};

use crate::call::{last_backend_code, last_exception, last_text, set_exception, set_last_error, silent};
use crate::parameters::Text;

/// `tandem_last_error`
#[unsafe(no_mangle)]
pub extern "C" fn tandem_last_error() -> *const c_char {
    last_text()
}

/// `tandem_set_error`
#[unsafe(no_mangle)]
pub extern "C" fn tandem_set_error(message: Text<'_>) {
    silent(|| {
        if let Some(message) = message.get() {
            set_last_error(&message.to_string_lossy());
        }
    });
}

/// `tandem_set_exception`
///
/// # Safety
/// `destroy` may be called with `exception` once, from any thread.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tandem_set_exception(exception: *mut c_void, destroy: Option<Destroy>) {
    // SAFETY: the caller's duty is the same.
    silent(|| set_exception(Arc::new(unsafe { OwnedObject::new(exception, destroy) })));
}

/// `tandem_last_exception`
#[unsafe(no_mangle)]
pub extern "C" fn tandem_last_exception() -> *mut c_void {
    last_exception().unwrap_or(ptr::null_mut())
}

/// `tandem_last_backend_error`
///
/// # Safety
/// `backend` is null or valid for writes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tandem_last_backend_error(backend: *mut u32) -> c_int {
    let Some((number, code)) = last_backend_code() else { return 0 };
    if !backend.is_null() {
        // SAFETY: the caller's duty.
        unsafe { backend.write(number) };
    }
    code
}
