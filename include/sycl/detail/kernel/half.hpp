//===- sycl/detail/kernel/half.hpp - the class behind sycl::half ----------===//
//
// Part of Tandem, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// Owns: the 16-bit floating-point type. The compiler's own type does the work;
// a class around it gives SYCL's conversions.
#pragma once

#include <sycl/detail/config.hpp>

#include <type_traits>

namespace sycl {
inline namespace _V1 {

// A namespace of its own, as in DPC++: for arguments of this type, unqualified
// names shall not find all of sycl besides what a program declares itself
// (Kokkos has a bit_cast).
namespace detail::half_impl {

class half;
template <class Number>
using half_mix = std::enable_if_t<
    std::is_arithmetic_v<Number>,
    std::conditional_t<std::is_integral_v<Number>, half, Number>>;

class half {
  _Float16 m_value; // of no value at first, like float

public:
  half() = default;
  constexpr half(_Float16 value) : m_value(value) {}
  constexpr half(float value) : m_value(static_cast<_Float16>(value)) {}
  constexpr half(double value) : m_value(static_cast<_Float16>(value)) {}
  constexpr half(long double value) : m_value(static_cast<_Float16>(value)) {}
  template <class Integer,
            std::enable_if_t<std::is_integral_v<Integer>, int> = 0>
  constexpr half(Integer value) : m_value(static_cast<_Float16>(value)) {}
  constexpr operator float() const { return static_cast<float>(m_value); }
  constexpr _Float16 native() const { return m_value; }

#define TANDEM_OPERATOR(op)                                                    \
  friend constexpr half operator op(half left, half right) {                   \
    return half(static_cast<_Float16>(left.m_value op right.m_value));         \
  }                                                                            \
  template <class Number> constexpr half &operator op##=(Number other) {       \
    return *this = half(*this op other);                                       \
  }
  TANDEM_OPERATOR(+)
  TANDEM_OPERATOR(-)
  TANDEM_OPERATOR(*)
  TANDEM_OPERATOR(/)
#undef TANDEM_OPERATOR
#define TANDEM_COMPARISON(op)                                                  \
  friend constexpr bool operator op(half left, half right) {                   \
    return left.m_value op right.m_value;                                      \
  }
  TANDEM_COMPARISON(==)
  TANDEM_COMPARISON(!=)
  TANDEM_COMPARISON(<)
  TANDEM_COMPARISON(>)
  TANDEM_COMPARISON(<=)
  TANDEM_COMPARISON(>=)
#undef TANDEM_COMPARISON

  // Beside an integer the result is half, beside float or double it is that.
#define TANDEM_MIXED(op, result)                                               \
  template <class Number, class Mixed = half_mix<Number>>                      \
  friend constexpr result operator op(half left, Number right) {               \
    return static_cast<Mixed>(left) op static_cast<Mixed>(right);              \
  }                                                                            \
  template <class Number, class Mixed = half_mix<Number>>                      \
  friend constexpr result operator op(Number left, half right) {               \
    return static_cast<Mixed>(left) op static_cast<Mixed>(right);              \
  }
  TANDEM_MIXED(+, Mixed)
  TANDEM_MIXED(-, Mixed)
  TANDEM_MIXED(*, Mixed)
  TANDEM_MIXED(/, Mixed)
  TANDEM_MIXED(==, bool)
  TANDEM_MIXED(!=, bool)
  TANDEM_MIXED(<, bool)
  TANDEM_MIXED(>, bool)
  TANDEM_MIXED(<=, bool)
  TANDEM_MIXED(>=, bool)
#undef TANDEM_MIXED

  friend constexpr half operator-(half value) {
    return half(static_cast<_Float16>(-value.m_value));
  }
  friend constexpr half operator+(half value) { return value; }
  constexpr half &operator++() {
    ++m_value;
    return *this;
  }
  constexpr half &operator--() {
    --m_value;
    return *this;
  }
  constexpr half operator++(int) {
    half old = *this;
    ++*this;
    return old;
  }
  constexpr half operator--(int) {
    half old = *this;
    --*this;
    return old;
  }
};
static_assert(sizeof(half) == 2);

} // namespace detail::half_impl

using half = detail::half_impl::half;

} // namespace _V1
} // namespace sycl
