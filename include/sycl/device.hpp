//===- sycl/device.hpp - class device -------------------------------------===//
//
// Part of Tandem, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#pragma once

#include <sycl/platform.hpp>

namespace sycl {

class device : public detail::handle<tandem_device_t> {
  friend struct detail::maker;
  explicit device(tandem_device_t owned) : handle(owned) {}

  bool has_extension_word(const char *word) const {
    for (const std::string &known : get_info<info::device::extensions>())
      if (known == word)
        return true;
    return false;
  }
  // A query that the device may not know counts as zero.
  uint64_t bits(uint32_t code) const noexcept {
    uint64_t value = 0;
    return tandem_device_info(m_handle, code, sizeof value, &value, nullptr)
               ? 0
               : value;
  }

public:
  device(); // the default device; in device_selector.hpp
  template <class Selector, class = decltype(int(std::declval<const Selector &>()(
                                std::declval<const device &>())))>
  explicit device(const Selector &selector);

  static std::vector<device>
  get_devices(info::device_type type = info::device_type::all) {
    std::vector<device> all;
    for (const platform &p : platform::get_platforms())
      for (device &d : p.get_devices(type))
        all.push_back(std::move(d));
    return all;
  }

  platform get_platform() const {
    tandem_platform_t platform_handle;
    detail::check(tandem_device_platform(m_handle, &platform_handle));
    return detail::adopt<platform>(platform_handle);
  }
  backend get_backend() const noexcept { return get_platform().get_backend(); }

  template <class Info> typename Info::return_type get_info() const {
    if constexpr (std::is_same_v<Info, info::device::platform>)
      return get_platform();
    else if constexpr (std::is_same_v<Info, info::device::aspects>)
      return aspects();
    else
      return detail::read_info<Info>(
          [&](size_t size, void *value, size_t *ret) {
            return tandem_device_info(m_handle, Info::code, size, value, ret);
          });
  }

  bool is_cpu() const { return has(aspect::cpu); }
  bool is_gpu() const { return has(aspect::gpu); }
  bool is_accelerator() const { return has(aspect::accelerator); }
  bool has_extension(const std::string &name) const {
    return has_extension_word(name.c_str());
  }

  bool has(aspect value) const {
    using info::device_type;
    auto type = [&] { return get_info<info::device::device_type>(); };
    constexpr uint64_t usm_access = 1, usm_atomic = 2;
    switch (value) {
    case aspect::cpu:
      return type() == device_type::cpu;
    case aspect::gpu:
      return type() == device_type::gpu;
    case aspect::accelerator:
      return type() == device_type::accelerator;
    case aspect::custom:
      return type() == device_type::custom;
    case aspect::fp16:
      return has_extension_word("cl_khr_fp16");
    case aspect::fp64:
      return !get_info<info::device::double_fp_config>().empty();
    case aspect::online_compiler:
      return get_info<info::device::is_compiler_available>();
    case aspect::online_linker:
      return get_info<info::device::is_linker_available>();
    case aspect::queue_profiling:
      return get_info<info::device::profiling_timer_resolution>() != 0;
    case aspect::usm_host_allocations:
      return bits(info::device::usm_host_allocations::code) & usm_access;
    case aspect::usm_device_allocations:
      return bits(info::device::usm_device_allocations::code) & usm_access;
    case aspect::usm_shared_allocations:
      return bits(info::device::usm_shared_allocations::code) & usm_access;
    case aspect::usm_system_allocations:
      return bits(info::device::usm_system_allocations::code) & usm_access;
    case aspect::usm_atomic_host_allocations:
      return bits(info::device::usm_host_allocations::code) & usm_atomic;
    case aspect::usm_atomic_shared_allocations:
      return bits(info::device::usm_shared_allocations::code) & usm_atomic;
    case aspect::atomic64:
      return get_info<info::device::atomic64>();
    case aspect::host:
    case aspect::image:
    case aspect::emulated:
      break;
    }
    return false;
  }

  // Sub-devices: no device of Tandem can be partitioned.
  template <info::partition_property Property, class... Args>
  std::vector<device> create_sub_devices(Args...) const {
    detail::throw_error(errc::feature_not_supported,
                        "the device cannot be partitioned");
  }

private:
  std::vector<aspect> aspects() const {
    std::vector<aspect> all;
    for (unsigned value = 0; value <= unsigned(aspect::emulated); ++value)
      if (has(static_cast<aspect>(value)))
        all.push_back(static_cast<aspect>(value));
    return all;
  }
};

inline std::vector<device>
platform::get_devices(info::device_type type) const {
  static constexpr uint64_t bits[] = {2, 4, 8, 16, 1, 0, ~uint64_t(0)};
  return detail::collect<device, tandem_device_t>(
      [&](size_t capacity, tandem_device_t *out, size_t *count) {
        return tandem_platform_devices(m_handle, bits[unsigned(type)], capacity,
                                       out, count);
      });
}

inline bool platform::has(aspect value) const {
  for (const device &d : get_devices())
    if (!d.has(value))
      return false;
  return true;
}

} // namespace sycl

template <>
struct std::hash<sycl::device> : sycl::detail::handle_hash<sycl::device> {};
