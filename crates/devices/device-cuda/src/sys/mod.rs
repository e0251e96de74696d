//! CUDA's driver API as C has it: handles, structures, constants and functions. Only what the
//! driver uses is here; names and values are those of `cuda.h`.
//!
//! Handles are numbers that nothing reads through, so threads can share them.

mod external;
mod library;

use std::ffi::{c_int, c_uint, c_void};

pub use external::*;
pub use library::{Functions, LoadError, load};

/// Handles: a pointer of the driver's, as a number. 0 is none.
macro_rules! handles {
    ($($(#[$doc:meta])* $name:ident;)*) => {$(
        $(#[$doc])*
        #[repr(transparent)]
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
        pub struct $name(pub usize);
    )*};
}

handles! {
    /// `CUcontext`
    Context;
    /// `CUstream`
    Stream;
    /// `CUevent`
    Event;
    /// `CUmodule`
    Module;
    /// `CUfunction`
    Function;
    /// `CUlinkState`
    Link;
    /// `CUmemoryPool`
    MemoryPool;
    /// `CUarray`
    Array;
    /// `CUmipmappedArray`
    MipmappedArray;
    /// `CUexternalMemory`
    ExternalMemory;
    /// `CUexternalSemaphore`
    ExternalSemaphore;
    /// `CUgraph`
    Graph;
    /// `CUgraphNode`
    GraphNode;
    /// `CUgraphExec`
    GraphExec;
}

/// `CUdevice`: the ordinal of a device.
pub type Device = c_int;
/// `CUresult`
pub type Code = c_int;
/// `CUdeviceptr`
pub type Address = u64;
/// `CUarray_format`
pub type ArrayFormat = c_int;

pub const CUDA_SUCCESS: Code = 0;
pub const CUDA_ERROR_INVALID_VALUE: Code = 1;
pub const CUDA_ERROR_OUT_OF_MEMORY: Code = 2;
pub const CUDA_ERROR_DEINITIALIZED: Code = 4;
pub const CUDA_ERROR_DEVICE_UNAVAILABLE: Code = 46;
pub const CUDA_ERROR_NO_DEVICE: Code = 100;
pub const CUDA_ERROR_NO_BINARY_FOR_GPU: Code = 209;
pub const CUDA_ERROR_ECC_UNCORRECTABLE: Code = 214;
pub const CUDA_ERROR_NVLINK_UNCORRECTABLE: Code = 220;
pub const CUDA_ERROR_UNSUPPORTED_PTX_VERSION: Code = 222;
pub const CUDA_ERROR_NOT_READY: Code = 600;
pub const CUDA_ERROR_ILLEGAL_ADDRESS: Code = 700;
pub const CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES: Code = 701;
pub const CUDA_ERROR_LAUNCH_TIMEOUT: Code = 702;
pub const CUDA_ERROR_PEER_ACCESS_ALREADY_ENABLED: Code = 704;
pub const CUDA_ERROR_CONTEXT_IS_DESTROYED: Code = 709;
pub const CUDA_ERROR_ASSERT: Code = 710;
pub const CUDA_ERROR_HARDWARE_STACK_ERROR: Code = 714;
pub const CUDA_ERROR_LAUNCH_FAILED: Code = 719;
pub const CUDA_ERROR_COOPERATIVE_LAUNCH_TOO_LARGE: Code = 720;

pub const CU_STREAM_NON_BLOCKING: c_uint = 1;
pub const CU_EVENT_DEFAULT: c_uint = 0;
pub const CU_EVENT_DISABLE_TIMING: c_uint = 2;
pub const CU_MEM_ATTACH_GLOBAL: c_uint = 1;
pub const CU_MEMHOSTALLOC_PORTABLE: c_uint = 1;
pub const CU_MEMHOSTALLOC_DEVICEMAP: c_uint = 2;
pub const CU_MEMHOSTREGISTER_PORTABLE: c_uint = 1;
pub const CU_MEM_LOCATION_TYPE_DEVICE: c_int = 1;
pub const CU_MEM_ALLOCATION_TYPE_PINNED: c_int = 1;
pub const CU_MEM_ACCESS_FLAGS_PROT_READWRITE: c_int = 3;
pub const CU_MEMPOOL_ATTR_RELEASE_THRESHOLD: c_int = 4;
pub const CU_MEMPOOL_ATTR_RESERVED_MEM_CURRENT: c_int = 5;
pub const CU_MEMORYTYPE_HOST: c_uint = 1;
pub const CU_MEMORYTYPE_ARRAY: c_uint = 3;
pub const CU_MEMORYTYPE_UNIFIED: c_uint = 4;
pub const CUDA_ARRAY3D_LAYERED: c_uint = 1;
pub const CUDA_ARRAY3D_SURFACE_LDST: c_uint = 2;
pub const CU_AD_FORMAT_UNSIGNED_INT8: ArrayFormat = 0x01;
pub const CU_AD_FORMAT_UNSIGNED_INT16: ArrayFormat = 0x02;
pub const CU_AD_FORMAT_UNSIGNED_INT32: ArrayFormat = 0x03;
pub const CU_AD_FORMAT_SIGNED_INT8: ArrayFormat = 0x08;
pub const CU_AD_FORMAT_SIGNED_INT16: ArrayFormat = 0x09;
pub const CU_AD_FORMAT_SIGNED_INT32: ArrayFormat = 0x0a;
pub const CU_AD_FORMAT_HALF: ArrayFormat = 0x10;
pub const CU_AD_FORMAT_FLOAT: ArrayFormat = 0x20;
pub const CU_RESOURCE_TYPE_ARRAY: c_int = 0;
pub const CU_RESOURCE_TYPE_MIPMAPPED_ARRAY: c_int = 1;
pub const CU_RESOURCE_TYPE_PITCH2D: c_int = 3;
pub const CU_TR_ADDRESS_MODE_WRAP: c_int = 0;
pub const CU_TR_ADDRESS_MODE_CLAMP: c_int = 1;
pub const CU_TR_ADDRESS_MODE_MIRROR: c_int = 2;
pub const CU_TR_ADDRESS_MODE_BORDER: c_int = 3;
pub const CU_TR_FILTER_MODE_POINT: c_int = 0;
pub const CU_TR_FILTER_MODE_LINEAR: c_int = 1;
pub const CU_TRSF_READ_AS_INTEGER: c_uint = 1;
pub const CU_TRSF_NORMALIZED_COORDINATES: c_uint = 2;
pub const CU_TRSF_SRGB: c_uint = 0x10;
pub const CU_POINTER_ATTRIBUTE_MEMORY_TYPE: c_int = 2;
pub const CU_POINTER_ATTRIBUTE_IS_MANAGED: c_int = 8;
pub const CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL: c_int = 9;
pub const CU_DEVICE_P2P_ATTRIBUTE_NATIVE_ATOMIC_SUPPORTED: c_int = 3;

pub const CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK: c_int = 0;
pub const CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES: c_int = 1;
pub const CU_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES: c_int = 3;
pub const CU_FUNC_ATTRIBUTE_NUM_REGS: c_int = 4;
pub const CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES: c_int = 8;

pub const CU_JIT_INFO_LOG_BUFFER: c_int = 3;
pub const CU_JIT_INFO_LOG_BUFFER_SIZE_BYTES: c_int = 4;
pub const CU_JIT_ERROR_LOG_BUFFER: c_int = 5;
pub const CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES: c_int = 6;
pub const CU_JIT_OPTIMIZATION_LEVEL: c_int = 7;
pub const CU_JIT_GENERATE_LINE_INFO: c_int = 13;
pub const CU_JIT_INPUT_CUBIN: c_int = 0;
pub const CU_JIT_INPUT_PTX: c_int = 1;

pub const CU_LAUNCH_ATTRIBUTE_COOPERATIVE: c_int = 2;
pub const CU_STREAM_CAPTURE_MODE_RELAXED: c_int = 2;
pub const CU_STREAM_SET_CAPTURE_DEPENDENCIES: c_uint = 1;

/// Ends the list of `extra` options of a launch.
pub const CU_LAUNCH_PARAM_END: *mut c_void = std::ptr::null_mut();
/// The block of parameters follows.
pub const CU_LAUNCH_PARAM_BUFFER_POINTER: *mut c_void = std::ptr::without_provenance_mut(1);
/// The address of its size follows.
pub const CU_LAUNCH_PARAM_BUFFER_SIZE: *mut c_void = std::ptr::without_provenance_mut(2);

/// `CUdevice_attribute`
#[repr(i32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names of cuda.h")]
pub enum DeviceAttribute {
    MaxThreadsPerBlock = 1,
    MaxBlockDimX = 2,
    MaxBlockDimY = 3,
    MaxBlockDimZ = 4,
    MaxGridDimX = 5,
    MaxGridDimY = 6,
    MaxGridDimZ = 7,
    MaxSharedMemoryPerBlock = 8,
    WarpSize = 10,
    ClockRate = 13,
    TextureAlignment = 14,
    MultiprocessorCount = 16,
    Integrated = 18,
    MaxTexture1DWidth = 21,
    MaxTexture2DWidth = 22,
    MaxTexture2DHeight = 23,
    MaxTexture3DWidth = 24,
    MaxTexture3DHeight = 25,
    MaxTexture3DDepth = 26,
    MaxTexture2DLayeredWidth = 27,
    MaxTexture2DLayeredHeight = 28,
    MaxTexture2DLayeredLayers = 29,
    EccEnabled = 32,
    MemoryClockRate = 36,
    GlobalMemoryBusWidth = 37,
    L2CacheSize = 38,
    MaxThreadsPerMultiprocessor = 39,
    MaxTexture1DLayeredWidth = 42,
    MaxTexture1DLayeredLayers = 43,
    TexturePitchAlignment = 51,
    MaxSurface1DWidth = 55,
    MaxSurface2DWidth = 56,
    MaxSurface2DHeight = 57,
    MaxSurface3DWidth = 58,
    MaxSurface3DHeight = 59,
    MaxSurface3DDepth = 60,
    MaxSurface1DLayeredWidth = 61,
    MaxSurface1DLayeredLayers = 62,
    MaxSurface2DLayeredWidth = 63,
    MaxSurface2DLayeredHeight = 64,
    MaxSurface2DLayeredLayers = 65,
    MaxTexture2DLinearWidth = 70,
    MaxTexture2DLinearHeight = 71,
    MaxTexture2DLinearPitch = 72,
    ComputeCapabilityMajor = 75,
    ComputeCapabilityMinor = 76,
    ManagedMemory = 83,
    HostNativeAtomicSupported = 86,
    ConcurrentManagedAccess = 89,
    MaxSharedMemoryPerBlockOptin = 97,
    MemoryPoolsSupported = 115,
}

/// `CUuuid`
#[repr(C)]
#[derive(Clone, Copy, Debug, Default)]
pub struct Uuid(pub [u8; 16]);

/// `CUmemLocation`
#[repr(C)]
#[derive(Clone, Copy, Debug, Default)]
pub struct MemLocation {
    pub kind: c_int,
    pub id: c_int,
}

/// `CUmemAccessDesc`
#[repr(C)]
#[derive(Clone, Copy, Debug, Default)]
pub struct MemAccessDesc {
    pub location: MemLocation,
    pub flags: c_int,
}

/// `CUmemPoolProps`
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct MemPoolProps {
    pub alloc_type: c_int,
    pub handle_types: c_int,
    pub location: MemLocation,
    pub security_attributes: usize,
    pub max_size: usize,
    pub usage: u16,
    pub reserved: [u8; 54],
}

/// One side of `CUDA_MEMCPY3D`. The first members are those of the source, the last those of the
/// destination; both have the same order.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default)]
pub struct Memcpy3DSide {
    pub x_in_bytes: usize,
    pub y: usize,
    pub z: usize,
    pub lod: usize,
    pub memory_type: c_uint,
    pub host: usize,
    pub device: Address,
    pub array: usize,
    pub reserved: usize,
    pub pitch: usize,
    pub height: usize,
}

/// `CUDA_MEMCPY3D`
#[repr(C)]
#[derive(Clone, Copy, Debug, Default)]
pub struct Memcpy3D {
    pub src: Memcpy3DSide,
    pub dst: Memcpy3DSide,
    pub width_in_bytes: usize,
    pub height: usize,
    pub depth: usize,
}

/// `CUDA_ARRAY3D_DESCRIPTOR`
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct Array3DDescriptor {
    pub width: usize,
    pub height: usize,
    pub depth: usize,
    pub format: ArrayFormat,
    pub num_channels: c_uint,
    pub flags: c_uint,
}

/// `CUDA_RESOURCE_DESC`
#[repr(C)]
#[derive(Clone, Copy)]
pub struct ResourceDesc {
    pub kind: c_int,
    pub resource: Resource,
    pub flags: c_uint,
}

/// The union of `CUDA_RESOURCE_DESC`.
#[repr(C)]
#[derive(Clone, Copy)]
pub union Resource {
    pub array: Array,
    pub mipmapped_array: MipmappedArray,
    pub pitch_2d: Pitch2D,
    pub reserved: [u64; 16],
}

/// Rows of pixels in memory, a member of the union of `CUDA_RESOURCE_DESC`.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct Pitch2D {
    pub address: Address,
    pub format: ArrayFormat,
    pub num_channels: c_uint,
    pub width: usize,
    pub height: usize,
    pub pitch_in_bytes: usize,
}

/// `CUDA_TEXTURE_DESC`
#[repr(C)]
#[derive(Clone, Copy, Debug, Default)]
pub struct TextureDesc {
    pub address_mode: [c_int; 3],
    pub filter_mode: c_int,
    pub flags: c_uint,
    pub max_anisotropy: c_uint,
    pub mipmap_filter_mode: c_int,
    pub mipmap_level_bias: f32,
    pub min_mipmap_level_clamp: f32,
    pub max_mipmap_level_clamp: f32,
    pub border_color: [f32; 4],
    pub reserved: [c_int; 12],
}

// As a C compiler lays out the structures of `cuda.h`.
const _: () = {
    assert!(size_of::<Array3DDescriptor>() == 40);
    assert!(size_of::<ResourceDesc>() == 144);
    assert!(size_of::<TextureDesc>() == 104);
    assert!(size_of::<Memcpy3D>() == 200);
};

/// `CUDA_KERNEL_NODE_PARAMS_v2`
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct KernelNodeParams {
    pub function: Function,
    pub grid: [c_uint; 3],
    pub block: [c_uint; 3],
    pub shared_bytes: c_uint,
    pub kernel_params: *mut *mut c_void,
    pub extra: *mut *mut c_void,
    pub kernel: usize,
    pub context: Context,
}

/// `CUlaunchAttribute`, with the one value of 4 bytes that is used.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct LaunchAttribute {
    pub id: c_int,
    pub pad: [u8; 4],
    pub value: c_int,
    pub rest: [u8; 60],
}

/// `CUlaunchConfig`
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct LaunchConfig {
    pub grid: [c_uint; 3],
    pub block: [c_uint; 3],
    pub shared_bytes: c_uint,
    pub stream: Stream,
    pub attributes: *const LaunchAttribute,
    pub num_attributes: c_uint,
}

const _: () = assert!(size_of::<KernelNodeParams>() == 72);
const _: () = assert!(size_of::<LaunchAttribute>() == 72);
const _: () = assert!(size_of::<LaunchConfig>() == 56);
const _: () = assert!(size_of::<Memcpy3D>() == 200);
const _: () = assert!(size_of::<MemPoolProps>() == 88);
const _: () = assert!(size_of::<MemAccessDesc>() == 12);
