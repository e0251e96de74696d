//===- sycl/info.hpp - info descriptors -----------------------------------===//
//
// Part of Tandem, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// Owns: the descriptors of get_info (SYCL 2020, 4.6). A descriptor names PI's
// parameter and the type of PI's answer where it differs from the return type.
#pragma once

#include <sycl/aspects.hpp>
#include <sycl/detail/abi/pi_queries.hpp>
#include <sycl/exception.hpp>
#include <sycl/id.hpp>
#include <sycl/memory_enums.hpp>

#include <string>

namespace sycl {
inline namespace _V1 {

class device;
class kernel_id;
class platform;

namespace info {

/// The types of devices. SYCL 2020, section A.3.
enum class device_type : unsigned {
  /// A CPU.
  cpu,
  /// A GPU.
  gpu,
  /// An accelerator.
  accelerator,
  /// A device that runs only built-in kernels.
  custom,
  /// The default device of the backend.
  automatic,
  /// The host device of SYCL 1.2.1, which does not exist. Deprecated.
  host,
  /// All devices.
  all,
};
/// The ways to divide a device. SYCL 2020, section A.3.
enum class partition_property : unsigned {
  /// Not at all.
  no_partition,
  /// Into sub-devices with equal numbers of compute units.
  partition_equally,
  /// Into sub-devices with given numbers of compute units.
  partition_by_counts,
  /// Into sub-devices that share memory or a cache.
  partition_by_affinity_domain,
};
/// The memory or cache that the compute units of a sub-device share. SYCL 2020,
/// section A.3.
enum class partition_affinity_domain : unsigned {
  /// The device is not divided by a domain.
  not_applicable,
  /// A NUMA node.
  numa,
  /// A fourth-level cache.
  L4_cache,
  /// A third-level cache.
  L3_cache,
  /// A second-level cache.
  L2_cache,
  /// A first-level cache.
  L1_cache,
  /// The first of these by which the device can be divided.
  next_partitionable,
};
/// Whether a device has local memory (`none`), which is separate (`local`) or
/// part of global memory (`global`).
enum class local_mem_type : unsigned { none, local, global };
/// Features of floating-point arithmetic. SYCL 2020, section A.3.
enum class fp_config : unsigned {
  /// Denormal numbers.
  denorm,
  /// Infinities and quiet NaNs.
  inf_nan,
  /// Rounding to the nearest even number.
  round_to_nearest,
  /// Rounding to zero.
  round_to_zero,
  /// Rounding to both infinities.
  round_to_inf,
  /// Fused multiply-add.
  fma,
  /// Correctly rounded division and square root.
  correctly_rounded_divide_sqrt,
  /// Operations in software.
  soft_float,
};
/// Whether a device has a cache of global memory (`none`), and whether that is
/// for reads only (`read_only`) or also for writes (`read_write`).
enum class global_mem_cache_type : unsigned { none, read_only, read_write };
/// The kernels that a device can run. SYCL 2020, section A.3.
enum class execution_capability : unsigned {
  /// SYCL and OpenCL kernels.
  exec_kernel,
  /// Native kernels of OpenCL.
  exec_native_kernel,
};
/// The progress of a command: `submitted`, `running` or `complete`. SYCL 2020,
/// section 4.6.6.1.
enum class event_command_status : unsigned { submitted, running, complete };

} // namespace info

namespace detail {

// `Raw` is what PI writes, `code` the parameter.
template <uint32_t Code, class Return, class Raw = Return> struct info_query {
  using return_type = Return;
  using raw_type = Raw;
  static constexpr uint32_t code = Code;
};
using pi_bool = uint32_t;
using pi_bitfield = uint64_t;
// Only devices with the aspect answer.
template <uint32_t Code, class Return, aspect Needed>
struct optional_info_query : info_query<Code, Return> {
  static constexpr aspect needed = Needed;
};

// Descriptors without a query: the answer is the same on all devices.
template <class Return, auto... Values> struct fixed_info {
  using return_type = Return;
  static Return value() { return {Values...}; }
};

constexpr uint64_t pi_device_type(info::device_type type) {
  switch (type) {
  case info::device_type::cpu:
    return PI_DEVICE_TYPE_CPU;
  case info::device_type::gpu:
    return PI_DEVICE_TYPE_GPU;
  case info::device_type::accelerator:
    return PI_DEVICE_TYPE_ACC;
  case info::device_type::custom:
    return PI_DEVICE_TYPE_CUSTOM;
  case info::device_type::automatic:
    return PI_DEVICE_TYPE_DEFAULT;
  case info::device_type::host:
    return 0;
  case info::device_type::all:
    break;
  }
  return ~uint64_t(0);
}

} // namespace detail

// A descriptor, PI's parameter, the return type, and PI's type where it
// differs.
#define TANDEM_INFO(name, query, ...)                                          \
  struct name : detail::info_query<detail::query, __VA_ARGS__> {}

namespace info::platform {
/// The OpenCL profile of the platform: `FULL_PROFILE` or `EMBEDDED_PROFILE`.
/// SYCL 2020, section 4.6.2.2.
TANDEM_INFO(profile, PI_PLATFORM_INFO_PROFILE, std::string);
/// The version of the platform.
TANDEM_INFO(version, PI_PLATFORM_INFO_VERSION, std::string);
/// The name of the platform.
TANDEM_INFO(name, PI_PLATFORM_INFO_NAME, std::string);
/// The vendor of the platform.
TANDEM_INFO(vendor, PI_PLATFORM_INFO_VENDOR, std::string);
/// The extensions of the platform. Deprecated: query aspects.
TANDEM_INFO(extensions, PI_PLATFORM_INFO_EXTENSIONS, std::vector<std::string>);
} // namespace info::platform

namespace info::device {
/// The type of the device. SYCL 2020, section 4.6.4.2.
TANDEM_INFO(device_type, PI_DEVICE_INFO_TYPE, info::device_type,
            detail::pi_bitfield);
/// A number that identifies the vendor.
TANDEM_INFO(vendor_id, PI_DEVICE_INFO_VENDOR_ID, uint32_t);
/// The number of compute units.
TANDEM_INFO(max_compute_units, PI_DEVICE_INFO_MAX_COMPUTE_UNITS, uint32_t);
/// The number of dimensions that an `nd_range` can have.
TANDEM_INFO(max_work_item_dimensions, PI_DEVICE_INFO_MAX_WORK_ITEM_DIMENSIONS,
            uint32_t);
/// The largest number of work-items in a work-group.
TANDEM_INFO(max_work_group_size, PI_DEVICE_INFO_MAX_WORK_GROUP_SIZE, size_t);
/// The largest number of work-items of a work-group in each dimension.
template <int Dimensions = 3>
struct max_work_item_sizes
    : detail::info_query<detail::PI_DEVICE_INFO_MAX_WORK_ITEM_SIZES,
                         range<Dimensions>, size_t[3]> {};
/// The preferred number of `char` elements in a vector; 0 if the type is not
/// supported.
TANDEM_INFO(preferred_vector_width_char,
            PI_DEVICE_INFO_PREFERRED_VECTOR_WIDTH_CHAR, uint32_t);
/// As above, for `short`.
TANDEM_INFO(preferred_vector_width_short,
            PI_DEVICE_INFO_PREFERRED_VECTOR_WIDTH_SHORT, uint32_t);
/// As above, for `int`.
TANDEM_INFO(preferred_vector_width_int,
            PI_DEVICE_INFO_PREFERRED_VECTOR_WIDTH_INT, uint32_t);
/// As above, for `long`.
TANDEM_INFO(preferred_vector_width_long,
            PI_DEVICE_INFO_PREFERRED_VECTOR_WIDTH_LONG, uint32_t);
/// As above, for `long long`.
TANDEM_INFO(preferred_vector_width_long_long,
            PI_DEVICE_INFO_PREFERRED_VECTOR_WIDTH_LONG, uint32_t);
/// As above, for `float`.
TANDEM_INFO(preferred_vector_width_float,
            PI_DEVICE_INFO_PREFERRED_VECTOR_WIDTH_FLOAT, uint32_t);
/// As above, for `double`.
TANDEM_INFO(preferred_vector_width_double,
            PI_DEVICE_INFO_PREFERRED_VECTOR_WIDTH_DOUBLE, uint32_t);
/// As above, for `half`.
TANDEM_INFO(preferred_vector_width_half,
            PI_DEVICE_INFO_PREFERRED_VECTOR_WIDTH_HALF, uint32_t);
/// The number of `char` elements in a vector of the instruction set; 0 if the
/// type is not supported.
TANDEM_INFO(native_vector_width_char, PI_DEVICE_INFO_NATIVE_VECTOR_WIDTH_CHAR,
            uint32_t);
/// As above, for `short`.
TANDEM_INFO(native_vector_width_short, PI_DEVICE_INFO_NATIVE_VECTOR_WIDTH_SHORT,
            uint32_t);
/// As above, for `int`.
TANDEM_INFO(native_vector_width_int, PI_DEVICE_INFO_NATIVE_VECTOR_WIDTH_INT,
            uint32_t);
/// As above, for `long`.
TANDEM_INFO(native_vector_width_long, PI_DEVICE_INFO_NATIVE_VECTOR_WIDTH_LONG,
            uint32_t);
/// As above, for `long long`.
TANDEM_INFO(native_vector_width_long_long,
            PI_DEVICE_INFO_NATIVE_VECTOR_WIDTH_LONG, uint32_t);
/// As above, for `float`.
TANDEM_INFO(native_vector_width_float, PI_DEVICE_INFO_NATIVE_VECTOR_WIDTH_FLOAT,
            uint32_t);
/// As above, for `double`.
TANDEM_INFO(native_vector_width_double,
            PI_DEVICE_INFO_NATIVE_VECTOR_WIDTH_DOUBLE, uint32_t);
/// As above, for `half`.
TANDEM_INFO(native_vector_width_half, PI_DEVICE_INFO_NATIVE_VECTOR_WIDTH_HALF,
            uint32_t);
/// The highest clock rate in MHz.
TANDEM_INFO(max_clock_frequency, PI_DEVICE_INFO_MAX_CLOCK_FREQUENCY, uint32_t);
/// The size of an address in bits.
TANDEM_INFO(address_bits, PI_DEVICE_INFO_ADDRESS_BITS, uint32_t);
/// The number of images that a kernel can read.
TANDEM_INFO(max_read_image_args, PI_DEVICE_INFO_MAX_READ_IMAGE_ARGS, uint32_t);
/// The number of images that a kernel can write.
TANDEM_INFO(max_write_image_args, PI_DEVICE_INFO_MAX_WRITE_IMAGE_ARGS,
            uint32_t);
/// The size of the largest allocation in bytes.
TANDEM_INFO(max_mem_alloc_size, PI_DEVICE_INFO_MAX_MEM_ALLOC_SIZE, uint64_t);
/// The largest width of an image of one or two dimensions, in pixels.
TANDEM_INFO(image2d_max_width, PI_DEVICE_INFO_IMAGE2D_MAX_WIDTH, size_t);
/// The largest height of an image of two dimensions, in pixels.
TANDEM_INFO(image2d_max_height, PI_DEVICE_INFO_IMAGE2D_MAX_HEIGHT, size_t);
/// The largest width of an image of three dimensions, in pixels.
TANDEM_INFO(image3d_max_width, PI_DEVICE_INFO_IMAGE3D_MAX_WIDTH, size_t);
/// The largest height of an image of three dimensions, in pixels.
TANDEM_INFO(image3d_max_height, PI_DEVICE_INFO_IMAGE3D_MAX_HEIGHT, size_t);
/// The largest depth of an image of three dimensions, in pixels.
TANDEM_INFO(image3d_max_depth, PI_DEVICE_INFO_IMAGE3D_MAX_DEPTH, size_t);
/// The largest one-dimensional image over a buffer, in pixels.
TANDEM_INFO(image_max_buffer_size, PI_DEVICE_INFO_IMAGE_MAX_BUFFER_SIZE,
            size_t);
/// The largest number of images in an image array.
TANDEM_INFO(image_max_array_size, PI_DEVICE_INFO_IMAGE_MAX_ARRAY_SIZE, size_t);
/// Whether kernels can use images. Deprecated: query `aspect::image`.
TANDEM_INFO(image_support, PI_DEVICE_INFO_IMAGE_SUPPORT, bool, detail::pi_bool);
/// The size of all arguments of a kernel in bytes, at most.
TANDEM_INFO(max_parameter_size, PI_DEVICE_INFO_MAX_PARAMETER_SIZE, size_t);
/// The number of samplers that a kernel can use.
TANDEM_INFO(max_samplers, PI_DEVICE_INFO_MAX_SAMPLERS, uint32_t);
/// The alignment of sub-buffers in bits.
TANDEM_INFO(mem_base_addr_align, PI_DEVICE_INFO_MEM_BASE_ADDR_ALIGN, uint32_t);
/// The features of arithmetic with `float`.
TANDEM_INFO(single_fp_config, PI_DEVICE_INFO_SINGLE_FP_CONFIG,
            std::vector<info::fp_config>, detail::pi_bitfield);
/// The features of arithmetic with `double`; empty without `aspect::fp64`.
TANDEM_INFO(double_fp_config, PI_DEVICE_INFO_DOUBLE_FP_CONFIG,
            std::vector<info::fp_config>, detail::pi_bitfield);
/// The features of arithmetic with `half`; empty without `aspect::fp16`.
TANDEM_INFO(half_fp_config, PI_DEVICE_INFO_HALF_FP_CONFIG,
            std::vector<info::fp_config>, detail::pi_bitfield);
/// The kind of cache of global memory.
TANDEM_INFO(global_mem_cache_type, PI_DEVICE_INFO_GLOBAL_MEM_CACHE_TYPE,
            info::global_mem_cache_type, uint32_t);
/// The size of a cache line in bytes.
TANDEM_INFO(global_mem_cache_line_size,
            PI_DEVICE_INFO_GLOBAL_MEM_CACHELINE_SIZE, uint32_t);
/// The size of the cache of global memory in bytes.
TANDEM_INFO(global_mem_cache_size, PI_DEVICE_INFO_GLOBAL_MEM_CACHE_SIZE,
            uint64_t);
/// The size of global memory in bytes.
TANDEM_INFO(global_mem_size, PI_DEVICE_INFO_GLOBAL_MEM_SIZE, uint64_t);
/// The size of the largest buffer in constant memory, in bytes. Deprecated.
TANDEM_INFO(max_constant_buffer_size, PI_DEVICE_INFO_MAX_CONSTANT_BUFFER_SIZE,
            uint64_t);
/// The number of arguments in constant memory that a kernel can have.
/// Deprecated.
TANDEM_INFO(max_constant_args, PI_DEVICE_INFO_MAX_CONSTANT_ARGS, uint32_t);
/// The kind of local memory.
TANDEM_INFO(local_mem_type, PI_DEVICE_INFO_LOCAL_MEM_TYPE, info::local_mem_type,
            uint32_t);
/// The size of local memory in bytes.
TANDEM_INFO(local_mem_size, PI_DEVICE_INFO_LOCAL_MEM_SIZE, uint64_t);
/// Whether all memory has error correction.
TANDEM_INFO(error_correction_support, PI_DEVICE_INFO_ERROR_CORRECTION_SUPPORT,
            bool, detail::pi_bool);
/// Whether the device and the host share memory. Deprecated: query the aspects
/// of USM.
TANDEM_INFO(host_unified_memory, PI_DEVICE_INFO_HOST_UNIFIED_MEMORY, bool,
            detail::pi_bool);
/// The resolution of profiling times in nanoseconds.
TANDEM_INFO(profiling_timer_resolution,
            PI_DEVICE_INFO_PROFILING_TIMER_RESOLUTION, size_t);
/// Whether the device is little endian. Deprecated.
TANDEM_INFO(is_endian_little, PI_DEVICE_INFO_ENDIAN_LITTLE, bool,
            detail::pi_bool);
/// Whether the device can be used.
TANDEM_INFO(is_available, PI_DEVICE_INFO_AVAILABLE, bool, detail::pi_bool);
/// Whether bundles can be compiled at run time. Deprecated: query
/// `aspect::online_compiler`.
TANDEM_INFO(is_compiler_available, PI_DEVICE_INFO_COMPILER_AVAILABLE, bool,
            detail::pi_bool);
/// Whether bundles can be linked at run time. Deprecated: query
/// `aspect::online_linker`.
TANDEM_INFO(is_linker_available, PI_DEVICE_INFO_LINKER_AVAILABLE, bool,
            detail::pi_bool);
/// The kernels that the device can run.
TANDEM_INFO(execution_capabilities, PI_DEVICE_INFO_EXECUTION_CAPABILITIES,
            std::vector<info::execution_capability>, detail::pi_bitfield);
/// The name of the device.
TANDEM_INFO(name, PI_DEVICE_INFO_NAME, std::string);
/// The vendor of the device.
TANDEM_INFO(vendor, PI_DEVICE_INFO_VENDOR, std::string);
/// The version of the driver.
TANDEM_INFO(driver_version, PI_DEVICE_INFO_DRIVER_VERSION, std::string);
/// The OpenCL profile of the device. Deprecated.
TANDEM_INFO(profile, PI_DEVICE_INFO_PROFILE, std::string);
/// The version of the device.
TANDEM_INFO(version, PI_DEVICE_INFO_VERSION, std::string);
/// The version of the backend.
TANDEM_INFO(backend_version, PI_DEVICE_INFO_BACKEND_VERSION, std::string);
/// The extensions of the device. Deprecated: query aspects.
TANDEM_INFO(extensions, PI_DEVICE_INFO_EXTENSIONS, std::vector<std::string>);
/// The version of OpenCL C that the device supports. Deprecated.
TANDEM_INFO(opencl_c_version, PI_DEVICE_INFO_OPENCL_C_VERSION, std::string);
/// The size of the buffer for `printf` in kernels, in bytes. Deprecated.
TANDEM_INFO(printf_buffer_size, PI_DEVICE_INFO_PRINTF_BUFFER_SIZE, size_t);
/// The number of references to the device in the backend. Deprecated.
TANDEM_INFO(reference_count, PI_DEVICE_INFO_REFERENCE_COUNT, uint32_t);
/// Whether the program should synchronise with other interfaces itself.
/// Deprecated.
TANDEM_INFO(preferred_interop_user_sync,
            PI_DEVICE_INFO_PREFERRED_INTEROP_USER_SYNC, bool, detail::pi_bool);
/// The largest number of sub-devices that the device can be divided into.
TANDEM_INFO(partition_max_sub_devices, PI_DEVICE_INFO_PARTITION_MAX_SUB_DEVICES,
            uint32_t);
/// The largest number of sub-groups in a work-group.
TANDEM_INFO(max_num_sub_groups, PI_DEVICE_INFO_MAX_NUM_SUB_GROUPS, uint32_t);
/// Whether sub-groups of a work-group make progress independently of each
/// other. Deprecated.
TANDEM_INFO(sub_group_independent_forward_progress,
            PI_DEVICE_INFO_SUB_GROUP_INDEPENDENT_FORWARD_PROGRESS, bool,
            detail::pi_bool);
/// The sizes of sub-groups that kernels can require.
TANDEM_INFO(sub_group_sizes, PI_DEVICE_INFO_SUB_GROUP_SIZES_INTEL,
            std::vector<size_t>);
/// Whether kernels can access host USM. Deprecated: query the aspect.
TANDEM_INFO(usm_host_allocations, PI_DEVICE_INFO_USM_HOST_SUPPORT, bool,
            detail::pi_bitfield);
/// Whether device USM can be allocated. Deprecated: query the aspect.
TANDEM_INFO(usm_device_allocations, PI_DEVICE_INFO_USM_DEVICE_SUPPORT, bool,
            detail::pi_bitfield);
/// Whether shared USM can be allocated. Deprecated: query the aspect.
TANDEM_INFO(usm_shared_allocations, PI_DEVICE_INFO_USM_SINGLE_SHARED_SUPPORT,
            bool, detail::pi_bitfield);
/// Whether kernels can access all memory of the host. Deprecated: query the
/// aspect.
TANDEM_INFO(usm_system_allocations, PI_DEVICE_INFO_USM_SYSTEM_SHARED_SUPPORT,
            bool, detail::pi_bitfield);
/// Whether kernels can use atomic operations on 64 bits. Deprecated: query the
/// aspect.
TANDEM_INFO(atomic64, PI_DEVICE_INFO_ATOMIC_64, bool, detail::pi_bool);
/// The orders that atomic operations can have.
TANDEM_INFO(atomic_memory_order_capabilities,
            PI_EXT_DEVICE_INFO_ATOMIC_MEMORY_ORDER_CAPABILITIES,
            std::vector<memory_order>, detail::pi_bitfield);
/// The scopes that atomic operations can have.
TANDEM_INFO(atomic_memory_scope_capabilities,
            PI_EXT_DEVICE_INFO_ATOMIC_MEMORY_SCOPE_CAPABILITIES,
            std::vector<memory_scope>, detail::pi_bitfield);
/// The orders that fences can have.
TANDEM_INFO(atomic_fence_order_capabilities,
            PI_EXT_DEVICE_INFO_ATOMIC_FENCE_ORDER_CAPABILITIES,
            std::vector<memory_order>, detail::pi_bitfield);
/// The scopes that fences can have.
TANDEM_INFO(atomic_fence_scope_capabilities,
            PI_EXT_DEVICE_INFO_ATOMIC_FENCE_SCOPE_CAPABILITIES,
            std::vector<memory_scope>, detail::pi_bitfield);
/// The platform of the device.
struct platform {
  /// The type of the answer.
  using return_type = sycl::platform;
};
/// All aspects of the device.
struct aspects {
  /// The type of the answer.
  using return_type = std::vector<sycl::aspect>;
};
/// The device that a sub-device is part of. For other devices, the query throws
/// an exception with `errc::invalid`.
struct parent_device {
  /// The type of the answer.
  using return_type = sycl::device;
};
/// Whether queues can have profiling. Deprecated: query
/// `aspect::queue_profiling`.
struct queue_profiling { // deprecated: aspect::queue_profiling
  /// The type of the answer.
  using return_type = bool;
};
/// The identities of the device's built-in kernels.
struct built_in_kernel_ids {
  /// The type of the answer.
  using return_type = std::vector<sycl::kernel_id>;
};
/// The names of the device's built-in kernels. Deprecated: query
/// `built_in_kernel_ids`.
struct built_in_kernels
    : detail::info_query<detail::PI_DEVICE_INFO_BUILT_IN_KERNELS,
                         std::vector<std::string>> {
  /// The character between the names in the backend's answer.
  static constexpr char separator = ';';
};
/// The ways in which the device can be divided.
TANDEM_INFO(partition_properties, PI_DEVICE_INFO_PARTITION_PROPERTIES,
            std::vector<info::partition_property>, std::vector<size_t>);
/// The affinity domains by which the device can be divided.
TANDEM_INFO(partition_affinity_domains,
            PI_DEVICE_INFO_PARTITION_AFFINITY_DOMAIN,
            std::vector<info::partition_affinity_domain>, detail::pi_bitfield);
/// The way in which a sub-device was made; `no_partition` for other devices.
TANDEM_INFO(partition_type_property, PI_DEVICE_INFO_PARTITION_TYPE,
            info::partition_property, std::vector<size_t>);
/// The affinity domain of a sub-device; `not_applicable` for other devices.
TANDEM_INFO(partition_type_affinity_domain, PI_DEVICE_INFO_PARTITION_TYPE,
            info::partition_affinity_domain, std::vector<size_t>);
} // namespace info::device

namespace detail {
template <class Info, class = void> inline constexpr bool is_fixed_info = false;
template <class Info>
inline constexpr bool is_fixed_info<Info, decltype(void(Info::value()))> = true;
template <class Info, class = void>
inline constexpr bool is_optional_info = false;
template <class Info>
inline constexpr bool is_optional_info<Info, decltype(void(Info::needed))> =
    true;
// The character that separates the words of a text.
template <class Info, class = void> inline constexpr char separator_of = ' ';
template <class Info>
inline constexpr char separator_of<Info, decltype(void(Info::separator))> =
    Info::separator;
} // namespace detail

namespace info::context {
/// The platform of the context. SYCL 2020, section 4.6.3.2.
struct platform {
  /// The type of the answer.
  using return_type = sycl::platform;
};
/// The devices of the context.
struct devices {
  /// The type of the answer.
  using return_type = std::vector<sycl::device>;
};
/// The capabilities that all devices of the context have.
template <class DeviceInfo> struct common_capabilities {
  /// The descriptor of each device.
  using device_info = DeviceInfo;
  /// The type of the answer.
  using return_type = typename DeviceInfo::return_type;
};
/// The orders that atomic operations can have on all devices of the context.
struct atomic_memory_order_capabilities
    : common_capabilities<device::atomic_memory_order_capabilities> {};
/// The scopes that atomic operations can have on all devices of the context.
struct atomic_memory_scope_capabilities
    : common_capabilities<device::atomic_memory_scope_capabilities> {};
/// The orders that fences can have on all devices of the context.
struct atomic_fence_order_capabilities
    : common_capabilities<device::atomic_fence_order_capabilities> {};
/// The scopes that fences can have on all devices of the context.
struct atomic_fence_scope_capabilities
    : common_capabilities<device::atomic_fence_scope_capabilities> {};
} // namespace info::context

namespace info::queue {
/// The context of the queue. SYCL 2020, section 4.6.5.3.
struct context {
  /// The type of the answer.
  using return_type = sycl::context;
};
/// The device of the queue.
struct device {
  /// The type of the answer.
  using return_type = sycl::device;
};
} // namespace info::queue

namespace info::event {
/// The progress of the command. SYCL 2020, section 4.6.6.1.
struct command_execution_status {
  /// The type of the answer.
  using return_type = info::event_command_status;
};
} // namespace info::event

namespace info::event_profiling {
/// The time of the submission in nanoseconds of the host's clock.
TANDEM_INFO(command_submit, PI_PROFILING_INFO_COMMAND_SUBMIT, uint64_t);
/// The time at which the command started, in nanoseconds of the host's clock.
TANDEM_INFO(command_start, PI_PROFILING_INFO_COMMAND_START, uint64_t);
/// The time at which the command completed, in nanoseconds of the host's clock.
TANDEM_INFO(command_end, PI_PROFILING_INFO_COMMAND_END, uint64_t);
} // namespace info::event_profiling

#undef TANDEM_INFO

} // namespace _V1
} // namespace sycl
