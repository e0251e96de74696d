//! `piDeviceGetInfo`: every parameter of PI, from the driver's [`DeviceInfo`].
//!
//! The sizes of the answers are those that DPC++ reads: OpenCL's where the
//! parameter is OpenCL's.

use tandem_device::{CacheKind, DeviceInfo, FpConfig, LocalMemoryKind, MatrixCombination, UsmCapabilities};
use tandem_pi_abi::export::Failure;
use tandem_pi_abi::*;

use crate::answer::Answer;
use crate::bits::{orders, scopes, set_bits};
use crate::built_in;
use crate::command_buffer;
use crate::device::Device;
use crate::external;
use crate::failure::{ensure, failure};
use crate::handle::Handle;
use crate::image_handle;
use crate::object::Object;
use crate::partition;
use crate::source_location;

/// `piDeviceGetInfo`
pub fn info(device: Handle<'_, Device>, param: PiDeviceInfo, answer: Answer<'_>) -> Result<(), Failure> {
    let device = device.object()?;
    let info = device.driver().info();
    identity(device, info, param, answer)
        .or_else(|| limits(info, param, answer))
        .or_else(|| types(info, param, answer))
        .or_else(|| memory(info, param, answer))
        .or_else(|| images(info, param, answer))
        .or_else(|| external::info(device.driver(), param, answer))
        .or_else(|| partition::info(device, param, answer))
        .or_else(|| extensions(info, param, answer))
        .unwrap_or_else(|| answer.unknown(param))
}

/// `None` for a parameter of another group.
type Group = Option<Result<(), Failure>>;

fn identity(device: &Object<Device>, info: &DeviceInfo, param: PiDeviceInfo, answer: Answer<'_>) -> Group {
    Some(match param {
        PI_DEVICE_INFO_TYPE => answer.value(device.device_type()),
        PI_DEVICE_INFO_PLATFORM => answer.value(device.platform()),
        PI_EXT_INTEL_DEVICE_INFO_FREE_MEMORY => answer.value(device.driver().free_memory()),
        PI_EXT_TANDEM_DEVICE_INFO_HOST_PTR_IN_PLACE => answer.bool(device.shares_host_memory()),
        PI_DEVICE_INFO_REFERENCE_COUNT => answer.value(device.division().map_or(1, |_| device.references())),
        PI_DEVICE_INFO_VENDOR_ID => answer.value(info.vendor_id),
        PI_DEVICE_INFO_NAME => answer.text(&info.name),
        PI_DEVICE_INFO_VENDOR => answer.text(&info.vendor),
        PI_DEVICE_INFO_DRIVER_VERSION => answer.text(&info.driver_version),
        PI_DEVICE_INFO_PROFILE => answer.text(&info.profile),
        PI_DEVICE_INFO_VERSION => answer.text(&info.version),
        PI_DEVICE_INFO_OPENCL_C_VERSION => answer.text(&info.language_version),
        PI_DEVICE_INFO_BACKEND_VERSION => answer.text(&info.driver_version),
        PI_DEVICE_INFO_EXTENSIONS => answer.text(&info.extensions.join(" ")),
        PI_DEVICE_INFO_BUILT_IN_KERNELS => answer.text(&built_in::names(device.driver())),
        PI_DEVICE_INFO_IL_VERSION => answer.text(&info.il_version),
        PI_DEVICE_INFO_UUID => answer.list(&info.uuid),
        PI_DEVICE_INFO_PCI_ADDRESS => match &info.pci_address {
            Some(address) => answer.text(address),
            None => Err(failure!(PI_ERROR_INVALID_VALUE, "the device has no PCI address")),
        },
        PI_DEVICE_INFO_AVAILABLE => answer.bool(info.available),
        PI_DEVICE_INFO_COMPILER_AVAILABLE => answer.bool(info.compiler_available),
        PI_DEVICE_INFO_LINKER_AVAILABLE => answer.bool(info.linker_available),
        PI_DEVICE_INFO_ENDIAN_LITTLE => answer.bool(info.little_endian),
        PI_DEVICE_INFO_ADDRESS_BITS => answer.value(info.address_bits),
        PI_DEVICE_INFO_PREFERRED_INTEROP_USER_SYNC => answer.bool(true),
        PI_DEVICE_INFO_PRINTF_BUFFER_SIZE => answer.value(info.printf_buffer_bytes),
        PI_DEVICE_INFO_PROFILING_TIMER_RESOLUTION => answer.value(info.timer_resolution_ns),
        PI_DEVICE_INFO_EXECUTION_CAPABILITIES => answer.value(execution(info)),
        PI_DEVICE_INFO_QUEUE_ON_HOST_PROPERTIES => answer.value(host_queue(info)),
        PI_DEVICE_INFO_QUEUE_ON_DEVICE_PROPERTIES => answer.value(PiQueueFlags::default()),
        _ => return None,
    })
}

fn execution(info: &DeviceInfo) -> PiDeviceExecCapabilities {
    let mut capabilities = PiDeviceExecCapabilities::default();
    if info.exec.kernel {
        capabilities |= PI_EXEC_KERNEL;
    }
    if info.exec.native_kernel {
        capabilities |= PI_EXEC_NATIVE_KERNEL;
    }
    capabilities
}

fn host_queue(info: &DeviceInfo) -> PiQueueFlags {
    let mut flags = PiQueueFlags::default();
    if info.out_of_order {
        flags |= PI_QUEUE_FLAG_OUT_OF_ORDER_EXEC_MODE_ENABLE;
    }
    if info.profiling {
        flags |= PI_QUEUE_FLAG_PROFILING_ENABLE;
    }
    flags
}

fn limits(info: &DeviceInfo, param: PiDeviceInfo, answer: Answer<'_>) -> Group {
    let groups = info.max_work_groups;
    Some(match param {
        PI_DEVICE_INFO_MAX_COMPUTE_UNITS => answer.value(info.compute_units),
        PI_DEVICE_INFO_MAX_CLOCK_FREQUENCY => answer.value(info.clock_mhz),
        PI_DEVICE_INFO_MAX_WORK_ITEM_DIMENSIONS => answer.value(info.max_work_item_dims),
        PI_DEVICE_INFO_MAX_WORK_ITEM_SIZES => answer.value(info.max_work_item_sizes),
        PI_DEVICE_INFO_MAX_WORK_GROUP_SIZE => answer.value(info.max_work_group_size),
        PI_DEVICE_INFO_MAX_NUM_SUB_GROUPS => answer.value(info.max_num_sub_groups),
        PI_DEVICE_INFO_SUB_GROUP_INDEPENDENT_FORWARD_PROGRESS => answer.bool(info.sub_group_independent_progress),
        PI_DEVICE_INFO_SUB_GROUP_SIZES_INTEL => answer.list(&info.sub_group_sizes),
        PI_EXT_TANDEM_DEVICE_INFO_MATRIX_COMBINATIONS => {
            let numbers = |combination: &MatrixCombination| {
                let MatrixCombination { m, n, k, factors, accumulator } = *combination;
                [m, n, k, factors as u32, accumulator as u32]
            };
            answer.list(&info.matrix_combinations.iter().map(numbers).collect::<Vec<_>>())
        }
        PI_DEVICE_INFO_MAX_PARAMETER_SIZE => answer.value(info.max_parameter_bytes),
        PI_DEVICE_INFO_MAX_CONSTANT_ARGS => answer.value(info.max_constant_args),
        PI_EXT_ONEAPI_DEVICE_INFO_MAX_GLOBAL_WORK_GROUPS => {
            answer.value(groups.iter().fold(1_usize, |product, &n| product.saturating_mul(n)))
        }
        // SYCL's order of dimensions is the reverse of SPIR-V's.
        PI_EXT_ONEAPI_DEVICE_INFO_MAX_WORK_GROUPS_1D => answer.value(groups[0]),
        PI_EXT_ONEAPI_DEVICE_INFO_MAX_WORK_GROUPS_2D => answer.value([groups[1], groups[0]]),
        PI_EXT_ONEAPI_DEVICE_INFO_MAX_WORK_GROUPS_3D => answer.value([groups[2], groups[1], groups[0]]),
        _ => return None,
    })
}

fn types(info: &DeviceInfo, param: PiDeviceInfo, answer: Answer<'_>) -> Group {
    let (preferred, native) = (&info.preferred_vector, &info.native_vector);
    Some(match param {
        PI_DEVICE_INFO_PREFERRED_VECTOR_WIDTH_CHAR => answer.value(preferred.char),
        PI_DEVICE_INFO_PREFERRED_VECTOR_WIDTH_SHORT => answer.value(preferred.short),
        PI_DEVICE_INFO_PREFERRED_VECTOR_WIDTH_INT => answer.value(preferred.int),
        PI_DEVICE_INFO_PREFERRED_VECTOR_WIDTH_LONG => answer.value(preferred.long),
        PI_DEVICE_INFO_PREFERRED_VECTOR_WIDTH_HALF => answer.value(preferred.half),
        PI_DEVICE_INFO_PREFERRED_VECTOR_WIDTH_FLOAT => answer.value(preferred.float),
        PI_DEVICE_INFO_PREFERRED_VECTOR_WIDTH_DOUBLE => answer.value(preferred.double),
        PI_DEVICE_INFO_NATIVE_VECTOR_WIDTH_CHAR => answer.value(native.char),
        PI_DEVICE_INFO_NATIVE_VECTOR_WIDTH_SHORT => answer.value(native.short),
        PI_DEVICE_INFO_NATIVE_VECTOR_WIDTH_INT => answer.value(native.int),
        PI_DEVICE_INFO_NATIVE_VECTOR_WIDTH_LONG => answer.value(native.long),
        PI_DEVICE_INFO_NATIVE_VECTOR_WIDTH_HALF => answer.value(native.half),
        PI_DEVICE_INFO_NATIVE_VECTOR_WIDTH_FLOAT => answer.value(native.float),
        PI_DEVICE_INFO_NATIVE_VECTOR_WIDTH_DOUBLE => answer.value(native.double),
        PI_DEVICE_INFO_HALF_FP_CONFIG => answer.value(fp_config(info.half_fp)),
        PI_DEVICE_INFO_SINGLE_FP_CONFIG => answer.value(fp_config(info.single_fp)),
        PI_DEVICE_INFO_DOUBLE_FP_CONFIG => answer.value(fp_config(info.double_fp)),
        PI_DEVICE_INFO_ATOMIC_64 => answer.bool(info.atomic64),
        PI_EXT_DEVICE_INFO_ATOMIC_MEMORY_ORDER_CAPABILITIES => answer.value(orders(info.atomic_orders)),
        PI_EXT_DEVICE_INFO_ATOMIC_MEMORY_SCOPE_CAPABILITIES => answer.value(scopes(info.atomic_scopes)),
        PI_EXT_DEVICE_INFO_ATOMIC_FENCE_ORDER_CAPABILITIES => answer.value(orders(info.fence_orders)),
        PI_EXT_DEVICE_INFO_ATOMIC_FENCE_SCOPE_CAPABILITIES => answer.value(scopes(info.fence_scopes)),
        PI_EXT_ONEAPI_DEVICE_INFO_BFLOAT16_MATH_FUNCTIONS => answer.bool(false),
        _ => return None,
    })
}

fn fp_config(config: FpConfig) -> PiDeviceFpConfig {
    if !config.supported {
        return PiDeviceFpConfig::default();
    }
    let flags = [
        (config.denorm, PI_FP_DENORM),
        (config.inf_nan, PI_FP_INF_NAN),
        (config.round_to_nearest, PI_FP_ROUND_TO_NEAREST),
        (config.round_to_zero, PI_FP_ROUND_TO_ZERO),
        (config.round_to_inf, PI_FP_ROUND_TO_INF),
        (config.fma, PI_FP_FMA),
        (config.soft_float, PI_FP_SOFT_FLOAT),
        (config.correctly_rounded_divide_sqrt, PI_FP_CORRECTLY_ROUNDED_DIVIDE_SQRT),
    ];
    PiDeviceFpConfig(set_bits(flags.map(|(is_set, flag)| (is_set, flag.0))))
}

fn memory(info: &DeviceInfo, param: PiDeviceInfo, answer: Answer<'_>) -> Group {
    Some(match param {
        PI_DEVICE_INFO_GLOBAL_MEM_SIZE => answer.value(info.global_mem_bytes),
        PI_DEVICE_INFO_MAX_MEM_ALLOC_SIZE => answer.value(info.max_alloc_bytes),
        PI_DEVICE_INFO_GLOBAL_MEM_CACHE_TYPE => answer.value(match info.cache_kind {
            CacheKind::None => PI_DEVICE_MEM_CACHE_TYPE_NONE,
            CacheKind::ReadOnly => PI_DEVICE_MEM_CACHE_TYPE_READ_ONLY_CACHE,
            CacheKind::ReadWrite => PI_DEVICE_MEM_CACHE_TYPE_READ_WRITE_CACHE,
        }),
        PI_DEVICE_INFO_GLOBAL_MEM_CACHELINE_SIZE => answer.value(info.cache_line_bytes),
        PI_DEVICE_INFO_GLOBAL_MEM_CACHE_SIZE => answer.value(info.cache_bytes),
        PI_DEVICE_INFO_MAX_CONSTANT_BUFFER_SIZE => answer.value(info.max_constant_buffer_bytes),
        PI_DEVICE_INFO_LOCAL_MEM_TYPE => answer.value(match info.local_mem_kind {
            LocalMemoryKind::None => PiDeviceLocalMemType(0),
            LocalMemoryKind::Local => PI_DEVICE_LOCAL_MEM_TYPE_LOCAL,
            LocalMemoryKind::Global => PI_DEVICE_LOCAL_MEM_TYPE_GLOBAL,
        }),
        PI_DEVICE_INFO_LOCAL_MEM_SIZE => answer.value(info.local_mem_bytes),
        PI_DEVICE_INFO_ERROR_CORRECTION_SUPPORT => answer.bool(info.error_correction),
        PI_DEVICE_INFO_HOST_UNIFIED_MEMORY => answer.bool(info.host_unified_memory),
        PI_DEVICE_INFO_MEM_BASE_ADDR_ALIGN => answer.value(info.mem_base_align_bits),
        PI_EXT_INTEL_DEVICE_INFO_MEMORY_CLOCK_RATE => known(info.memory_clock_mhz, answer),
        PI_EXT_INTEL_DEVICE_INFO_MEMORY_BUS_WIDTH => known(info.memory_bus_bits, answer),
        PI_DEVICE_INFO_USM_HOST_SUPPORT => answer.value(usm(info.usm_host)),
        PI_DEVICE_INFO_USM_DEVICE_SUPPORT => answer.value(usm(info.usm_device)),
        PI_DEVICE_INFO_USM_SINGLE_SHARED_SUPPORT => answer.value(usm(info.usm_single_shared)),
        PI_DEVICE_INFO_USM_CROSS_SHARED_SUPPORT => answer.value(usm(info.usm_cross_shared)),
        PI_DEVICE_INFO_USM_SYSTEM_SHARED_SUPPORT => answer.value(usm(info.usm_system)),
        _ => return None,
    })
}

/// Zero means that the driver does not know: then the aspect that goes with
/// the parameter must be off, which a failing query says.
fn known(value: u32, answer: Answer<'_>) -> Result<(), Failure> {
    ensure!(value != 0, PI_ERROR_INVALID_VALUE, "the driver does not have this property");
    answer.value(value)
}

fn usm(capabilities: UsmCapabilities) -> PiUsmCapabilities {
    PiUsmCapabilities(set_bits([
        (capabilities.access, PI_USM_ACCESS.0),
        (capabilities.atomic_access, PI_USM_ATOMIC_ACCESS.0),
        (capabilities.concurrent_access, PI_USM_CONCURRENT_ACCESS.0),
        (capabilities.concurrent_atomic_access, PI_USM_CONCURRENT_ATOMIC_ACCESS.0),
    ]))
}

fn images(info: &DeviceInfo, param: PiDeviceInfo, answer: Answer<'_>) -> Group {
    let images = &info.images;
    Some(match param {
        PI_DEVICE_INFO_IMAGE_SUPPORT => answer.bool(images.supported),
        PI_DEVICE_INFO_MAX_READ_IMAGE_ARGS => answer.value(images.max_read_args),
        PI_DEVICE_INFO_MAX_WRITE_IMAGE_ARGS => answer.value(images.max_write_args),
        PI_DEVICE_INFO_IMAGE2D_MAX_WIDTH => answer.value(images.max_2d[0]),
        PI_DEVICE_INFO_IMAGE2D_MAX_HEIGHT => answer.value(images.max_2d[1]),
        PI_DEVICE_INFO_IMAGE3D_MAX_WIDTH => answer.value(images.max_3d[0]),
        PI_DEVICE_INFO_IMAGE3D_MAX_HEIGHT => answer.value(images.max_3d[1]),
        PI_DEVICE_INFO_IMAGE3D_MAX_DEPTH => answer.value(images.max_3d[2]),
        PI_DEVICE_INFO_IMAGE_MAX_BUFFER_SIZE => answer.value(images.max_buffer_pixels),
        PI_DEVICE_INFO_IMAGE_MAX_ARRAY_SIZE => answer.value(images.max_array_layers),
        PI_DEVICE_INFO_MAX_SAMPLERS => answer.value(images.max_samplers),
        PI_DEVICE_INFO_IMAGE_SRGB => answer.bool(false),
        PI_EXT_ONEAPI_DEVICE_INFO_BINDLESS_IMAGES_SUPPORT => answer.bool(images.bindless),
        PI_EXT_ONEAPI_DEVICE_INFO_BINDLESS_IMAGES_SHARED_USM_SUPPORT => {
            answer.bool(images.bindless && info.usm_single_shared.access)
        }
        PI_EXT_ONEAPI_DEVICE_INFO_BINDLESS_IMAGES_1D_USM_SUPPORT
        | PI_EXT_ONEAPI_DEVICE_INFO_BINDLESS_IMAGES_2D_USM_SUPPORT => {
            answer.bool(images.bindless && info.usm_device.access)
        }
        PI_EXT_ONEAPI_DEVICE_INFO_IMAGE_PITCH_ALIGN if images.bindless => answer.value(image_handle::PITCH_ALIGN),
        PI_EXT_ONEAPI_DEVICE_INFO_MAX_IMAGE_LINEAR_WIDTH if images.bindless => answer.value(images.max_2d[0]),
        PI_EXT_ONEAPI_DEVICE_INFO_MAX_IMAGE_LINEAR_HEIGHT if images.bindless => answer.value(images.max_2d[1]),
        PI_EXT_ONEAPI_DEVICE_INFO_MAX_IMAGE_LINEAR_PITCH if images.bindless => {
            answer.value(usize::try_from(info.max_alloc_bytes).unwrap_or(usize::MAX))
        }
        PI_EXT_ONEAPI_DEVICE_INFO_MIPMAP_SUPPORT | PI_EXT_ONEAPI_DEVICE_INFO_MIPMAP_LEVEL_REFERENCE_SUPPORT => {
            answer.bool(images.mipmaps)
        }
        PI_EXT_TANDEM_DEVICE_INFO_CUBES => answer.bool(images.cubes),
        PI_EXT_ONEAPI_DEVICE_INFO_MIPMAP_ANISOTROPY_SUPPORT => answer.bool(images.max_anisotropy > 1),
        PI_EXT_ONEAPI_DEVICE_INFO_MIPMAP_MAX_ANISOTROPY if images.mipmaps => answer.value(images.max_anisotropy as f32),
        _ => return None,
    })
}

fn extensions(info: &DeviceInfo, param: PiDeviceInfo, answer: Answer<'_>) -> Group {
    Some(match param {
        PI_EXT_ONEAPI_DEVICE_INFO_CUDA_ASYNC_BARRIER
        | PI_EXT_CODEPLAY_DEVICE_INFO_SUPPORTS_FUSION
        | PI_EXT_INTEL_DEVICE_INFO_MEM_CHANNEL_SUPPORT
        | PI_EXT_INTEL_DEVICE_INFO_ESIMD_SUPPORT
        // The calls that would update one came after PI 15.47.
        | PI_EXT_ONEAPI_DEVICE_INFO_COMMAND_BUFFER_UPDATE_SUPPORT => answer.bool(false),
        PI_EXT_ONEAPI_DEVICE_INFO_COMMAND_BUFFER_SUPPORT => answer.bool(true),
        PI_EXT_TANDEM_DEVICE_INFO_COMMAND_BUFFER_UPDATE => {
            let update: PiExtTandemCommandBufferUpdate = command_buffer::update;
            answer.value(update)
        }
        PI_EXT_TANDEM_DEVICE_INFO_SOURCE_LOCATION_OF_THREAD => {
            let of_thread: PiExtTandemSourceLocationOfThread = source_location::of_thread;
            answer.value(of_thread)
        }
        PI_EXT_INTEL_DEVICE_INFO_MAX_COMPUTE_QUEUE_INDICES => answer.value(1_i32),
        PI_EXT_ONEAPI_DEVICE_INFO_MATRIX_COMBINATIONS => answer.bytes(&[]),
        PI_EXT_ONEAPI_DEVICE_INFO_COMPONENT_DEVICES => answer.bytes(&[]),
        PI_EXT_ONEAPI_DEVICE_INFO_COMPOSITE_DEVICE => answer.value(PiDevice::NULL),
        // Work-items of a group may run one after another up to a barrier, and
        // groups one after another to their end.
        PI_EXT_ONEAPI_DEVICE_INFO_WORK_GROUP_PROGRESS_AT_ROOT_GROUP_LEVEL
        | PI_EXT_ONEAPI_DEVICE_INFO_SUB_GROUP_PROGRESS_AT_ROOT_GROUP_LEVEL
        | PI_EXT_ONEAPI_DEVICE_INFO_SUB_GROUP_PROGRESS_AT_WORK_GROUP_LEVEL
        | PI_EXT_ONEAPI_DEVICE_INFO_WORK_ITEM_PROGRESS_AT_ROOT_GROUP_LEVEL
        | PI_EXT_ONEAPI_DEVICE_INFO_WORK_ITEM_PROGRESS_AT_WORK_GROUP_LEVEL
        | PI_EXT_ONEAPI_DEVICE_INFO_WORK_ITEM_PROGRESS_AT_SUB_GROUP_LEVEL => answer.bytes(&[]),
        // Queries that only apply to GPUs and bindless images. DPC++ interprets the failure as
        // "unknown".
        PI_DEVICE_INFO_DEVICE_ID
        | PI_EXT_ONEAPI_DEVICE_INFO_IP_VERSION
        | PI_DEVICE_INFO_GPU_EU_COUNT
        | PI_DEVICE_INFO_GPU_EU_SIMD_WIDTH
        | PI_DEVICE_INFO_GPU_SLICES
        | PI_DEVICE_INFO_GPU_SUBSLICES_PER_SLICE
        | PI_DEVICE_INFO_GPU_EU_COUNT_PER_SUBSLICE
        | PI_DEVICE_INFO_GPU_HW_THREADS_PER_EU
        | PI_DEVICE_INFO_MAX_MEM_BANDWIDTH
        | PI_EXT_ONEAPI_DEVICE_INFO_IMAGE_PITCH_ALIGN
        | PI_EXT_ONEAPI_DEVICE_INFO_MAX_IMAGE_LINEAR_WIDTH
        | PI_EXT_ONEAPI_DEVICE_INFO_MAX_IMAGE_LINEAR_HEIGHT
        | PI_EXT_ONEAPI_DEVICE_INFO_MAX_IMAGE_LINEAR_PITCH
        | PI_EXT_ONEAPI_DEVICE_INFO_MIPMAP_MAX_ANISOTROPY
        | PI_EXT_CODEPLAY_DEVICE_INFO_MAX_REGISTERS_PER_WORK_GROUP => {
            Err(failure!(PI_ERROR_INVALID_VALUE, "{} has no such property", info.name))
        }
        _ => return None,
    })
}
