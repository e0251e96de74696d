//! The properties and capabilities of a device: every limit that OpenCL and SYCL device queries ask for, as one plain
//! struct that the driver fills when it probes.

use std::sync::Arc;

pub use tandem_device_ir::matrix::{COMBINATIONS as MATRIX_COMBINATIONS, Combination as MatrixCombination};

/// Kind of device.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum DeviceKind {
    /// The host's processors.
    #[default]
    Cpu,
    /// A graphics processor.
    Gpu,
    /// Anything else.
    Accelerator,
}

/// Floating-point capabilities of one type.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FpConfig {
    /// The type is supported at all.
    pub supported: bool,
    /// Denormals are kept.
    pub denorm: bool,
    /// Infinities and NaNs exist.
    pub inf_nan: bool,
    /// Rounds to nearest even.
    pub round_to_nearest: bool,
    /// Rounds to zero.
    pub round_to_zero: bool,
    /// Rounds to the infinities.
    pub round_to_inf: bool,
    /// Fused multiply-add as IEEE 754 defines it.
    pub fma: bool,
    /// Division and square root are correctly rounded.
    pub correctly_rounded_divide_sqrt: bool,
    /// Implemented in software.
    pub soft_float: bool,
}

impl FpConfig {
    /// All properties that IEEE 754 requires, in hardware.
    pub const IEEE: Self = Self {
        supported: true,
        denorm: true,
        inf_nan: true,
        round_to_nearest: true,
        round_to_zero: true,
        round_to_inf: true,
        fma: true,
        correctly_rounded_divide_sqrt: true,
        soft_float: false,
    };
}

/// Vector widths per element type, in elements; 0 where the type is missing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct VectorWidths {
    /// `i8`.
    pub char: u32,
    /// `i16`.
    pub short: u32,
    /// `i32`.
    pub int: u32,
    /// `i64`.
    pub long: u32,
    /// `f16`.
    pub half: u32,
    /// `f32`.
    pub float: u32,
    /// `f64`.
    pub double: u32,
}

/// How global memory is cached.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum CacheKind {
    /// No cache.
    #[default]
    None,
    /// Reads only.
    ReadOnly,
    /// Reads and writes.
    ReadWrite,
}

/// Where local memory lives.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum LocalMemoryKind {
    /// Not available.
    #[default]
    None,
    /// Dedicated storage.
    Local,
    /// Ordinary global memory.
    Global,
}

/// The kinds of functions that may be executed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ExecCapabilities {
    /// Compiled kernels.
    pub kernel: bool,
    /// Native host functions.
    pub native_kernel: bool,
}

/// Memory orders that atomics support. `relaxed` always is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct AtomicOrders {
    /// Acquire, release and their combination.
    pub acq_rel: bool,
    /// Sequential consistency.
    pub seq_cst: bool,
}

/// Widest scopes that atomics support. `work_item` always is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct AtomicScopes {
    /// Within a sub-group.
    pub sub_group: bool,
    /// Within a work-group.
    pub work_group: bool,
    /// Within the device.
    pub device: bool,
    /// Across devices and the host.
    pub system: bool,
}

/// The capabilities of one kind of USM allocation.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct UsmCapabilities {
    /// Kernels can access it.
    pub access: bool,
    /// Atomics work on it.
    pub atomic_access: bool,
    /// Host and device may access it at the same time.
    pub concurrent_access: bool,
    /// Host and device may use atomics on it at the same time.
    pub concurrent_atomic_access: bool,
}

impl UsmCapabilities {
    /// Everything, as on devices that share the host's coherent memory.
    pub const ALL: Self =
        Self { access: true, atomic_access: true, concurrent_access: true, concurrent_atomic_access: true };
}

/// Limits of images; all 0 where images are not supported.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ImageLimits {
    /// Images can be used.
    pub supported: bool,
    /// Kernels take images and samplers by value as well, as handles
    /// ([`Image::handle`](crate::Image::handle)).
    pub bindless: bool,
    /// Read-only images per kernel.
    pub max_read_args: u32,
    /// Write-only images per kernel.
    pub max_write_args: u32,
    /// Read-write images per kernel.
    pub max_read_write_args: u32,
    /// Width and height of two-dimensional images.
    pub max_2d: [usize; 2],
    /// Width, height and depth of three-dimensional images.
    pub max_3d: [usize; 3],
    /// Pixels of images made from a buffer.
    pub max_buffer_pixels: usize,
    /// Layers of image arrays.
    pub max_array_layers: usize,
    /// Samplers per kernel.
    pub max_samplers: u32,
    /// Images may have several levels ([`ImageDescription::levels`](crate::ImageDescription::levels)), which
    /// kernels name or get by gradients. `bindless` is set, too.
    pub mipmaps: bool,
    /// How often a mipmap is read at most along the longer one of two gradients; 0 without mipmaps, 1 on
    /// devices that never read it several times.
    pub max_anisotropy: u32,
    /// Images may be cubes ([`ImageKind::Cube`](crate::ImageKind::Cube)), with faces of up to `max_2d`,
    /// and samplers [`seamless`](crate::SamplerDescription::seamless). `bindless` is set, too.
    pub cubes: bool,
}

/// A device's properties. Sizes are in bytes unless a name says otherwise.
///
/// All texts except `name` and `native_target` may be empty. Required limits are positive: `compute_units`,
/// `max_work_item_dims` and that number of dimension sizes, `max_work_group_size`, `global_mem_bytes`,
/// `max_alloc_bytes` and `max_parameter_bytes`. Fields at their default say that there is no such feature.
#[derive(Clone, Debug, Default)]
pub struct DeviceInfo {
    /// Name to show.
    pub name: Arc<str>,
    /// Vendor's name.
    pub vendor: String,
    /// PCI vendor id.
    pub vendor_id: u32,
    /// Version of the device interface, such as `OpenCL 3.0`.
    pub version: String,
    /// Version of the driver.
    pub driver_version: String,
    /// Version of the device language, such as `OpenCL C 1.2`.
    pub language_version: String,
    /// Profile, such as `FULL_PROFILE`.
    pub profile: String,
    /// Kind of device.
    pub kind: DeviceKind,
    /// Intermediate languages it takes, such as `SPIR-V_1.4`.
    pub il_version: String,
    /// Target of native images, such as `native_cpu`.
    pub native_target: String,
    /// Extensions by name.
    pub extensions: Vec<String>,
    /// Universally unique id.
    pub uuid: [u8; 16],
    /// PCI address, such as `0000:01:00.0`, if there is one.
    pub pci_address: Option<String>,

    /// Commands can be executed now.
    pub available: bool,
    /// Portable images can be compiled.
    pub compiler_available: bool,
    /// Programs can be linked.
    pub linker_available: bool,
    /// The kinds of functions that may be executed.
    pub exec: ExecCapabilities,
    /// Queues may run commands out of order.
    pub out_of_order: bool,
    /// Events carry timestamps.
    pub profiling: bool,
    /// Resolution of [`Device::timers`](crate::Device::timers) in nanoseconds.
    pub timer_resolution_ns: usize,

    /// Parallel compute units.
    pub compute_units: u32,
    /// Clock in MHz; 0 when unknown.
    pub clock_mhz: u32,
    /// Width of a device pointer in bits.
    pub address_bits: u32,
    /// Little endian.
    pub little_endian: bool,
    /// Device and host share one memory.
    pub host_unified_memory: bool,
    /// Memory errors are corrected.
    pub error_correction: bool,

    /// Dimensions of an index space.
    pub max_work_item_dims: u32,
    /// Largest work-group in each dimension, SPIR-V order.
    pub max_work_item_sizes: [usize; 3],
    /// Largest work-group in work-items.
    pub max_work_group_size: usize,
    /// When the driver chooses the work-group size of a kernel without barriers, the size in dimension 0 is a multiple
    /// of this, even if the range is not: then the last group reaches beyond the range, and its work-items there do not
    /// run. A single work-item still forms a group of one. 0 and 1 for devices to which it makes no difference.
    pub work_group_multiple: usize,
    /// Most work-groups in each dimension, SPIR-V order.
    pub max_work_groups: [usize; 3],
    /// Most sub-groups in a work-group.
    pub max_num_sub_groups: u32,
    /// Sub-groups of a work-group make progress independently.
    pub sub_group_independent_progress: bool,
    /// Sub-group sizes that code can be compiled for, in order of preference.
    pub sub_group_sizes: Vec<usize>,
    /// Products of matrices that sub-groups can compute (`sycl_ext_oneapi_matrix`).
    pub matrix_combinations: Vec<MatrixCombination>,

    /// Preferred vector widths.
    pub preferred_vector: VectorWidths,
    /// Native vector widths.
    pub native_vector: VectorWidths,
    /// `f16`.
    pub half_fp: FpConfig,
    /// `f32`.
    pub single_fp: FpConfig,
    /// `f64`.
    pub double_fp: FpConfig,
    /// 64-bit atomics.
    pub atomic64: bool,
    /// Orders of atomics.
    pub atomic_orders: AtomicOrders,
    /// Scopes of atomics.
    pub atomic_scopes: AtomicScopes,
    /// Orders of fences.
    pub fence_orders: AtomicOrders,
    /// Scopes of fences.
    pub fence_scopes: AtomicScopes,

    /// Global memory.
    pub global_mem_bytes: u64,
    /// Global memory free at probe time.
    pub free_mem_bytes: u64,
    /// Largest single allocation.
    pub max_alloc_bytes: u64,
    /// How global memory is cached.
    pub cache_kind: CacheKind,
    /// Size of that cache.
    pub cache_bytes: u64,
    /// Size of a cache line.
    pub cache_line_bytes: u32,
    /// Width of the memory bus in bits; 0 when unknown.
    pub memory_bus_bits: u32,
    /// Clock of the memory in MHz; 0 when unknown.
    pub memory_clock_mhz: u32,
    /// Largest constant buffer.
    pub max_constant_buffer_bytes: u64,
    /// Constant arguments per kernel.
    pub max_constant_args: u32,
    /// Where local memory lives.
    pub local_mem_kind: LocalMemoryKind,
    /// Local memory per work-group.
    pub local_mem_bytes: u64,
    /// Largest size of all arguments of a kernel together.
    pub max_parameter_bytes: usize,
    /// Alignment of sub-buffers in bits.
    pub mem_base_align_bits: u32,
    /// Smallest alignment of any data type.
    pub min_data_type_align_bytes: u32,
    /// Buffer of a device-side `printf`.
    pub printf_buffer_bytes: usize,
    /// Images.
    pub images: ImageLimits,

    /// Host allocations.
    pub usm_host: UsmCapabilities,
    /// Device allocations.
    pub usm_device: UsmCapabilities,
    /// Shared allocations of this device.
    pub usm_single_shared: UsmCapabilities,
    /// Shared allocations of another device.
    pub usm_cross_shared: UsmCapabilities,
    /// Memory that the host's own allocator returned.
    pub usm_system: UsmCapabilities,
}
