//===- sycl/relational_functions.hpp - relational functions ---------------===//
//
// Part of Tandem, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// Owns: the functions of SYCL 2020, 4.17.9.
#pragma once

#include <sycl/detail/math_function.hpp>

namespace sycl {
inline namespace _V1 {

namespace detail {
// bool for scalars, masks for vectors.
template <class T, bool Vector = is_vector<T>> struct truth {
  using type = bool;
  static constexpr bool yes = true;
};
template <class T> struct truth<T, true> : mask_traits<value_of<T>> {};
template <class T> using truth_of = typename truth<T>::type;
} // namespace detail

#define TANDEM_RELATION(name, expression)                                      \
  template <class T, class U, class V = detail::argument_of<T, U>,             \
            detail::when<detail::is_genfloat<V>> = 0>                          \
  TANDEM_ALWAYS_INLINE detail::truth_of<V> name(const T &a, const U &b) {      \
    if constexpr (detail::is_vector<V>) {                                      \
      detail::truth_of<V> r;                                                   \
      for (int i = 0; i < detail::count_of<V>; ++i)                            \
        r[i] = name(a[i], detail::pick<V>(b, i)) ? detail::truth<V>::yes : 0;  \
      return r;                                                                \
    } else {                                                                   \
      const auto x = detail::native(static_cast<V>(a));                        \
      const auto y = detail::native(static_cast<V>(b));                        \
      return expression;                                                       \
    }                                                                          \
  }
TANDEM_RELATION(isequal, x == y)
TANDEM_RELATION(isnotequal, x != y)
TANDEM_RELATION(isgreater, x > y)
TANDEM_RELATION(isgreaterequal, x >= y)
TANDEM_RELATION(isless, x < y)
TANDEM_RELATION(islessequal, x <= y)
TANDEM_RELATION(islessgreater, (x < y || x > y))
TANDEM_RELATION(isordered, (x == x && y == y))
TANDEM_RELATION(isunordered, (x != x || y != y))
#undef TANDEM_RELATION

namespace detail {
// Bits of a floating-point number: -ffast-math must not fold the tests.
template <size_t Size>
using float_bits =
    std::conditional_t<Size == 2, uint16_t,
                       std::conditional_t<Size == 4, uint32_t, uint64_t>>;
template <class T> struct float_parts {
  using bits = float_bits<sizeof(T)>;
  static constexpr int mantissa = sizeof(T) == 2   ? 10
                                  : sizeof(T) == 4 ? 23
                                                   : 52;
  static constexpr bits sign = bits(bits(1) << (8 * sizeof(T) - 1));
  static constexpr bits exponent =
      bits(bits(~sign) & ~((bits(1) << mantissa) - 1));

  bits magnitude;
  bool negative;
  constexpr float_parts(T value)
      : magnitude(bits(__builtin_bit_cast(bits, value) & bits(~sign))),
        negative(__builtin_bit_cast(bits, value) & sign) {}
};
} // namespace detail

#define TANDEM_TEST(name, expression)                                          \
  template <class T, class V = detail::argument_of<T>,                         \
            detail::when<detail::is_genfloat<V>> = 0>                          \
  TANDEM_ALWAYS_INLINE detail::truth_of<V> name(const T &a) {                  \
    if constexpr (detail::is_vector<V>) {                                      \
      detail::truth_of<V> r;                                                   \
      for (int i = 0; i < detail::count_of<V>; ++i)                            \
        r[i] = name(a[i]) ? detail::truth<V>::yes : 0;                         \
      return r;                                                                \
    } else {                                                                   \
      using parts = detail::float_parts<V>;                                    \
      const parts x(static_cast<V>(a));                                        \
      return expression;                                                       \
    }                                                                          \
  }
TANDEM_TEST(isfinite, x.magnitude < parts::exponent)
TANDEM_TEST(isinf, x.magnitude == parts::exponent)
TANDEM_TEST(isnan, x.magnitude > parts::exponent)
TANDEM_TEST(isnormal, (x.magnitude < parts::exponent &&
                       x.magnitude >> parts::mantissa != 0))
TANDEM_TEST(signbit, x.negative)
#undef TANDEM_TEST

// Scalars and vec: the most significant bit counts; bool and marray: truth.
namespace detail {
template <class T> constexpr bool is_set(T value) {
  if constexpr (std::is_same_v<T, bool>)
    return value;
  else
    return static_cast<std::make_signed_t<T>>(value) < 0;
}
} // namespace detail
// For vec the result is an int.
namespace detail {
template <class T> struct any_of {
  using type = bool;
};
template <class T, int N> struct any_of<vec<T, N>> {
  using type = int;
};
template <class T> using any_result = typename any_of<value_of<T>>::type;
} // namespace detail
template <class T> detail::any_result<T> any(const T &a) {
  if constexpr (detail::is_vector<T>) {
    for (int i = 0; i < detail::count_of<T>; ++i)
      if (detail::is_set(a[i]))
        return true;
    return false;
  } else {
    return detail::is_set(a);
  }
}
template <class T> detail::any_result<T> all(const T &a) {
  if constexpr (detail::is_vector<T>) {
    for (int i = 0; i < detail::count_of<T>; ++i)
      if (!detail::is_set(a[i]))
        return false;
    return true;
  } else {
    return detail::is_set(a);
  }
}

namespace detail {
template <class T> constexpr T select_bits(T a, T b, T mask) {
  using bits = float_bits<sizeof(T) == 1 ? 2 : sizeof(T)>;
  if constexpr (std::is_integral_v<T>)
    return T((a & ~mask) | (b & mask));
  else
    return __builtin_bit_cast(
        T,
        bits((__builtin_bit_cast(bits, a) & ~__builtin_bit_cast(bits, mask)) |
             (__builtin_bit_cast(bits, b) & __builtin_bit_cast(bits, mask))));
}
template <class T>
inline constexpr bool is_generic = is_genfloat<T> || is_geninteger<T>;
} // namespace detail
TANDEM_FUNCTION_3(bitselect, is_generic, detail::select_bits(x, y, z))

// b where c is true, else a.
template <class A, class B, class C, class V = detail::argument_of<A, B>>
TANDEM_ALWAYS_INLINE V select(const A &a, const B &b, const C &c) {
  if constexpr (detail::is_vector<V>) {
    V r;
    for (int i = 0; i < detail::count_of<V>; ++i)
      r[i] = detail::is_set(detail::element_of<C>(c[i])) ? b[i] : a[i];
    return r;
  } else {
    return c ? b : a;
  }
}

} // namespace _V1
} // namespace sycl

#include <sycl/detail/math_function_end.hpp>
