//! What C callers pass: lists, texts and places for results, checked for null,
//! and the answers to queries.

use std::ffi::{CStr, c_char, c_void};

use tandem_pi_abi::export::Failure;
use tandem_pi_abi::*;

/// A failure with a formatted message.
macro_rules! failure {
    ($code:expr, $($format:tt)*) => {
        ::tandem_pi_abi::export::Failure::new($code, format!($($format)*))
    };
}
pub(crate) use failure;

/// Returns a failure unless a condition holds.
macro_rules! ensure {
    ($condition:expr, $code:expr, $($format:tt)*) => {
        if !$condition {
            return Err($crate::args::failure!($code, $($format)*));
        }
    };
}
pub(crate) use ensure;

/// A list of `len` elements; an empty one may be null.
///
/// # Safety
/// A pointer that is not null leads to `len` elements, which stay as they are
/// while the result is in use.
pub unsafe fn list<'a, T>(ptr: *const T, len: usize, what: &str) -> Result<&'a [T], Failure> {
    if len == 0 {
        return Ok(&[]);
    }
    ensure!(!ptr.is_null(), PI_ERROR_INVALID_VALUE, "{what} is null");
    // SAFETY: not null, and the caller's duty.
    Ok(unsafe { std::slice::from_raw_parts(ptr, len) })
}

/// A zero-terminated text; null is the empty one.
///
/// # Safety
/// A pointer that is not null leads to a terminated text.
pub unsafe fn text<'a>(ptr: *const c_char, what: &str) -> Result<&'a str, Failure> {
    if ptr.is_null() {
        return Ok("");
    }
    // SAFETY: not null, and the caller's duty.
    unsafe { CStr::from_ptr(ptr) }.to_str().map_err(|_| failure!(PI_ERROR_INVALID_VALUE, "{what} is not UTF-8"))
}

/// A list of key-value pairs that ends with a zero key; null is the empty one.
///
/// # Safety
/// A pointer that is not null leads to such a list.
pub unsafe fn properties(mut ptr: *const u64) -> Vec<(u64, u64)> {
    let mut pairs = Vec::new();
    // SAFETY: the caller's duty: a value follows each key, and a zero ends.
    unsafe {
        while !ptr.is_null() && *ptr != 0 {
            pairs.push((*ptr, *ptr.add(1)));
            ptr = ptr.add(2);
        }
    }
    pairs
}

/// A place for a result that the caller must provide.
#[inline]
pub fn required<T>(ptr: *mut T, what: &str) -> Result<*mut T, Failure> {
    if ptr.is_null() { Err(is_null(what)) } else { Ok(ptr) }
}

#[cold]
fn is_null(what: &str) -> Failure {
    failure!(PI_ERROR_INVALID_VALUE, "{what} is null")
}

/// Stores a result that the caller may not want.
///
/// # Safety
/// `ptr` is null or valid for a write.
pub unsafe fn store<T>(ptr: *mut T, value: T) {
    if !ptr.is_null() {
        // SAFETY: not null, and the caller's duty.
        unsafe { ptr.write(value) };
    }
}

/// Stores a list of handles by the list protocol: at most `capacity` of them,
/// and their number.
///
/// # Safety
/// `out` is null or valid for `capacity` writes, `count` null or valid for one.
pub unsafe fn store_list<T: Copy>(items: &[T], capacity: u32, out: *mut T, count: *mut u32) -> Result<(), Failure> {
    ensure!(!out.is_null() || !count.is_null(), PI_ERROR_INVALID_VALUE, "neither a list nor a count is asked for");
    ensure!(out.is_null() || capacity != 0, PI_ERROR_INVALID_VALUE, "the list has no room for an element");
    if !out.is_null() {
        let stored = items.len().min(capacity as usize);
        // SAFETY: room for `capacity` elements, and the caller's duty.
        unsafe { out.copy_from_nonoverlapping(items.as_ptr(), stored) };
    }
    // SAFETY: the caller's duty.
    unsafe { store(count, items.len() as u32) };
    Ok(())
}

/// Where the answer to a query goes: at most `size` bytes to `value`, their
/// number to `size_ret`.
#[derive(Clone, Copy)]
pub struct Answer {
    size: usize,
    value: *mut c_void,
    size_ret: *mut usize,
}

impl Answer {
    /// The last three parameters of a `pi*GetInfo` entry.
    ///
    /// # Safety
    /// `value` is null or valid for `size` bytes, `size_ret` null or valid for
    /// one value, for as long as the answer is in use.
    pub unsafe fn new(size: usize, value: *mut c_void, size_ret: *mut usize) -> Self {
        Self { size, value, size_ret }
    }

    /// Answers with bytes.
    pub fn bytes(self, bytes: &[u8]) -> Result<(), Failure> {
        // SAFETY: the duty of `new`.
        unsafe { store(self.size_ret, bytes.len()) };
        if self.value.is_null() {
            return Ok(());
        }
        ensure!(
            bytes.len() <= self.size,
            PI_ERROR_INVALID_VALUE,
            "the answer has {} bytes, the place for it {}",
            bytes.len(),
            self.size
        );
        // SAFETY: the duty of `new`, and the size was compared.
        unsafe { self.value.cast::<u8>().copy_from_nonoverlapping(bytes.as_ptr(), bytes.len()) };
        Ok(())
    }

    /// Whether the caller wants more than the size.
    pub fn wants_value(&self) -> bool {
        !self.value.is_null()
    }

    /// Answers with a value.
    pub fn value<T: Copy>(self, value: T) -> Result<(), Failure> {
        self.list(&[value])
    }

    /// Answers with a list.
    pub fn list<T: Copy>(self, values: &[T]) -> Result<(), Failure> {
        // SAFETY: the bytes of initialized values; PI's answers are numbers and
        // handles, which have no padding.
        self.bytes(unsafe { std::slice::from_raw_parts(values.as_ptr().cast(), size_of_val(values)) })
    }

    /// Answers with a text and its terminator.
    pub fn text(self, text: &str) -> Result<(), Failure> {
        let mut bytes = Vec::with_capacity(text.len() + 1);
        bytes.extend_from_slice(text.as_bytes());
        bytes.push(0);
        self.bytes(&bytes)
    }

    /// Answers with a truth value.
    pub fn bool(self, value: bool) -> Result<(), Failure> {
        self.value(PiBool::from(value))
    }

    /// The place that the caller offers, for answers that go through it.
    pub fn place(self) -> (usize, *mut c_void) {
        (self.size, self.value)
    }

    /// Reports the size of an answer that went through [`Answer::place`].
    pub fn size_only(self, bytes: usize) {
        // SAFETY: the duty of `new`.
        unsafe { store(self.size_ret, bytes) };
    }

    /// The failure for a parameter that the entry does not know.
    pub fn unknown<P: std::fmt::Display>(self, param: P) -> Result<(), Failure> {
        Err(failure!(PI_ERROR_INVALID_VALUE, "the query {param} is not known"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_follow_the_query_protocol() {
        let mut size_ret = 0;
        let mut value = [0_u8; 4];
        // SAFETY: the places are valid.
        let mut answer = |size, value| unsafe { Answer::new(size, value, &raw mut size_ret) };
        answer(0, std::ptr::null_mut()).text("abc").unwrap();
        answer(4, value.as_mut_ptr().cast()).text("abc").unwrap();
        assert!(answer(3, value.as_mut_ptr().cast()).text("abc").is_err());
        assert_eq!((size_ret, &value), (4, b"abc\0"));
    }

    #[test]
    fn lists_follow_the_list_protocol() {
        let (mut out, mut count) = ([0; 2], 0);
        // SAFETY: the places are valid.
        unsafe {
            store_list(&[7, 8, 9], 0, std::ptr::null_mut(), &raw mut count).unwrap();
            store_list(&[7, 8, 9], 2, out.as_mut_ptr(), std::ptr::null_mut()).unwrap();
            assert!(store_list(&[7], 0, std::ptr::null_mut(), std::ptr::null_mut()).is_err());
            assert!(store_list(&[7], 0, out.as_mut_ptr(), &raw mut count).is_err());
        }
        assert_eq!((out, count), ([7, 8], 3));
    }
}
