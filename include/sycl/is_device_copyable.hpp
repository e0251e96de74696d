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

// Types that are not trivially copyable may be device copyable.
#define SYCL_DEVICE_COPYABLE 1

namespace sycl {
inline namespace _V1 {

// Programs may specialise it for their own types (SYCL 2020, 3.13.1).
template <class T>
struct is_device_copyable
    : std::bool_constant<std::is_trivially_copyable_v<T>> {};

template <class T>
inline constexpr bool is_device_copyable_v = is_device_copyable<T>::value;

template <class T>
struct is_device_copyable<const T> : is_device_copyable<T> {};
template <class T, size_t N>
struct is_device_copyable<T[N]> : is_device_copyable<T> {};
template <class T, size_t N>
struct is_device_copyable<const T[N]> : is_device_copyable<T> {};
template <class T, size_t N>
struct is_device_copyable<std::array<T, N>> : is_device_copyable<T> {};
template <class T>
struct is_device_copyable<std::optional<T>> : is_device_copyable<T> {};
template <class A, class B>
struct is_device_copyable<std::pair<A, B>>
    : std::bool_constant<is_device_copyable_v<A> && is_device_copyable_v<B>> {};
template <class... Ts>
struct is_device_copyable<std::tuple<Ts...>>
    : std::bool_constant<(is_device_copyable_v<Ts> && ...)> {};
template <class... Ts>
struct is_device_copyable<std::variant<Ts...>>
    : std::bool_constant<(is_device_copyable_v<Ts> && ...)> {};

namespace detail {
// What the walk over a closure may look into. Parts of standard classes (say
// the storage of a tuple) have assignments of their own, but are copied and
// destroyed trivially; whatever owns something is not.
template <class T>
inline constexpr bool is_device_copyable_member =
    is_device_copyable_v<T> || (std::is_trivially_copy_constructible_v<T> &&
                                std::is_trivially_destructible_v<T>);
} // namespace detail

} // namespace _V1
} // namespace sycl
