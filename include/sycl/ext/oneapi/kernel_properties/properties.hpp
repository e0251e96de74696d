//===- sycl/ext/oneapi/kernel_properties/properties.hpp -------------------===//
//
// Part of Tandem, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// Owns: sycl_ext_oneapi_kernel_properties: the attributes of kernels as
// compile-time properties, and what each means to the post-link tool.
#pragma once

#include <sycl/aspects.hpp>
#include <sycl/ext/oneapi/properties/properties.hpp>

#include <array>

namespace sycl {
inline namespace _V1 {
namespace ext::oneapi::experimental {

#define TANDEM_KEY(name)                                                       \
  struct name##_key                                                            \
      : sycl::detail::property_key<sycl::detail::property_kind::name>

/// The key of `work_group_size`.
TANDEM_KEY(work_group_size) {
  /// The type of the property.
  template <size_t... Sizes>
  using value_t = property_value<work_group_size_key,
                                 std::integral_constant<size_t, Sizes>...>;
};
/// The key of `work_group_size_hint`.
TANDEM_KEY(work_group_size_hint) {
  /// The type of the property.
  template <size_t... Sizes>
  using value_t = property_value<work_group_size_hint_key,
                                 std::integral_constant<size_t, Sizes>...>;
};
/// The key of `sub_group_size`.
TANDEM_KEY(sub_group_size) {
  /// The type of the property.
  template <uint32_t Size>
  using value_t = property_value<sub_group_size_key,
                                 std::integral_constant<uint32_t, Size>>;
};
/// The key of `device_has`.
TANDEM_KEY(device_has) {
  /// The type of the property.
  template <aspect... Aspects>
  using value_t = property_value<device_has_key,
                                 std::integral_constant<aspect, Aspects>...>;
};
#undef TANDEM_KEY

// Properties of several sizes are read by index.
#define TANDEM_SIZES(key)                                                      \
  template <size_t... Sizes>                                                   \
  struct property_value<key, std::integral_constant<size_t, Sizes>...> {       \
    static_assert(sizeof...(Sizes) >= 1 && sizeof...(Sizes) <= 3 &&            \
                      ((Sizes > 0) && ...),                                    \
                  "one to three sizes, all positive");                         \
    using key_t = key;                                                         \
    constexpr size_t operator[](int dimension) const {                         \
      constexpr size_t sizes[] = {Sizes...};                                   \
      return sizes[dimension];                                                 \
    }                                                                          \
  };
/// The value of the property; `operator[]` returns the size of a dimension.
TANDEM_SIZES(work_group_size_key)
/// The value of the property; `operator[]` returns the size of a dimension.
TANDEM_SIZES(work_group_size_hint_key)
#undef TANDEM_SIZES

/// The value of the property.
template <aspect... Aspects>
struct property_value<device_has_key,
                      std::integral_constant<aspect, Aspects>...> {
  /// The key of the property.
  using key_t = device_has_key;
  /// The aspects that the property lists.
  static constexpr std::array<aspect, sizeof...(Aspects)> value{Aspects...};
};

/// The kernel is only launched with work-groups of this size, one to three
/// dimensions in SYCL's order. A launch with another size throws
/// `errc::nd_range`. `sycl_ext_oneapi_kernel_properties`.
template <size_t... Sizes>
inline constexpr work_group_size_key::value_t<Sizes...> work_group_size;
/// The kernel is mostly launched with work-groups of this size.
template <size_t... Sizes>
inline constexpr work_group_size_hint_key::value_t<Sizes...>
    work_group_size_hint;
/// The number of work-items in a sub-group of the kernel.
template <uint32_t Size>
inline constexpr sub_group_size_key::value_t<Size> sub_group_size;
/// The kernel may use only these optional features.
template <aspect... Aspects>
inline constexpr device_has_key::value_t<Aspects...> device_has;

} // namespace ext::oneapi::experimental
} // namespace _V1
} // namespace sycl

#ifdef __SYCL_DEVICE_ONLY__
namespace sycl {
inline namespace _V1 {
namespace detail {

// The texts are those that attributes have in annotations.
#define TANDEM_ATTRIBUTE(name, text, type)                                     \
  template <type... Values>                                                    \
  struct kernel_attribute<ext::oneapi::experimental::property_value<           \
      ext::oneapi::experimental::name##_key,                                   \
      std::integral_constant<type, Values>...>> {                              \
    TANDEM_ALWAYS_INLINE static void mark() {                                  \
      __tandem_kernel_attribute(text, static_cast<unsigned>(Values)...);       \
    }                                                                          \
  };
TANDEM_ATTRIBUTE(work_group_size, "sycl_reqd_work_group_size", size_t)
TANDEM_ATTRIBUTE(work_group_size_hint, "sycl_work_group_size_hint", size_t)
TANDEM_ATTRIBUTE(sub_group_size, "sycl_reqd_sub_group_size", uint32_t)
TANDEM_ATTRIBUTE(device_has, "sycl_device_has", aspect)
#undef TANDEM_ATTRIBUTE

} // namespace detail
} // namespace _V1
} // namespace sycl
#endif
