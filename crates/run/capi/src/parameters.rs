//! The parameters of the C functions, as types that carry the header's guarantees.
//!
//! A C program makes the values of these types; Rust code never does. For each parameter it guarantees the contract in
//! `include/tandem/abi.h`: a handle is one that it holds during the call or, where the header allows it, null; a
//! pointer is null or refers to a value of its type; a list has the length that its count parameter gives, and a text
//! is zero-terminated. This is the invariant of the types, which makes their methods safe. They reject detectable
//! violations: null, and handles of another kind.

use std::ffi::{CStr, OsStr, c_char, c_void};
use std::marker::PhantomData;
use std::mem::{ManuallyDrop, MaybeUninit};
use std::os::unix::ffi::OsStrExt;
use std::path::Path;
use std::sync::Arc;

use tandem_runtime::object::{Kind, Object};
use tandem_runtime::{Error, Result};

use crate::call::{array, input, is_null};
use crate::handle::{object, shared};
use crate::sized::{AbiStruct, fill_in, known_part, refuse_unknown_part, sized};

/// A handle of an object, or null.
#[repr(transparent)]
pub struct Handle<'a, T>(*const Object<T>, PhantomData<&'a Object<T>>);

impl<'a, T: Kind> Handle<'a, T> {
    /// The object.
    #[inline]
    pub(crate) fn object(self) -> Result<&'a Object<T>> {
        // SAFETY: the invariant of the type.
        unsafe { object(self.0) }
    }

    /// The object, whose reference the handle keeps.
    #[inline]
    pub(crate) fn shared(self) -> Result<ManuallyDrop<Arc<Object<T>>>> {
        // SAFETY: the invariant of the type.
        unsafe { shared(self.0) }
    }

    /// The object, or `None` of null.
    #[inline]
    pub(crate) fn if_any(self) -> Result<Option<ManuallyDrop<Arc<Object<T>>>>> {
        if self.0.is_null() { Ok(None) } else { self.shared().map(Some) }
    }

    /// As a handle of any kind.
    pub(crate) fn any(&self) -> *mut c_void {
        self.0.cast_mut().cast()
    }
}

/// A handle of any kind, or null.
#[repr(transparent)]
#[derive(Clone, Copy)]
pub struct Any<'a>(*mut c_void, PhantomData<&'a c_void>);

impl<'a> Any<'a> {
    /// The object, if it is of this kind.
    pub(crate) fn object<T: Kind>(self) -> Result<&'a Object<T>> {
        // SAFETY: the invariant of the type.
        unsafe { object(self.0.cast()) }
    }

    pub(crate) fn get(self) -> *mut c_void {
        self.0
    }
}

/// Memory for one value of the result, or null.
#[repr(transparent)]
pub struct Out<'a, T>(*mut T, PhantomData<&'a mut T>);

impl<T> Out<'_, T> {
    pub(crate) fn is_null(&self) -> bool {
        self.0.is_null()
    }

    /// Writes the result.
    #[inline]
    pub(crate) fn set(self, value: T) -> Result<()> {
        self.set_as("the result", value)
    }

    /// Writes what messages call `what`.
    #[inline]
    pub(crate) fn set_as(self, what: &str, value: T) -> Result<()> {
        if self.0.is_null() {
            return Err(is_null(what));
        }
        // SAFETY: the invariant of the type; not null.
        unsafe { self.0.write(value) };
        Ok(())
    }

    /// Writes a value, if it is wanted.
    pub(crate) fn set_if_wanted(self, value: T) {
        self.set_if_wanted_with(|| value);
    }

    /// Makes and writes a value, if it is wanted.
    #[inline]
    pub(crate) fn set_if_wanted_with(self, value: impl FnOnce() -> T) {
        if !self.0.is_null() {
            // SAFETY: the invariant of the type; not null.
            unsafe { self.0.write(value()) };
        }
    }
}

impl<T: Kind> Out<'_, *const Object<T>> {
    /// Hands out a reference as a handle.
    pub(crate) fn give(self, object: Arc<Object<T>>) -> Result<()> {
        if !self.is_null() {
            object.handle_added();
            return self.set(Arc::into_raw(object));
        }
        Err(is_null("the result"))
    }

    /// Hands out a reference, or null.
    pub(crate) fn give_or_null(self, object: Option<Arc<Object<T>>>) -> Result<()> {
        match object {
            Some(object) => self.give(object),
            None => self.set(std::ptr::null()),
        }
    }
}

/// The number of places of the one list of results of this type.
#[repr(transparent)]
#[derive(Clone, Copy)]
pub struct Capacity<T>(usize, PhantomData<T>);

impl<T> Capacity<T> {
    pub(crate) fn get(self) -> usize {
        self.0
    }
}

/// Memory for a list of results, of which a [`Capacity`] says the length; or null.
#[repr(transparent)]
pub struct Places<'a, T>(*mut T, PhantomData<&'a mut T>);

impl<T> Places<'_, T> {
    pub(crate) fn is_null(&self) -> bool {
        self.0.is_null()
    }

    /// Writes values up to the capacity, and reports how many there are.
    pub(crate) fn set(
        self,
        capacity: Capacity<T>,
        count: Out<'_, usize>,
        values: impl ExactSizeIterator<Item = T>,
    ) -> Result<()> {
        if capacity.0 != 0 && self.0.is_null() {
            return Err(is_null("the list of results"));
        }
        count.set_if_wanted(values.len());
        for (index, value) in values.take(capacity.0).enumerate() {
            // SAFETY: the invariant of the type; the index is below the capacity.
            unsafe { self.0.add(index).write(value) };
        }
        Ok(())
    }
}

impl<T: Kind> Places<'_, *const Object<T>> {
    /// Returns objects up to the capacity, and reports how many there are.
    pub(crate) fn give(
        self,
        capacity: Capacity<*const Object<T>>,
        count: Out<'_, usize>,
        objects: &[Arc<Object<T>>],
    ) -> Result<()> {
        let hand_out = |object: &Arc<Object<T>>| {
            object.handle_added();
            Arc::into_raw(object.clone())
        };
        self.set(capacity, count, objects.iter().map(hand_out))
    }
}

impl Places<'_, u8> {
    /// Copies the answer to a query, as far as the caller wants it.
    pub(crate) fn answer(self, size: Capacity<u8>, size_ret: Out<'_, usize>, bytes: &[u8]) -> Result<()> {
        if !self.is_null() {
            if size.0 < bytes.len() {
                return Err(Error::Invalid(format!(
                    "the result has {} bytes, but the output buffer has {}",
                    bytes.len(),
                    size.0
                )));
            }
            // SAFETY: the invariant of the type; there are as many places.
            unsafe { std::ptr::copy_nonoverlapping(bytes.as_ptr(), self.0, bytes.len()) };
        }
        size_ret.set_if_wanted(bytes.len());
        Ok(())
    }
}

/// A value that the function reads, or null.
#[repr(transparent)]
pub struct In<'a, T>(*const T, PhantomData<&'a T>);

impl<'a, T> In<'a, T> {
    /// The value, which messages call `what`.
    pub(crate) fn get(self, what: &str) -> Result<&'a T> {
        // SAFETY: the invariant of the type.
        unsafe { input(self.0, what) }
    }

    /// An array of values.
    ///
    /// # Safety
    /// The header guarantees `len` values.
    pub(crate) unsafe fn many(self, len: usize, what: &str) -> Result<&'a [T]> {
        // SAFETY: the caller's duty, and the invariant of the type.
        unsafe { array(self.0, len, what) }
    }

    /// The value, or `None` of null.
    pub(crate) fn if_any(self, what: &str) -> Result<Option<&'a T>> {
        if self.0.is_null() { Ok(None) } else { self.get(what).map(Some) }
    }
}

/// The length of the one list of arguments of this type.
#[repr(transparent)]
#[derive(Clone, Copy)]
pub struct Len<T>(usize, PhantomData<T>);

/// A list of arguments, of which a [`Len`] says the length; or null.
#[repr(transparent)]
pub struct Array<'a, T>(*const T, PhantomData<&'a T>);

impl<'a, T> Array<'a, T> {
    pub(crate) fn is_null(&self) -> bool {
        self.0.is_null()
    }

    /// The elements, which messages call `what`; no elements need no pointer.
    pub(crate) fn get(self, len: Len<T>, what: &str) -> Result<&'a [T]> {
        // SAFETY: the invariant of the types.
        unsafe { array(self.0, len.0, what) }
    }
}

impl<T: Kind> Array<'_, *const Object<T>> {
    /// The objects of a list of handles, each with an additional reference.
    pub(crate) fn shared(self, len: Len<*const Object<T>>, what: &str) -> Result<Vec<Arc<Object<T>>>> {
        // SAFETY: the invariant of the types; the tags are checked.
        self.get(len, what)?.iter().map(|&handle| Ok(Arc::clone(&*unsafe { shared(handle)? }))).collect()
    }
}

/// A text, or null.
#[repr(transparent)]
pub struct Text<'a>(*const c_char, PhantomData<&'a CStr>);

impl<'a> Text<'a> {
    /// The text, or `None` of null.
    pub(crate) fn get(self) -> Option<&'a CStr> {
        // SAFETY: the invariant of the type; not null.
        (!self.0.is_null()).then(|| unsafe { CStr::from_ptr(self.0) })
    }

    /// The path of a file, which messages call `what`.
    pub(crate) fn path(self, what: &str) -> Result<&'a Path> {
        let text = self.get().ok_or_else(|| is_null(what))?;
        Ok(Path::new(OsStr::from_bytes(text.to_bytes())))
    }

    pub(crate) fn as_ptr(&self) -> *const c_char {
        self.0
    }
}

/// A struct that begins with its size, with everything that it leads to; or null.
#[repr(transparent)]
pub struct Struct<'a, T>(*const T, PhantomData<&'a T>);

impl<'a, T: AbiStruct + Copy> Struct<'a, T> {
    /// The part of the struct that this library knows. Messages call it `what`.
    pub(crate) fn get(self, what: &str) -> Result<T> {
        let mut completed = MaybeUninit::uninit();
        // SAFETY: the invariant of the type.
        unsafe { sized(self.0, &mut completed, what) }.copied()
    }

    /// As [`Struct::get`]; `None` of null.
    pub(crate) fn if_any(self, what: &str) -> Result<Option<T>> {
        if self.0.is_null() { Ok(None) } else { self.get(what).map(Some) }
    }

    /// The part of a large struct that this library knows. `completed` holds a copy if one is necessary.
    #[inline]
    pub(crate) fn known_part<'r>(&self, completed: &'r mut MaybeUninit<T>, what: &str) -> Result<&'r T>
    where
        'a: 'r,
    {
        // SAFETY: the invariant of the type.
        unsafe { known_part(self.0, completed, what) }
    }

    /// Fails if unknown fields, after the known part of a struct, are in use.
    #[inline]
    pub(crate) fn refuse_unknown_part(&self) -> Result<()> {
        // SAFETY: the invariant of the type.
        unsafe { refuse_unknown_part(self.0) }
    }

    pub(crate) fn as_ptr(&self) -> *const T {
        self.0
    }
}

/// A struct that begins with its size, which the function changes; or null.
#[repr(transparent)]
pub struct OutStruct<'a, T>(*mut T, PhantomData<&'a mut T>);

impl<T: AbiStruct + Copy> OutStruct<'_, T> {
    /// Fills the struct in, as far as the caller has its fields.
    pub(crate) fn fill_in(self, what: &str, fill: impl FnOnce(&mut T) -> Result<()>) -> Result<()> {
        // SAFETY: the invariant of the type.
        unsafe { fill_in(self.0, what, fill) }
    }
}
