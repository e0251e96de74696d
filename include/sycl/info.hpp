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

enum class device_type : unsigned {
  cpu,
  gpu,
  accelerator,
  custom,
  automatic,
  host,
  all,
};
enum class partition_property : unsigned {
  no_partition,
  partition_equally,
  partition_by_counts,
  partition_by_affinity_domain,
};
enum class partition_affinity_domain : unsigned {
  not_applicable,
  numa,
  L4_cache,
  L3_cache,
  L2_cache,
  L1_cache,
  next_partitionable,
};
enum class local_mem_type : unsigned { none, local, global };
enum class fp_config : unsigned {
  denorm,
  inf_nan,
  round_to_nearest,
  round_to_zero,
  round_to_inf,
  fma,
  correctly_rounded_divide_sqrt,
  soft_float,
};
enum class global_mem_cache_type : unsigned { none, read_only, read_write };
enum class execution_capability : unsigned {
  exec_kernel,
  exec_native_kernel,
};
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

// What needs no query: the same on all devices.
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
TANDEM_INFO(profile, PI_PLATFORM_INFO_PROFILE, std::string);
TANDEM_INFO(version, PI_PLATFORM_INFO_VERSION, std::string);
TANDEM_INFO(name, PI_PLATFORM_INFO_NAME, std::string);
TANDEM_INFO(vendor, PI_PLATFORM_INFO_VENDOR, std::string);
TANDEM_INFO(extensions, PI_PLATFORM_INFO_EXTENSIONS, std::vector<std::string>);
} // namespace info::platform

namespace info::device {
TANDEM_INFO(device_type, PI_DEVICE_INFO_TYPE, info::device_type,
            detail::pi_bitfield);
TANDEM_INFO(vendor_id, PI_DEVICE_INFO_VENDOR_ID, uint32_t);
TANDEM_INFO(max_compute_units, PI_DEVICE_INFO_MAX_COMPUTE_UNITS, uint32_t);
TANDEM_INFO(max_work_item_dimensions, PI_DEVICE_INFO_MAX_WORK_ITEM_DIMENSIONS,
            uint32_t);
TANDEM_INFO(max_work_group_size, PI_DEVICE_INFO_MAX_WORK_GROUP_SIZE, size_t);
template <int Dimensions = 3>
struct max_work_item_sizes
    : detail::info_query<detail::PI_DEVICE_INFO_MAX_WORK_ITEM_SIZES,
                         range<Dimensions>, size_t[3]> {};
TANDEM_INFO(preferred_vector_width_char,
            PI_DEVICE_INFO_PREFERRED_VECTOR_WIDTH_CHAR, uint32_t);
TANDEM_INFO(preferred_vector_width_short,
            PI_DEVICE_INFO_PREFERRED_VECTOR_WIDTH_SHORT, uint32_t);
TANDEM_INFO(preferred_vector_width_int,
            PI_DEVICE_INFO_PREFERRED_VECTOR_WIDTH_INT, uint32_t);
TANDEM_INFO(preferred_vector_width_long,
            PI_DEVICE_INFO_PREFERRED_VECTOR_WIDTH_LONG, uint32_t);
TANDEM_INFO(preferred_vector_width_long_long,
            PI_DEVICE_INFO_PREFERRED_VECTOR_WIDTH_LONG, uint32_t);
TANDEM_INFO(preferred_vector_width_float,
            PI_DEVICE_INFO_PREFERRED_VECTOR_WIDTH_FLOAT, uint32_t);
TANDEM_INFO(preferred_vector_width_double,
            PI_DEVICE_INFO_PREFERRED_VECTOR_WIDTH_DOUBLE, uint32_t);
TANDEM_INFO(preferred_vector_width_half,
            PI_DEVICE_INFO_PREFERRED_VECTOR_WIDTH_HALF, uint32_t);
TANDEM_INFO(native_vector_width_char, PI_DEVICE_INFO_NATIVE_VECTOR_WIDTH_CHAR,
            uint32_t);
TANDEM_INFO(native_vector_width_short, PI_DEVICE_INFO_NATIVE_VECTOR_WIDTH_SHORT,
            uint32_t);
TANDEM_INFO(native_vector_width_int, PI_DEVICE_INFO_NATIVE_VECTOR_WIDTH_INT,
            uint32_t);
TANDEM_INFO(native_vector_width_long, PI_DEVICE_INFO_NATIVE_VECTOR_WIDTH_LONG,
            uint32_t);
TANDEM_INFO(native_vector_width_long_long,
            PI_DEVICE_INFO_NATIVE_VECTOR_WIDTH_LONG, uint32_t);
TANDEM_INFO(native_vector_width_float, PI_DEVICE_INFO_NATIVE_VECTOR_WIDTH_FLOAT,
            uint32_t);
TANDEM_INFO(native_vector_width_double,
            PI_DEVICE_INFO_NATIVE_VECTOR_WIDTH_DOUBLE, uint32_t);
TANDEM_INFO(native_vector_width_half, PI_DEVICE_INFO_NATIVE_VECTOR_WIDTH_HALF,
            uint32_t);
TANDEM_INFO(max_clock_frequency, PI_DEVICE_INFO_MAX_CLOCK_FREQUENCY, uint32_t);
TANDEM_INFO(address_bits, PI_DEVICE_INFO_ADDRESS_BITS, uint32_t);
TANDEM_INFO(max_read_image_args, PI_DEVICE_INFO_MAX_READ_IMAGE_ARGS, uint32_t);
TANDEM_INFO(max_write_image_args, PI_DEVICE_INFO_MAX_WRITE_IMAGE_ARGS,
            uint32_t);
TANDEM_INFO(max_mem_alloc_size, PI_DEVICE_INFO_MAX_MEM_ALLOC_SIZE, uint64_t);
TANDEM_INFO(image2d_max_width, PI_DEVICE_INFO_IMAGE2D_MAX_WIDTH, size_t);
TANDEM_INFO(image2d_max_height, PI_DEVICE_INFO_IMAGE2D_MAX_HEIGHT, size_t);
TANDEM_INFO(image3d_max_width, PI_DEVICE_INFO_IMAGE3D_MAX_WIDTH, size_t);
TANDEM_INFO(image3d_max_height, PI_DEVICE_INFO_IMAGE3D_MAX_HEIGHT, size_t);
TANDEM_INFO(image3d_max_depth, PI_DEVICE_INFO_IMAGE3D_MAX_DEPTH, size_t);
TANDEM_INFO(image_max_buffer_size, PI_DEVICE_INFO_IMAGE_MAX_BUFFER_SIZE,
            size_t);
TANDEM_INFO(image_max_array_size, PI_DEVICE_INFO_IMAGE_MAX_ARRAY_SIZE, size_t);
TANDEM_INFO(image_support, PI_DEVICE_INFO_IMAGE_SUPPORT, bool, detail::pi_bool);
TANDEM_INFO(max_parameter_size, PI_DEVICE_INFO_MAX_PARAMETER_SIZE, size_t);
TANDEM_INFO(max_samplers, PI_DEVICE_INFO_MAX_SAMPLERS, uint32_t);
TANDEM_INFO(mem_base_addr_align, PI_DEVICE_INFO_MEM_BASE_ADDR_ALIGN, uint32_t);
TANDEM_INFO(single_fp_config, PI_DEVICE_INFO_SINGLE_FP_CONFIG,
            std::vector<info::fp_config>, detail::pi_bitfield);
TANDEM_INFO(double_fp_config, PI_DEVICE_INFO_DOUBLE_FP_CONFIG,
            std::vector<info::fp_config>, detail::pi_bitfield);
TANDEM_INFO(half_fp_config, PI_DEVICE_INFO_HALF_FP_CONFIG,
            std::vector<info::fp_config>, detail::pi_bitfield);
TANDEM_INFO(global_mem_cache_type, PI_DEVICE_INFO_GLOBAL_MEM_CACHE_TYPE,
            info::global_mem_cache_type, uint32_t);
TANDEM_INFO(global_mem_cache_line_size,
            PI_DEVICE_INFO_GLOBAL_MEM_CACHELINE_SIZE, uint32_t);
TANDEM_INFO(global_mem_cache_size, PI_DEVICE_INFO_GLOBAL_MEM_CACHE_SIZE,
            uint64_t);
TANDEM_INFO(global_mem_size, PI_DEVICE_INFO_GLOBAL_MEM_SIZE, uint64_t);
TANDEM_INFO(max_constant_buffer_size, PI_DEVICE_INFO_MAX_CONSTANT_BUFFER_SIZE,
            uint64_t);
TANDEM_INFO(max_constant_args, PI_DEVICE_INFO_MAX_CONSTANT_ARGS, uint32_t);
TANDEM_INFO(local_mem_type, PI_DEVICE_INFO_LOCAL_MEM_TYPE, info::local_mem_type,
            uint32_t);
TANDEM_INFO(local_mem_size, PI_DEVICE_INFO_LOCAL_MEM_SIZE, uint64_t);
TANDEM_INFO(error_correction_support, PI_DEVICE_INFO_ERROR_CORRECTION_SUPPORT,
            bool, detail::pi_bool);
TANDEM_INFO(host_unified_memory, PI_DEVICE_INFO_HOST_UNIFIED_MEMORY, bool,
            detail::pi_bool);
TANDEM_INFO(profiling_timer_resolution,
            PI_DEVICE_INFO_PROFILING_TIMER_RESOLUTION, size_t);
TANDEM_INFO(is_endian_little, PI_DEVICE_INFO_ENDIAN_LITTLE, bool,
            detail::pi_bool);
TANDEM_INFO(is_available, PI_DEVICE_INFO_AVAILABLE, bool, detail::pi_bool);
TANDEM_INFO(is_compiler_available, PI_DEVICE_INFO_COMPILER_AVAILABLE, bool,
            detail::pi_bool);
TANDEM_INFO(is_linker_available, PI_DEVICE_INFO_LINKER_AVAILABLE, bool,
            detail::pi_bool);
TANDEM_INFO(execution_capabilities, PI_DEVICE_INFO_EXECUTION_CAPABILITIES,
            std::vector<info::execution_capability>, detail::pi_bitfield);
TANDEM_INFO(name, PI_DEVICE_INFO_NAME, std::string);
TANDEM_INFO(vendor, PI_DEVICE_INFO_VENDOR, std::string);
TANDEM_INFO(driver_version, PI_DEVICE_INFO_DRIVER_VERSION, std::string);
TANDEM_INFO(profile, PI_DEVICE_INFO_PROFILE, std::string);
TANDEM_INFO(version, PI_DEVICE_INFO_VERSION, std::string);
TANDEM_INFO(backend_version, PI_DEVICE_INFO_BACKEND_VERSION, std::string);
TANDEM_INFO(extensions, PI_DEVICE_INFO_EXTENSIONS, std::vector<std::string>);
TANDEM_INFO(opencl_c_version, PI_DEVICE_INFO_OPENCL_C_VERSION, std::string);
TANDEM_INFO(printf_buffer_size, PI_DEVICE_INFO_PRINTF_BUFFER_SIZE, size_t);
TANDEM_INFO(reference_count, PI_DEVICE_INFO_REFERENCE_COUNT, uint32_t);
TANDEM_INFO(preferred_interop_user_sync,
            PI_DEVICE_INFO_PREFERRED_INTEROP_USER_SYNC, bool, detail::pi_bool);
TANDEM_INFO(partition_max_sub_devices, PI_DEVICE_INFO_PARTITION_MAX_SUB_DEVICES,
            uint32_t);
TANDEM_INFO(max_num_sub_groups, PI_DEVICE_INFO_MAX_NUM_SUB_GROUPS, uint32_t);
TANDEM_INFO(sub_group_independent_forward_progress,
            PI_DEVICE_INFO_SUB_GROUP_INDEPENDENT_FORWARD_PROGRESS, bool,
            detail::pi_bool);
TANDEM_INFO(sub_group_sizes, PI_DEVICE_INFO_SUB_GROUP_SIZES_INTEL,
            std::vector<size_t>);
TANDEM_INFO(usm_host_allocations, PI_DEVICE_INFO_USM_HOST_SUPPORT, bool,
            detail::pi_bitfield);
TANDEM_INFO(usm_device_allocations, PI_DEVICE_INFO_USM_DEVICE_SUPPORT, bool,
            detail::pi_bitfield);
TANDEM_INFO(usm_shared_allocations, PI_DEVICE_INFO_USM_SINGLE_SHARED_SUPPORT,
            bool, detail::pi_bitfield);
TANDEM_INFO(usm_system_allocations, PI_DEVICE_INFO_USM_SYSTEM_SHARED_SUPPORT,
            bool, detail::pi_bitfield);
TANDEM_INFO(atomic64, PI_DEVICE_INFO_ATOMIC_64, bool, detail::pi_bool);
TANDEM_INFO(atomic_memory_order_capabilities,
            PI_EXT_DEVICE_INFO_ATOMIC_MEMORY_ORDER_CAPABILITIES,
            std::vector<memory_order>, detail::pi_bitfield);
TANDEM_INFO(atomic_memory_scope_capabilities,
            PI_EXT_DEVICE_INFO_ATOMIC_MEMORY_SCOPE_CAPABILITIES,
            std::vector<memory_scope>, detail::pi_bitfield);
TANDEM_INFO(atomic_fence_order_capabilities,
            PI_EXT_DEVICE_INFO_ATOMIC_FENCE_ORDER_CAPABILITIES,
            std::vector<memory_order>, detail::pi_bitfield);
TANDEM_INFO(atomic_fence_scope_capabilities,
            PI_EXT_DEVICE_INFO_ATOMIC_FENCE_SCOPE_CAPABILITIES,
            std::vector<memory_scope>, detail::pi_bitfield);
// Those that no single PI query answers.
struct platform {
  using return_type = sycl::platform;
};
struct aspects {
  using return_type = std::vector<sycl::aspect>;
};
struct parent_device {
  using return_type = sycl::device;
};
struct queue_profiling { // deprecated: aspect::queue_profiling
  using return_type = bool;
};
struct built_in_kernel_ids {
  using return_type = std::vector<sycl::kernel_id>;
};
struct built_in_kernels
    : detail::info_query<detail::PI_DEVICE_INFO_BUILT_IN_KERNELS,
                         std::vector<std::string>> {
  static constexpr char separator = ';';
};
TANDEM_INFO(partition_properties, PI_DEVICE_INFO_PARTITION_PROPERTIES,
            std::vector<info::partition_property>, std::vector<size_t>);
TANDEM_INFO(partition_affinity_domains,
            PI_DEVICE_INFO_PARTITION_AFFINITY_DOMAIN,
            std::vector<info::partition_affinity_domain>, detail::pi_bitfield);
TANDEM_INFO(partition_type_property, PI_DEVICE_INFO_PARTITION_TYPE,
            info::partition_property, std::vector<size_t>);
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
// What stands between the words of a text.
template <class Info, class = void> inline constexpr char separator_of = ' ';
template <class Info>
inline constexpr char separator_of<Info, decltype(void(Info::separator))> =
    Info::separator;
} // namespace detail

namespace info::context {
struct platform {
  using return_type = sycl::platform;
};
struct devices {
  using return_type = std::vector<sycl::device>;
};
// What all devices of the context are capable of.
template <class DeviceInfo> struct common_capabilities {
  using device_info = DeviceInfo;
  using return_type = typename DeviceInfo::return_type;
};
struct atomic_memory_order_capabilities
    : common_capabilities<device::atomic_memory_order_capabilities> {};
struct atomic_memory_scope_capabilities
    : common_capabilities<device::atomic_memory_scope_capabilities> {};
struct atomic_fence_order_capabilities
    : common_capabilities<device::atomic_fence_order_capabilities> {};
struct atomic_fence_scope_capabilities
    : common_capabilities<device::atomic_fence_scope_capabilities> {};
} // namespace info::context

namespace info::queue {
struct context {
  using return_type = sycl::context;
};
struct device {
  using return_type = sycl::device;
};
} // namespace info::queue

namespace info::event {
struct command_execution_status {
  using return_type = info::event_command_status;
};
} // namespace info::event

namespace info::event_profiling {
TANDEM_INFO(command_submit, PI_PROFILING_INFO_COMMAND_SUBMIT, uint64_t);
TANDEM_INFO(command_start, PI_PROFILING_INFO_COMMAND_START, uint64_t);
TANDEM_INFO(command_end, PI_PROFILING_INFO_COMMAND_END, uint64_t);
} // namespace info::event_profiling

#undef TANDEM_INFO

} // namespace _V1
} // namespace sycl
