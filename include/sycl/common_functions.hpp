//===- sycl/common_functions.hpp - common functions -----------------------===//
//
// Part of Tandem, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// Owns: the functions of SYCL 2020, 4.17.8.
#pragma once

#include <sycl/math_functions.hpp>

#include <sycl/detail/kernel/math_function.hpp>

namespace sycl {
inline namespace _V1 {

namespace detail {
template <class DataT>
inline constexpr bool is_ordered = is_genfloat<DataT> || is_geninteger<DataT>;
}

/// The lesser operand.
///
/// Like all functions of this header, it applies to each element of `vec`,
/// `marray` and swizzles. With more than one operand, the others may be scalars
/// if the first is a vector. `min`, `max` and `clamp` also take integers.
/// SYCL 2020, section 4.17.8.
TANDEM_FUNCTION_2(min, is_ordered, (second < first ? second : first))
/// The greater operand.
TANDEM_FUNCTION_2(max, is_ordered, (first < second ? second : first))
/// The first operand, limited to the range from the second to the third.
TANDEM_FUNCTION_3(clamp, is_ordered,
                  (first < second  ? second
                   : third < first ? third
                                   : first))
/// Converts radians to degrees.
TANDEM_FUNCTION_1(degrees, is_genfloat,
                  value *decltype(value)(180 / detail::pi))
/// Converts degrees to radians.
TANDEM_FUNCTION_1(radians, is_genfloat,
                  value *decltype(value)(detail::pi / 180))
/// 1, -1 or a zero with the sign of the value; 0 for NaN.
TANDEM_FUNCTION_1(sign, is_genfloat,
                  (value > 0    ? 1
                   : value < 0  ? -1
                   : value == 0 ? value
                                : 0))
/// Interpolates linearly: the first operand at 0 of the third, the second at 1.
TANDEM_FUNCTION_3(mix, is_genfloat, first + (second - first) * third)

// Their edges come first and may be scalars.
namespace detail {
template <class Vector>
constexpr value_of<Vector> splat(element_of<Vector> value) {
  return value_of<Vector>(value);
}
template <class DataT>
constexpr DataT smooth(DataT low, DataT high, DataT value) {
  DataT fraction = (value - low) / (high - low);
  fraction = fraction < 0 ? DataT(0) : fraction > 1 ? DataT(1) : fraction;
  return fraction * fraction * (3 - 2 * fraction);
}
} // namespace detail
/// 0 if the second operand is less than the first, otherwise 1.
TANDEM_FUNCTION_2(step, is_genfloat, (second < first ? 0 : 1))
/// Interpolates smoothly from 0 to 1 as the third operand goes from the first
/// to the second, and is constant outside of that range.
TANDEM_FUNCTION_3(smoothstep, is_genfloat, detail::smooth(first, second, third))
/// As above, with the same edge for all elements.
template <class Vector, detail::when<detail::is_vector<Vector>> = 0>
TANDEM_ALWAYS_INLINE detail::value_of<Vector>
step(detail::element_of<Vector> edge, const Vector &value) {
  return sycl::step(detail::splat<Vector>(edge), value);
}
/// As above, with the same edges for all elements.
template <class Vector, detail::when<detail::is_vector<Vector>> = 0>
TANDEM_ALWAYS_INLINE detail::value_of<Vector>
smoothstep(detail::element_of<Vector> low, detail::element_of<Vector> high,
           const Vector &value) {
  return sycl::smoothstep(detail::splat<Vector>(low),
                          detail::splat<Vector>(high), value);
}

} // namespace _V1
} // namespace sycl

#include <sycl/detail/kernel/math_function_end.hpp>
