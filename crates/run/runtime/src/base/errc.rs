//! `sycl::errc`: the values, and which of them PI's result codes are.

use tandem_pi_abi::constants::*;

/// The values of `sycl::errc` (SYCL 2020, 4.13.2) as numbered in
/// `tandem/abi.h`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(i32)]
#[non_exhaustive]
pub enum Errc {
    /// A generic runtime error.
    Runtime = 1,
    /// A failure before or while a kernel was submitted.
    Kernel = 2,
    /// Something about an accessor.
    Accessor = 3,
    /// A bad `nd_range`.
    NdRange = 4,
    /// Something about an event.
    Event = 5,
    /// A kernel argument that does not fit.
    KernelArgument = 6,
    /// Device code that does not compile or link.
    Build = 7,
    /// An argument that makes no sense.
    Invalid = 8,
    /// Memory is exhausted.
    MemoryAllocation = 9,
    /// A platform failed.
    Platform = 10,
    /// No profiling information.
    Profiling = 11,
    /// The device lacks an optional feature.
    FeatureNotSupported = 12,
    /// The kernel does not run on the device.
    KernelNotSupported = 13,
    /// The back end is another one than asked for.
    BackendMismatch = 14,
}

impl Errc {
    /// The value of this number.
    pub fn from_number(number: i32) -> Option<Self> {
        use Errc::*;
        const ALL: [Errc; 14] = [
            Runtime,
            Kernel,
            Accessor,
            NdRange,
            Event,
            KernelArgument,
            Build,
            Invalid,
            MemoryAllocation,
            Platform,
            Profiling,
            FeatureNotSupported,
            KernelNotSupported,
            BackendMismatch,
        ];
        ALL.into_iter().find(|errc| *errc as i32 == number)
    }

    /// The value for a call or command of PI that ended with this code.
    pub(super) fn of_pi(code: PiResult) -> Self {
        match code {
            PI_ERROR_MEM_OBJECT_ALLOCATION_FAILURE | PI_ERROR_OUT_OF_RESOURCES | PI_ERROR_OUT_OF_HOST_MEMORY => {
                Self::MemoryAllocation
            }
            PI_ERROR_INVALID_WORK_DIMENSION
            | PI_ERROR_INVALID_WORK_GROUP_SIZE
            | PI_ERROR_INVALID_WORK_ITEM_SIZE
            | PI_ERROR_INVALID_GLOBAL_OFFSET
            | PI_ERROR_INVALID_GLOBAL_WORK_SIZE => Self::NdRange,
            PI_ERROR_BUILD_PROGRAM_FAILURE
            | PI_ERROR_COMPILE_PROGRAM_FAILURE
            | PI_ERROR_LINK_PROGRAM_FAILURE
            | PI_ERROR_COMPILER_NOT_AVAILABLE
            | PI_ERROR_LINKER_NOT_AVAILABLE
            | PI_ERROR_INVALID_BINARY
            | PI_ERROR_INVALID_BUILD_OPTIONS
            | PI_ERROR_INVALID_COMPILER_OPTIONS
            | PI_ERROR_INVALID_LINKER_OPTIONS => Self::Build,
            PI_ERROR_INVALID_ARG_INDEX
            | PI_ERROR_INVALID_ARG_VALUE
            | PI_ERROR_INVALID_ARG_SIZE
            | PI_ERROR_INVALID_KERNEL_ARGS => Self::KernelArgument,
            PI_ERROR_INVALID_KERNEL | PI_ERROR_INVALID_KERNEL_NAME | PI_ERROR_INVALID_KERNEL_DEFINITION => Self::Kernel,
            PI_ERROR_INVALID_EVENT | PI_ERROR_INVALID_EVENT_WAIT_LIST => Self::Event,
            PI_ERROR_PROFILING_INFO_NOT_AVAILABLE => Self::Profiling,
            PI_ERROR_INVALID_VALUE
            | PI_ERROR_INVALID_BUFFER_SIZE
            | PI_ERROR_MISALIGNED_SUB_BUFFER_OFFSET
            | PI_ERROR_MEM_COPY_OVERLAP
            | PI_ERROR_IMAGE_FORMAT_MISMATCH
            | PI_ERROR_INVALID_IMAGE_DESCRIPTOR
            | PI_ERROR_INVALID_HOST_PTR
            | PI_ERROR_INVALID_DEVICE
            | PI_ERROR_INVALID_CONTEXT
            | PI_ERROR_INVALID_QUEUE_PROPERTIES => Self::Invalid,
            PI_ERROR_UNSUPPORTED_FEATURE | PI_ERROR_INVALID_OPERATION => Self::FeatureNotSupported,
            PI_ERROR_INVALID_PLATFORM | PI_ERROR_DEVICE_NOT_FOUND => Self::Platform,
            _ => Self::Runtime,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_those_of_the_header() {
        for number in 1..=14 {
            assert_eq!(Errc::from_number(number).map(|errc| errc as i32), Some(number));
        }
        assert_eq!(Errc::from_number(0), None);
        assert_eq!(Errc::from_number(15), None);
    }
}
