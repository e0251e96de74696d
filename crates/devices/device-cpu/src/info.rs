//! The properties of the CPU devices.

use std::sync::Arc;

use tandem_device::{
    AtomicOrders, AtomicScopes, CacheKind, DeviceInfo, DeviceKind, ExecCapabilities, FpConfig, HOST_PIPES,
    LocalMemoryKind, MATRIX_COMBINATIONS, UsmCapabilities, VectorWidths,
};
use tandem_native_cpu as native;

use crate::{image, probe};

/// Device target of native images that the device itself made.
pub const NATIVE_TARGET: &str = "native_cpu";
/// Largest work-group that is offered.
const MAX_WORK_GROUP_SIZE: usize = 8192;
/// Arguments that a kernel may have: a block of them is copied for each launch,
/// so the limit is for programs that capture tables, not for the device.
const MAX_PARAMETER_BYTES: usize = 64 << 10;
/// Local memory that is offered: half of a usual second-level cache would be
/// more, but groups share it with their data.
const LOCAL_MEM_BYTES: u64 = 256 << 10;

const EXTENSIONS: &[&str] = &[
    "cl_khr_byte_addressable_store",
    "cl_khr_fp16",
    "cl_khr_fp64",
    "cl_khr_global_int32_base_atomics",
    "cl_khr_global_int32_extended_atomics",
    "cl_khr_il_program",
    "cl_khr_int64_base_atomics",
    "cl_khr_int64_extended_atomics",
    "cl_khr_local_int32_base_atomics",
    "cl_khr_local_int32_extended_atomics",
    "cl_khr_spir",
    "cl_intel_unified_shared_memory",
    HOST_PIPES,
    "pi_ext_spirv64_linking",
    "pi_ext_spirv64_x86_64_linking",
];

const ORDERS: AtomicOrders = AtomicOrders { acq_rel: true, seq_cst: true };
const SCOPES: AtomicScopes = AtomicScopes { sub_group: true, work_group: true, device: true, system: true };

/// Describes a device that uses this machine's processor.
pub fn describe(name: Arc<str>, threads: usize) -> DeviceInfo {
    let (vendor, vendor_id) = probe::vendor();
    let (global_mem_bytes, free_mem_bytes) = probe::memory();
    let (cache_bytes, cache_line_bytes) = probe::cache();
    let vectors = vector_widths();
    DeviceInfo {
        uuid: uuid(&name),
        name,
        vendor,
        vendor_id,
        version: "OpenCL 3.0 Tandem".to_owned(),
        driver_version: env!("CARGO_PKG_VERSION").to_owned(),
        language_version: "OpenCL C 1.2".to_owned(),
        profile: "FULL_PROFILE".to_owned(),
        kind: DeviceKind::Cpu,
        il_version: "SPIR-V_1.4 SPIR-V_1.3 SPIR-V_1.2 SPIR-V_1.1 SPIR-V_1.0".to_owned(),
        native_target: NATIVE_TARGET.to_owned(),
        extensions: EXTENSIONS.iter().map(|&name| name.to_owned()).collect(),
        available: true,
        compiler_available: true,
        linker_available: true,
        exec: ExecCapabilities { kernel: true, native_kernel: true },
        out_of_order: true,
        profiling: true,
        timer_resolution_ns: 1,
        compute_units: threads as u32,
        clock_mhz: probe::clock_mhz(),
        address_bits: 64,
        little_endian: true,
        host_unified_memory: true,
        max_work_item_dims: 3,
        max_work_item_sizes: [MAX_WORK_GROUP_SIZE; 3],
        max_work_group_size: MAX_WORK_GROUP_SIZE,
        max_work_groups: [i32::MAX as usize; 3],
        max_num_sub_groups: MAX_WORK_GROUP_SIZE as u32,
        // Work-items of a group run one after another between barriers.
        sub_group_independent_progress: false,
        sub_group_sizes: native::SUB_GROUP_SIZES.map(|size| size as usize).to_vec(),
        matrix_combinations: MATRIX_COMBINATIONS.to_vec(),
        preferred_vector: vectors,
        native_vector: vectors,
        half_fp: FpConfig::IEEE,
        single_fp: FpConfig::IEEE,
        double_fp: FpConfig::IEEE,
        atomic64: true,
        atomic_orders: ORDERS,
        atomic_scopes: SCOPES,
        fence_orders: ORDERS,
        fence_scopes: SCOPES,
        global_mem_bytes,
        free_mem_bytes,
        max_alloc_bytes: global_mem_bytes,
        cache_kind: CacheKind::ReadWrite,
        cache_bytes,
        cache_line_bytes,
        max_constant_buffer_bytes: global_mem_bytes,
        max_constant_args: 480,
        local_mem_kind: LocalMemoryKind::Global,
        local_mem_bytes: LOCAL_MEM_BYTES,
        max_parameter_bytes: MAX_PARAMETER_BYTES,
        // The largest vector type has 128 bytes.
        mem_base_align_bits: 1024,
        min_data_type_align_bytes: 128,
        printf_buffer_bytes: 1 << 20,
        images: image::LIMITS,
        usm_host: UsmCapabilities::ALL,
        usm_device: UsmCapabilities::ALL,
        usm_single_shared: UsmCapabilities::ALL,
        usm_cross_shared: UsmCapabilities::ALL,
        usm_system: UsmCapabilities::ALL,
        ..DeviceInfo::default()
    }
}

fn vector_widths() -> VectorWidths {
    let lanes = probe::vector_lanes() as u32;
    VectorWidths {
        char: 4 * lanes,
        short: 2 * lanes,
        int: lanes,
        long: lanes / 2,
        half: 2 * lanes,
        float: lanes,
        double: lanes / 2,
    }
}

/// Differs between the devices of one machine, and is the same in all processes.
fn uuid(name: &str) -> [u8; 16] {
    let mut uuid = *b"tandem-cpu------";
    for (index, byte) in name.bytes().chain(probe::fingerprint()).enumerate() {
        let place = &mut uuid[index % 16];
        *place = place.rotate_left(3) ^ byte;
    }
    uuid
}
