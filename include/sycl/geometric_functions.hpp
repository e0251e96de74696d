//===- sycl/geometric_functions.hpp - geometric functions -----------------===//
//
// Part of Tandem, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// Owns: the functions of SYCL 2020, 4.17.9.
#pragma once

#include <sycl/math_functions.hpp>

namespace sycl {
inline namespace _V1 {

/// The sum of the products of the elements.
///
/// The functions of this header take vectors and scalars of floating-point
/// type; both operands must be of the same type. SYCL 2020, section 4.17.9.
template <class Left, class Right,
          detail::when<detail::is_genfloat<Left> &&
                       std::is_same_v<detail::value_of<Left>,
                                      detail::value_of<Right>>> = 0>
TANDEM_ALWAYS_INLINE detail::element_of<Left> dot(const Left &left,
                                                  const Right &right) {
  if constexpr (detail::is_vector<Left>) {
    detail::element_of<Left> sum = left[0] * right[0];
    for (int index = 1; index < detail::count_of<Left>; ++index)
      sum += left[index] * right[index];
    return sum;
  } else {
    return left * right;
  }
}
/// The Euclidean length.
template <class Vector, detail::when<detail::is_genfloat<Vector>> = 0>
TANDEM_ALWAYS_INLINE detail::element_of<Vector> length(const Vector &value) {
  return sycl::sqrt(sycl::dot(value, value));
}
/// The Euclidean distance of two points.
template <class Left, class Right,
          detail::when<detail::is_genfloat<Left> &&
                       std::is_same_v<detail::value_of<Left>,
                                      detail::value_of<Right>>> = 0>
TANDEM_ALWAYS_INLINE detail::element_of<Left> distance(const Left &left,
                                                       const Right &right) {
  return sycl::length(detail::value_of<Left>(left - right));
}
/// The vector of length 1 with the same direction. A zero vector is returned
/// unchanged.
template <class Vector, detail::when<detail::is_genfloat<Vector>> = 0>
TANDEM_ALWAYS_INLINE detail::value_of<Vector> normalize(const Vector &value) {
  detail::element_of<Vector> magnitude = sycl::length(value);
  return magnitude == 0 ? detail::value_of<Vector>(value)
                        : detail::value_of<Vector>(value / magnitude);
}
/// The cross product of the first three elements, of vectors of three or four
/// elements. The fourth element of the result is 0.
template <class Left, class Right,
          detail::when<detail::is_genfloat<Left> &&
                       std::is_same_v<detail::value_of<Left>,
                                      detail::value_of<Right>>> = 0>
TANDEM_ALWAYS_INLINE detail::value_of<Left> cross(const Left &left,
                                                  const Right &right) {
  static_assert(detail::count_of<Left> == 3 || detail::count_of<Left> == 4,
                "cross() takes vectors of 3 or 4 elements");
  detail::value_of<Left> result;
  result[0] = left[1] * right[2] - left[2] * right[1];
  result[1] = left[2] * right[0] - left[0] * right[2];
  result[2] = left[0] * right[1] - left[1] * right[0];
  if constexpr (detail::count_of<Left> == 4)
    result[3] = 0;
  return result;
}
/// As `length`: there is no faster variant of less precision.
template <class Vector>
detail::element_of<Vector> fast_length(const Vector &value) {
  return sycl::length(value);
}
/// As `distance`.
template <class Left, class Right>
detail::element_of<Left> fast_distance(const Left &left, const Right &right) {
  return sycl::distance(left, right);
}
/// As `normalize`.
template <class Vector>
detail::value_of<Vector> fast_normalize(const Vector &value) {
  return sycl::normalize(value);
}

} // namespace _V1
} // namespace sycl
