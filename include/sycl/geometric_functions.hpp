//===- sycl/geometric_functions.hpp - geometric functions -----------------===//
//
// Part of Tandem, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// Owns: the functions of SYCL 2020, 4.17.8.
#pragma once

#include <sycl/math_functions.hpp>

namespace sycl {
inline namespace _V1 {

template <
    class T, class U,
    detail::when<detail::is_genfloat<T> &&
                 std::is_same_v<detail::value_of<T>, detail::value_of<U>>> = 0>
TANDEM_ALWAYS_INLINE detail::element_of<T> dot(const T &a, const U &b) {
  if constexpr (detail::is_vector<T>) {
    detail::element_of<T> sum = a[0] * b[0];
    for (int i = 1; i < detail::count_of<T>; ++i)
      sum += a[i] * b[i];
    return sum;
  } else {
    return a * b;
  }
}
template <class T, detail::when<detail::is_genfloat<T>> = 0>
TANDEM_ALWAYS_INLINE detail::element_of<T> length(const T &a) {
  return sycl::sqrt(sycl::dot(a, a));
}
template <
    class T, class U,
    detail::when<detail::is_genfloat<T> &&
                 std::is_same_v<detail::value_of<T>, detail::value_of<U>>> = 0>
TANDEM_ALWAYS_INLINE detail::element_of<T> distance(const T &a, const U &b) {
  return sycl::length(detail::value_of<T>(a - b));
}
template <class T, detail::when<detail::is_genfloat<T>> = 0>
TANDEM_ALWAYS_INLINE detail::value_of<T> normalize(const T &a) {
  detail::element_of<T> l = sycl::length(a);
  return l == 0 ? detail::value_of<T>(a) : detail::value_of<T>(a / l);
}
template <
    class T, class U,
    detail::when<detail::is_genfloat<T> &&
                 std::is_same_v<detail::value_of<T>, detail::value_of<U>>> = 0>
TANDEM_ALWAYS_INLINE detail::value_of<T> cross(const T &a, const U &b) {
  static_assert(detail::count_of<T> == 3 || detail::count_of<T> == 4,
                "cross() takes vectors of 3 or 4 elements");
  detail::value_of<T> r;
  r[0] = a[1] * b[2] - a[2] * b[1];
  r[1] = a[2] * b[0] - a[0] * b[2];
  r[2] = a[0] * b[1] - a[1] * b[0];
  return r;
}
template <class T> detail::element_of<T> fast_length(const T &a) {
  return sycl::length(a);
}
template <class T, class U>
detail::element_of<T> fast_distance(const T &a, const U &b) {
  return sycl::distance(a, b);
}
template <class T> detail::value_of<T> fast_normalize(const T &a) {
  return sycl::normalize(a);
}

} // namespace _V1
} // namespace sycl
