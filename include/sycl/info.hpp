//===- sycl/info.hpp - info descriptors -----------------------------------===//
//
// Part of Tandem, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// Owns: the descriptors of get_info (SYCL 2020, 4.6), and the conversion of
// what PI answers. A descriptor names PI's parameter and the type of PI's
// answer where it differs from the return type.
#pragma once

#include <sycl/aspects.hpp>
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
template <class Return, uint32_t Code, class Raw = Return> struct info_query {
  using return_type = Return;
  using raw_type = Raw;
  static constexpr uint32_t code = Code;
};
using pi_bool = uint32_t;
using pi_bitfield = uint64_t;
// Only devices with the aspect answer.
template <class Return, uint32_t Code, aspect Needed>
struct optional_info_query : info_query<Return, Code> {
  static constexpr aspect needed = Needed;
};

// What needs no query: the same on all devices.
template <class Return, auto... Values> struct fixed_info {
  using return_type = Return;
  static Return value() { return {Values...}; }
};

// PI_DEVICE_TYPE_*.
inline constexpr uint64_t pi_default = 1, pi_cpu = 2, pi_gpu = 4,
                          pi_accelerator = 8, pi_custom = 16;
constexpr uint64_t pi_device_type(info::device_type type) {
  switch (type) {
  case info::device_type::cpu:
    return pi_cpu;
  case info::device_type::gpu:
    return pi_gpu;
  case info::device_type::accelerator:
    return pi_accelerator;
  case info::device_type::custom:
    return pi_custom;
  case info::device_type::automatic:
    return pi_default;
  case info::device_type::host:
    return 0;
  case info::device_type::all:
    break;
  }
  return ~uint64_t(0);
}

} // namespace detail

#define TANDEM_INFO(name, ...)                                                 \
  struct name : detail::info_query<__VA_ARGS__> {}

namespace info::platform {
TANDEM_INFO(profile, std::string, 0x0900);
TANDEM_INFO(version, std::string, 0x0901);
TANDEM_INFO(name, std::string, 0x0902);
TANDEM_INFO(vendor, std::string, 0x0903);
TANDEM_INFO(extensions, std::vector<std::string>, 0x0904);
} // namespace info::platform

namespace info::device {
TANDEM_INFO(device_type, info::device_type, 0x1000, detail::pi_bitfield);
TANDEM_INFO(vendor_id, uint32_t, 0x1001);
TANDEM_INFO(max_compute_units, uint32_t, 0x1002);
TANDEM_INFO(max_work_item_dimensions, uint32_t, 0x1003);
TANDEM_INFO(max_work_group_size, size_t, 0x1004);
template <int Dimensions = 3>
struct max_work_item_sizes
    : detail::info_query<range<Dimensions>, 0x1005, size_t[3]> {};
TANDEM_INFO(preferred_vector_width_char, uint32_t, 0x1006);
TANDEM_INFO(preferred_vector_width_short, uint32_t, 0x1007);
TANDEM_INFO(preferred_vector_width_int, uint32_t, 0x1008);
TANDEM_INFO(preferred_vector_width_long, uint32_t, 0x1009);
TANDEM_INFO(preferred_vector_width_long_long, uint32_t, 0x1009);
TANDEM_INFO(preferred_vector_width_float, uint32_t, 0x100A);
TANDEM_INFO(preferred_vector_width_double, uint32_t, 0x100B);
TANDEM_INFO(preferred_vector_width_half, uint32_t, 0x1034);
TANDEM_INFO(native_vector_width_char, uint32_t, 0x1036);
TANDEM_INFO(native_vector_width_short, uint32_t, 0x1037);
TANDEM_INFO(native_vector_width_int, uint32_t, 0x1038);
TANDEM_INFO(native_vector_width_long, uint32_t, 0x1039);
TANDEM_INFO(native_vector_width_long_long, uint32_t, 0x1039);
TANDEM_INFO(native_vector_width_float, uint32_t, 0x103A);
TANDEM_INFO(native_vector_width_double, uint32_t, 0x103B);
TANDEM_INFO(native_vector_width_half, uint32_t, 0x103C);
TANDEM_INFO(max_clock_frequency, uint32_t, 0x100C);
TANDEM_INFO(address_bits, uint32_t, 0x100D);
TANDEM_INFO(max_read_image_args, uint32_t, 0x100E);
TANDEM_INFO(max_write_image_args, uint32_t, 0x100F);
TANDEM_INFO(max_mem_alloc_size, uint64_t, 0x1010);
TANDEM_INFO(image2d_max_width, size_t, 0x1011);
TANDEM_INFO(image2d_max_height, size_t, 0x1012);
TANDEM_INFO(image3d_max_width, size_t, 0x1013);
TANDEM_INFO(image3d_max_height, size_t, 0x1014);
TANDEM_INFO(image3d_max_depth, size_t, 0x1015);
TANDEM_INFO(image_max_buffer_size, size_t, 0x1040);
TANDEM_INFO(image_max_array_size, size_t, 0x1041);
TANDEM_INFO(image_support, bool, 0x1016, detail::pi_bool);
TANDEM_INFO(max_parameter_size, size_t, 0x1017);
TANDEM_INFO(max_samplers, uint32_t, 0x1018);
TANDEM_INFO(mem_base_addr_align, uint32_t, 0x1019);
TANDEM_INFO(single_fp_config, std::vector<info::fp_config>, 0x101B,
            detail::pi_bitfield);
TANDEM_INFO(double_fp_config, std::vector<info::fp_config>, 0x1032,
            detail::pi_bitfield);
TANDEM_INFO(half_fp_config, std::vector<info::fp_config>, 0x1033,
            detail::pi_bitfield);
TANDEM_INFO(global_mem_cache_type, info::global_mem_cache_type, 0x101C,
            uint32_t);
TANDEM_INFO(global_mem_cache_line_size, uint32_t, 0x101D);
TANDEM_INFO(global_mem_cache_size, uint64_t, 0x101E);
TANDEM_INFO(global_mem_size, uint64_t, 0x101F);
TANDEM_INFO(max_constant_buffer_size, uint64_t, 0x1020);
TANDEM_INFO(max_constant_args, uint32_t, 0x1021);
TANDEM_INFO(local_mem_type, info::local_mem_type, 0x1022, uint32_t);
TANDEM_INFO(local_mem_size, uint64_t, 0x1023);
TANDEM_INFO(error_correction_support, bool, 0x1024, detail::pi_bool);
TANDEM_INFO(host_unified_memory, bool, 0x1035, detail::pi_bool);
TANDEM_INFO(profiling_timer_resolution, size_t, 0x1025);
TANDEM_INFO(is_endian_little, bool, 0x1026, detail::pi_bool);
TANDEM_INFO(is_available, bool, 0x1027, detail::pi_bool);
TANDEM_INFO(is_compiler_available, bool, 0x1028, detail::pi_bool);
TANDEM_INFO(is_linker_available, bool, 0x103E, detail::pi_bool);
TANDEM_INFO(execution_capabilities, std::vector<info::execution_capability>,
            0x1029, detail::pi_bitfield);
TANDEM_INFO(name, std::string, 0x102B);
TANDEM_INFO(vendor, std::string, 0x102C);
TANDEM_INFO(driver_version, std::string, 0x102D);
TANDEM_INFO(profile, std::string, 0x102E);
TANDEM_INFO(version, std::string, 0x102F);
TANDEM_INFO(backend_version, std::string, 0x10113);
TANDEM_INFO(extensions, std::vector<std::string>, 0x1030);
TANDEM_INFO(opencl_c_version, std::string, 0x103D);
TANDEM_INFO(printf_buffer_size, size_t, 0x1049);
TANDEM_INFO(reference_count, uint32_t, 0x1047);
TANDEM_INFO(preferred_interop_user_sync, bool, 0x1048, detail::pi_bool);
TANDEM_INFO(partition_max_sub_devices, uint32_t, 0x1043);
TANDEM_INFO(max_num_sub_groups, uint32_t, 0x105C);
TANDEM_INFO(sub_group_independent_forward_progress, bool, 0x105D,
            detail::pi_bool);
TANDEM_INFO(sub_group_sizes, std::vector<size_t>, 0x4108);
TANDEM_INFO(usm_host_allocations, bool, 0x4190, detail::pi_bitfield);
TANDEM_INFO(usm_device_allocations, bool, 0x4191, detail::pi_bitfield);
TANDEM_INFO(usm_shared_allocations, bool, 0x4192, detail::pi_bitfield);
TANDEM_INFO(usm_system_allocations, bool, 0x4194, detail::pi_bitfield);
TANDEM_INFO(atomic64, bool, 0x10110, detail::pi_bool);
TANDEM_INFO(atomic_memory_order_capabilities, std::vector<memory_order>,
            0x10111, detail::pi_bitfield);
TANDEM_INFO(atomic_memory_scope_capabilities, std::vector<memory_scope>,
            0x11000, detail::pi_bitfield);
TANDEM_INFO(atomic_fence_order_capabilities, std::vector<memory_order>, 0x20006,
            detail::pi_bitfield);
TANDEM_INFO(atomic_fence_scope_capabilities, std::vector<memory_scope>, 0x20007,
            detail::pi_bitfield);
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
struct built_in_kernels : detail::info_query<std::vector<std::string>, 0x103F> {
  static constexpr char separator = ';';
};
TANDEM_INFO(partition_properties, std::vector<info::partition_property>, 0x1044,
            std::vector<size_t>);
TANDEM_INFO(partition_affinity_domains,
            std::vector<info::partition_affinity_domain>, 0x1045,
            detail::pi_bitfield);
TANDEM_INFO(partition_type_property, info::partition_property, 0x1046,
            std::vector<size_t>);
TANDEM_INFO(partition_type_affinity_domain, info::partition_affinity_domain,
            0x1046, std::vector<size_t>);
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
TANDEM_INFO(command_submit, uint64_t, 0x1281);
TANDEM_INFO(command_start, uint64_t, 0x1282);
TANDEM_INFO(command_end, uint64_t, 0x1283);
} // namespace info::event_profiling

#undef TANDEM_INFO

namespace detail {

// Which enumerator stands for which bit of a PI bit set.
template <class Enum> struct bit_table;
template <> struct bit_table<info::fp_config> {
  static constexpr info::fp_config values[] = {
      info::fp_config::denorm,
      info::fp_config::inf_nan,
      info::fp_config::round_to_nearest,
      info::fp_config::round_to_zero,
      info::fp_config::round_to_inf,
      info::fp_config::fma,
      info::fp_config::soft_float,
      info::fp_config::correctly_rounded_divide_sqrt};
};
template <> struct bit_table<info::execution_capability> {
  static constexpr info::execution_capability values[] = {
      info::execution_capability::exec_kernel,
      info::execution_capability::exec_native_kernel};
};
template <> struct bit_table<memory_order> {
  static constexpr memory_order values[] = {
      memory_order::relaxed, memory_order::acquire, memory_order::release,
      memory_order::acq_rel, memory_order::seq_cst};
};
template <> struct bit_table<memory_scope> {
  static constexpr memory_scope values[] = {
      memory_scope::work_item, memory_scope::sub_group,
      memory_scope::work_group, memory_scope::device, memory_scope::system};
};

template <> struct bit_table<info::partition_affinity_domain> {
  static constexpr info::partition_affinity_domain values[] = {
      info::partition_affinity_domain::numa,
      info::partition_affinity_domain::L4_cache,
      info::partition_affinity_domain::L3_cache,
      info::partition_affinity_domain::L2_cache,
      info::partition_affinity_domain::L1_cache,
      info::partition_affinity_domain::next_partitionable};
};

template <class Enum> void convert_info(uint64_t bits, std::vector<Enum> &out) {
  for (Enum value : bit_table<Enum>::values) {
    if (bits & 1)
      out.push_back(value);
    bits >>= 1;
  }
}
inline void convert_info(uint64_t bits, info::device_type &out) {
  out = bits & pi_gpu           ? info::device_type::gpu
        : bits & pi_cpu         ? info::device_type::cpu
        : bits & pi_accelerator ? info::device_type::accelerator
                                : info::device_type::custom;
}
template <class Raw> void convert_info(Raw raw, bool &out) { out = raw != 0; }
inline void convert_info(uint32_t raw, size_t &out) { out = raw; }
template <class Enum>
std::enable_if_t<std::is_enum_v<Enum>> convert_info(uint32_t raw, Enum &out) {
  out = static_cast<Enum>(raw);
}
template <int Dimensions>
void convert_info(const size_t (&raw)[3], range<Dimensions> &out) {
  for (int axis = 0; axis < Dimensions; ++axis) // PI's order is x first
    out[axis] = raw[Dimensions - 1 - axis];
}
template <int Dimensions>
void convert_info(const size_t (&raw)[Dimensions], id<Dimensions> &out) {
  for (int axis = 0; axis < Dimensions; ++axis)
    out[axis] = raw[axis];
}

// PI_DEVICE_PARTITION_*, in the order of SYCL's enumerators; 0 for none.
inline info::partition_property partition_property_of(size_t raw) {
  return static_cast<info::partition_property>(raw == 0 ? 0 : raw - 0x1085);
}
inline void convert_info(const std::vector<size_t> &raw,
                         std::vector<info::partition_property> &out) {
  for (size_t property : raw)
    out.push_back(partition_property_of(property));
}
// How a sub-device was made: the property, its values, 0.
inline void convert_info(const std::vector<size_t> &raw,
                         info::partition_property &out) {
  out = partition_property_of(raw.empty() ? 0 : raw[0]);
}
inline void convert_info(const std::vector<size_t> &raw,
                         info::partition_affinity_domain &out) {
  info::partition_property property;
  convert_info(raw, property);
  std::vector<info::partition_affinity_domain> domains;
  if (property == info::partition_property::partition_by_affinity_domain &&
      raw.size() > 1)
    convert_info(uint64_t(raw[1]), domains);
  out = domains.empty() ? info::partition_affinity_domain::not_applicable
                        : domains[0];
}

// Answers the query `read(size, value, size_ret)`.
template <class Read> std::string read_string(Read read) {
  size_t size = 0;
  check(read(size_t(0), nullptr, &size));
  std::string text(size, '\0');
  check(read(size, text.data(), nullptr));
  while (!text.empty() && text.back() == '\0')
    text.pop_back();
  return text;
}

// Whether the words of `text`, separated by blanks, contain `word`.
inline bool contains_word(const std::string &text, const std::string &word) {
  for (size_t at = text.find(word); at != std::string::npos;
       at = text.find(word, at + 1)) {
    size_t end = at + word.size();
    if ((at == 0 || text[at - 1] == ' ') &&
        (end == text.size() || text[end] == ' '))
      return true;
  }
  return false;
}

template <class Type> inline constexpr bool is_list = false;
template <class Type> inline constexpr bool is_list<std::vector<Type>> = true;

template <class Info, class Read>
typename Info::return_type read_info(Read read) {
  using result = typename Info::return_type;
  using raw = typename Info::raw_type;
  if constexpr (std::is_same_v<raw, std::string>) {
    return read_string(read);
  } else if constexpr (std::is_same_v<raw, std::vector<std::string>>) {
    std::string text = read_string(read);
    result words;
    for (size_t begin = 0; begin < text.size();) {
      size_t end = text.find(separator_of<Info>, begin);
      if (end == std::string::npos)
        end = text.size();
      if (end > begin)
        words.push_back(text.substr(begin, end - begin));
      begin = end + 1;
    }
    return words;
  } else if constexpr (is_list<raw>) {
    size_t size = 0;
    check(read(size_t(0), nullptr, &size));
    raw values(size / sizeof(typename raw::value_type));
    check(read(size, values.data(), nullptr));
    if constexpr (std::is_same_v<raw, result>) {
      return values;
    } else {
      result converted{};
      convert_info(values, converted);
      return converted;
    }
  } else if constexpr (std::is_same_v<raw, result>) {
    result value{};
    check(read(sizeof value, &value, nullptr));
    return value;
  } else {
    raw value{};
    check(read(sizeof value, &value, nullptr));
    result converted{};
    convert_info(value, converted);
    return converted;
  }
}

} // namespace detail
} // namespace _V1
} // namespace sycl
