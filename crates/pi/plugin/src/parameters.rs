//! The parameters of PI's entries, as types that carry PI's guarantees. Handle parameters are in
//! [`handle`](crate::handle).
//!
//! [`Parameter::read`] makes the values of these types at the beginning of an entry. The caller guarantees PI's
//! contract for each parameter: a handle is null or one that it holds; a pointer is null or refers to a value of its
//! type; a list has the length that its count parameter gives; a text is zero-terminated. This holds during the call,
//! and for memory that commands or objects use until they have ended. It is the invariant of the types, which makes
//! their methods safe. They reject detectable violations: null, and handles of another kind.

use std::ffi::{CStr, c_char, c_void};
use std::marker::PhantomData;
use std::mem::MaybeUninit;

use tandem_device::{DevicePtr, HostPtr};
use tandem_pi_abi::PI_ERROR_INVALID_VALUE;
use tandem_pi_abi::export::Failure;

use crate::failure::failure;

/// The meaning of one parameter of an entry, or of several that belong together.
pub trait Parameter {
    /// The parameters as C has them.
    type Raw;

    /// Reads the parameters.
    ///
    /// # Safety
    /// They are what PI says, for as long as PI says, and while the result is in use.
    unsafe fn read(raw: Self::Raw) -> Self;
}

#[cold]
fn is_null(what: &str) -> Failure {
    failure!(PI_ERROR_INVALID_VALUE, "{what} is null")
}

/// Memory for one value of the result, or null.
pub struct Out<'a, T>(*mut T, PhantomData<&'a mut T>);

impl<T> Parameter for Out<'_, T> {
    type Raw = *mut T;

    #[inline]
    unsafe fn read(raw: *mut T) -> Self {
        Self(raw, PhantomData)
    }
}

impl<'a, T> Out<'a, T> {
    /// The location for an unwanted result.
    pub fn none() -> Self {
        Self(std::ptr::null_mut(), PhantomData)
    }

    /// Whether the caller wants the result.
    #[inline]
    pub fn is_wanted(&self) -> bool {
        !self.0.is_null()
    }

    /// The place for a result that the caller must take, which messages call `what`.
    #[inline]
    pub fn required(self, what: &str) -> Result<&'a mut MaybeUninit<T>, Failure> {
        // SAFETY: the invariant of the type; what is there may be uninitialized.
        unsafe { self.0.cast::<MaybeUninit<T>>().as_mut() }.ok_or_else(|| is_null(what))
    }

    /// Stores the result, if the caller wants it.
    #[inline]
    pub fn store(self, value: T) {
        if self.is_wanted() {
            // SAFETY: the invariant of the type; not null.
            unsafe { self.0.write(value) };
        }
    }
}

/// A value that the entry reads, or null.
#[repr(transparent)]
#[derive(Clone, Copy)]
pub struct In<'a, T>(*const T, PhantomData<&'a T>);

impl<T> Parameter for In<'_, T> {
    type Raw = *const T;

    unsafe fn read(raw: *const T) -> Self {
        Self(raw, PhantomData)
    }
}

impl<'a, T> In<'a, T> {
    /// The value, or `None` of null.
    pub fn if_any(self) -> Option<&'a T> {
        // SAFETY: the invariant of the type.
        unsafe { self.0.as_ref() }
    }

    /// The value, which messages call `what`.
    pub fn get(self, what: &str) -> Result<&'a T, Failure> {
        self.if_any().ok_or_else(|| is_null(what))
    }
}

/// A list of elements, or null.
pub struct List<'a, T> {
    len: usize,
    start: *const T,
    elements: PhantomData<&'a [T]>,
}

impl<T> Clone for List<'_, T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for List<'_, T> {}

impl<T> Parameter for List<'_, T> {
    type Raw = (usize, *const T);

    #[inline]
    unsafe fn read((len, start): (usize, *const T)) -> Self {
        Self { len, start, elements: PhantomData }
    }
}

impl<'a, T> List<'a, T> {
    /// A list of the entry's own.
    pub fn of(elements: &'a [T]) -> Self {
        Self { len: elements.len(), start: elements.as_ptr(), elements: PhantomData }
    }

    /// How many elements there are.
    #[inline]
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether there is no pointer to elements.
    pub fn is_null(&self) -> bool {
        self.start.is_null()
    }

    /// The pointer to the elements.
    pub fn as_ptr(&self) -> *const T {
        self.start
    }

    /// The elements, which messages call `what`; no elements need no pointer.
    #[inline]
    pub fn get(self, what: &str) -> Result<&'a [T], Failure> {
        if self.len == 0 {
            return Ok(&[]);
        }
        if self.is_null() {
            return Err(is_null(what));
        }
        // SAFETY: the invariant of the type; not null.
        Ok(unsafe { std::slice::from_raw_parts(self.start, self.len) })
    }
}

/// Bytes, or null.
pub type Bytes<'a> = List<'a, u8>;

/// A list of pairs of keys and values that ends with a zero key; null is the empty one.
pub struct Properties<'a>(*const u64, PhantomData<&'a u64>);

impl Parameter for Properties<'_> {
    type Raw = *const u64;

    unsafe fn read(raw: *const u64) -> Self {
        Self(raw, PhantomData)
    }
}

impl Iterator for Properties<'_> {
    type Item = (u64, u64);

    fn next(&mut self) -> Option<(u64, u64)> {
        // SAFETY: null, or a key: the end has not been passed.
        let key = unsafe { self.0.as_ref() }.copied().filter(|key| *key != 0)?;
        // SAFETY: a value and one more key follow each key that is not zero.
        let value = unsafe {
            let value = *self.0.add(1);
            self.0 = self.0.add(2);
            value
        };
        Some((key, value))
    }
}

/// A text, or null.
#[derive(Clone, Copy)]
pub struct Text<'a>(*const c_char, PhantomData<&'a CStr>);

impl Parameter for Text<'_> {
    type Raw = *const c_char;

    unsafe fn read(raw: *const c_char) -> Self {
        Self(raw, PhantomData)
    }
}

impl<'a> Text<'a> {
    /// The text, which messages call `what`; null is the empty one.
    pub fn get(self, what: &str) -> Result<&'a str, Failure> {
        if self.0.is_null() {
            return Ok("");
        }
        // SAFETY: the invariant of the type; not null.
        let text = unsafe { CStr::from_ptr(self.0) };
        text.to_str().map_err(|_| failure!(PI_ERROR_INVALID_VALUE, "{what} is not UTF-8"))
    }
}

/// The address of memory that commands use, which stays valid until they have ended; or null.
#[derive(Clone, Copy)]
pub struct Memory(*mut c_void);

impl Parameter for Memory {
    type Raw = *const c_void;

    #[inline]
    unsafe fn read(raw: *const c_void) -> Self {
        Self(raw.cast_mut())
    }
}

impl Memory {
    /// The address, which messages call `what`.
    #[inline]
    pub fn required(self, what: &str) -> Result<HostPtr, Failure> {
        if self.0.is_null() { Err(is_null(what)) } else { Ok(self.host()) }
    }

    /// The address in the host's memory, which may be null.
    pub fn host(self) -> HostPtr {
        HostPtr(self.0.cast())
    }

    /// The address in the memory of a device.
    #[inline]
    pub fn device(self) -> DevicePtr {
        DevicePtr(self.0 as usize as u64)
    }

    /// The address.
    pub fn as_ptr(self) -> *mut c_void {
        self.0
    }
}

/// A function of the caller's, and the data that belongs to it.
pub struct Callback<F> {
    /// The function, which the caller lets any thread call.
    pub function: F,
    /// Its last argument.
    pub user_data: *mut c_void,
}

// SAFETY: PI calls back from any thread.
unsafe impl<F> Send for Callback<F> {}

impl<F> Parameter for Option<Callback<F>> {
    type Raw = (Option<F>, *mut c_void);

    unsafe fn read((function, user_data): Self::Raw) -> Self {
        function.map(|function| Callback { function, user_data })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn properties_end_with_a_zero_key() {
        let list = [7, 0, 8, 1, 0, 9];
        // SAFETY: null, and a list that ends with a zero key.
        let (none, some) = unsafe { (Properties::read(std::ptr::null()), Properties::read(list.as_ptr())) };
        assert_eq!(none.count(), 0);
        assert_eq!(some.collect::<Vec<_>>(), [(7, 0), (8, 1)]);
    }

    #[test]
    fn only_an_empty_list_may_be_null() {
        // SAFETY: null, and three bytes.
        let read = |len, start| unsafe { Bytes::read((len, start)) };
        assert_eq!(read(0, std::ptr::null()).get("it").unwrap(), []);
        assert_eq!(read(1, std::ptr::null()).get("it").unwrap_err().message, "it is null");
        assert_eq!(read(3, b"abc".as_ptr()).get("it").unwrap(), b"abc");
    }
}
