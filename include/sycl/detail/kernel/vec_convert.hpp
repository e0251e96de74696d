//===- sycl/detail/kernel/vec_convert.hpp - conversions that round --------===//
//
// Part of Tandem, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// Owns: what vec::convert does to one element (SYCL 2020, 4.14.2.3). The
// automatic mode is that of the elements converted: to nearest even of
// floating-point numbers, also to integers. The language's own conversions
// round to nearest between floating-point types and towards zero to integers;
// other modes correct their result.
#pragma once

#include <sycl/detail/kernel/elementwise.hpp>

namespace sycl {
inline namespace _V1 {

/// How `vec::convert` rounds: to the nearest value, ties to even (`rte`),
/// towards zero (`rtz`), towards positive infinity (`rtp`) or negative infinity
/// (`rtn`). `automatic` is `rte`.
/// SYCL 2020, section 4.14.2.5.
enum class rounding_mode { automatic, rte, rtz, rtp, rtn };

namespace detail {

// Devices without double must not see any where the program has none.
template <class DataT>
using wide_float =
    std::conditional_t<std::is_same_v<DataT, double>, double, float>;

template <rounding_mode Mode> constexpr float round_to_integer(float value) {
  return Mode == rounding_mode::rtp   ? __builtin_ceilf(value)
         : Mode == rounding_mode::rtn ? __builtin_floorf(value)
                                      : __builtin_rintf(value);
}
template <rounding_mode Mode> constexpr double round_to_integer(double value) {
  return Mode == rounding_mode::rtp   ? __builtin_ceil(value)
         : Mode == rounding_mode::rtn ? __builtin_floor(value)
                                      : __builtin_rint(value);
}

// The sign of `rounded` - `exact`, without a type that could hold both.
template <class To, class From>
constexpr int rounding_error(To rounded, From exact) {
  if constexpr (std::is_integral_v<From>) {
    // Twice the largest power of two of the type: no value gets there.
    constexpr auto top =
        2 * static_cast<wide_float<To>>(
                From(1) << (8 * sizeof(From) - 1 - std::is_signed_v<From>));
    auto value = static_cast<wide_float<To>>(rounded);
    if (value >= top)
      return 1;
    if (value < -top) // infinity
      return -1;
    auto whole = static_cast<From>(value);
    return whole < exact ? -1 : whole > exact;
  } else {
    using wide = decltype(wide_float<To>() + wide_float<From>());
    auto left = static_cast<wide>(rounded), right = static_cast<wide>(exact);
    return left < right ? -1 : left > right;
  }
}

// The next value in direction `sign`.
template <class DataT> constexpr DataT next_float(DataT value, int sign) {
  using bits = mask_integer<sizeof(DataT)>;
  if (value == DataT(0)) {
    auto least = __builtin_bit_cast(DataT, bits(1));
    return sign > 0 ? least : -least;
  }
  bool grows = (value > DataT(0)) == (sign > 0);
  bits magnitude = __builtin_bit_cast(bits, value);
  return __builtin_bit_cast(DataT,
                            static_cast<bits>(magnitude + (grows ? 1 : -1)));
}

template <class To, rounding_mode Mode, class From>
constexpr To convert_element(From from) {
  constexpr bool truncates = Mode == rounding_mode::rtz;
  constexpr bool to_nearest =
      Mode == rounding_mode::automatic || Mode == rounding_mode::rte;
  if constexpr (std::is_integral_v<To> && !std::is_same_v<To, bool> &&
                is_float_scalar<From> && !truncates) {
    return static_cast<To>(
        round_to_integer<Mode>(static_cast<wide_float<From>>(from)));
  } else if constexpr (is_float_scalar<To> && !to_nearest) {
    To rounded = static_cast<To>(from);
    int error = rounding_error(rounded, from);
    bool up = Mode == rounding_mode::rtp ||
              (Mode == rounding_mode::rtz && from < From(0));
    return error == 0 || (error > 0) == up ? rounded
                                           : next_float(rounded, up ? 1 : -1);
  } else {
    return static_cast<To>(from);
  }
}

} // namespace detail
} // namespace _V1
} // namespace sycl
