//! The parameters of the API's functions, as types with the guarantees of `cuda.h`.
//!
//! The caller makes the values of these types, and nothing in Rust does. It guarantees what `cuda.h` says: a pointer is
//! null or leads to a value of its type, a list has the number of elements that its length says, a text ends with zero.
//! This is the invariant of the types, which makes their methods and the functions safe.

use std::borrow::Cow;
use std::ffi::{CStr, c_char, c_int, c_uint};
use std::marker::PhantomData;

use crate::codes::{Code, INVALID_VALUE, SUCCESS};

/// Memory for one value of the result, or null.
#[repr(transparent)]
pub struct Out<'a, T>(*mut T, PhantomData<&'a mut T>);

impl<T> Out<'_, T> {
    /// Stores the result: the end of a call.
    pub fn set(self, value: T) -> Result<Code, Code> {
        if self.0.is_null() {
            return Err(INVALID_VALUE);
        }
        // SAFETY: the invariant of the type; not null.
        unsafe { self.0.write(value) };
        Ok(SUCCESS)
    }

    /// Stores the result if the caller wants it.
    pub fn set_if_wanted(self, value: T) {
        let _ = self.set(value);
    }
}

#[cfg(test)]
impl<'a, T> From<&'a mut T> for Out<'a, T> {
    fn from(place: &'a mut T) -> Self {
        Self(place, PhantomData)
    }
}

/// A value that the function reads, or null.
#[repr(transparent)]
pub struct In<'a, T>(*const T, PhantomData<&'a T>);

impl<'a, T> In<'a, T> {
    /// The value.
    pub fn get(self) -> Result<&'a T, Code> {
        // SAFETY: the invariant of the type.
        unsafe { self.0.as_ref() }.ok_or(INVALID_VALUE)
    }
}

/// The number of elements of each list among the parameters or the neighboring fields.
#[repr(transparent)]
#[derive(Clone, Copy)]
pub struct Len(usize);

/// As [`Len`], in fewer bits.
#[repr(transparent)]
#[derive(Clone, Copy)]
pub struct Count(c_uint);

impl From<Count> for Len {
    fn from(count: Count) -> Self {
        Self(count.0 as usize)
    }
}

/// A list, of which a [`Len`] or [`Count`] says the length; or null.
#[repr(transparent)]
pub struct List<'a, T>(*const T, PhantomData<&'a T>);

impl<'a, T> List<'a, T> {
    /// The elements. There are none at null.
    pub fn get(&self, len: impl Into<Len>) -> &'a [T] {
        // SAFETY: the invariant of the types; not null.
        if self.0.is_null() { &[] } else { unsafe { std::slice::from_raw_parts(self.0, len.into().0) } }
    }
}

/// A text, or null.
#[repr(transparent)]
pub struct Text<'a>(*const c_char, PhantomData<&'a CStr>);

impl<'a> Text<'a> {
    /// The text.
    pub fn get(self) -> Result<Cow<'a, str>, Code> {
        // SAFETY: the invariant of the type; not null.
        let text = (!self.0.is_null()).then(|| unsafe { CStr::from_ptr(self.0) });
        text.map(CStr::to_string_lossy).ok_or(INVALID_VALUE)
    }
}

/// The number of bytes of the neighboring [`TextOut`].
#[repr(transparent)]
pub struct Capacity(c_int);

/// Memory for a text, of which a [`Capacity`] says the size.
#[repr(transparent)]
pub struct TextOut<'a>(*mut c_char, PhantomData<&'a mut c_char>);

impl TextOut<'_> {
    /// Stores a text, which ends with zero.
    pub fn set(self, capacity: Capacity, text: &CStr) -> Result<Code, Code> {
        let bytes = text.to_bytes_with_nul();
        let is_room = usize::try_from(capacity.0).is_ok_and(|capacity| bytes.len() <= capacity);
        if self.0.is_null() || !is_room {
            return Err(INVALID_VALUE);
        }
        // SAFETY: the invariant of the type; there is room.
        unsafe { self.0.cast::<u8>().copy_from(bytes.as_ptr(), bytes.len()) };
        Ok(SUCCESS)
    }
}
