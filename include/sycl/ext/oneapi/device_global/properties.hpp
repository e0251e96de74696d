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

/// The accesses that the host makes to a `device_global`: `read`, `write`, both
/// or `none`.
enum class host_access_enum { read, write, read_write, none };
/// The time at which an FPGA initializes a `device_global`. Ignored by Tandem.
enum class init_mode_enum { reprogram, reset };

#define TANDEM_KEY(name)                                                       \
  struct name##_key                                                            \
      : sycl::detail::property_key<sycl::detail::property_kind::name>
#define TANDEM_KEY_OF_DEVICE_GLOBAL(name)                                      \
  template <class DataT, class Properties>                                     \
  struct is_property_key_of<name##_key, device_global<DataT, Properties>>      \
      : std::true_type {};

/// The key of `device_image_scope`.
TANDEM_KEY(device_image_scope) {
  /// The type of the property.
  using value_t = property_value<device_image_scope_key>;
};
/// The key of `host_access`.
TANDEM_KEY(host_access) {
  /// The type of the property.
  template <host_access_enum Access>
  using value_t =
      property_value<host_access_key,
                     std::integral_constant<host_access_enum, Access>>;
};
/// The key of `init_mode`.
TANDEM_KEY(init_mode) {
  /// The type of the property.
  template <init_mode_enum Trigger>
  using value_t =
      property_value<init_mode_key,
                     std::integral_constant<init_mode_enum, Trigger>>;
};
/// The key of `implement_in_csr`.
TANDEM_KEY(implement_in_csr) {
  /// The type of the property.
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

/// There is one copy of the variable for each built device image instead of one
/// for each device and context. Kernels that share the copy must be in the same
/// device image.
inline constexpr device_image_scope_key::value_t device_image_scope;

/// The accesses that the host makes. Copies that contradict the property do not
/// compile. `sycl_ext_oneapi_device_global`.
template <host_access_enum Access>
inline constexpr host_access_key::value_t<Access> host_access;
/// The host only reads the variable.
inline constexpr host_access_key::value_t<host_access_enum::read>
    host_access_read;
/// The host only writes the variable.
inline constexpr host_access_key::value_t<host_access_enum::write>
    host_access_write;
/// The host reads and writes the variable.
inline constexpr host_access_key::value_t<host_access_enum::read_write>
    host_access_read_write;
/// The host does not access the variable.
inline constexpr host_access_key::value_t<host_access_enum::none>
    host_access_none;

/// The time at which an FPGA initializes the variable. Accepted and ignored.
template <init_mode_enum Trigger>
inline constexpr init_mode_key::value_t<Trigger> init_mode;
/// Short for `init_mode<init_mode_enum::reprogram>`.
inline constexpr init_mode_key::value_t<init_mode_enum::reprogram>
    init_mode_reprogram;
/// Short for `init_mode<init_mode_enum::reset>`.
inline constexpr init_mode_key::value_t<init_mode_enum::reset> init_mode_reset;

/// Whether an FPGA implements the variable in its control and status registers.
/// Accepted and ignored.
template <bool Enable>
inline constexpr implement_in_csr_key::value_t<Enable> implement_in_csr;
/// Short for `implement_in_csr<true>`.
inline constexpr implement_in_csr_key::value_t<true> implement_in_csr_on;
/// Short for `implement_in_csr<false>`.
inline constexpr implement_in_csr_key::value_t<false> implement_in_csr_off;

} // namespace ext::oneapi::experimental
} // namespace _V1
} // namespace sycl
