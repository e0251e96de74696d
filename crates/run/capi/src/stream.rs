//! Output of `sycl::stream`.

use std::ffi::{c_char, c_int, c_void};

use tandem_runtime::{Error, stream};

use crate::call::caught;

/// `tandem_stream_format`
///
/// # Safety
/// `records` holds `bytes` bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tandem_stream_format(
    records: *const c_void,
    bytes: usize,
    limit: usize,
    write: Option<unsafe extern "C" fn(*const c_char, usize)>,
) -> c_int {
    caught(|| {
        let Some(write) = write.filter(|_| !records.is_null()) else {
            return Err(Error::Invalid("a stream needs records and a function that writes".into()));
        };
        // SAFETY: the caller's duty.
        let records = unsafe { std::slice::from_raw_parts(records.cast(), bytes) };
        let text = stream::format(records, limit);
        // SAFETY: the text lives during the call.
        unsafe { write(text.as_ptr().cast(), text.len()) };
        Ok(())
    })
}
