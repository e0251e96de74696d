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
  bfloat16() = default;
  bfloat16(float value) : m_bits(round(value)) {}
  bfloat16(double value) : m_bits(round(float(value))) {}
  bfloat16(const sycl::half &value) : m_bits(round(float(value.native()))) {}
  template <class Integer,
            std::enable_if_t<std::is_integral_v<Integer>, int> = 0>
  bfloat16(Integer value) : m_bits(round(float(value))) {}

  operator float() const { return value(); }
  operator sycl::half() const { return sycl::half(value()); }
  explicit operator bool() const { return (m_bits & 0x7fff) != 0; }

  friend bfloat16 operator-(bfloat16 value) {
    value.m_bits ^= 0x8000;
    return value;
  }
  friend bfloat16 operator+(bfloat16 value) { return value; }
  bfloat16 &operator++() {
    m_bits = round(value() + 1);
    return *this;
  }
  bfloat16 &operator--() {
    m_bits = round(value() - 1);
    return *this;
  }
  bfloat16 operator++(int) {
    bfloat16 old = *this;
    ++*this;
    return old;
  }
  bfloat16 operator--(int) {
    bfloat16 old = *this;
    --*this;
    return old;
  }

  // Beside numbers and half, the result is bfloat16.
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
  TANDEM_OPERATOR(+)
  TANDEM_OPERATOR(-)
  TANDEM_OPERATOR(*)
  TANDEM_OPERATOR(/)
#undef TANDEM_OPERATOR
};
static_assert(sizeof(bfloat16) == 2);

} // namespace ext::oneapi
} // namespace _V1
} // namespace sycl
