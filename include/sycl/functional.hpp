//===- sycl/functional.hpp - function objects -----------------------------===//
//
// Part of Tandem, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// Owns: the function objects of reductions and group algorithms (SYCL 2020,
// 4.17.2), and the hash of half.
#pragma once

#include <sycl/detail/elementwise.hpp>

#include <functional>

namespace sycl {
inline namespace _V1 {

namespace detail {

// The lesser or the greater of two values; of vectors, element by element.
template <bool Lesser, class A, class B>
constexpr auto choose(const A &a, const B &b) {
  if constexpr (is_vector<A>) {
    value_of<A> r;
    for (int i = 0; i < count_of<A>; ++i)
      r[i] = choose<Lesser, element_of<A>, element_of<A>>(a[i], b[i]);
    return r;
  } else if constexpr (Lesser) {
    return b < a ? b : a;
  } else {
    return a < b ? b : a;
  }
}

} // namespace detail

#define TANDEM_FUNCTION_OBJECT(name, result, expression)                       \
  template <class T = void> struct name {                                      \
    constexpr result operator()(const T &a, const T &b) const {                \
      return expression;                                                       \
    }                                                                          \
  };                                                                           \
  template <> struct name<void> {                                              \
    using is_transparent = void;                                               \
    template <class A, class B>                                                \
    constexpr auto operator()(const A &a, const B &b) const                    \
        -> std::decay_t<decltype(expression)> {                                \
      return expression;                                                       \
    }                                                                          \
  };

TANDEM_FUNCTION_OBJECT(plus, T, a + b)
TANDEM_FUNCTION_OBJECT(multiplies, T, a *b)
TANDEM_FUNCTION_OBJECT(bit_and, T, a &b)
TANDEM_FUNCTION_OBJECT(bit_or, T, a | b)
TANDEM_FUNCTION_OBJECT(bit_xor, T, a ^ b)
TANDEM_FUNCTION_OBJECT(logical_and, bool, (a && b))
TANDEM_FUNCTION_OBJECT(logical_or, bool, (a || b))
TANDEM_FUNCTION_OBJECT(minimum, T, detail::choose<true>(a, b))
TANDEM_FUNCTION_OBJECT(maximum, T, detail::choose<false>(a, b))

#undef TANDEM_FUNCTION_OBJECT

// Their names before SYCL 2020 had them; programs still use these.
namespace ext::oneapi {
using sycl::bit_and;
using sycl::bit_or;
using sycl::bit_xor;
using sycl::logical_and;
using sycl::logical_or;
using sycl::maximum;
using sycl::minimum;
using sycl::multiplies;
using sycl::plus;
} // namespace ext::oneapi

namespace detail {

// Whether T is one of the operators above, whatever its argument.
template <class Op, template <class> class Template>
inline constexpr bool is_operator = false;
template <class T, template <class> class Template>
inline constexpr bool is_operator<Template<T>, Template> = true;

template <class Op> struct canonical_operator {
  using type = Op;
};
// The standard's operators are as good as SYCL's of the same names.
#define TANDEM_STANDARD(name)                                                  \
  template <class T>                                                           \
  inline constexpr bool is_operator<std::name<T>, name> = true;                \
  template <class T> struct canonical_operator<std::name<T>> {                 \
    using type = name<T>;                                                      \
  };
TANDEM_STANDARD(plus)
TANDEM_STANDARD(multiplies)
TANDEM_STANDARD(bit_and)
TANDEM_STANDARD(bit_or)
TANDEM_STANDARD(bit_xor)
TANDEM_STANDARD(logical_and)
TANDEM_STANDARD(logical_or)
#undef TANDEM_STANDARD

template <class T>
inline constexpr bool is_arithmetic =
    std::is_arithmetic_v<T> || std::is_same_v<std::remove_cv_t<T>, half>;

// The ends of T's order, infinities included.
template <class T> constexpr T greatest() {
  if constexpr (!std::is_integral_v<T>)
    return T(__builtin_huge_valf());
  else if constexpr (std::is_same_v<T, bool>)
    return true;
  else
    return static_cast<T>(static_cast<std::make_unsigned_t<T>>(~T(0)) >>
                          std::is_signed_v<T>);
}
template <class T> constexpr T least() {
  if constexpr (std::is_integral_v<T>)
    return std::is_signed_v<T> ? static_cast<T>(~greatest<T>()) : T(0);
  else
    return T(-__builtin_huge_valf());
}

// The identity of an operator on T (table in 4.17.2.1), where it has one.
template <class Op, class T, class = void> struct identity {
  static constexpr bool known = false;
};
#define TANDEM_IDENTITY(name, condition, identity_value)                       \
  template <class T, class U>                                                  \
  struct identity<name<U>, T,                                                  \
                  std::enable_if_t<(condition) && (std::is_void_v<U> ||        \
                                                   std::is_same_v<U, T>)>> {   \
    static constexpr bool known = true;                                        \
    static constexpr T value = identity_value;                                 \
  };
TANDEM_IDENTITY(plus, is_arithmetic<T>, T(0))
TANDEM_IDENTITY(multiplies, is_arithmetic<T>, T(1))
TANDEM_IDENTITY(bit_or, std::is_integral_v<T>, T(0))
TANDEM_IDENTITY(bit_xor, std::is_integral_v<T>, T(0))
TANDEM_IDENTITY(bit_and, std::is_integral_v<T>, T(~T(0)))
TANDEM_IDENTITY(logical_and, (std::is_same_v<T, bool>), true)
TANDEM_IDENTITY(logical_or, (std::is_same_v<T, bool>), false)
TANDEM_IDENTITY(minimum, is_arithmetic<T>, greatest<T>())
TANDEM_IDENTITY(maximum, is_arithmetic<T>, least<T>())
#undef TANDEM_IDENTITY

template <class Op, class T>
using identity_for =
    identity<typename canonical_operator<std::decay_t<Op>>::type,
             std::decay_t<T>>;

} // namespace detail

template <class Op, class T>
struct has_known_identity
    : std::bool_constant<detail::identity_for<Op, T>::known> {};
template <class Op, class T>
inline constexpr bool has_known_identity_v = has_known_identity<Op, T>::value;
template <class Op, class T> struct known_identity {
  static constexpr std::decay_t<T> value = detail::identity_for<Op, T>::value;
};
template <class Op, class T>
inline constexpr std::decay_t<T> known_identity_v =
    known_identity<Op, T>::value;

} // namespace _V1
} // namespace sycl

template <> struct std::hash<sycl::half> {
  size_t operator()(sycl::half value) const noexcept {
    return std::hash<float>()(value);
  }
};
