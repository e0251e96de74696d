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

/// The devices of one backend and one driver.
///
/// Copies refer to one platform and compare equal. Members may be called from
/// several threads at the same time.
///
/// SYCL 2020, section 4.6.2.
class platform : public detail::handle<tandem_platform_t> {
  // Members that return containers are templates, so that programs that do not
  // call them do not instantiate the containers.
  friend struct detail::maker;
  explicit platform(tandem_platform_t owned) : handle(owned) {}

public:
  /// The platform of the default device.
  /// \throws exception with `errc::runtime` if there is no device.
  platform(); // that of the default device; in device_selector.hpp
  /// The platform of the device that the selector scores highest.
  /// \throws exception with `errc::runtime` if the selector accepts no device.
  template <class Selector,
            class = decltype(int(std::declval<const Selector &>()(
                std::declval<const device &>())))>
  explicit platform(const Selector &selector);

  /// All platforms.
  template <class Platform = platform>
  static std::vector<Platform> get_platforms() {
    detail::check_abi();
    return detail::collect<Platform, tandem_platform_t>(tandem_platforms);
  }
  /// The devices of the platform that have a type. Sub-devices are not among
  /// them.
  template <class Device = device>
  std::vector<Device>
  get_devices(info::device_type type = info::device_type::all) const;

  /// Queries a descriptor of `info::platform`.
  /// SYCL 2020, section 4.6.2.2.
  template <class Info> typename Info::return_type get_info() const {
    return detail::read_info<Info>([&](size_t size, void *value, size_t *ret) {
      return tandem_platform_info(m_handle, Info::code, size, value, ret);
    });
  }
  /// There are no such descriptors.
  /// \throws exception always, with `errc::backend_mismatch`.
  template <class Info> typename Info::return_type get_backend_info() const {
    detail::throw_no_backend_info();
  }
  /// Always false.
  /// \deprecated SYCL 2020 has no host device.
  [[deprecated("SYCL 2020 has no host device")]] bool is_host() const {
    return false;
  }
  /// The backend of the platform.
  backend get_backend() const noexcept {
    uint32_t value = 0;
    tandem_platform_info(m_handle, detail::PI_EXT_PLATFORM_INFO_BACKEND,
                         sizeof value, &value, nullptr);
    return static_cast<backend>(value);
  }
  /// Whether all devices of the platform have an aspect.
  template <class Device = device> bool has(aspect value) const;
  /// The default context of the platform's first device. Queues on that device
  /// use it if they are given no context. Extension `sycl_khr_default_context`.
  template <class Context = context> Context khr_get_default_context() const;
  /// As `khr_get_default_context`. Extension `sycl_ext_oneapi_default_context`.
  template <class Context = context>
  Context ext_oneapi_get_default_context() const {
    return khr_get_default_context<Context>();
  }
  /// Whether the platform reports an extension of this name. SYCL 2020
  /// deprecates it: use `has`.
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

/// Hashes `platform`. Copies have equal hashes.
template <>
struct std::hash<sycl::platform> : sycl::detail::handle_hash<sycl::platform> {};
