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

namespace sycl::ext::oneapi {

class bfloat16 {
  uint16_t m_bits = 0;

  static uint16_t round(float value) {
    uint32_t bits = __builtin_bit_cast(uint32_t, value);
    if (value != value)
      return uint16_t(bits >> 16 | 0x40);
    return uint16_t((bits + 0x7fff + (bits >> 16 & 1)) >> 16);
  }

public:
  bfloat16() = default;
  bfloat16(float value) : m_bits(round(value)) {}
  bfloat16(double value) : bfloat16(float(value)) {}
  bfloat16(const sycl::half &value) : bfloat16(float(value)) {}
  template <class T, std::enable_if_t<std::is_integral_v<T>, int> = 0>
  bfloat16(T value) : bfloat16(float(value)) {}

  operator float() const {
    return __builtin_bit_cast(float, uint32_t(m_bits) << 16);
  }
  operator sycl::half() const { return float(*this); }
  explicit operator bool() const { return (m_bits & 0x7fff) != 0; }

  friend bfloat16 operator-(bfloat16 value) {
    value.m_bits ^= 0x8000;
    return value;
  }
  friend bfloat16 operator+(bfloat16 value) { return value; }
  bfloat16 &operator++() { return *this = float(*this) + 1; }
  bfloat16 &operator--() { return *this = float(*this) - 1; }
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
  template <class T>
  using when_mixed = std::enable_if_t<
      std::is_arithmetic_v<T> || std::is_same_v<T, sycl::half>, bfloat16>;
#define TANDEM_OPERATOR(op)                                                    \
  friend bfloat16 operator op(bfloat16 a, bfloat16 b) {                        \
    return float(a) op float(b);                                               \
  }                                                                            \
  template <class T> friend when_mixed<T> operator op(bfloat16 a, T b) {       \
    return float(a) op float(b);                                               \
  }                                                                            \
  template <class T> friend when_mixed<T> operator op(T a, bfloat16 b) {       \
    return float(a) op float(b);                                               \
  }                                                                            \
  friend bfloat16 &operator op##=(bfloat16 &a, bfloat16 b) {                   \
    return a = a op b;                                                         \
  }
  TANDEM_OPERATOR(+)
  TANDEM_OPERATOR(-)
  TANDEM_OPERATOR(*)
  TANDEM_OPERATOR(/)
#undef TANDEM_OPERATOR
};
static_assert(sizeof(bfloat16) == 2);

} // namespace sycl::ext::oneapi
