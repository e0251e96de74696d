//! Output of `sycl::stream`.

use std::ffi::{c_char, c_int};

use tandem_runtime::{Error, stream};

use crate::call::caught;
use crate::parameters::{Array, Len};

/// `tandem_stream_format`
///
/// # Safety
/// `write` may be called as the header says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tandem_stream_format(
    records: Array<'_, u8>,
    bytes: Len<u8>,
    limit: usize,
    write: Option<unsafe extern "C" fn(*const c_char, usize)>,
) -> c_int {
    caught(|| {
        let Some(write) = write.filter(|_| !records.is_null()) else {
            return Err(Error::Invalid("a stream needs records and a function that writes them".into()));
        };
        let text = stream::format(records.get(bytes, "the records")?, limit);
        // SAFETY: the caller's duty; the text lives during the call.
        unsafe { write(text.as_ptr().cast(), text.len()) };
        Ok(())
    })
}
