//! Answers of the plugin itself, where OpenCL has none.

use std::ffi::c_void;

use tandem_pi_abi::constants::*;
use tandem_pi_abi::export::Failure;

/// The place for the answer to a query: the last three parameters of PI's queries.
#[derive(Clone, Copy)]
pub struct Answer {
    size: usize,
    value: *mut c_void,
    size_ret: *mut usize,
}

impl Answer {
    /// # Safety
    /// `value` is null or has room for `size` bytes, `size_ret` is null or valid.
    pub unsafe fn new(size: usize, value: *mut c_void, size_ret: *mut usize) -> Self {
        Self { size, value, size_ret }
    }

    /// The three parameters, for a query of OpenCL.
    pub fn parts(self) -> (usize, *mut c_void, *mut usize) {
        (self.size, self.value, self.size_ret)
    }

    /// Answers with bytes.
    pub fn bytes(self, bytes: &[u8]) -> Result<(), Failure> {
        if !self.size_ret.is_null() {
            // SAFETY: the invariant of the type.
            unsafe { self.size_ret.write(bytes.len()) };
        }
        if self.value.is_null() {
            return Ok(());
        }
        if self.size < bytes.len() {
            let text = format!("the result has {} bytes, but the output buffer has {}", bytes.len(), self.size);
            return Err(Failure::new(PI_ERROR_INVALID_VALUE, text));
        }
        // SAFETY: the invariant of the type: there is room for `size` bytes.
        unsafe { self.value.cast::<u8>().copy_from_nonoverlapping(bytes.as_ptr(), bytes.len()) };
        Ok(())
    }

    /// Answers with a number of 32 bits.
    pub fn u32(self, value: u32) -> Result<(), Failure> {
        self.bytes(&value.to_ne_bytes())
    }

    /// Answers with a number of 64 bits.
    pub fn u64(self, value: u64) -> Result<(), Failure> {
        self.bytes(&value.to_ne_bytes())
    }

    /// Answers with a truth value.
    pub fn bool(self, value: bool) -> Result<(), Failure> {
        self.u32(value.into())
    }

    /// Answers with sizes.
    pub fn sizes(self, values: &[usize]) -> Result<(), Failure> {
        self.bytes(&values.iter().flat_map(|value| value.to_ne_bytes()).collect::<Vec<_>>())
    }

    /// Answers with a text and its terminator.
    pub fn text(self, text: &str) -> Result<(), Failure> {
        self.bytes(&[text.as_bytes(), &[0]].concat())
    }
}
