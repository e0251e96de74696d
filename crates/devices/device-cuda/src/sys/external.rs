//! Memory and semaphores of other programs: structures and constants.

use std::ffi::{c_int, c_uint};

use super::Array3DDescriptor;

pub const CU_EXTERNAL_MEMORY_HANDLE_TYPE_OPAQUE_FD: c_int = 1;
pub const CU_EXTERNAL_SEMAPHORE_HANDLE_TYPE_OPAQUE_FD: c_int = 1;
pub const CU_EXTERNAL_SEMAPHORE_HANDLE_TYPE_TIMELINE_SEMAPHORE_FD: c_int = 9;

/// The union of the handles of other programs, of which only descriptors are used.
#[repr(C, align(8))]
#[derive(Clone, Copy, Debug, Default)]
pub struct ExternalHandle {
    pub descriptor: c_int,
    pub rest: [c_int; 3],
}

/// `CUDA_EXTERNAL_MEMORY_HANDLE_DESC`
#[repr(C)]
#[derive(Clone, Copy, Debug, Default)]
pub struct ExternalMemoryHandleDesc {
    pub kind: c_int,
    pub handle: ExternalHandle,
    pub size: u64,
    pub flags: c_uint,
    pub reserved: [c_uint; 16],
}

/// `CUDA_EXTERNAL_MEMORY_BUFFER_DESC`
#[repr(C)]
#[derive(Clone, Copy, Debug, Default)]
pub struct ExternalMemoryBufferDesc {
    pub offset: u64,
    pub size: u64,
    pub flags: c_uint,
    pub reserved: [c_uint; 16],
}

/// `CUDA_EXTERNAL_MEMORY_MIPMAPPED_ARRAY_DESC`
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct ExternalMemoryMipmappedArrayDesc {
    pub offset: u64,
    pub array: Array3DDescriptor,
    pub levels: c_uint,
    pub reserved: [c_uint; 16],
}

/// `CUDA_EXTERNAL_SEMAPHORE_HANDLE_DESC`
#[repr(C)]
#[derive(Clone, Copy, Debug, Default)]
pub struct ExternalSemaphoreHandleDesc {
    pub kind: c_int,
    pub handle: ExternalHandle,
    pub flags: c_uint,
    pub reserved: [c_uint; 16],
}

/// `CUDA_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS` and `CUDA_EXTERNAL_SEMAPHORE_WAIT_PARAMS`, which differ only
/// in members that are not used.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default)]
pub struct ExternalSemaphoreParams {
    /// The value of a timeline semaphore.
    pub value: u64,
    pub others: [u64; 8],
    pub flags: c_uint,
    pub reserved: [c_uint; 16],
}

// As a C compiler lays out the structures of `cuda.h`.
const _: () = {
    assert!(size_of::<ExternalMemoryHandleDesc>() == 104);
    assert!(size_of::<ExternalMemoryBufferDesc>() == 88);
    assert!(size_of::<ExternalMemoryMipmappedArrayDesc>() == 120);
    assert!(size_of::<ExternalSemaphoreHandleDesc>() == 96);
    assert!(size_of::<ExternalSemaphoreParams>() == 144);
};
