//===- sycl/ext/oneapi/device_global/properties.hpp -----------------------===//
//
// Part of Tandem, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// Owns: the properties of device globals (sycl_ext_oneapi_device_global).
// `init_mode` and `implement_in_csr` are about FPGAs, and mean nothing here.
#pragma once

#include <sycl/ext/oneapi/properties/properties.hpp>

namespace sycl {
inline namespace _V1 {
namespace ext::oneapi::experimental {

template <class DataT, class Properties> class device_global;

enum class host_access_enum { read, write, read_write, none };
enum class init_mode_enum { reprogram, reset };

#define TANDEM_KEY(name)                                                       \
  struct name##_key                                                            \
      : sycl::detail::property_key<sycl::detail::property_kind::name>
#define TANDEM_KEY_OF_DEVICE_GLOBAL(name)                                      \
  template <class DataT, class Properties>                                     \
  struct is_property_key_of<name##_key, device_global<DataT, Properties>>      \
      : std::true_type {};

TANDEM_KEY(device_image_scope) {
  using value_t = property_value<device_image_scope_key>;
};
TANDEM_KEY(host_access) {
  template <host_access_enum Access>
  using value_t =
      property_value<host_access_key,
                     std::integral_constant<host_access_enum, Access>>;
};
TANDEM_KEY(init_mode) {
  template <init_mode_enum Trigger>
  using value_t =
      property_value<init_mode_key,
                     std::integral_constant<init_mode_enum, Trigger>>;
};
TANDEM_KEY(implement_in_csr) {
  template <bool Enable>
  using value_t =
      property_value<implement_in_csr_key, std::bool_constant<Enable>>;
};
TANDEM_KEY_OF_DEVICE_GLOBAL(device_image_scope)
TANDEM_KEY_OF_DEVICE_GLOBAL(host_access)
TANDEM_KEY_OF_DEVICE_GLOBAL(init_mode)
TANDEM_KEY_OF_DEVICE_GLOBAL(implement_in_csr)
#undef TANDEM_KEY
#undef TANDEM_KEY_OF_DEVICE_GLOBAL

inline constexpr device_image_scope_key::value_t device_image_scope;

template <host_access_enum Access>
inline constexpr host_access_key::value_t<Access> host_access;
inline constexpr host_access_key::value_t<host_access_enum::read>
    host_access_read;
inline constexpr host_access_key::value_t<host_access_enum::write>
    host_access_write;
inline constexpr host_access_key::value_t<host_access_enum::read_write>
    host_access_read_write;
inline constexpr host_access_key::value_t<host_access_enum::none>
    host_access_none;

template <init_mode_enum Trigger>
inline constexpr init_mode_key::value_t<Trigger> init_mode;
inline constexpr init_mode_key::value_t<init_mode_enum::reprogram>
    init_mode_reprogram;
inline constexpr init_mode_key::value_t<init_mode_enum::reset> init_mode_reset;

template <bool Enable>
inline constexpr implement_in_csr_key::value_t<Enable> implement_in_csr;
inline constexpr implement_in_csr_key::value_t<true> implement_in_csr_on;
inline constexpr implement_in_csr_key::value_t<false> implement_in_csr_off;

} // namespace ext::oneapi::experimental
} // namespace _V1
} // namespace sycl
