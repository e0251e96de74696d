//===- sycl/impl/read_info.hpp - answers of queries -----------------------===//
//
// Part of Tandem, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// Owns: the conversion of what PI answers to what get_info returns.
#pragma once

#include <sycl/info.hpp>

namespace sycl {
inline namespace _V1 {
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
  out = bits & PI_DEVICE_TYPE_GPU   ? info::device_type::gpu
        : bits & PI_DEVICE_TYPE_CPU ? info::device_type::cpu
        : bits & PI_DEVICE_TYPE_ACC ? info::device_type::accelerator
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
  return static_cast<info::partition_property>(
      raw == 0 ? 0 : raw - PI_DEVICE_PARTITION_EQUALLY + 1);
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
