//! The enumerations and bit sets of PI under their C names. Values equal those
//! of OpenCL where OpenCL has the notion; the others are PI's own.

/// Declares C enumerations as newtypes, so that a query of a device cannot be
/// handed to a queue, with one constant per enumerator under its C name.
macro_rules! pi_enums {
    ($($(#[$meta:meta])* $type:ident: $repr:ty { $($name:ident = $value:expr,)* })*) => {$(
        $(#[$meta])*
        #[repr(transparent)]
        #[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub struct $type(pub $repr);

        impl $type {
            /// The known values.
            pub const ALL: &'static [Self] = &[$(Self($value)),*];

            /// The C name of the value, if it is a known one.
            pub const fn name(self) -> Option<&'static str> {
                match self {
                    $($name => Some(stringify!($name)),)*
                    _ => None,
                }
            }
        }

        impl std::fmt::Debug for $type {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                match self.name() {
                    Some(name) => f.write_str(name),
                    None => write!(f, concat!(stringify!($type), "({:#x})"), self.0),
                }
            }
        }

        impl std::fmt::Display for $type {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                std::fmt::Debug::fmt(self, f)
            }
        }

        $(
            #[doc = concat!("`", stringify!($name), " = ", stringify!($value), "`")]
            pub const $name: $type = $type($value);
        )*
    )*};
}

/// Declares C bit sets as 64-bit newtypes with `|`, `&` and `contains`.
macro_rules! pi_flags {
    ($($(#[$meta:meta])* $type:ident { $($name:ident = $value:expr,)* })*) => {$(
        $(#[$meta])*
        #[repr(transparent)]
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
        pub struct $type(pub u64);

        impl $type {
            /// Whether every bit of `other` is set.
            pub const fn contains(self, other: Self) -> bool {
                self.0 & other.0 == other.0
            }

            /// Whether some bit of `other` is set.
            pub const fn intersects(self, other: Self) -> bool {
                self.0 & other.0 != 0
            }
        }

        impl std::ops::BitOr for $type {
            type Output = Self;

            fn bitor(self, other: Self) -> Self {
                Self(self.0 | other.0)
            }
        }

        impl std::ops::BitOrAssign for $type {
            fn bitor_assign(&mut self, other: Self) {
                self.0 |= other.0;
            }
        }

        impl std::ops::BitAnd for $type {
            type Output = Self;

            fn bitand(self, other: Self) -> Self {
                Self(self.0 & other.0)
            }
        }

        $(
            #[doc = concat!("`", stringify!($name), " = ", stringify!($value), "`")]
            pub const $name: $type = $type($value);
        )*
    )*};
}

/// `PI_TRUE`.
pub const PI_TRUE: u32 = 1;
/// `PI_FALSE`.
pub const PI_FALSE: u32 = 0;

pi_enums! {
    /// `pi_result`: what every call returns.
    PiResult: i32 {
        PI_SUCCESS = 0,
        PI_ERROR_DEVICE_NOT_FOUND = -1,
        PI_ERROR_DEVICE_NOT_AVAILABLE = -2,
        PI_ERROR_COMPILER_NOT_AVAILABLE = -3,
        PI_ERROR_MEM_OBJECT_ALLOCATION_FAILURE = -4,
        PI_ERROR_OUT_OF_RESOURCES = -5,
        PI_ERROR_OUT_OF_HOST_MEMORY = -6,
        PI_ERROR_PROFILING_INFO_NOT_AVAILABLE = -7,
        PI_ERROR_MEM_COPY_OVERLAP = -8,
        PI_ERROR_IMAGE_FORMAT_MISMATCH = -9,
        PI_ERROR_IMAGE_FORMAT_NOT_SUPPORTED = -10,
        PI_ERROR_BUILD_PROGRAM_FAILURE = -11,
        PI_ERROR_MAP_FAILURE = -12,
        PI_ERROR_MISALIGNED_SUB_BUFFER_OFFSET = -13,
        PI_ERROR_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST = -14,
        PI_ERROR_COMPILE_PROGRAM_FAILURE = -15,
        PI_ERROR_LINKER_NOT_AVAILABLE = -16,
        PI_ERROR_LINK_PROGRAM_FAILURE = -17,
        PI_ERROR_DEVICE_PARTITION_FAILED = -18,
        PI_ERROR_KERNEL_ARG_INFO_NOT_AVAILABLE = -19,
        PI_ERROR_INVALID_VALUE = -30,
        PI_ERROR_INVALID_DEVICE_TYPE = -31,
        PI_ERROR_INVALID_PLATFORM = -32,
        PI_ERROR_INVALID_DEVICE = -33,
        PI_ERROR_INVALID_CONTEXT = -34,
        PI_ERROR_INVALID_QUEUE_PROPERTIES = -35,
        PI_ERROR_INVALID_QUEUE = -36,
        PI_ERROR_INVALID_HOST_PTR = -37,
        PI_ERROR_INVALID_MEM_OBJECT = -38,
        PI_ERROR_INVALID_IMAGE_FORMAT_DESCRIPTOR = -39,
        PI_ERROR_INVALID_IMAGE_SIZE = -40,
        PI_ERROR_INVALID_SAMPLER = -41,
        PI_ERROR_INVALID_BINARY = -42,
        PI_ERROR_INVALID_BUILD_OPTIONS = -43,
        PI_ERROR_INVALID_PROGRAM = -44,
        PI_ERROR_INVALID_PROGRAM_EXECUTABLE = -45,
        PI_ERROR_INVALID_KERNEL_NAME = -46,
        PI_ERROR_INVALID_KERNEL_DEFINITION = -47,
        PI_ERROR_INVALID_KERNEL = -48,
        PI_ERROR_INVALID_ARG_INDEX = -49,
        PI_ERROR_INVALID_ARG_VALUE = -50,
        PI_ERROR_INVALID_ARG_SIZE = -51,
        PI_ERROR_INVALID_KERNEL_ARGS = -52,
        PI_ERROR_INVALID_WORK_DIMENSION = -53,
        PI_ERROR_INVALID_WORK_GROUP_SIZE = -54,
        PI_ERROR_INVALID_WORK_ITEM_SIZE = -55,
        PI_ERROR_INVALID_GLOBAL_OFFSET = -56,
        PI_ERROR_INVALID_EVENT_WAIT_LIST = -57,
        PI_ERROR_INVALID_EVENT = -58,
        PI_ERROR_INVALID_OPERATION = -59,
        PI_ERROR_INVALID_GL_OBJECT = -60,
        PI_ERROR_INVALID_BUFFER_SIZE = -61,
        PI_ERROR_INVALID_MIP_LEVEL = -62,
        PI_ERROR_INVALID_GLOBAL_WORK_SIZE = -63,
        PI_ERROR_INVALID_PROPERTY = -64,
        PI_ERROR_INVALID_IMAGE_DESCRIPTOR = -65,
        PI_ERROR_INVALID_COMPILER_OPTIONS = -66,
        PI_ERROR_INVALID_LINKER_OPTIONS = -67,
        PI_ERROR_INVALID_DEVICE_PARTITION_COUNT = -68,
        PI_ERROR_UNSUPPORTED_FEATURE = -995,
        PI_ERROR_PLUGIN_SPECIFIC_ERROR = -996,
        PI_ERROR_COMMAND_EXECUTION_FAILURE = -997,
        PI_ERROR_FUNCTION_ADDRESS_IS_NOT_AVAILABLE = -998,
        PI_ERROR_UNKNOWN = -999,
        PI_ERROR_DEVICE_PARTITION_FAILED_EXT = -1057,
        PI_ERROR_INVALID_PARTITION_COUNT_EXT = -1058,
        PI_ERROR_INVALID_PARTITION_NAME_EXT = -1059,
        PI_ERROR_UNINITIALIZED = -1102,
        // From cl_intel_program_scope_host_pipe: the status of a command that did not wait.
        PI_ERROR_PIPE_FULL_INTEL = -1106,
        PI_ERROR_PIPE_EMPTY_INTEL = -1107,
        PI_ERROR_INVALID_COMMAND_BUFFER_KHR = -1138,
        PI_ERROR_INVALID_SYNC_POINT_WAIT_LIST_KHR = -1139,
        PI_ERROR_INCOMPATIBLE_COMMAND_QUEUE_KHR = -1140,
    }

    /// `pi_event_status`; negative values are errors.
    PiEventStatus: i32 {
        PI_EVENT_COMPLETE = 0,
        PI_EVENT_RUNNING = 1,
        PI_EVENT_SUBMITTED = 2,
        PI_EVENT_QUEUED = 3,
    }

    /// `pi_platform_info`: parameters of `piPlatformGetInfo`.
    PiPlatformInfo: u32 {
        PI_PLATFORM_INFO_PROFILE = 0x0900,
        PI_PLATFORM_INFO_VERSION = 0x0901,
        PI_PLATFORM_INFO_NAME = 0x0902,
        PI_PLATFORM_INFO_VENDOR = 0x0903,
        PI_PLATFORM_INFO_EXTENSIONS = 0x0904,
        PI_EXT_PLATFORM_INFO_BACKEND = 0x21000,
    }

    /// `pi_platform_backend`.
    PiPlatformBackend: u32 {
        PI_EXT_PLATFORM_BACKEND_UNKNOWN = 0,
        PI_EXT_PLATFORM_BACKEND_LEVEL_ZERO = 1,
        PI_EXT_PLATFORM_BACKEND_OPENCL = 2,
        PI_EXT_PLATFORM_BACKEND_CUDA = 3,
        PI_EXT_PLATFORM_BACKEND_HIP = 4,
        PI_EXT_PLATFORM_BACKEND_ESIMD = 5,
        PI_EXT_PLATFORM_BACKEND_NATIVE_CPU = 6,
        PI_EXT_PLATFORM_BACKEND_TANDEM_ISLAND = 100,
    }

    /// `pi_program_build_info`: parameters of `piProgramGetBuildInfo`.
    PiProgramBuildInfo: u32 {
        PI_PROGRAM_BUILD_INFO_STATUS = 0x1181,
        PI_PROGRAM_BUILD_INFO_OPTIONS = 0x1182,
        PI_PROGRAM_BUILD_INFO_LOG = 0x1183,
        PI_PROGRAM_BUILD_INFO_BINARY_TYPE = 0x1184,
    }

    /// `pi_program_build_status`.
    PiProgramBuildStatus: i32 {
        PI_PROGRAM_BUILD_STATUS_SUCCESS = 0,
        PI_PROGRAM_BUILD_STATUS_NONE = -1,
        PI_PROGRAM_BUILD_STATUS_ERROR = -2,
        PI_PROGRAM_BUILD_STATUS_IN_PROGRESS = -3,
    }

    /// `pi_program_binary_type`.
    PiProgramBinaryType: u32 {
        PI_PROGRAM_BINARY_TYPE_NONE = 0,
        PI_PROGRAM_BINARY_TYPE_COMPILED_OBJECT = 1,
        PI_PROGRAM_BINARY_TYPE_LIBRARY = 2,
        PI_PROGRAM_BINARY_TYPE_EXECUTABLE = 4,
    }

    /// `pi_device_mem_cache_type`.
    PiDeviceMemCacheType: u32 {
        PI_DEVICE_MEM_CACHE_TYPE_NONE = 0,
        PI_DEVICE_MEM_CACHE_TYPE_READ_ONLY_CACHE = 1,
        PI_DEVICE_MEM_CACHE_TYPE_READ_WRITE_CACHE = 2,
    }

    /// `pi_device_local_mem_type`.
    PiDeviceLocalMemType: u32 {
        PI_DEVICE_LOCAL_MEM_TYPE_LOCAL = 1,
        PI_DEVICE_LOCAL_MEM_TYPE_GLOBAL = 2,
    }

    /// `pi_device_info`: parameters of `piDeviceGetInfo`.
    PiDeviceInfo: u32 {
        PI_DEVICE_INFO_TYPE = 0x1000,
        PI_DEVICE_INFO_VENDOR_ID = 0x1001,
        PI_DEVICE_INFO_MAX_COMPUTE_UNITS = 0x1002,
        PI_DEVICE_INFO_MAX_WORK_ITEM_DIMENSIONS = 0x1003,
        PI_DEVICE_INFO_MAX_WORK_GROUP_SIZE = 0x1004,
        PI_DEVICE_INFO_MAX_WORK_ITEM_SIZES = 0x1005,
        PI_DEVICE_INFO_PREFERRED_VECTOR_WIDTH_CHAR = 0x1006,
        PI_DEVICE_INFO_PREFERRED_VECTOR_WIDTH_SHORT = 0x1007,
        PI_DEVICE_INFO_PREFERRED_VECTOR_WIDTH_INT = 0x1008,
        PI_DEVICE_INFO_PREFERRED_VECTOR_WIDTH_LONG = 0x1009,
        PI_DEVICE_INFO_PREFERRED_VECTOR_WIDTH_FLOAT = 0x100A,
        PI_DEVICE_INFO_PREFERRED_VECTOR_WIDTH_DOUBLE = 0x100B,
        PI_DEVICE_INFO_MAX_CLOCK_FREQUENCY = 0x100C,
        PI_DEVICE_INFO_ADDRESS_BITS = 0x100D,
        PI_DEVICE_INFO_MAX_READ_IMAGE_ARGS = 0x100E,
        PI_DEVICE_INFO_MAX_WRITE_IMAGE_ARGS = 0x100F,
        PI_DEVICE_INFO_MAX_MEM_ALLOC_SIZE = 0x1010,
        PI_DEVICE_INFO_IMAGE2D_MAX_WIDTH = 0x1011,
        PI_DEVICE_INFO_IMAGE2D_MAX_HEIGHT = 0x1012,
        PI_DEVICE_INFO_IMAGE3D_MAX_WIDTH = 0x1013,
        PI_DEVICE_INFO_IMAGE3D_MAX_HEIGHT = 0x1014,
        PI_DEVICE_INFO_IMAGE3D_MAX_DEPTH = 0x1015,
        PI_DEVICE_INFO_IMAGE_SUPPORT = 0x1016,
        PI_DEVICE_INFO_MAX_PARAMETER_SIZE = 0x1017,
        PI_DEVICE_INFO_MAX_SAMPLERS = 0x1018,
        PI_DEVICE_INFO_MEM_BASE_ADDR_ALIGN = 0x1019,
        PI_DEVICE_INFO_SINGLE_FP_CONFIG = 0x101B,
        PI_DEVICE_INFO_GLOBAL_MEM_CACHE_TYPE = 0x101C,
        PI_DEVICE_INFO_GLOBAL_MEM_CACHELINE_SIZE = 0x101D,
        PI_DEVICE_INFO_GLOBAL_MEM_CACHE_SIZE = 0x101E,
        PI_DEVICE_INFO_GLOBAL_MEM_SIZE = 0x101F,
        PI_DEVICE_INFO_MAX_CONSTANT_BUFFER_SIZE = 0x1020,
        PI_DEVICE_INFO_MAX_CONSTANT_ARGS = 0x1021,
        PI_DEVICE_INFO_LOCAL_MEM_TYPE = 0x1022,
        PI_DEVICE_INFO_LOCAL_MEM_SIZE = 0x1023,
        PI_DEVICE_INFO_ERROR_CORRECTION_SUPPORT = 0x1024,
        PI_DEVICE_INFO_PROFILING_TIMER_RESOLUTION = 0x1025,
        PI_DEVICE_INFO_ENDIAN_LITTLE = 0x1026,
        PI_DEVICE_INFO_AVAILABLE = 0x1027,
        PI_DEVICE_INFO_COMPILER_AVAILABLE = 0x1028,
        PI_DEVICE_INFO_EXECUTION_CAPABILITIES = 0x1029,
        PI_DEVICE_INFO_QUEUE_ON_HOST_PROPERTIES = 0x102A,
        PI_DEVICE_INFO_NAME = 0x102B,
        PI_DEVICE_INFO_VENDOR = 0x102C,
        PI_DEVICE_INFO_DRIVER_VERSION = 0x102D,
        PI_DEVICE_INFO_PROFILE = 0x102E,
        PI_DEVICE_INFO_VERSION = 0x102F,
        PI_DEVICE_INFO_EXTENSIONS = 0x1030,
        PI_DEVICE_INFO_PLATFORM = 0x1031,
        PI_DEVICE_INFO_DOUBLE_FP_CONFIG = 0x1032,
        PI_DEVICE_INFO_HALF_FP_CONFIG = 0x1033,
        PI_DEVICE_INFO_PREFERRED_VECTOR_WIDTH_HALF = 0x1034,
        PI_DEVICE_INFO_HOST_UNIFIED_MEMORY = 0x1035,
        PI_DEVICE_INFO_NATIVE_VECTOR_WIDTH_CHAR = 0x1036,
        PI_DEVICE_INFO_NATIVE_VECTOR_WIDTH_SHORT = 0x1037,
        PI_DEVICE_INFO_NATIVE_VECTOR_WIDTH_INT = 0x1038,
        PI_DEVICE_INFO_NATIVE_VECTOR_WIDTH_LONG = 0x1039,
        PI_DEVICE_INFO_NATIVE_VECTOR_WIDTH_FLOAT = 0x103A,
        PI_DEVICE_INFO_NATIVE_VECTOR_WIDTH_DOUBLE = 0x103B,
        PI_DEVICE_INFO_NATIVE_VECTOR_WIDTH_HALF = 0x103C,
        PI_DEVICE_INFO_OPENCL_C_VERSION = 0x103D,
        PI_DEVICE_INFO_LINKER_AVAILABLE = 0x103E,
        PI_DEVICE_INFO_BUILT_IN_KERNELS = 0x103F,
        PI_DEVICE_INFO_IMAGE_MAX_BUFFER_SIZE = 0x1040,
        PI_DEVICE_INFO_IMAGE_MAX_ARRAY_SIZE = 0x1041,
        PI_DEVICE_INFO_PARENT_DEVICE = 0x1042,
        PI_DEVICE_INFO_PARTITION_MAX_SUB_DEVICES = 0x1043,
        PI_DEVICE_INFO_PARTITION_PROPERTIES = 0x1044,
        PI_DEVICE_INFO_PARTITION_AFFINITY_DOMAIN = 0x1045,
        PI_DEVICE_INFO_PARTITION_TYPE = 0x1046,
        PI_DEVICE_INFO_REFERENCE_COUNT = 0x1047,
        PI_DEVICE_INFO_PREFERRED_INTEROP_USER_SYNC = 0x1048,
        PI_DEVICE_INFO_PRINTF_BUFFER_SIZE = 0x1049,
        PI_DEVICE_INFO_QUEUE_ON_DEVICE_PROPERTIES = 0x104E,
        PI_DEVICE_INFO_IL_VERSION = 0x105B,
        PI_DEVICE_INFO_MAX_NUM_SUB_GROUPS = 0x105C,
        PI_DEVICE_INFO_SUB_GROUP_INDEPENDENT_FORWARD_PROGRESS = 0x105D,
        PI_DEVICE_INFO_UUID = 0x106A,
        PI_DEVICE_INFO_SUB_GROUP_SIZES_INTEL = 0x4108,
        PI_DEVICE_INFO_USM_HOST_SUPPORT = 0x4190,
        PI_DEVICE_INFO_USM_DEVICE_SUPPORT = 0x4191,
        PI_DEVICE_INFO_USM_SINGLE_SHARED_SUPPORT = 0x4192,
        PI_DEVICE_INFO_USM_CROSS_SHARED_SUPPORT = 0x4193,
        PI_DEVICE_INFO_USM_SYSTEM_SHARED_SUPPORT = 0x4194,
        PI_EXT_ONEAPI_DEVICE_INFO_IP_VERSION = 0x4250,
        PI_DEVICE_INFO_DEVICE_ID = 0x4251,
        PI_DEVICE_INFO_PCI_ADDRESS = 0x10020,
        PI_DEVICE_INFO_GPU_EU_COUNT = 0x10021,
        PI_DEVICE_INFO_GPU_EU_SIMD_WIDTH = 0x10022,
        PI_DEVICE_INFO_GPU_SLICES = 0x10023,
        PI_DEVICE_INFO_GPU_SUBSLICES_PER_SLICE = 0x10024,
        PI_DEVICE_INFO_GPU_EU_COUNT_PER_SUBSLICE = 0x10025,
        PI_DEVICE_INFO_MAX_MEM_BANDWIDTH = 0x10026,
        PI_DEVICE_INFO_IMAGE_SRGB = 0x10027,
        PI_DEVICE_INFO_BUILD_ON_SUBDEVICE = 0x10028,
        PI_EXT_INTEL_DEVICE_INFO_FREE_MEMORY = 0x10029,
        PI_EXT_INTEL_DEVICE_INFO_MEMORY_CLOCK_RATE = 0x10030,
        PI_EXT_INTEL_DEVICE_INFO_MEMORY_BUS_WIDTH = 0x10031,
        PI_EXT_INTEL_DEVICE_INFO_MAX_COMPUTE_QUEUE_INDICES = 0x10032,
        PI_DEVICE_INFO_ATOMIC_64 = 0x10110,
        PI_EXT_DEVICE_INFO_ATOMIC_MEMORY_ORDER_CAPABILITIES = 0x10111,
        PI_DEVICE_INFO_GPU_HW_THREADS_PER_EU = 0x10112,
        PI_DEVICE_INFO_BACKEND_VERSION = 0x10113,
        PI_EXT_DEVICE_INFO_ATOMIC_MEMORY_SCOPE_CAPABILITIES = 0x11000,
        PI_EXT_ONEAPI_DEVICE_INFO_BFLOAT16_MATH_FUNCTIONS = 0x1FFFF,
        PI_EXT_ONEAPI_DEVICE_INFO_MAX_GLOBAL_WORK_GROUPS = 0x20000,
        PI_EXT_ONEAPI_DEVICE_INFO_MAX_WORK_GROUPS_1D = 0x20001,
        PI_EXT_ONEAPI_DEVICE_INFO_MAX_WORK_GROUPS_2D = 0x20002,
        PI_EXT_ONEAPI_DEVICE_INFO_MAX_WORK_GROUPS_3D = 0x20003,
        PI_EXT_ONEAPI_DEVICE_INFO_CUDA_ASYNC_BARRIER = 0x20004,
        PI_EXT_CODEPLAY_DEVICE_INFO_SUPPORTS_FUSION = 0x20005,
        PI_EXT_DEVICE_INFO_ATOMIC_FENCE_ORDER_CAPABILITIES = 0x20006,
        PI_EXT_DEVICE_INFO_ATOMIC_FENCE_SCOPE_CAPABILITIES = 0x20007,
        PI_EXT_INTEL_DEVICE_INFO_MEM_CHANNEL_SUPPORT = 0x20008,
        PI_EXT_CODEPLAY_DEVICE_INFO_MAX_REGISTERS_PER_WORK_GROUP = 0x20009,
        PI_EXT_INTEL_DEVICE_INFO_ESIMD_SUPPORT = 0x2000A,
        PI_EXT_ONEAPI_DEVICE_INFO_WORK_GROUP_PROGRESS_AT_ROOT_GROUP_LEVEL = 0x2000B,
        PI_EXT_ONEAPI_DEVICE_INFO_SUB_GROUP_PROGRESS_AT_ROOT_GROUP_LEVEL = 0x2000C,
        PI_EXT_ONEAPI_DEVICE_INFO_SUB_GROUP_PROGRESS_AT_WORK_GROUP_LEVEL = 0x2000D,
        PI_EXT_ONEAPI_DEVICE_INFO_WORK_ITEM_PROGRESS_AT_ROOT_GROUP_LEVEL = 0x2000E,
        PI_EXT_ONEAPI_DEVICE_INFO_WORK_ITEM_PROGRESS_AT_WORK_GROUP_LEVEL = 0x2000F,
        PI_EXT_ONEAPI_DEVICE_INFO_WORK_ITEM_PROGRESS_AT_SUB_GROUP_LEVEL = 0x20010,
        PI_EXT_ONEAPI_DEVICE_INFO_BINDLESS_IMAGES_SUPPORT = 0x20100,
        PI_EXT_ONEAPI_DEVICE_INFO_BINDLESS_IMAGES_SHARED_USM_SUPPORT = 0x20101,
        PI_EXT_ONEAPI_DEVICE_INFO_BINDLESS_IMAGES_1D_USM_SUPPORT = 0x20102,
        PI_EXT_ONEAPI_DEVICE_INFO_BINDLESS_IMAGES_2D_USM_SUPPORT = 0x20103,
        PI_EXT_ONEAPI_DEVICE_INFO_IMAGE_PITCH_ALIGN = 0x20104,
        PI_EXT_ONEAPI_DEVICE_INFO_MAX_IMAGE_LINEAR_WIDTH = 0x20105,
        PI_EXT_ONEAPI_DEVICE_INFO_MAX_IMAGE_LINEAR_HEIGHT = 0x20106,
        PI_EXT_ONEAPI_DEVICE_INFO_MAX_IMAGE_LINEAR_PITCH = 0x20107,
        PI_EXT_ONEAPI_DEVICE_INFO_MIPMAP_SUPPORT = 0x20108,
        PI_EXT_ONEAPI_DEVICE_INFO_MIPMAP_ANISOTROPY_SUPPORT = 0x20109,
        PI_EXT_ONEAPI_DEVICE_INFO_MIPMAP_MAX_ANISOTROPY = 0x2010A,
        PI_EXT_ONEAPI_DEVICE_INFO_MIPMAP_LEVEL_REFERENCE_SUPPORT = 0x2010B,
        PI_EXT_ONEAPI_DEVICE_INFO_INTEROP_MEMORY_IMPORT_SUPPORT = 0x2010C,
        PI_EXT_ONEAPI_DEVICE_INFO_INTEROP_MEMORY_EXPORT_SUPPORT = 0x2010D,
        PI_EXT_ONEAPI_DEVICE_INFO_INTEROP_SEMAPHORE_IMPORT_SUPPORT = 0x2010E,
        PI_EXT_ONEAPI_DEVICE_INFO_INTEROP_SEMAPHORE_EXPORT_SUPPORT = 0x2010F,
        PI_EXT_ONEAPI_DEVICE_INFO_MATRIX_COMBINATIONS = 0x20110,
        PI_EXT_ONEAPI_DEVICE_INFO_COMPONENT_DEVICES = 0x20111,
        PI_EXT_ONEAPI_DEVICE_INFO_COMPOSITE_DEVICE = 0x20112,
        PI_EXT_ONEAPI_DEVICE_INFO_COMMAND_BUFFER_SUPPORT = 0x20113,
        PI_EXT_ONEAPI_DEVICE_INFO_COMMAND_BUFFER_UPDATE_SUPPORT = 0x20114,
    }

    /// `pi_program_info`: parameters of `piProgramGetInfo`.
    PiProgramInfo: u32 {
        PI_PROGRAM_INFO_REFERENCE_COUNT = 0x1160,
        PI_PROGRAM_INFO_CONTEXT = 0x1161,
        PI_PROGRAM_INFO_NUM_DEVICES = 0x1162,
        PI_PROGRAM_INFO_DEVICES = 0x1163,
        PI_PROGRAM_INFO_SOURCE = 0x1164,
        PI_PROGRAM_INFO_BINARY_SIZES = 0x1165,
        PI_PROGRAM_INFO_BINARIES = 0x1166,
        PI_PROGRAM_INFO_NUM_KERNELS = 0x1167,
        PI_PROGRAM_INFO_KERNEL_NAMES = 0x1168,
    }

    /// `pi_context_info`: parameters of `piContextGetInfo`.
    PiContextInfo: u32 {
        PI_CONTEXT_INFO_REFERENCE_COUNT = 0x1080,
        PI_CONTEXT_INFO_DEVICES = 0x1081,
        PI_CONTEXT_INFO_PROPERTIES = 0x1082,
        PI_CONTEXT_INFO_NUM_DEVICES = 0x1083,
        PI_CONTEXT_INFO_PLATFORM = 0x1084,
        PI_EXT_CONTEXT_INFO_ATOMIC_MEMORY_ORDER_CAPABILITIES = 0x10010,
        PI_EXT_CONTEXT_INFO_ATOMIC_MEMORY_SCOPE_CAPABILITIES = 0x10011,
        PI_EXT_CONTEXT_INFO_ATOMIC_FENCE_ORDER_CAPABILITIES = 0x10012,
        PI_EXT_CONTEXT_INFO_ATOMIC_FENCE_SCOPE_CAPABILITIES = 0x10013,
        PI_EXT_ONEAPI_CONTEXT_INFO_USM_FILL2D_SUPPORT = 0x30000,
        PI_EXT_ONEAPI_CONTEXT_INFO_USM_MEMSET2D_SUPPORT = 0x30001,
        PI_EXT_ONEAPI_CONTEXT_INFO_USM_MEMCPY2D_SUPPORT = 0x30002,
    }

    /// `pi_queue_info`: parameters of `piQueueGetInfo`.
    PiQueueInfo: u32 {
        PI_QUEUE_INFO_CONTEXT = 0x1090,
        PI_QUEUE_INFO_DEVICE = 0x1091,
        PI_QUEUE_INFO_REFERENCE_COUNT = 0x1092,
        PI_QUEUE_INFO_PROPERTIES = 0x1093,
        PI_QUEUE_INFO_SIZE = 0x1094,
        PI_QUEUE_INFO_DEVICE_DEFAULT = 0x1095,
        PI_EXT_ONEAPI_QUEUE_INFO_EMPTY = 0x2096,
    }

    /// `pi_kernel_info`: parameters of `piKernelGetInfo`.
    PiKernelInfo: u32 {
        PI_KERNEL_INFO_FUNCTION_NAME = 0x1190,
        PI_KERNEL_INFO_NUM_ARGS = 0x1191,
        PI_KERNEL_INFO_REFERENCE_COUNT = 0x1192,
        PI_KERNEL_INFO_CONTEXT = 0x1193,
        PI_KERNEL_INFO_PROGRAM = 0x1194,
        PI_KERNEL_INFO_ATTRIBUTES = 0x1195,
    }

    /// `pi_kernel_group_info`: parameters of `piKernelGetGroupInfo`.
    PiKernelGroupInfo: u32 {
        PI_KERNEL_GROUP_INFO_WORK_GROUP_SIZE = 0x11B0,
        PI_KERNEL_GROUP_INFO_COMPILE_WORK_GROUP_SIZE = 0x11B1,
        PI_KERNEL_GROUP_INFO_LOCAL_MEM_SIZE = 0x11B2,
        PI_KERNEL_GROUP_INFO_PREFERRED_WORK_GROUP_SIZE_MULTIPLE = 0x11B3,
        PI_KERNEL_GROUP_INFO_PRIVATE_MEM_SIZE = 0x11B4,
        PI_KERNEL_GROUP_INFO_GLOBAL_WORK_SIZE = 0x11B5,
        PI_KERNEL_GROUP_INFO_NUM_REGS = 0x10112,
    }

    /// `pi_kernel_sub_group_info`: parameters of `piKernelGetSubGroupInfo`.
    PiKernelSubGroupInfo: u32 {
        PI_KERNEL_MAX_SUB_GROUP_SIZE = 0x2033,
        PI_KERNEL_MAX_NUM_SUB_GROUPS = 0x11B9,
        PI_KERNEL_COMPILE_NUM_SUB_GROUPS = 0x11BA,
        PI_KERNEL_COMPILE_SUB_GROUP_SIZE_INTEL = 0x410A,
    }

    /// `pi_kernel_exec_info`: parameters of `piKernelSetExecInfo`.
    PiKernelExecInfo: u32 {
        PI_USM_INDIRECT_ACCESS = 0,
        PI_USM_PTRS = 0x4203,
        PI_EXT_KERNEL_EXEC_INFO_CACHE_CONFIG = 0x4204,
    }

    /// `pi_image_info`: parameters of `piMemImageGetInfo`.
    PiImageInfo: u32 {
        PI_IMAGE_INFO_FORMAT = 0x1110,
        PI_IMAGE_INFO_ELEMENT_SIZE = 0x1111,
        PI_IMAGE_INFO_ROW_PITCH = 0x1112,
        PI_IMAGE_INFO_SLICE_PITCH = 0x1113,
        PI_IMAGE_INFO_WIDTH = 0x1114,
        PI_IMAGE_INFO_HEIGHT = 0x1115,
        PI_IMAGE_INFO_DEPTH = 0x1116,
    }

    /// `pi_mem_info`: parameters of `piMemGetInfo`.
    PiMemInfo: u32 {
        PI_MEM_SIZE = 0x1102,
        PI_MEM_CONTEXT = 0x1106,
    }

    /// `pi_mem_type`: the kinds of images, and buffers.
    PiMemType: u32 {
        PI_MEM_TYPE_BUFFER = 0x10F0,
        PI_MEM_TYPE_IMAGE2D = 0x10F1,
        PI_MEM_TYPE_IMAGE3D = 0x10F2,
        PI_MEM_TYPE_IMAGE2D_ARRAY = 0x10F3,
        PI_MEM_TYPE_IMAGE1D = 0x10F4,
        PI_MEM_TYPE_IMAGE1D_ARRAY = 0x10F5,
        PI_MEM_TYPE_IMAGE1D_BUFFER = 0x10F6,
    }

    /// `pi_event_info`: parameters of `piEventGetInfo`.
    PiEventInfo: u32 {
        PI_EVENT_INFO_COMMAND_QUEUE = 0x11D0,
        PI_EVENT_INFO_COMMAND_TYPE = 0x11D1,
        PI_EVENT_INFO_REFERENCE_COUNT = 0x11D2,
        PI_EVENT_INFO_COMMAND_EXECUTION_STATUS = 0x11D3,
        PI_EVENT_INFO_CONTEXT = 0x11D4,
    }

    /// `pi_command_type`: what an event belongs to.
    PiCommandType: u32 {
        PI_COMMAND_TYPE_NDRANGE_KERNEL = 0x11F0,
        PI_COMMAND_TYPE_NATIVE_KERNEL = 0x11F2,
        PI_COMMAND_TYPE_MEM_BUFFER_READ = 0x11F3,
        PI_COMMAND_TYPE_MEM_BUFFER_WRITE = 0x11F4,
        PI_COMMAND_TYPE_MEM_BUFFER_COPY = 0x11F5,
        PI_COMMAND_TYPE_IMAGE_READ = 0x11F6,
        PI_COMMAND_TYPE_IMAGE_WRITE = 0x11F7,
        PI_COMMAND_TYPE_IMAGE_COPY = 0x11F8,
        PI_COMMAND_TYPE_MEM_BUFFER_MAP = 0x11FB,
        PI_COMMAND_TYPE_MEM_BUFFER_UNMAP = 0x11FD,
        PI_COMMAND_TYPE_MARKER = 0x11FE,
        PI_COMMAND_TYPE_MEM_BUFFER_READ_RECT = 0x1201,
        PI_COMMAND_TYPE_MEM_BUFFER_WRITE_RECT = 0x1202,
        PI_COMMAND_TYPE_MEM_BUFFER_COPY_RECT = 0x1203,
        PI_COMMAND_TYPE_USER = 0x1204,
        PI_COMMAND_TYPE_BARRIER = 0x1205,
        PI_COMMAND_TYPE_MIGRATE_MEM_OBJECTS = 0x1206,
        PI_COMMAND_TYPE_MEM_BUFFER_FILL = 0x1207,
        PI_COMMAND_TYPE_FILL_IMAGE = 0x1208,
        PI_COMMAND_TYPE_SVM_MEMCPY = 0x120A,
        PI_COMMAND_TYPE_SVM_MEMFILL = 0x120B,
        PI_COMMAND_TYPE_EXT_COMMAND_BUFFER = 0x12A8,
        PI_COMMAND_TYPE_DEVICE_GLOBAL_VARIABLE_READ = 0x418E,
        PI_COMMAND_TYPE_DEVICE_GLOBAL_VARIABLE_WRITE = 0x418F,
        // From cl_intel_program_scope_host_pipe.
        PI_COMMAND_TYPE_READ_HOST_PIPE_INTEL = 0x4214,
        PI_COMMAND_TYPE_WRITE_HOST_PIPE_INTEL = 0x4215,
    }

    /// `pi_profiling_info`: parameters of `piEventGetProfilingInfo`.
    PiProfilingInfo: u32 {
        PI_PROFILING_INFO_COMMAND_QUEUED = 0x1280,
        PI_PROFILING_INFO_COMMAND_SUBMIT = 0x1281,
        PI_PROFILING_INFO_COMMAND_START = 0x1282,
        PI_PROFILING_INFO_COMMAND_END = 0x1283,
    }

    /// `pi_image_channel_order`.
    PiImageChannelOrder: u32 {
        PI_IMAGE_CHANNEL_ORDER_R = 0x10B0,
        PI_IMAGE_CHANNEL_ORDER_A = 0x10B1,
        PI_IMAGE_CHANNEL_ORDER_RG = 0x10B2,
        PI_IMAGE_CHANNEL_ORDER_RA = 0x10B3,
        PI_IMAGE_CHANNEL_ORDER_RGB = 0x10B4,
        PI_IMAGE_CHANNEL_ORDER_RGBA = 0x10B5,
        PI_IMAGE_CHANNEL_ORDER_BGRA = 0x10B6,
        PI_IMAGE_CHANNEL_ORDER_ARGB = 0x10B7,
        PI_IMAGE_CHANNEL_ORDER_INTENSITY = 0x10B8,
        PI_IMAGE_CHANNEL_ORDER_LUMINANCE = 0x10B9,
        PI_IMAGE_CHANNEL_ORDER_RX = 0x10BA,
        PI_IMAGE_CHANNEL_ORDER_RGX = 0x10BB,
        PI_IMAGE_CHANNEL_ORDER_RGBX = 0x10BC,
        PI_IMAGE_CHANNEL_ORDER_SRGBA = 0x10C1,
        PI_IMAGE_CHANNEL_ORDER_ABGR = 0x10C3,
    }

    /// `pi_image_channel_type`.
    PiImageChannelType: u32 {
        PI_IMAGE_CHANNEL_TYPE_SNORM_INT8 = 0x10D0,
        PI_IMAGE_CHANNEL_TYPE_SNORM_INT16 = 0x10D1,
        PI_IMAGE_CHANNEL_TYPE_UNORM_INT8 = 0x10D2,
        PI_IMAGE_CHANNEL_TYPE_UNORM_INT16 = 0x10D3,
        PI_IMAGE_CHANNEL_TYPE_UNORM_SHORT_565 = 0x10D4,
        PI_IMAGE_CHANNEL_TYPE_UNORM_SHORT_555 = 0x10D5,
        PI_IMAGE_CHANNEL_TYPE_UNORM_INT_101010 = 0x10D6,
        PI_IMAGE_CHANNEL_TYPE_SIGNED_INT8 = 0x10D7,
        PI_IMAGE_CHANNEL_TYPE_SIGNED_INT16 = 0x10D8,
        PI_IMAGE_CHANNEL_TYPE_SIGNED_INT32 = 0x10D9,
        PI_IMAGE_CHANNEL_TYPE_UNSIGNED_INT8 = 0x10DA,
        PI_IMAGE_CHANNEL_TYPE_UNSIGNED_INT16 = 0x10DB,
        PI_IMAGE_CHANNEL_TYPE_UNSIGNED_INT32 = 0x10DC,
        PI_IMAGE_CHANNEL_TYPE_HALF_FLOAT = 0x10DD,
        PI_IMAGE_CHANNEL_TYPE_FLOAT = 0x10DE,
    }

    /// `pi_image_copy_flags`.
    PiImageCopyFlags: u32 {
        PI_IMAGE_COPY_HOST_TO_DEVICE = 0,
        PI_IMAGE_COPY_DEVICE_TO_HOST = 1,
        PI_IMAGE_COPY_DEVICE_TO_DEVICE = 2,
    }

    /// `pi_buffer_create_type`: how `piMemBufferPartition` cuts.
    PiBufferCreateType: u32 {
        PI_BUFFER_CREATE_TYPE_REGION = 0x1220,
    }

    /// `pi_sampler_info`: parameters of `piSamplerGetInfo`, and the keys of
    /// sampler properties.
    PiSamplerInfo: u32 {
        PI_SAMPLER_INFO_REFERENCE_COUNT = 0x1150,
        PI_SAMPLER_INFO_CONTEXT = 0x1151,
        PI_SAMPLER_INFO_NORMALIZED_COORDS = 0x1152,
        PI_SAMPLER_INFO_ADDRESSING_MODE = 0x1153,
        PI_SAMPLER_INFO_FILTER_MODE = 0x1154,
        PI_SAMPLER_INFO_MIP_FILTER_MODE = 0x1155,
        PI_SAMPLER_INFO_LOD_MIN = 0x1156,
        PI_SAMPLER_INFO_LOD_MAX = 0x1157,
    }

    /// `pi_sampler_addressing_mode`.
    PiSamplerAddressingMode: u32 {
        PI_SAMPLER_ADDRESSING_MODE_NONE = 0x1130,
        PI_SAMPLER_ADDRESSING_MODE_CLAMP_TO_EDGE = 0x1131,
        PI_SAMPLER_ADDRESSING_MODE_CLAMP = 0x1132,
        PI_SAMPLER_ADDRESSING_MODE_REPEAT = 0x1133,
        PI_SAMPLER_ADDRESSING_MODE_MIRRORED_REPEAT = 0x1134,
    }

    /// `pi_sampler_filter_mode`.
    PiSamplerFilterMode: u32 {
        PI_SAMPLER_FILTER_MODE_NEAREST = 0x1140,
        PI_SAMPLER_FILTER_MODE_LINEAR = 0x1141,
    }

    /// `pi_mem_alloc_info`: parameters of `piextUSMGetMemAllocInfo`.
    PiMemAllocInfo: u32 {
        PI_MEM_ALLOC_TYPE = 0x419A,
        PI_MEM_ALLOC_BASE_PTR = 0x419B,
        PI_MEM_ALLOC_SIZE = 0x419C,
        PI_MEM_ALLOC_DEVICE = 0x419D,
    }

    /// `pi_usm_type`: what `PI_MEM_ALLOC_TYPE` returns.
    PiUsmType: u32 {
        PI_MEM_TYPE_UNKNOWN = 0x4196,
        PI_MEM_TYPE_HOST = 0x4197,
        PI_MEM_TYPE_DEVICE = 0x4198,
        PI_MEM_TYPE_SHARED = 0x4199,
    }

    /// `pi_peer_attr`: parameters of `piextPeerAccessGetInfo`.
    PiPeerAttr: u32 {
        PI_PEER_ACCESS_SUPPORTED = 0,
        PI_PEER_ATOMICS_SUPPORTED = 1,
    }

    /// `_pi_sanitize_type`.
    PiSanitizeType: u32 {
        PI_SANITIZE_TYPE_NONE = 0,
        PI_SANITIZE_TYPE_ADDRESS = 1,
        PI_SANITIZE_TYPE_MEMORY = 2,
        PI_SANITIZE_TYPE_THREAD = 3,
    }
}

pi_flags! {
    /// `pi_device_type`.
    PiDeviceType {
        PI_DEVICE_TYPE_DEFAULT = 1 << 0,
        PI_DEVICE_TYPE_CPU = 1 << 1,
        PI_DEVICE_TYPE_GPU = 1 << 2,
        PI_DEVICE_TYPE_ACC = 1 << 3,
        PI_DEVICE_TYPE_CUSTOM = 1 << 4,
        PI_DEVICE_TYPE_ALL = 0xFFFF_FFFF,
    }

    /// `pi_mem_flags`.
    PiMemFlags {
        PI_MEM_FLAGS_ACCESS_RW = 1 << 0,
        PI_MEM_ACCESS_READ_ONLY = 1 << 2,
        PI_MEM_FLAGS_HOST_PTR_USE = 1 << 3,
        PI_MEM_FLAGS_HOST_PTR_ALLOC = 1 << 4,
        PI_MEM_FLAGS_HOST_PTR_COPY = 1 << 5,
    }

    /// `pi_map_flags`.
    PiMapFlags {
        PI_MAP_READ = 1 << 0,
        PI_MAP_WRITE = 1 << 1,
        PI_MAP_WRITE_INVALIDATE_REGION = 1 << 2,
    }

    /// The flags of a queue (`piQueueCreate`, and after [`PI_QUEUE_FLAGS`] in
    /// `piextQueueCreate`).
    PiQueueFlags {
        PI_QUEUE_FLAG_OUT_OF_ORDER_EXEC_MODE_ENABLE = 1 << 0,
        PI_QUEUE_FLAG_PROFILING_ENABLE = 1 << 1,
        PI_QUEUE_FLAG_ON_DEVICE = 1 << 2,
        PI_QUEUE_FLAG_ON_DEVICE_DEFAULT = 1 << 3,
        PI_EXT_ONEAPI_QUEUE_FLAG_DISCARD_EVENTS = 1 << 4,
        PI_EXT_ONEAPI_QUEUE_FLAG_PRIORITY_LOW = 1 << 5,
        PI_EXT_ONEAPI_QUEUE_FLAG_PRIORITY_HIGH = 1 << 6,
        PI_EXT_QUEUE_FLAG_SUBMISSION_NO_IMMEDIATE = 1 << 7,
        PI_EXT_QUEUE_FLAG_SUBMISSION_IMMEDIATE = 1 << 8,
    }

    /// `pi_device_fp_config`.
    PiDeviceFpConfig {
        PI_FP_DENORM = 1 << 0,
        PI_FP_INF_NAN = 1 << 1,
        PI_FP_ROUND_TO_NEAREST = 1 << 2,
        PI_FP_ROUND_TO_ZERO = 1 << 3,
        PI_FP_ROUND_TO_INF = 1 << 4,
        PI_FP_FMA = 1 << 5,
        PI_FP_SOFT_FLOAT = 1 << 6,
        PI_FP_CORRECTLY_ROUNDED_DIVIDE_SQRT = 1 << 7,
    }

    /// `pi_device_exec_capabilities`.
    PiDeviceExecCapabilities {
        PI_EXEC_KERNEL = 1 << 0,
        PI_EXEC_NATIVE_KERNEL = 1 << 1,
    }

    /// `pi_device_affinity_domain`.
    PiDeviceAffinityDomain {
        PI_DEVICE_AFFINITY_DOMAIN_NUMA = 1 << 0,
        PI_DEVICE_AFFINITY_DOMAIN_L4_CACHE = 1 << 1,
        PI_DEVICE_AFFINITY_DOMAIN_L3_CACHE = 1 << 2,
        PI_DEVICE_AFFINITY_DOMAIN_L2_CACHE = 1 << 3,
        PI_DEVICE_AFFINITY_DOMAIN_L1_CACHE = 1 << 4,
        PI_DEVICE_AFFINITY_DOMAIN_NEXT_PARTITIONABLE = 1 << 5,
    }

    /// `pi_memory_order_capabilities`.
    PiMemoryOrderCapabilities {
        PI_MEMORY_ORDER_RELAXED = 1 << 0,
        PI_MEMORY_ORDER_ACQUIRE = 1 << 1,
        PI_MEMORY_ORDER_RELEASE = 1 << 2,
        PI_MEMORY_ORDER_ACQ_REL = 1 << 3,
        PI_MEMORY_ORDER_SEQ_CST = 1 << 4,
    }

    /// `pi_memory_scope_capabilities`.
    PiMemoryScopeCapabilities {
        PI_MEMORY_SCOPE_WORK_ITEM = 1 << 0,
        PI_MEMORY_SCOPE_SUB_GROUP = 1 << 1,
        PI_MEMORY_SCOPE_WORK_GROUP = 1 << 2,
        PI_MEMORY_SCOPE_DEVICE = 1 << 3,
        PI_MEMORY_SCOPE_SYSTEM = 1 << 4,
    }

    /// `pi_usm_capabilities`.
    PiUsmCapabilities {
        PI_USM_ACCESS = 1 << 0,
        PI_USM_ATOMIC_ACCESS = 1 << 1,
        PI_USM_CONCURRENT_ACCESS = 1 << 2,
        PI_USM_CONCURRENT_ATOMIC_ACCESS = 1 << 3,
    }

    /// `pi_usm_migration_flags`.
    PiUsmMigrationFlags {
        PI_USM_MIGRATION_TBD0 = 1 << 0,
    }

    /// Values after [`PI_MEM_ALLOC_FLAGS`] in USM allocation properties.
    PiUsmAllocFlags {
        PI_MEM_ALLOC_WRITE_COMBINED = 1 << 0,
        PI_MEM_ALLOC_INITIAL_PLACEMENT_DEVICE = 1 << 1,
        PI_MEM_ALLOC_INITIAL_PLACEMENT_HOST = 1 << 2,
        PI_MEM_ALLOC_DEVICE_READ_ONLY = 1 << 3,
    }
}

/// `pi_mem_advice`: a set of bits, passed as a C enumeration.
#[repr(transparent)]
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct PiMemAdvice(pub u32);

/// `PI_MEM_ADVICE_RESET`: back to the default behaviour.
pub const PI_MEM_ADVICE_RESET: PiMemAdvice = PiMemAdvice(0);

/// Key of the flags in the properties of `piextQueueCreate`.
pub const PI_QUEUE_FLAGS: u64 = u64::MAX;
/// Key of the queue index in the properties of `piextQueueCreate`.
pub const PI_QUEUE_COMPUTE_INDEX: u64 = u64::MAX - 1;

/// Key in USM allocation properties; the value is [`PiUsmAllocFlags`].
pub const PI_MEM_ALLOC_FLAGS: u64 = 0x4195;
/// Key in USM allocation and buffer properties: where an FPGA puts a buffer.
pub const PI_MEM_USM_ALLOC_BUFFER_LOCATION: u64 = 0x419E;
/// Key in buffer properties: the memory channel.
pub const PI_MEM_PROPERTIES_CHANNEL: u64 = 0x4213;

/// Key in partition properties: sub-devices of equal size.
pub const PI_DEVICE_PARTITION_EQUALLY: isize = 0x1086;
/// Key in partition properties: sub-devices of the listed sizes.
pub const PI_DEVICE_PARTITION_BY_COUNTS: isize = 0x1087;
/// Key in partition properties: one sub-device per cache or NUMA node.
pub const PI_DEVICE_PARTITION_BY_AFFINITY_DOMAIN: isize = 0x1088;

/// `PI_KERNEL_ARG_MEM_OBJ_ACCESS`, the kind of a
/// [`PiMemObjProperty`](crate::types::PiMemObjProperty).
pub const PI_KERNEL_ARG_MEM_OBJ_ACCESS: u32 = 27;
/// `PI_ACCESS_READ_WRITE` of a memory object argument.
pub const PI_ACCESS_READ_WRITE: u32 = 1 << 0;
/// `PI_ACCESS_WRITE_ONLY` of a memory object argument.
pub const PI_ACCESS_WRITE_ONLY: u32 = 1 << 1;
/// `PI_ACCESS_READ_ONLY` of a memory object argument.
pub const PI_ACCESS_READ_ONLY: u32 = 1 << 2;

/// The data symbol by which a plugin library announces that it takes Tandem's own queries, those below:
/// each gets an answer or an error. Plugins without it may end the process at values that PI does not
/// define.
pub const PRIVATE_QUERIES_SYMBOL: &std::ffi::CStr = c"tandem_private_queries";

/// Tandem's extension of `piDeviceGetInfo`, a `pi_bool`: the device uses
/// `PI_MEM_FLAGS_HOST_PTR_USE` memory in place, with any alignment, and its contents
/// are visible without mapping (docs/internals/boundaries.md, section 6).
pub const PI_EXT_TANDEM_DEVICE_INFO_HOST_PTR_IN_PLACE: PiDeviceInfo = PiDeviceInfo(0x5444_0002);
/// Tandem's extension of `piDeviceGetInfo`, a
/// [`PiExtTandemCommandBufferUpdate`](crate::types::PiExtTandemCommandBufferUpdate).
pub const PI_EXT_TANDEM_DEVICE_INFO_COMMAND_BUFFER_UPDATE: PiDeviceInfo = PiDeviceInfo(0x5444_0003);
/// Tandem's extension of `piDeviceGetInfo`, a
/// [`PiExtTandemSourceLocationOfThread`](crate::types::PiExtTandemSourceLocationOfThread).
pub const PI_EXT_TANDEM_DEVICE_INFO_SOURCE_LOCATION_OF_THREAD: PiDeviceInfo = PiDeviceInfo(0x5444_0004);
/// Tandem's extension of `piDeviceGetInfo`: the products of matrices that sub-groups can compute, each as five
/// `pi_uint32`: rows, columns, columns of the left factor, and the `matrix_type` of the factors and of the
/// accumulator.
pub const PI_EXT_TANDEM_DEVICE_INFO_MATRIX_COMBINATIONS: PiDeviceInfo = PiDeviceInfo(0x5444_0005);
/// Tandem's extension of `piDeviceGetInfo`, a `pi_bool`: the device has cube maps, images of
/// [`PI_EXT_TANDEM_MEM_TYPE_CUBE`], and samplers of them. PI has none before 15.49.
pub const PI_EXT_TANDEM_DEVICE_INFO_CUBES: PiDeviceInfo = PiDeviceInfo(0x5444_0006);
/// Tandem's extension of `piDeviceGetInfo`, a pointer to
/// [`PiExtTandemExternalObjects`](crate::types::PiExtTandemExternalObjects), which stays as long as the plugin.
pub const PI_EXT_TANDEM_DEVICE_INFO_EXTERNAL_OBJECTS: PiDeviceInfo = PiDeviceInfo(0x5444_0007);
/// Tandem's type of images that are the six faces of a cube: `image_array_size` is 6.
pub const PI_EXT_TANDEM_MEM_TYPE_CUBE: PiMemType = PiMemType(0x5444_0001);
/// Tandem's property of samplers, a `pi_bool`: pixels at the edge of a face of a cube have neighbours on
/// other faces.
pub const PI_EXT_TANDEM_SAMPLER_INFO_SEAMLESS: PiSamplerInfo = PiSamplerInfo(0x5444_0001);
/// Tandem's extension of `piQueueGetInfo`: the oldest unread failure of a command of the queue, as
/// an `i32`, the code, followed by the text. The answer is empty if there is none. Querying the
/// value clears the failure; querying only its size does not (docs/internals/boundaries.md, section
/// 6).
pub const PI_EXT_TANDEM_QUEUE_INFO_FAILURE: PiQueueInfo = PiQueueInfo(0x5444_0001);
/// Tandem's extension of `piEventGetInfo`: a `pi_event` of the same context, which is complete once
/// the command has ended, also when it failed. Reading it makes one, which the caller releases
/// (docs/internals/boundaries.md, section 6).
pub const PI_EXT_TANDEM_EVENT_INFO_END: PiEventInfo = PiEventInfo(0x5444_0001);
