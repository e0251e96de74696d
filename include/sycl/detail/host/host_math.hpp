//===- sycl/detail/host/host_math.hpp - functions that libm lacks ---------===//
//
// Part of Tandem, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// Owns: the host's versions of mathematical functions that libm has not, or has
// with other edge cases than OpenCL C ("Edge Case Behavior").
#pragma once

#include <cstdint>
#include <limits>

namespace sycl {
inline namespace _V1 {
namespace detail {

inline constexpr double pi = 3.14159265358979323846;

#ifndef __SYCL_DEVICE_ONLY__

inline constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();

inline double host_sinpi(double value) {
  const double turn = __builtin_remainder(value, 2);
  const double size = __builtin_fabs(turn);
  if (size == 0 || size == 1)
    return __builtin_copysign(0.0, value);
  return __builtin_copysign(__builtin_sin((size > 0.5 ? 1 - size : size) * pi),
                            turn);
}
inline double host_cospi(double value) {
  const double size = __builtin_fabs(__builtin_remainder(value, 2));
  return __builtin_sin((0.5 - size) * pi);
}

// exp(y * log(x)): undefined where that is.
inline double host_powr(double base, double exponent) {
  const double infinity = std::numeric_limits<double>::infinity();
  const bool to_zero = exponent == 0 && (base == 0 || base == infinity);
  const bool of_one = base == 1 && __builtin_fabs(exponent) == infinity;
  if (!(base >= 0) || exponent != exponent || to_zero || of_one)
    return not_a_number;
  return __builtin_pow(__builtin_fabs(base), exponent);
}

// A root that is positive, improved by one Newton step where that is finite.
// Half of the degree keeps the powers away from the ends of the range.
inline double host_root_of_size(double size, double degree) {
  const double guess = __builtin_pow(size, 1 / degree);
  const double half = __builtin_pow(guess, degree / 2);
  const double step = guess * (1 - half / size * half) / degree;
  return __builtin_isfinite(step) ? guess + step : guess;
}
inline double host_rootn(double value, int degree) {
  if (degree == 0 || (value < 0 && degree % 2 == 0))
    return not_a_number;
  const double root = host_root_of_size(__builtin_fabs(value), degree);
  return degree % 2 == 0 ? root : __builtin_copysign(root, value);
}

// The part behind the floor, which stays below 1 when it is rounded.
template <class DataT> double host_fraction(DataT value, DataT floor) {
  if (value != value)
    return double(value);
  if (value == floor)
    return __builtin_copysign(0.0, double(value));
  constexpr int digits = sizeof(DataT) == 8 ? 53 : sizeof(DataT) == 4 ? 24 : 11;
  constexpr double below_one = 1 - 1 / double(uint64_t(1) << digits);
  return __builtin_fmin(double(DataT(value - floor)), below_one);
}

inline float host_nextafter(float from, float to) {
  return __builtin_nextafterf(from, to);
}
inline double host_nextafter(double from, double to) {
  return __builtin_nextafter(from, to);
}
// For half precision, whose neighbours libm does not know.
template <class Half> Half host_nextafter(Half from, Half to) {
  if (from != from || to != to)
    return from + to;
  if (from == to)
    return to;
  auto bits = __builtin_bit_cast(uint16_t, from);
  if (from == 0)
    bits = to > 0 ? 0x0001 : 0x8001;
  else
    bits += (to > from) == (from > 0) ? 1 : -1;
  return __builtin_bit_cast(Half, bits);
}

#endif // __SYCL_DEVICE_ONLY__

} // namespace detail
} // namespace _V1
} // namespace sycl
