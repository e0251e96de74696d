//===- sycl/is_device_copyable.hpp - the trait is_device_copyable ---------===//
//
// Part of Tandem, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#pragma once

#include <sycl/detail/config.hpp>

#include <array>
#include <optional>
#include <tuple>
#include <type_traits>
#include <utility>
#include <variant>

/// 1 because types that are not trivially copyable can be device copyable. SYCL
/// 2020, section 3.13.1.
#define SYCL_DEVICE_COPYABLE 1

namespace sycl {
inline namespace _V1 {

/// Whether objects of a type can be copied to devices as bytes.
///
/// True for trivially copyable types, and for arrays, `std::array`,
/// `std::optional`, `std::pair`, `std::tuple` and `std::variant` of device
/// copyable types. Programs may specialise it for their own types. SYCL 2020,
/// section 3.13.1.
template <class Type>
struct is_device_copyable
    : std::bool_constant<std::is_trivially_copyable_v<Type>> {};

/// The value of `is_device_copyable`.
template <class Type>
inline constexpr bool is_device_copyable_v = is_device_copyable<Type>::value;

#define TANDEM_QUALIFIED(qualifiers)                                           \
  template <class Type>                                                        \
  struct is_device_copyable<qualifiers Type> : is_device_copyable<Type> {};    \
  template <class Type, size_t NumElements>                                    \
  struct is_device_copyable<qualifiers Type[NumElements]>                      \
      : is_device_copyable<Type> {};
/// As above, for qualified types and arrays of them.
TANDEM_QUALIFIED(const)
/// As above, for qualified types and arrays of them.
TANDEM_QUALIFIED(volatile)
/// As above, for qualified types and arrays of them.
TANDEM_QUALIFIED(const volatile)
#undef TANDEM_QUALIFIED
/// As above, for arrays.
template <class Type, size_t NumElements>
struct is_device_copyable<Type[NumElements]> : is_device_copyable<Type> {};
/// As above, for `std::array`.
template <class Type, size_t NumElements>
struct is_device_copyable<std::array<Type, NumElements>>
    : is_device_copyable<Type> {};
/// As above, for `std::optional`.
template <class Type>
struct is_device_copyable<std::optional<Type>> : is_device_copyable<Type> {};
/// As above, for `std::pair`.
template <class First, class Second>
struct is_device_copyable<std::pair<First, Second>>
    : std::bool_constant<is_device_copyable_v<First> &&
                         is_device_copyable_v<Second>> {};
/// As above, for `std::tuple`.
template <class... Ts>
struct is_device_copyable<std::tuple<Ts...>>
    : std::bool_constant<(is_device_copyable_v<Ts> && ...)> {};
/// As above, for `std::variant`.
template <class... Ts>
struct is_device_copyable<std::variant<Ts...>>
    : std::bool_constant<(is_device_copyable_v<Ts> && ...)> {};

} // namespace _V1
} // namespace sycl
