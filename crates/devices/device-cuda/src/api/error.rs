//! Errors of CUDA's driver.

use std::ffi::{CStr, c_char};
use std::fmt;

use tandem_device::Error;

use super::Cuda;
use crate::sys::{self, Code};

/// Result of a call.
pub type CudaResult<T> = Result<T, CudaError>;

/// The error that a call reported, with the driver's texts.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct CudaError {
    code: Code,
    name: &'static str,
    text: &'static str,
}

impl Cuda {
    /// The error of a code.
    #[cold]
    pub(crate) fn error(&self, code: Code) -> CudaError {
        // SAFETY: both functions store a text of the driver, which stays.
        let text = |function: unsafe extern "C" fn(Code, *mut *const c_char) -> Code| unsafe {
            let mut text = std::ptr::null();
            match function(code, &raw mut text) {
                sys::CUDA_SUCCESS if !text.is_null() => CStr::from_ptr(text).to_str().ok(),
                _ => None,
            }
        };
        let name = text(self.functions().cuGetErrorName).unwrap_or("an error that the driver has no name for");
        let text = text(self.functions().cuGetErrorString).unwrap_or("unknown error");
        CudaError { code, name, text }
    }
}

impl CudaError {
    /// The code.
    pub fn code(&self) -> Code {
        self.code
    }

    /// Something is not complete yet.
    pub fn is_not_ready(&self) -> bool {
        self.code == sys::CUDA_ERROR_NOT_READY
    }

    /// CUDA has ended, as it does while the process exits: nothing is on its devices any more.
    pub fn is_after_end(&self) -> bool {
        self.code == sys::CUDA_ERROR_DEINITIALIZED
    }

    /// The error of a call after CUDA has ended, or else this one.
    pub fn unless_ended(self, otherwise: impl FnOnce(Self) -> Error) -> Error {
        if self.is_after_end() { Error::Ended } else { otherwise(self) }
    }

    /// There is no memory.
    pub fn is_out_of_memory(&self) -> bool {
        self.code == sys::CUDA_ERROR_OUT_OF_MEMORY
    }

    /// The context cannot be used any more: every later call has the same error.
    pub fn is_sticky(&self) -> bool {
        matches!(
            self.code,
            sys::CUDA_ERROR_DEINITIALIZED
                | sys::CUDA_ERROR_DEVICE_UNAVAILABLE
                | sys::CUDA_ERROR_ECC_UNCORRECTABLE
                | sys::CUDA_ERROR_NVLINK_UNCORRECTABLE
                | sys::CUDA_ERROR_ILLEGAL_ADDRESS
                | sys::CUDA_ERROR_LAUNCH_TIMEOUT
                | sys::CUDA_ERROR_CONTEXT_IS_DESTROYED
                | sys::CUDA_ERROR_ASSERT
                | sys::CUDA_ERROR_HARDWARE_STACK_ERROR..=sys::CUDA_ERROR_LAUNCH_FAILED
        )
    }

    /// A launch needs more registers, shared memory or work-groups at a time than there are.
    pub fn is_out_of_resources(&self) -> bool {
        matches!(self.code, sys::CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES | sys::CUDA_ERROR_COOPERATIVE_LAUNCH_TOO_LARGE)
    }

    /// Code is for other devices, or for a newer driver.
    pub fn is_other_target(&self) -> bool {
        matches!(self.code, sys::CUDA_ERROR_NO_BINARY_FOR_GPU | sys::CUDA_ERROR_UNSUPPORTED_PTX_VERSION)
    }
}

impl fmt::Display for CudaError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({})", self.text, self.name)
    }
}

impl fmt::Debug for CudaError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({})", self.name, self.code)
    }
}

impl std::error::Error for CudaError {}
