//! The source locations of the commands that a thread enqueues, as far as the host passes them.

use std::cell::Cell;
use std::ptr;

use tandem_device::Origin;
use tandem_pi_abi::PiExtTandemSourceLocation;

thread_local! {
    static CURRENT: Cell<*const PiExtTandemSourceLocation> = const { Cell::new(ptr::null()) };
}

/// The function that `PI_EXT_TANDEM_DEVICE_INFO_SOURCE_LOCATION_OF_THREAD` returns.
pub extern "C" fn of_thread() -> *mut *const PiExtTandemSourceLocation {
    CURRENT.with(Cell::as_ptr)
}

/// The origin of a command that this thread gives to a queue.
#[inline]
pub fn origin(queue: usize) -> Option<Origin> {
    // SAFETY: null, or such a place, which stays.
    let PiExtTandemSourceLocation { file, file_bytes, line } = *unsafe { CURRENT.get().as_ref() }?;
    // SAFETY: the name is a text in UTF-8, which stays too.
    let file = unsafe { std::str::from_utf8_unchecked(std::slice::from_raw_parts(file.cast(), file_bytes)) };
    Some(Origin { file, line, queue })
}
