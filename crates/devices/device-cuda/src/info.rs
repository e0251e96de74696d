//! The description of a device.

use tandem_device::{
    AtomicOrders, AtomicScopes, CacheKind, DeviceInfo, DeviceKind, ExecCapabilities, FpConfig, LocalMemoryKind,
    UsmCapabilities, VectorWidths,
};
use tandem_image::device_image::targets;
use tandem_native_cuda::{
    COMMON_PARAMETER_BYTES, LAUNCH_DATA_BYTES, MAX_PARAMETER_BYTES, Processor, WARP_SIZE, matrix_products,
};

use crate::api::{CudaResult, Device};
use crate::image_limits;
use crate::sys::DeviceAttribute::{self, *};

/// NVIDIA's number on the PCI bus.
const VENDOR_ID: u32 = 0x10de;
/// The first version of CUDA whose driver takes large parameters.
const HAS_LARGE_PARAMETERS: (u32, u32) = (12, 1);
/// Bytes of the buffer of `printf`, CUDA's default.
const PRINTF_BUFFER_BYTES: usize = 1 << 20;

/// Describes a device.
pub fn describe(device: &Device) -> CudaResult<DeviceInfo> {
    let attribute = |attribute: DeviceAttribute| device.attribute(attribute);
    let has = |attribute: DeviceAttribute| device.attribute(attribute) != 0;
    let total = device.total_memory()? as u64;
    let (driver_major, driver_minor) = device.cuda().version();
    let has_large_parameters = (driver_major, driver_minor) >= HAS_LARGE_PARAMETERS;
    let all_parameters = if has_large_parameters { MAX_PARAMETER_BYTES } else { COMMON_PARAMETER_BYTES };
    let parameter_bytes = (all_parameters - LAUNCH_DATA_BYTES) as usize;
    let processor =
        Processor::from_capability(attribute(ComputeCapabilityMajor) as u32, attribute(ComputeCapabilityMinor) as u32);
    let max_threads = attribute(MaxThreadsPerBlock);
    let local_bytes = attribute(MaxSharedMemoryPerBlockOptin).max(attribute(MaxSharedMemoryPerBlock));
    let orders = AtomicOrders { acq_rel: true, seq_cst: true };
    let scopes = AtomicScopes { sub_group: true, work_group: true, device: true, system: true };
    let shared = managed_memory(has(ManagedMemory), has(ConcurrentManagedAccess));
    let scalar = VectorWidths { char: 1, short: 1, int: 1, long: 1, half: 1, float: 1, double: 1 };
    // A thread loads up to 16 bytes at a time.
    let wide = VectorWidths { char: 16, short: 8, int: 4, long: 2, half: 8, float: 4, double: 2 };
    Ok(DeviceInfo {
        name: device.name()?.into(),
        vendor: "NVIDIA Corporation".to_owned(),
        vendor_id: VENDOR_ID,
        version: format!("{}.{}", processor.0 / 10, processor.0 % 10),
        driver_version: format!("CUDA {driver_major}.{driver_minor}"),
        language_version: String::new(),
        profile: "FULL_PROFILE".to_owned(),
        kind: DeviceKind::Gpu,
        il_version: "SPIR-V_1.4".to_owned(),
        native_target: targets::NVPTX64.to_owned(),
        extensions: EXTENSIONS.iter().map(|&name| name.to_owned()).collect(),
        uuid: device.uuid()?,
        pci_address: device.pci_address().ok(),
        available: true,
        compiler_available: true,
        linker_available: true,
        exec: ExecCapabilities { kernel: true, native_kernel: false },
        out_of_order: true,
        profiling: true,
        timer_resolution_ns: 1000,
        compute_units: attribute(MultiprocessorCount) as u32,
        clock_mhz: attribute(ClockRate) as u32 / 1000,
        address_bits: 64,
        little_endian: true,
        host_unified_memory: has(Integrated),
        error_correction: has(EccEnabled),
        max_work_item_dims: 3,
        max_work_item_sizes: [MaxBlockDimX, MaxBlockDimY, MaxBlockDimZ].map(attribute),
        max_work_group_size: max_threads,
        work_group_multiple: WARP_SIZE as usize,
        max_work_groups: [MaxGridDimX, MaxGridDimY, MaxGridDimZ].map(attribute),
        max_num_sub_groups: (max_threads as u32).div_ceil(WARP_SIZE),
        sub_group_independent_progress: true,
        sub_group_sizes: vec![attribute(WarpSize)],
        matrix_combinations: matrix_products(processor),
        preferred_vector: scalar,
        native_vector: wide,
        half_fp: FpConfig { correctly_rounded_divide_sqrt: false, ..FpConfig::IEEE },
        single_fp: FpConfig::IEEE,
        double_fp: FpConfig::IEEE,
        atomic64: true,
        atomic_orders: orders,
        atomic_scopes: scopes,
        fence_orders: orders,
        fence_scopes: scopes,
        global_mem_bytes: total,
        free_mem_bytes: total,
        max_alloc_bytes: total,
        cache_kind: CacheKind::ReadWrite,
        cache_bytes: attribute(L2CacheSize) as u64,
        cache_line_bytes: 128,
        memory_bus_bits: attribute(GlobalMemoryBusWidth) as u32,
        memory_clock_mhz: attribute(MemoryClockRate) as u32 / 1000,
        max_constant_buffer_bytes: total,
        max_constant_args: (parameter_bytes / 8) as u32,
        local_mem_kind: LocalMemoryKind::Local,
        local_mem_bytes: local_bytes as u64,
        max_parameter_bytes: parameter_bytes,
        mem_base_align_bits: 8 * 128,
        min_data_type_align_bytes: 128,
        printf_buffer_bytes: PRINTF_BUFFER_BYTES,
        usm_host: UsmCapabilities { concurrent_atomic_access: has(HostNativeAtomicSupported), ..UsmCapabilities::ALL },
        usm_device: UsmCapabilities { access: true, atomic_access: true, ..UsmCapabilities::default() },
        usm_single_shared: shared,
        usm_cross_shared: shared,
        images: image_limits::limits(attribute),
        ..DeviceInfo::default()
    })
}

fn managed_memory(is_there: bool, is_concurrent: bool) -> UsmCapabilities {
    match is_there {
        true => UsmCapabilities {
            access: true,
            atomic_access: true,
            concurrent_access: is_concurrent,
            concurrent_atomic_access: is_concurrent,
        },
        false => UsmCapabilities::default(),
    }
}

/// OpenCL's names of the device's extensions, from which the runtime derives aspects.
const EXTENSIONS: &[&str] = &[
    "cl_khr_byte_addressable_store",
    "cl_khr_fp16",
    "cl_khr_fp64",
    "cl_khr_global_int32_base_atomics",
    "cl_khr_global_int32_extended_atomics",
    "cl_khr_int64_base_atomics",
    "cl_khr_int64_extended_atomics",
    "cl_khr_local_int32_base_atomics",
    "cl_khr_local_int32_extended_atomics",
    "cl_khr_subgroups",
    "cl_intel_unified_shared_memory",
    "pi_ext_spirv64_linking",
];
