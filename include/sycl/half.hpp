//===- sycl/half.hpp - class half -----------------------------------------===//
//
// Part of Tandem, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#pragma once

#include <sycl/detail/kernel/half.hpp>

#include <limits>

/// The properties of `half`: a binary floating-point type of 16 bits as IEEE
/// 754 defines it, with 11 bits of precision.
template <> struct std::numeric_limits<sycl::half> {
  /// The members of this structure are those of the C++ standard.
  static constexpr bool is_specialized = true, is_signed = true,
                        is_integer = false, is_exact = false,
                        has_infinity = true, has_quiet_NaN = true,
                        has_signaling_NaN = true, has_denorm_loss = false,
                        is_iec559 = true, is_bounded = true, is_modulo = false,
                        traps = false, tinyness_before = false;
// Deprecated in C++23, but a member still.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"
  /// Subnormal values exist. Deprecated in C++23, although still a member.
  static constexpr std::float_denorm_style has_denorm = std::denorm_present;
#pragma GCC diagnostic pop
  /// Arithmetic rounds to the nearest value.
  static constexpr std::float_round_style round_style = std::round_to_nearest;
  /// Bits of precision, decimal digits, and ranges of exponents.
  static constexpr int digits = 11, digits10 = 3, max_digits10 = 5, radix = 2,
                       min_exponent = -13, min_exponent10 = -4,
                       max_exponent = 16, max_exponent10 = 4;

  /// For the library: the half with this representation.
  static constexpr sycl::half bits(unsigned short value) noexcept {
    return sycl::half(__builtin_bit_cast(_Float16, value));
  }
  /// The smallest positive normal value, 2^-14.
  static constexpr sycl::half(min)() noexcept { return bits(0x0400); }
  /// The largest finite value, 65504.
  static constexpr sycl::half(max)() noexcept { return bits(0x7bff); }
  /// The lowest finite value, -65504.
  static constexpr sycl::half lowest() noexcept { return bits(0xfbff); }
  /// The difference between 1 and the next greater value, 2^-10.
  static constexpr sycl::half epsilon() noexcept { return bits(0x1400); }
  /// The largest rounding error, 0.5 units in the last place.
  static constexpr sycl::half round_error() noexcept { return bits(0x3800); }
  /// Positive infinity.
  static constexpr sycl::half infinity() noexcept { return bits(0x7c00); }
  /// A quiet NaN.
  static constexpr sycl::half quiet_NaN() noexcept { return bits(0x7e00); }
  /// A signaling NaN.
  static constexpr sycl::half signaling_NaN() noexcept { return bits(0x7d00); }
  /// The smallest positive value, 2^-24.
  static constexpr sycl::half denorm_min() noexcept { return bits(0x0001); }
};
