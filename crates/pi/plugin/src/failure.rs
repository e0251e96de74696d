//! The failures of entries, and how a driver's errors become PI's codes.

use tandem_device::Error;
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
            return Err($crate::failure::failure!($code, $($format)*));
        }
    };
}
pub(crate) use ensure;

/// The code of a driver's error.
pub fn code(error: &Error) -> PiResult {
    match error {
        Error::OutOfMemory { .. } => PI_ERROR_MEM_OBJECT_ALLOCATION_FAILURE,
        Error::OutOfResources(_) => PI_ERROR_OUT_OF_RESOURCES,
        Error::Build { .. } => PI_ERROR_BUILD_PROGRAM_FAILURE,
        Error::UnknownKernel(_) => PI_ERROR_INVALID_KERNEL_NAME,
        Error::UnsupportedImage(_) => PI_ERROR_INVALID_BINARY,
        Error::Unsupported(_) => PI_ERROR_UNSUPPORTED_FEATURE,
        Error::Ended => PI_ERROR_UNINITIALIZED,
        Error::DeviceLost(_) => PI_ERROR_DEVICE_NOT_AVAILABLE,
        Error::Execution(_) => PI_ERROR_COMMAND_EXECUTION_FAILURE,
        Error::Inaccessible { .. } => PI_ERROR_INVALID_OPERATION,
        Error::Dependency(_) => PI_ERROR_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST,
        Error::PipeFull(_) => PI_ERROR_PIPE_FULL_INTEL,
        Error::PipeEmpty(_) => PI_ERROR_PIPE_EMPTY_INTEL,
        Error::Environment(_) => PI_ERROR_PLUGIN_SPECIFIC_ERROR,
        _ => PI_ERROR_UNKNOWN,
    }
}

/// The failure of an entry whose driver call failed.
pub fn from_driver(error: Error) -> Failure {
    Failure::new(code(&error), error.to_string())
}
