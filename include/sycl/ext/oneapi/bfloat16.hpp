//===- sycl/ext/oneapi/bfloat16.hpp - class bfloat16 ----------------------===//
//
// Part of Tandem, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// Owns: sycl_ext_oneapi_bfloat16: the upper half of a float. Arithmetic is
// float's, rounded to nearest even.
#pragma once

#include <sycl/half.hpp>

namespace sycl {
inline namespace _V1 {
namespace ext::oneapi {

/// A 16-bit floating-point number with the 8-bit exponent of `float` and 7 bits
/// of mantissa.
///
/// Arithmetic and comparison are done in `float`; results are rounded to
/// nearest even. The type is trivially copyable and is for host and device
/// code. `sycl_ext_oneapi_bfloat16`.
class bfloat16 {
  uint16_t m_bits; // of no value at first, like float

  static uint16_t round(float value) {
    auto bits = __builtin_bit_cast(uint32_t, value);
    if (value != value)
      return uint16_t(bits >> 16 | 0x40);
    return uint16_t((bits + 0x7fff + (bits >> 16 & 1)) >> 16);
  }

  // Without overloads to choose from.
  float value() const {
    return __builtin_bit_cast(float, uint32_t(m_bits) << 16);
  }
  static bfloat16 of(float value) {
    bfloat16 result;
    result.m_bits = round(value);
    return result;
  }

public:
  /// The value is indeterminate.
  bfloat16() = default;
  /// Rounds `value` to nearest even.
  bfloat16(float value) : m_bits(round(value)) {}
  /// Converts `value` to `float`, then rounds that to nearest even.
  bfloat16(double value) : m_bits(round(float(value))) {}
  /// Rounds `value` to nearest even.
  bfloat16(const sycl::half &value) : m_bits(round(float(value.native()))) {}
  /// Converts `value` to `float`, then rounds that to nearest even.
  template <class Integer,
            std::enable_if_t<std::is_integral_v<Integer>, int> = 0>
  bfloat16(Integer value) : m_bits(round(float(value))) {}

  /// The same value as a `float`. The conversion is exact.
  operator float() const { return value(); }
  /// The value, rounded to `half`.
  operator sycl::half() const { return sycl::half(value()); }
  /// Whether the value is not zero. NaN is not zero.
  explicit operator bool() const { return (m_bits & 0x7fff) != 0; }

  /// Flips the sign bit, also of zero and NaN.
  friend bfloat16 operator-(bfloat16 value) {
    value.m_bits ^= 0x8000;
    return value;
  }
  /// The value, unchanged.
  friend bfloat16 operator+(bfloat16 value) { return value; }
  /// Adds 1 and rounds.
  bfloat16 &operator++() {
    m_bits = round(value() + 1);
    return *this;
  }
  /// Subtracts 1 and rounds.
  bfloat16 &operator--() {
    m_bits = round(value() - 1);
    return *this;
  }
  /// Adds 1 and rounds. \returns The value before.
  bfloat16 operator++(int) {
    bfloat16 old = *this;
    ++*this;
    return old;
  }
  /// Subtracts 1 and rounds. \returns The value before.
  bfloat16 operator--(int) {
    bfloat16 old = *this;
    --*this;
    return old;
  }

  /// `bfloat16`, the result type of operations of `bfloat16` with a `Number`:
  /// any arithmetic type or `half`.
  template <class Number>
  using when_mixed = std::enable_if_t<std::is_arithmetic_v<Number> ||
                                          std::is_same_v<Number, sycl::half>,
                                      bfloat16>;
#define TANDEM_OPERATOR(op)                                                    \
  friend bfloat16 operator op(bfloat16 left, bfloat16 right) {                 \
    return of(left.value() op right.value());                                  \
  }                                                                            \
  template <class Number>                                                      \
  friend when_mixed<Number> operator op(bfloat16 left, Number right) {         \
    return of(left.value() op float(right));                                   \
  }                                                                            \
  template <class Number>                                                      \
  friend when_mixed<Number> operator op(Number left, bfloat16 right) {         \
    return of(float(left) op right.value());                                   \
  }                                                                            \
  friend bfloat16 &operator op##=(bfloat16 & left, bfloat16 right) {           \
    left.m_bits = round(left.value() op right.value());                        \
    return left;                                                               \
  }
  /// The sum, rounded to nearest even.
  ///@{
  TANDEM_OPERATOR(+)
  ///@}
  /// The difference, rounded to nearest even.
  ///@{
  TANDEM_OPERATOR(-)
  ///@}
  /// The product, rounded to nearest even.
  ///@{
  TANDEM_OPERATOR(*)
  ///@}
  /// The quotient, rounded to nearest even.
  ///@{
  TANDEM_OPERATOR(/)
  ///@}
#undef TANDEM_OPERATOR
};
static_assert(sizeof(bfloat16) == 2);

} // namespace ext::oneapi
} // namespace _V1
} // namespace sycl
