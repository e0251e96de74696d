//! Aspects of devices (SYCL 2020, 4.6.4.5).

use tandem_pi_abi::constants::*;

use super::device::Device;

/// The values of `sycl::aspect` that a device of Tandem can have; others are
/// never true.
mod number {
    /// `aspect::cpu`
    pub const CPU: u32 = 1;
    /// `aspect::gpu`
    pub const GPU: u32 = 2;
    /// `aspect::accelerator`
    pub const ACCELERATOR: u32 = 3;
    pub const CUSTOM: u32 = 4;
    pub const FP16: u32 = 5;
    pub const FP64: u32 = 6;
    pub const IMAGE: u32 = 9;
    pub const ONLINE_COMPILER: u32 = 10;
    pub const ONLINE_LINKER: u32 = 11;
    pub const QUEUE_PROFILING: u32 = 12;
    pub const USM_DEVICE_ALLOCATIONS: u32 = 13;
    pub const USM_HOST_ALLOCATIONS: u32 = 14;
    pub const USM_SHARED_ALLOCATIONS: u32 = 15;
    pub const USM_SYSTEM_ALLOCATIONS: u32 = 17;
    pub const USM_ATOMIC_HOST_ALLOCATIONS: u32 = 26;
    pub const USM_ATOMIC_SHARED_ALLOCATIONS: u32 = 27;
    pub const ATOMIC64: u32 = 28;
    pub const EXT_INTEL_LEGACY_IMAGE: u32 = 41;
    pub const EXT_ONEAPI_BINDLESS_IMAGES: u32 = 42;
    pub const EXT_ONEAPI_BINDLESS_IMAGES_SHARED_USM: u32 = 43;
    pub const EXT_ONEAPI_BINDLESS_IMAGES_1D_USM: u32 = 44;
    pub const EXT_ONEAPI_BINDLESS_IMAGES_2D_USM: u32 = 45;
    pub const EXT_ONEAPI_EXTERNAL_MEMORY_IMPORT: u32 = 46;
    pub const EXT_ONEAPI_EXTERNAL_SEMAPHORE_IMPORT: u32 = 48;
    pub const EXT_ONEAPI_MIPMAP: u32 = 50;
    pub const EXT_ONEAPI_MIPMAP_ANISOTROPY: u32 = 51;
    pub const EXT_ONEAPI_MIPMAP_LEVEL_REFERENCE: u32 = 52;
    pub const EXT_ONEAPI_CUBEMAP: u32 = 65;
    pub const EXT_ONEAPI_CUBEMAP_SEAMLESS_FILTERING: u32 = 66;
    pub const EXT_ONEAPI_BALLOT_GROUP: u32 = 54;
    pub const EXT_ONEAPI_FIXED_SIZE_GROUP: u32 = 55;
    pub const EXT_ONEAPI_OPPORTUNISTIC_GROUP: u32 = 56;
    pub const EXT_ONEAPI_GRAPH: u32 = 61;
    pub const EXT_ONEAPI_LIMITED_GRAPH: u32 = 63;
}

/// The aspects of the extension `sycl_ext_intel_device_info`, and that of matrices: a device has
/// those whose query has an answer that is not empty.
const DEVICE_INFO_ASPECTS: [(u32, PiDeviceInfo, &str); 14] = [
    (18, PI_DEVICE_INFO_PCI_ADDRESS, "ext_intel_pci_address"),
    (19, PI_DEVICE_INFO_GPU_EU_COUNT, "ext_intel_gpu_eu_count"),
    (20, PI_DEVICE_INFO_GPU_EU_SIMD_WIDTH, "ext_intel_gpu_eu_simd_width"),
    (21, PI_DEVICE_INFO_GPU_SLICES, "ext_intel_gpu_slices"),
    (22, PI_DEVICE_INFO_GPU_SUBSLICES_PER_SLICE, "ext_intel_gpu_subslices_per_slice"),
    (23, PI_DEVICE_INFO_GPU_EU_COUNT_PER_SUBSLICE, "ext_intel_gpu_eu_count_per_subslice"),
    (24, PI_DEVICE_INFO_MAX_MEM_BANDWIDTH, "ext_intel_max_mem_bandwidth"),
    (29, PI_DEVICE_INFO_UUID, "ext_intel_device_info_uuid"),
    (33, PI_DEVICE_INFO_GPU_HW_THREADS_PER_EU, "ext_intel_gpu_hw_threads_per_eu"),
    (36, PI_EXT_INTEL_DEVICE_INFO_FREE_MEMORY, "ext_intel_free_memory"),
    (37, PI_DEVICE_INFO_DEVICE_ID, "ext_intel_device_id"),
    (38, PI_EXT_INTEL_DEVICE_INFO_MEMORY_CLOCK_RATE, "ext_intel_memory_clock_rate"),
    (39, PI_EXT_INTEL_DEVICE_INFO_MEMORY_BUS_WIDTH, "ext_intel_memory_bus_width"),
    (58, PI_EXT_TANDEM_DEVICE_INFO_MATRIX_COMBINATIONS, "ext_intel_matrix"),
];

pub use number::{ACCELERATOR, CPU, GPU};
pub(crate) use number::{ONLINE_COMPILER, ONLINE_LINKER};

/// The name of an aspect, for messages.
pub fn name(aspect: u32) -> String {
    const NAMES: [(u32, &str); 37] = [
        (0, "host"),
        (number::CPU, "cpu"),
        (number::GPU, "gpu"),
        (number::ACCELERATOR, "accelerator"),
        (number::CUSTOM, "custom"),
        (number::FP16, "fp16"),
        (number::FP64, "fp64"),
        (number::IMAGE, "image"),
        (number::ONLINE_COMPILER, "online_compiler"),
        (number::ONLINE_LINKER, "online_linker"),
        (number::QUEUE_PROFILING, "queue_profiling"),
        (number::USM_DEVICE_ALLOCATIONS, "usm_device_allocations"),
        (number::USM_HOST_ALLOCATIONS, "usm_host_allocations"),
        (number::USM_SHARED_ALLOCATIONS, "usm_shared_allocations"),
        (number::USM_SYSTEM_ALLOCATIONS, "usm_system_allocations"),
        (number::USM_ATOMIC_HOST_ALLOCATIONS, "usm_atomic_host_allocations"),
        (number::USM_ATOMIC_SHARED_ALLOCATIONS, "usm_atomic_shared_allocations"),
        (number::ATOMIC64, "atomic64"),
        (32, "host_debuggable"),
        (40, "emulated"),
        (number::EXT_INTEL_LEGACY_IMAGE, "ext_intel_legacy_image"),
        (number::EXT_ONEAPI_BINDLESS_IMAGES, "ext_oneapi_bindless_images"),
        (number::EXT_ONEAPI_BINDLESS_IMAGES_SHARED_USM, "ext_oneapi_bindless_images_shared_usm"),
        (number::EXT_ONEAPI_BINDLESS_IMAGES_1D_USM, "ext_oneapi_bindless_images_1d_usm"),
        (number::EXT_ONEAPI_BINDLESS_IMAGES_2D_USM, "ext_oneapi_bindless_images_2d_usm"),
        (number::EXT_ONEAPI_EXTERNAL_MEMORY_IMPORT, "ext_oneapi_external_memory_import"),
        (number::EXT_ONEAPI_EXTERNAL_SEMAPHORE_IMPORT, "ext_oneapi_external_semaphore_import"),
        (number::EXT_ONEAPI_MIPMAP, "ext_oneapi_mipmap"),
        (number::EXT_ONEAPI_MIPMAP_ANISOTROPY, "ext_oneapi_mipmap_anisotropy"),
        (number::EXT_ONEAPI_MIPMAP_LEVEL_REFERENCE, "ext_oneapi_mipmap_level_reference"),
        (number::EXT_ONEAPI_CUBEMAP, "ext_oneapi_cubemap"),
        (number::EXT_ONEAPI_CUBEMAP_SEAMLESS_FILTERING, "ext_oneapi_cubemap_seamless_filtering"),
        (number::EXT_ONEAPI_BALLOT_GROUP, "ext_oneapi_ballot_group"),
        (number::EXT_ONEAPI_FIXED_SIZE_GROUP, "ext_oneapi_fixed_size_group"),
        (number::EXT_ONEAPI_OPPORTUNISTIC_GROUP, "ext_oneapi_opportunistic_group"),
        (number::EXT_ONEAPI_GRAPH, "ext_oneapi_graph"),
        (number::EXT_ONEAPI_LIMITED_GRAPH, "ext_oneapi_limited_graph"),
    ];
    let extension = DEVICE_INFO_ASPECTS.iter().map(|(number, _, name)| (*number, *name));
    let known = NAMES.into_iter().chain(extension).find(|(number, _)| *number == aspect);
    known.map_or_else(|| aspect.to_string(), |(_, name)| name.to_owned())
}

/// `PI_USM_ACCESS` and `PI_USM_ATOMIC_ACCESS` of the USM capabilities.
const USM_ACCESS: u64 = 1;
const USM_ATOMIC_ACCESS: u64 = 2;

/// The number of values that `sycl::aspect` may have.
const COUNT: u32 = 67;

impl Device {
    /// The aspects that the device has, in the order of their numbers.
    pub fn aspects(&self) -> impl Iterator<Item = u32> {
        (0..COUNT).filter(move |aspect| self.has_aspect(*aspect))
    }

    /// Whether the device has an aspect, given by the number that
    /// `sycl::aspect` has in the headers.
    pub fn has_aspect(&self, aspect: u32) -> bool {
        let is = |wanted| self.device_type().intersects(wanted);
        let has = |param| self.info_bits(param) != 0;
        let usm = |param, wanted| self.info_bits(param) & wanted != 0;
        let has_answer = |param| self.info(param).is_ok_and(|bytes| !bytes.is_empty());
        match aspect {
            number::CPU => is(PI_DEVICE_TYPE_CPU),
            number::GPU => is(PI_DEVICE_TYPE_GPU),
            number::ACCELERATOR => is(PI_DEVICE_TYPE_ACC),
            number::CUSTOM => is(PI_DEVICE_TYPE_CUSTOM),
            number::FP16 => self.has_extension("cl_khr_fp16"),
            number::FP64 => has(PI_DEVICE_INFO_DOUBLE_FP_CONFIG),
            number::IMAGE | number::EXT_INTEL_LEGACY_IMAGE => has(PI_DEVICE_INFO_IMAGE_SUPPORT),
            number::ONLINE_COMPILER => has(PI_DEVICE_INFO_COMPILER_AVAILABLE),
            number::ONLINE_LINKER => has(PI_DEVICE_INFO_LINKER_AVAILABLE),
            number::QUEUE_PROFILING => has(PI_DEVICE_INFO_PROFILING_TIMER_RESOLUTION),
            number::USM_DEVICE_ALLOCATIONS => usm(PI_DEVICE_INFO_USM_DEVICE_SUPPORT, USM_ACCESS),
            number::USM_HOST_ALLOCATIONS => usm(PI_DEVICE_INFO_USM_HOST_SUPPORT, USM_ACCESS),
            number::USM_SHARED_ALLOCATIONS => usm(PI_DEVICE_INFO_USM_SINGLE_SHARED_SUPPORT, USM_ACCESS),
            number::USM_SYSTEM_ALLOCATIONS => usm(PI_DEVICE_INFO_USM_SYSTEM_SHARED_SUPPORT, USM_ACCESS),
            number::USM_ATOMIC_HOST_ALLOCATIONS => usm(PI_DEVICE_INFO_USM_HOST_SUPPORT, USM_ATOMIC_ACCESS),
            number::USM_ATOMIC_SHARED_ALLOCATIONS => usm(PI_DEVICE_INFO_USM_SINGLE_SHARED_SUPPORT, USM_ATOMIC_ACCESS),
            number::ATOMIC64 => has(PI_DEVICE_INFO_ATOMIC_64),
            number::EXT_ONEAPI_BINDLESS_IMAGES => has(PI_EXT_ONEAPI_DEVICE_INFO_BINDLESS_IMAGES_SUPPORT),
            number::EXT_ONEAPI_BINDLESS_IMAGES_SHARED_USM => {
                has(PI_EXT_ONEAPI_DEVICE_INFO_BINDLESS_IMAGES_SHARED_USM_SUPPORT)
            }
            number::EXT_ONEAPI_BINDLESS_IMAGES_1D_USM => has(PI_EXT_ONEAPI_DEVICE_INFO_BINDLESS_IMAGES_1D_USM_SUPPORT),
            number::EXT_ONEAPI_BINDLESS_IMAGES_2D_USM => has(PI_EXT_ONEAPI_DEVICE_INFO_BINDLESS_IMAGES_2D_USM_SUPPORT),
            number::EXT_ONEAPI_EXTERNAL_MEMORY_IMPORT => has(PI_EXT_ONEAPI_DEVICE_INFO_INTEROP_MEMORY_IMPORT_SUPPORT),
            number::EXT_ONEAPI_EXTERNAL_SEMAPHORE_IMPORT => {
                has(PI_EXT_ONEAPI_DEVICE_INFO_INTEROP_SEMAPHORE_IMPORT_SUPPORT)
            }
            number::EXT_ONEAPI_MIPMAP => has(PI_EXT_ONEAPI_DEVICE_INFO_MIPMAP_SUPPORT),
            number::EXT_ONEAPI_MIPMAP_ANISOTROPY => has(PI_EXT_ONEAPI_DEVICE_INFO_MIPMAP_ANISOTROPY_SUPPORT),
            number::EXT_ONEAPI_MIPMAP_LEVEL_REFERENCE => has(PI_EXT_ONEAPI_DEVICE_INFO_MIPMAP_LEVEL_REFERENCE_SUPPORT),
            number::EXT_ONEAPI_CUBEMAP | number::EXT_ONEAPI_CUBEMAP_SEAMLESS_FILTERING => {
                has(PI_EXT_TANDEM_DEVICE_INFO_CUBES)
            }
            // Devices whose plugin is one of Tandem's have the builtins of such groups. It answers this query, be
            // it with an empty list.
            number::EXT_ONEAPI_BALLOT_GROUP | number::EXT_ONEAPI_FIXED_SIZE_GROUP => {
                self.info(PI_EXT_TANDEM_DEVICE_INFO_MATRIX_COMBINATIONS).is_ok()
            }
            number::EXT_ONEAPI_OPPORTUNISTIC_GROUP => true,
            // A device without command buffers gets the commands of a graph one by one.
            number::EXT_ONEAPI_GRAPH | number::EXT_ONEAPI_LIMITED_GRAPH => true,
            _ => DEVICE_INFO_ASPECTS.iter().any(|(number, param, _)| *number == aspect && has_answer(*param)),
        }
    }

    /// An integer property of up to 8 bytes; 0 where the device has none.
    fn info_bits(&self, param: PiDeviceInfo) -> u64 {
        let bytes = self.info(param).unwrap_or_default();
        bytes.iter().take(8).rev().fold(0, |bits, byte| bits << 8 | u64::from(*byte))
    }

    pub(crate) fn has_extension(&self, name: &str) -> bool {
        let bytes = self.info(PI_DEVICE_INFO_EXTENSIONS).unwrap_or_default();
        let text = String::from_utf8_lossy(&bytes);
        text.trim_end_matches('\0').split_whitespace().any(|extension| extension == name)
    }
}
