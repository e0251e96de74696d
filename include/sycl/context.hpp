//===- sycl/context.hpp - class context -----------------------------------===//
//
// Part of Tandem, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#pragma once

#include <sycl/device_selector.hpp>
#include <sycl/exception_list.hpp>
#include <sycl/property_list.hpp>

namespace sycl {
inline namespace _V1 {

namespace detail {
template <class Info, class = void>
inline constexpr bool is_common_capability = false;
template <class Info>
inline constexpr bool
    is_common_capability<Info, std::void_t<typename Info::device_info>> = true;

template <class List> List intersection(const List &left, const List &right) {
  List common;
  for (auto value : left)
    for (auto other : right)
      if (value == other)
        common.push_back(value);
  return common;
}
} // namespace detail

/// The devices, memory and programs that queues, buffers and kernel bundles use
/// together.
///
/// Copies share one context. All devices of a context belong to the same
/// platform. Members may be called from several threads at the same time.
///
/// SYCL 2020, section 4.6.3.
class context : public detail::handle<tandem_context_t>,
                public detail::without_properties<context> {
  friend struct detail::maker;
  explicit context(tandem_context_t owned) : handle(owned) {}

  void create(const device *devices, size_t count, const async_handler &handler,
              const property_list &properties) {
    properties.tandem_allow(0, "a context");
    detail::check(tandem_context_create(
        count, reinterpret_cast<const tandem_device_t *>(devices), &m_handle));
    detail::async_state::attach(m_handle, handler);
  }
  device first_device() const {
    tandem_device_t first = nullptr;
    size_t count = 0;
    detail::check(tandem_context_devices(m_handle, 1, &first, &count));
    return detail::adopt<device>(first);
  }

public:
  /// Creates a context of the default device.
  /// \throws exception with `errc::runtime` if there is no device, or
  /// `errc::invalid` if the list has a property.
  explicit context(const property_list &properties = {})
      : context(async_handler(), properties) {}
  /// As above, with a handler for asynchronous errors of queues that have none.
  explicit context(const async_handler &handler,
                   const property_list &properties = {})
      : context(device(), handler, properties) {}
  /// Creates a context of one device.
  /// \throws exception with `errc::invalid` if the list has a property.
  explicit context(const device &sycl_device,
                   const property_list &properties = {})
      : context(sycl_device, async_handler(), properties) {}
  /// As above, with a handler for asynchronous errors of queues that have none.
  explicit context(const device &sycl_device, const async_handler &handler,
                   const property_list &properties = {}) {
    create(&sycl_device, 1, handler, properties);
  }
  /// Creates a context of all devices of a platform.
  template <class Platform,
            detail::when<std::is_same_v<Platform, platform>> = 0>
  explicit context(const Platform &sycl_platform,
                   const async_handler &handler = {},
                   const property_list &properties = {})
      : context(sycl_platform.get_devices(), handler, properties) {}
  /// As above, without a handler.
  template <class Platform,
            detail::when<std::is_same_v<Platform, platform>> = 0>
  explicit context(const Platform &sycl_platform,
                   const property_list &properties)
      : context(sycl_platform.get_devices(), properties) {}
  /// Creates a context of several devices.
  /// \throws exception with `errc::invalid` if the vector is empty, if the
  /// devices belong to different platforms, or if the list has a property.
  template <class Allocator>
  explicit context(const std::vector<device, Allocator> &devices,
                   const async_handler &handler = {},
                   const property_list &properties = {}) {
    create(devices.data(), devices.size(), handler, properties);
  }
  /// As above, without a handler.
  template <class Allocator>
  explicit context(const std::vector<device, Allocator> &devices,
                   const property_list &properties)
      : context(devices, async_handler(), properties) {}

  /// The devices of the context.
  template <class Device = device> std::vector<Device> get_devices() const {
    return detail::collect<Device, tandem_device_t>(
        [&](size_t capacity, tandem_device_t *out, size_t *count) {
          return tandem_context_devices(m_handle, capacity, out, count);
        });
  }
  /// The platform of the devices.
  platform get_platform() const { return first_device().get_platform(); }
  /// Always false.
  /// \deprecated SYCL 2020 has no host device.
  [[deprecated("SYCL 2020 has no host device")]] bool is_host() const {
    return false;
  }
  /// The backend of the devices.
  backend get_backend() const noexcept { return get_platform().get_backend(); }

  /// Queries a descriptor of `info::context`.
  /// SYCL 2020, section 4.6.3.2.
  template <class Info> typename Info::return_type get_info() const {
    if constexpr (std::is_same_v<Info, info::context::platform>) {
      return get_platform();
    } else if constexpr (detail::is_common_capability<Info>) {
      typename Info::return_type common;
      bool first = true;
      for (const device &sycl_device : get_devices()) {
        auto capable =
            sycl_device.template get_info<typename Info::device_info>();
        common = first ? capable : detail::intersection(common, capable);
        first = false;
      }
      return common;
    } else {
      static_assert(std::is_same_v<Info, info::context::devices>,
                    "not an info descriptor of contexts");
      return get_devices();
    }
  }
  /// There are no such descriptors.
  /// \throws exception always, with `errc::backend_mismatch`.
  template <class Info> typename Info::return_type get_backend_info() const {
    detail::throw_no_backend_info();
  }
};

inline exception::exception(const context &ctx, std::error_code code,
                            const std::string &what)
    : m_code(code), m_message(what), m_context(ctx) {}
inline exception::exception(const context &ctx, std::error_code code,
                            const char *what)
    : m_code(code), m_message(what), m_context(ctx) {}
inline exception::exception(const context &ctx, std::error_code code)
    : exception(ctx, code, code.message()) {}
inline exception::exception(const context &ctx, int value,
                            const std::error_category &category,
                            const std::string &what)
    : exception(ctx, {value, category}, what) {}
inline exception::exception(const context &ctx, int value,
                            const std::error_category &category,
                            const char *what)
    : exception(ctx, {value, category}, what) {}
inline exception::exception(const context &ctx, int value,
                            const std::error_category &category)
    : exception(ctx, std::error_code(value, category)) {}

namespace detail {
inline context context_from(const handle<tandem_context_t> &object) {
  if (handle_of(object))
    tandem_retain(handle_of(object));
  return adopt<context>(handle_of(object));
}
} // namespace detail

template <class Context> Context platform::khr_get_default_context() const {
  const device first = get_devices().front();
  tandem_context_t handle = nullptr;
  detail::check(tandem_context_default(handle_of(first), &handle));
  return detail::adopt<Context>(handle);
}

inline context exception::get_context() const {
  if (!has_context())
    detail::throw_error(errc::invalid, "the exception has no context");
  return detail::context_from(m_context);
}

inline property::buffer::context_bound::context_bound(
    const sycl::context &context)
    : m_context(context) {}
inline context property::buffer::context_bound::get_context() const {
  return detail::context_from(m_context);
}

} // namespace _V1
} // namespace sycl

/// Hashes `context`. Copies have equal hashes.
template <>
struct std::hash<sycl::context> : sycl::detail::handle_hash<sycl::context> {};
