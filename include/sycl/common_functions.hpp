//===- sycl/common_functions.hpp - common functions -----------------------===//
//
// Part of Tandem, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// Owns: the functions of SYCL 2020, 4.17.7.
#pragma once

#include <sycl/math_functions.hpp>

#include <sycl/detail/math_function.hpp>

namespace sycl {
inline namespace _V1 {

namespace detail {
template <class T>
inline constexpr bool is_ordered = is_genfloat<T> || is_geninteger<T>;
}

TANDEM_FUNCTION_2(min, is_ordered, (y < x ? y : x))
TANDEM_FUNCTION_2(max, is_ordered, (x < y ? y : x))
TANDEM_FUNCTION_3(clamp, is_ordered, (x < y ? y : z < x ? z : x))
TANDEM_FUNCTION_1(degrees, is_genfloat, x *decltype(x)(180 / detail::pi))
TANDEM_FUNCTION_1(radians, is_genfloat, x *decltype(x)(detail::pi / 180))
TANDEM_FUNCTION_1(sign, is_genfloat, (x > 0 ? 1 : x < 0 ? -1 : x == 0 ? x : 0))
TANDEM_FUNCTION_3(mix, is_genfloat, x + (y - x) * z)

// Their edges come first and may be scalars.
namespace detail {
template <class T> constexpr value_of<T> splat(element_of<T> value) {
  return value_of<T>(value);
}
template <class T> constexpr T smooth(T low, T high, T x) {
  T t = (x - low) / (high - low);
  t = t < 0 ? T(0) : t > 1 ? T(1) : t;
  return t * t * (3 - 2 * t);
}
} // namespace detail
TANDEM_FUNCTION_2(step, is_genfloat, (y < x ? 0 : 1))
TANDEM_FUNCTION_3(smoothstep, is_genfloat, detail::smooth(x, y, z))
template <class T, detail::when<detail::is_vector<T>> = 0>
TANDEM_ALWAYS_INLINE detail::value_of<T> step(detail::element_of<T> edge,
                                              const T &a) {
  return sycl::step(detail::splat<T>(edge), a);
}
template <class T, detail::when<detail::is_vector<T>> = 0>
TANDEM_ALWAYS_INLINE detail::value_of<T>
smoothstep(detail::element_of<T> low, detail::element_of<T> high, const T &a) {
  return sycl::smoothstep(detail::splat<T>(low), detail::splat<T>(high), a);
}

} // namespace _V1
} // namespace sycl

#include <sycl/detail/math_function_end.hpp>
