//===- sycl/platform.hpp - class platform ---------------------------------===//
//
// Part of Tandem, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#pragma once

#include <sycl/backend.hpp>
#include <sycl/impl/read_info.hpp>

namespace sycl {
inline namespace _V1 {

class context;

class platform : public detail::handle<tandem_platform_t> {
  friend struct detail::maker;
  explicit platform(tandem_platform_t owned) : handle(owned) {}

public:
  platform(); // that of the default device; in device_selector.hpp
  template <class Selector,
            class = decltype(int(std::declval<const Selector &>()(
                std::declval<const device &>())))>
  explicit platform(const Selector &selector);

  // Templates, like all that would instantiate containers in every program.
  template <class Platform = platform>
  static std::vector<Platform> get_platforms() {
    detail::check_abi();
    return detail::collect<Platform, tandem_platform_t>(tandem_platforms);
  }
  template <class Device = device>
  std::vector<Device>
  get_devices(info::device_type type = info::device_type::all) const;

  template <class Info> typename Info::return_type get_info() const {
    return detail::read_info<Info>([&](size_t size, void *value, size_t *ret) {
      return tandem_platform_info(m_handle, Info::code, size, value, ret);
    });
  }
  template <class Info> typename Info::return_type get_backend_info() const {
    detail::throw_no_backend_info();
  }
  [[deprecated("no device is the host")]] bool is_host() const { return false; }
  backend get_backend() const noexcept {
    uint32_t value = 0;
    tandem_platform_info(m_handle, detail::PI_EXT_PLATFORM_INFO_BACKEND,
                         sizeof value, &value, nullptr);
    return static_cast<backend>(value);
  }
  template <class Device = device> bool has(aspect value) const;
  // The context of queues that are given none (sycl_khr_default_context, and
  // sycl_ext_oneapi_default_context before).
  template <class Context = context> Context khr_get_default_context() const;
  template <class Context = context>
  Context ext_oneapi_get_default_context() const {
    return khr_get_default_context<Context>();
  }
  bool has_extension(const std::string &name) const {
    return detail::contains_word(
        detail::read_string([&](size_t size, void *value, size_t *ret) {
          return tandem_platform_info(
              m_handle, info::platform::extensions::code, size, value, ret);
        }),
        name);
  }
};

} // namespace _V1
} // namespace sycl

template <>
struct std::hash<sycl::platform> : sycl::detail::handle_hash<sycl::platform> {};
