//===- sycl/detail/kernel/half.hpp - the class of sycl::half --------------===//
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

// A separate namespace, as in DPC++. It keeps argument-dependent lookup for
// values of this type from finding all names of sycl in addition to those that
// a program declares (Kokkos has a bit_cast).
namespace detail::half_impl {

class half;
template <class Number>
using half_mix = std::enable_if_t<
    std::is_arithmetic_v<Number>,
    std::conditional_t<std::is_integral_v<Number>, half, Number>>;

/// A floating-point number of 16 bits, IEEE 754's binary16.
///
/// A half is a value, uninitialized after default construction like `float`.
/// Kernels that use it need a device with `aspect::fp16`. An operation with an
/// integer gives a half, one with `float` or `double` a result of that type.
/// SYCL 2020, section 4.14.1.
class half {
  _Float16 m_value; // of no value at first, like float

public:
  /// Leaves the value uninitialized.
  half() = default;
  /// Converts from the compiler's type.
  constexpr half(_Float16 value) : m_value(value) {}
  /// Converts from `float`, to the nearest value.
  constexpr half(float value) : m_value(static_cast<_Float16>(value)) {}
  /// Converts from `double`, to the nearest value.
  constexpr half(double value) : m_value(static_cast<_Float16>(value)) {}
  /// Converts from `long double`, to the nearest value.
  constexpr half(long double value) : m_value(static_cast<_Float16>(value)) {}
  /// Converts from an integer, to the nearest value.
  template <class Integer,
            std::enable_if_t<std::is_integral_v<Integer>, int> = 0>
  constexpr half(Integer value) : m_value(static_cast<_Float16>(value)) {}
  /// Converts to `float`, exactly.
  constexpr operator float() const { return static_cast<float>(m_value); }
  /// For the library: the value in the compiler's type.
  constexpr _Float16 native() const { return m_value; }

#define TANDEM_OPERATOR(op)                                                    \
  friend constexpr half operator op(half left, half right) {                   \
    return half(static_cast<_Float16>(left.m_value op right.m_value));         \
  }                                                                            \
  template <class Number> constexpr half &operator op##=(Number other) {       \
    return *this = half(*this op other);                                       \
  }
  /// The sum of two halves, rounded to half; also as an assignment.
  TANDEM_OPERATOR(+)
  /// As above, the difference.
  TANDEM_OPERATOR(-)
  /// As above, the product.
  TANDEM_OPERATOR(*)
  /// As above, the quotient.
  TANDEM_OPERATOR(/)
#undef TANDEM_OPERATOR
#define TANDEM_COMPARISON(op)                                                  \
  friend constexpr bool operator op(half left, half right) {                   \
    return left.m_value op right.m_value;                                      \
  }
  /// Compares two halves as IEEE 754 defines it: NaN is not equal to any value,
  /// nor ordered.
  TANDEM_COMPARISON(==)
  TANDEM_COMPARISON(!=)
  TANDEM_COMPARISON(<)
  TANDEM_COMPARISON(>)
  TANDEM_COMPARISON(<=)
  TANDEM_COMPARISON(>=)
#undef TANDEM_COMPARISON

  // With an integer the result is half; with float or double it is that type.
#define TANDEM_MIXED(op, result)                                               \
  template <class Number, class Mixed = half_mix<Number>>                      \
  friend constexpr result operator op(half left, Number right) {               \
    return static_cast<Mixed>(left) op static_cast<Mixed>(right);              \
  }                                                                            \
  template <class Number, class Mixed = half_mix<Number>>                      \
  friend constexpr result operator op(Number left, half right) {               \
    return static_cast<Mixed>(left) op static_cast<Mixed>(right);              \
  }
  /// An operation of a half and another number, in the type of the number, or
  /// in half if that is an integer. Comparisons give `bool`.
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

  /// Negates the value.
  friend constexpr half operator-(half value) {
    return half(static_cast<_Float16>(-value.m_value));
  }
  /// The value itself.
  friend constexpr half operator+(half value) { return value; }
  /// Adds 1.
  constexpr half &operator++() {
    ++m_value;
    return *this;
  }
  /// Subtracts 1.
  constexpr half &operator--() {
    --m_value;
    return *this;
  }
  /// Adds 1 and returns the previous value.
  constexpr half operator++(int) {
    half old = *this;
    ++*this;
    return old;
  }
  /// Subtracts 1 and returns the previous value.
  constexpr half operator--(int) {
    half old = *this;
    --*this;
    return old;
  }
};
static_assert(sizeof(half) == 2);

} // namespace detail::half_impl

/// A floating-point number of 16 bits. SYCL 2020, section 4.14.1.
using half = detail::half_impl::half;

} // namespace _V1
} // namespace sycl
