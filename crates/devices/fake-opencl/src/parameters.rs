//! Parameters of functions: lists, texts, places for answers.

use std::ffi::{CStr, c_char, c_int, c_void};

use opencl_sys::{CL_INVALID_VALUE, cl_uint};

use crate::exported::Outcome;

/// The elements of a list, which may be null only where it is empty.
pub fn list<T: Copy>(elements: *const T, count: usize) -> Result<Vec<T>, c_int> {
    match (count, elements.is_null()) {
        (0, true) => Ok(Vec::new()),
        (0, false) | (_, true) => Err(CL_INVALID_VALUE),
        // SAFETY: the contract of OpenCL: there are as many elements.
        _ => Ok(unsafe { std::slice::from_raw_parts(elements, count) }.to_vec()),
    }
}

/// The handles of a list.
pub fn handles(elements: *const *mut c_void, count: cl_uint) -> Result<Vec<usize>, c_int> {
    Ok(list(elements, count as usize)?.into_iter().map(|handle| handle as usize).collect())
}

/// Bytes that the caller has.
pub fn bytes(from: *const c_void, size: usize) -> Result<Vec<u8>, c_int> {
    if from.is_null() || size == 0 {
        return Err(CL_INVALID_VALUE);
    }
    list(from.cast(), size)
}

/// A text; empty for null.
pub fn text(from: *const c_char) -> String {
    if from.is_null() {
        return String::new();
    }
    // SAFETY: the contract of OpenCL: a text with its terminator.
    unsafe { CStr::from_ptr(from) }.to_string_lossy().into_owned()
}

/// Three sizes.
pub fn triple(from: *const usize) -> Result<[usize; 3], c_int> {
    let three = list(from, 3)?;
    Ok([three[0], three[1], three[2]])
}

macro_rules! pairs {
    ($($name:ident: $type:ty),*) => {$(
        /// A list of pairs of a number and a value, and 0 at the end.
        pub fn $name(from: *const $type) -> Vec<($type, $type)> {
            let mut pairs = Vec::new();
            let mut next = from;
            // SAFETY: the contract of OpenCL: the list ends with 0, and each number has a value.
            while !next.is_null() && unsafe { *next } != 0 {
                // SAFETY: as above.
                pairs.push(unsafe { (*next, *next.add(1)) });
                // SAFETY: as above.
                next = unsafe { next.add(2) };
            }
            pairs
        }
    )*};
}
pairs!(pairs_of_isize: isize, pairs_of_u64: u64);

/// Writes to a place that may be null.
pub fn write<T>(place: *mut T, value: T) {
    if !place.is_null() {
        // SAFETY: the caller's to write.
        unsafe { place.write(value) };
    }
}

/// Answers with a list of handles and its length, as `clGetPlatformIDs` does.
pub fn answer_handles(found: &[usize], capacity: cl_uint, place: *mut *mut c_void, count: *mut cl_uint) -> Outcome {
    if place.is_null() && count.is_null() || place.is_null() != (capacity == 0) {
        return Err(CL_INVALID_VALUE);
    }
    for (index, handle) in found.iter().take(capacity as usize).enumerate() {
        // SAFETY: there is room for `capacity` handles.
        unsafe { place.add(index).write(*handle as *mut c_void) };
    }
    write(count, found.len() as cl_uint);
    Ok(())
}

/// Answers a query with bytes.
pub fn answer(value: &[u8], size: usize, place: *mut c_void, size_ret: *mut usize) -> Outcome {
    if !place.is_null() {
        if size < value.len() {
            return Err(CL_INVALID_VALUE);
        }
        // SAFETY: there is room for `size` bytes.
        unsafe { place.cast::<u8>().copy_from_nonoverlapping(value.as_ptr(), value.len()) };
    }
    write(size_ret, value.len());
    Ok(())
}

/// A number of 32 bits as an answer.
pub fn u32_of(value: u32) -> Vec<u8> {
    value.to_ne_bytes().to_vec()
}

/// A number of 64 bits, a size or a handle as an answer.
pub fn u64_of(value: u64) -> Vec<u8> {
    value.to_ne_bytes().to_vec()
}

/// Sizes or handles as an answer.
pub fn sizes_of(values: &[usize]) -> Vec<u8> {
    values.iter().flat_map(|value| value.to_ne_bytes()).collect()
}

/// A text as an answer, with its terminator.
pub fn text_of(text: &str) -> Vec<u8> {
    [text.as_bytes(), &[0]].concat()
}
