//! Queries: the two-step "how many bytes, then the bytes" protocol of all
//! `pi*GetInfo` entries, and typed views of the answers.

use std::ffi::c_void;

use crate::owned::{Context, Device, Event, Kernel, Mem, Program, Queue};
use crate::plugin::{PiError, Plugin};
use tandem_pi_abi::constants::*;
use tandem_pi_abi::types::*;

/// Types that an answer's bytes may be read as: any bytes are a valid value.
///
/// # Safety
/// Implementors have no padding and no invalid bit patterns.
pub unsafe trait Plain: Copy + Default {}

macro_rules! plain {
    ($($type:ty),* $(,)?) => {$(
        // SAFETY: an integer, or an address that is not dereferenced.
        unsafe impl Plain for $type {}
    )*};
}
plain!(u8, u16, u32, u64, i8, i16, i32, i64, usize, isize, PiPlatform, PiDevice, PiContext, PiQueue, PiProgram,);

// SAFETY: an array of plain values.
unsafe impl<T: Plain> Plain for [T; 2] {}
// SAFETY: as above.
unsafe impl<T: Plain> Plain for [T; 3] {}

/// Asks for the size of an answer, then for the answer.
pub(crate) fn query_bytes(
    plugin: &Plugin,
    call: &'static str,
    query: impl Fn(usize, *mut c_void, *mut usize) -> PiResult,
) -> Result<Vec<u8>, PiError> {
    let mut size = 0;
    plugin.check(call, query(0, std::ptr::null_mut(), &raw mut size))?;
    let mut bytes = vec![0_u8; size];
    if size != 0 {
        let code = query(size, bytes.as_mut_ptr().cast(), std::ptr::null_mut());
        plugin.check(call, code)?;
    }
    Ok(bytes)
}

/// Asks for an answer of known size.
pub(crate) fn query_value<T: Plain>(
    plugin: &Plugin,
    call: &'static str,
    query: impl Fn(usize, *mut c_void, *mut usize) -> PiResult,
) -> Result<T, PiError> {
    let mut value = T::default();
    let code = query(size_of::<T>(), (&raw mut value).cast(), std::ptr::null_mut());
    plugin.check(call, code).map(|()| value)
}

/// The text of a zero-terminated answer.
pub(crate) fn text(mut bytes: Vec<u8>) -> String {
    if let Some(end) = bytes.iter().position(|&byte| byte == 0) {
        bytes.truncate(end);
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

/// The elements of an answer; a partial one at the end is dropped.
fn elements<T: Plain>(bytes: &[u8]) -> Vec<T> {
    bytes
        .chunks_exact(size_of::<T>())
        // SAFETY: the chunk has the size of T, and T is plain.
        .map(|chunk| unsafe { chunk.as_ptr().cast::<T>().read_unaligned() })
        .collect()
}

/// Adds typed queries to an object over one `GetInfo` entry. A query that PI does
/// not define is an error if the plugin does not announce it.
macro_rules! info_queries {
    ($($object:ty: $entry:ident($param:ty);)*) => {$(
        impl $object {
            /// The bytes of an answer.
            pub fn info_bytes(&self, param: $param) -> Result<Vec<u8>, PiError> {
                self.plugin().check_query(stringify!($entry), param.name())?;
                query_bytes(self.plugin(), stringify!($entry), |size, value, size_ret| {
                    // SAFETY: the pointers are those of the query protocol.
                    unsafe { self.plugin().$entry(self.raw(), param, size, value, size_ret) }
                })
            }

            /// An answer of fixed size.
            pub fn info<T: Plain>(&self, param: $param) -> Result<T, PiError> {
                self.plugin().check_query(stringify!($entry), param.name())?;
                query_value(self.plugin(), stringify!($entry), |size, value, size_ret| {
                    // SAFETY: the pointers are those of the query protocol.
                    unsafe { self.plugin().$entry(self.raw(), param, size, value, size_ret) }
                })
            }

            /// An answer that is a list.
            pub fn info_list<T: Plain>(&self, param: $param) -> Result<Vec<T>, PiError> {
                self.info_bytes(param).map(|bytes| elements(&bytes))
            }

            /// An answer that is a text.
            pub fn info_text(&self, param: $param) -> Result<String, PiError> {
                self.info_bytes(param).map(text)
            }
        }
    )*};
}
info_queries! {
    super::Platform: piPlatformGetInfo(PiPlatformInfo);
    Device: piDeviceGetInfo(PiDeviceInfo);
    Context: piContextGetInfo(PiContextInfo);
    Queue: piQueueGetInfo(PiQueueInfo);
    Mem: piMemGetInfo(PiMemInfo);
    Program: piProgramGetInfo(PiProgramInfo);
    Kernel: piKernelGetInfo(PiKernelInfo);
    Event: piEventGetInfo(PiEventInfo);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_end_at_their_terminator() {
        assert_eq!(text(b"abc\0def".to_vec()), "abc");
        assert_eq!(text(b"abc".to_vec()), "abc");
        assert_eq!(text(Vec::new()), "");
    }

    #[test]
    fn partial_elements_are_dropped() {
        assert_eq!(elements::<u16>(&[1, 0, 2, 0, 3]), [1, 2]);
    }
}
