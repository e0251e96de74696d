//! The output parameters of queries: lists of results, and single answers.

use std::ffi::c_void;
use std::marker::PhantomData;

use tandem_pi_abi::export::Failure;
use tandem_pi_abi::*;

use crate::failure::{ensure, failure};
use crate::parameters::{List, Out, Parameter};

/// The output of a list query: results up to a capacity, and their number.
pub struct Places<'a, T> {
    capacity: u32,
    places: *mut T,
    count: Out<'a, u32>,
}

impl<T> Parameter for Places<'_, T> {
    type Raw = (u32, *mut T, *mut u32);

    unsafe fn read((capacity, places, count): Self::Raw) -> Self {
        // SAFETY: what PI says of these parameters it says of their last.
        Self { capacity, places, count: unsafe { Out::read(count) } }
    }
}

impl<T: Copy> Places<'_, T> {
    /// Nowhere, if there is a list without room.
    pub fn if_room(self) -> Self {
        Self { places: if self.capacity == 0 { std::ptr::null_mut() } else { self.places }, ..self }
    }

    /// Stores the list. Returns how many of its elements the caller has got.
    pub fn store(self, items: &[T]) -> Result<usize, Failure> {
        let is_list = !self.places.is_null();
        ensure!(is_list || self.count.is_wanted(), PI_ERROR_INVALID_VALUE, "neither a list nor a count is requested");
        ensure!(!is_list || self.capacity != 0, PI_ERROR_INVALID_VALUE, "the list has no room for an element");
        self.count.store(items.len() as u32);
        if !is_list {
            return Ok(0);
        }
        let stored = items.len().min(self.capacity as usize);
        // SAFETY: the invariant of the type: there are places for all that are stored.
        unsafe { self.places.copy_from_nonoverlapping(items.as_ptr(), stored) };
        Ok(stored)
    }
}

/// The output of a query: at most `size` bytes to `value`, their number to `size_ret`.
#[derive(Clone, Copy)]
pub struct Answer<'a> {
    size: usize,
    value: *mut c_void,
    size_ret: *mut usize,
    place: PhantomData<&'a mut c_void>,
}

/// The last three parameters of a `pi*GetInfo` entry.
impl Parameter for Answer<'_> {
    type Raw = (usize, *mut c_void, *mut usize);

    unsafe fn read((size, value, size_ret): Self::Raw) -> Self {
        Self { size, value, size_ret, place: PhantomData }
    }
}

impl Answer<'_> {
    fn store_size(self, size: usize) {
        // SAFETY: the invariant of the type.
        unsafe { Out::read(self.size_ret) }.store(size);
    }

    /// Answers with bytes.
    pub fn bytes(self, bytes: &[u8]) -> Result<(), Failure> {
        self.store_size(bytes.len());
        if self.value.is_null() {
            return Ok(());
        }
        ensure!(
            bytes.len() <= self.size,
            PI_ERROR_INVALID_VALUE,
            "the result has {} bytes, but the output buffer has {}",
            bytes.len(),
            self.size
        );
        // SAFETY: the invariant of the type: there is room for `size` bytes.
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

    /// Answers with binaries: copies each to the place that is in the caller's list for it, if there is
    /// one. The size is that of the list.
    pub fn binaries(self, binaries: &[Vec<u8>]) -> Result<(), Failure> {
        let size = size_of::<*mut u8>() * binaries.len();
        if self.wants_value() {
            ensure!(
                self.size >= size,
                PI_ERROR_INVALID_VALUE,
                "the output list has room for fewer than {} binaries",
                binaries.len()
            );
            // SAFETY: the invariant of the type, where PI says that the value is a list of places.
            let places = unsafe { List::<*mut u8>::read((binaries.len(), self.value.cast_const().cast())) };
            let places = places.get("the output list")?;
            for (binary, &place) in binaries.iter().zip(places).filter(|(_, place)| !place.is_null()) {
                // SAFETY: PI says that each place has room for the size that the caller was told.
                unsafe { place.copy_from_nonoverlapping(binary.as_ptr(), binary.len()) };
            }
        }
        self.store_size(size);
        Ok(())
    }

    /// The failure for a parameter that the entry does not know.
    pub fn unknown<P: std::fmt::Display>(self, param: P) -> Result<(), Failure> {
        Err(failure!(PI_ERROR_INVALID_VALUE, "unknown query {param}"))
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
        let mut answer = |size, value| unsafe { Answer::read((size, value, &raw mut size_ret)) };
        answer(0, std::ptr::null_mut()).text("abc").unwrap();
        answer(4, value.as_mut_ptr().cast()).text("abc").unwrap();
        assert!(answer(3, value.as_mut_ptr().cast()).text("abc").is_err());
        assert_eq!((size_ret, &value), (4, b"abc\0"));
    }

    #[test]
    fn lists_follow_the_list_protocol() {
        let (mut out, mut count) = ([0; 2], 0);
        let (out_ptr, count_ptr) = (out.as_mut_ptr(), &raw mut count);
        let (no_list, no_count) = (std::ptr::null_mut(), std::ptr::null_mut());
        // SAFETY: the places are valid.
        let places = |capacity, out, count| unsafe { Places::read((capacity, out, count)) };
        assert_eq!(places(0, no_list, count_ptr).store(&[7, 8, 9]).unwrap(), 0);
        assert_eq!(places(2, out_ptr, no_count).store(&[7, 8, 9]).unwrap(), 2);
        assert!(places(0, no_list, no_count).store(&[7]).is_err());
        assert!(places(0, out_ptr, count_ptr).store(&[7]).is_err());
        assert_eq!((out, count), ([7, 8], 3));
    }
}
