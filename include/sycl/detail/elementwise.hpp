//===- sycl/detail/elementwise.hpp - operations on elements ---------------===//
//
// Part of Tandem, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// Owns: the traits by which operators and math functions work on scalars and
// on all kinds of vectors with one definition each.
#pragma once

#include <sycl/detail/index_base.hpp>
#include <sycl/half.hpp>

namespace sycl {
inline namespace _V1 {

template <class T, int N> class vec;
template <class T, size_t N> class marray;

namespace detail {

template <class Vec, int... Index> class swizzled;

// For vectors: `count`, `element`, and `value`, the vector itself; a swizzle's
// value is the vec of its elements.
template <class V> struct vector_traits {
  static constexpr int count = 0;
  using element = V;
  using value = V;
};
template <class T, int N> struct vector_traits<vec<T, N>> {
  static constexpr int count = N;
  using element = T;
  using value = vec<T, N>;
  template <class U> using with = vec<U, N>;
};
template <class T, size_t N> struct vector_traits<marray<T, N>> {
  static constexpr int count = static_cast<int>(N);
  using element = T;
  using value = marray<T, N>;
  template <class U> using with = marray<U, N>;
};
template <class T, int N, int... Index>
struct vector_traits<swizzled<vec<T, N>, Index...>>
    : vector_traits<vec<std::remove_const_t<T>, sizeof...(Index)>> {};
template <class T, int N, int... Index>
struct vector_traits<swizzled<const vec<T, N>, Index...>>
    : vector_traits<vec<T, sizeof...(Index)>> {};

template <class V> using value_of = typename vector_traits<V>::value;
template <class V> using element_of = typename vector_traits<V>::element;
template <class V> inline constexpr int count_of = vector_traits<V>::count;
template <class V> inline constexpr bool is_vector = count_of<V> != 0;

// How many elements an argument of a constructor stands for.
template <class T>
inline constexpr int elements_in = count_of<T> ? count_of<T> : 1;

// Scalars have the builtins' own types in their operations.
template <class T> constexpr T native(T value) { return value; }
constexpr _Float16 native(half value) { return value.native(); }

template <class T>
inline constexpr bool is_float_scalar =
    std::is_same_v<T, float> || std::is_same_v<T, double> ||
    std::is_same_v<T, half>;
template <class T>
inline constexpr bool is_genfloat = is_float_scalar<element_of<T>>;
template <class T>
inline constexpr bool is_geninteger =
    std::is_integral_v<element_of<T>> && !std::is_same_v<element_of<T>, bool>;

// Whether U may be an operand beside a vector T: the same kind of vector, or a
// scalar.
template <class T, class U>
inline constexpr bool is_matching =
    std::is_same_v<value_of<T>, value_of<U>> ||
    (!is_vector<U> && std::is_convertible_v<U, element_of<T>>);

// What scalars of other or of different types convert to, by the rules for
// overloads: pow(1.f, 2) is one of float.
half float_of(half, half = 0, half = 0);
float float_of(float, float = 0, float = 0);
double float_of(double, double = 0, double = 0);

// The type that a function computes in for arguments of these types.
template <class Enable, class T, class... Rest> struct argument {};
template <class T, class... Rest>
struct argument<std::enable_if_t<is_vector<T> && (is_matching<T, Rest> && ...)>,
                T, Rest...> {
  using type = value_of<T>;
};
template <class T>
inline constexpr bool is_scalar_argument =
    std::is_arithmetic_v<T> || std::is_same_v<T, half>;
template <class T, class... Rest>
struct argument<
    std::enable_if_t<is_scalar_argument<T> && (std::is_same_v<T, Rest> && ...)>,
    T, Rest...> {
  using type = T;
};
template <class T, class... Rest>
struct argument<
    std::void_t<std::enable_if_t<!(is_vector<T> || ... || is_vector<Rest>) &&
                                 !(is_scalar_argument<T> && ... &&
                                   std::is_same_v<T, Rest>)>,
                decltype(float_of(std::declval<const T &>(),
                                  std::declval<const Rest &>()...))>,
    T, Rest...> {
  using type = decltype(float_of(std::declval<const T &>(),
                                 std::declval<const Rest &>()...));
};
template <class... T> using argument_of = typename argument<void, T...>::type;

// The result of an operation between two operands of which at least one is a
// vector: that vector, if the other is the same or a scalar.
template <class A, class B, class = void> struct binary_vector {};
template <class A, class B>
struct binary_vector<
    A, B,
    std::enable_if_t<(is_vector<A> && is_vector<B> &&
                      std::is_same_v<value_of<A>, value_of<B>>)>> {
  using type = value_of<A>;
};
template <class A, class B>
struct binary_vector<
    A, B,
    std::enable_if_t<(is_vector<A> && !is_vector<B> &&
                      std::is_convertible_v<B, element_of<A>>)>> {
  using type = value_of<A>;
};
template <class A, class B>
struct binary_vector<
    A, B,
    std::enable_if_t<(!is_vector<A> && is_vector<B> &&
                      std::is_convertible_v<A, element_of<B>>)>> {
  using type = value_of<B>;
};

// Element i of a vector, or the scalar itself, as an element of V.
template <class V, class A>
constexpr TANDEM_ALWAYS_INLINE element_of<V> pick(const A &a, int i) {
  if constexpr (is_vector<A>)
    return a[i];
  else
    return static_cast<element_of<V>>(a);
}

// Applies Function::of to scalars, or to each element of V and what belongs to
// it.
template <class Function, class V, class T, class... Rest>
TANDEM_ALWAYS_INLINE V map(const T &a, const Rest &...rest) {
  if constexpr (is_vector<V>) {
    V r;
    for (int i = 0; i < count_of<V>; ++i)
      r[i] = static_cast<element_of<V>>(
          Function::of(native(a[i]), native(pick<V>(rest, i))...));
    return r;
  } else {
    return V(Function::of(native(static_cast<V>(a)),
                          native(static_cast<V>(rest))...));
  }
}

// What comparisons give: -1 and 0 in integers of the same size for vec, bool
// for marray.
template <size_t Size>
using mask_integer = std::conditional_t<
    Size == 1, int8_t,
    std::conditional_t<Size == 2, int16_t,
                       std::conditional_t<Size == 4, int32_t, int64_t>>>;
template <class V> struct mask_traits;
template <class T, int N> struct mask_traits<vec<T, N>> {
  using type = vec<mask_integer<sizeof(T)>, N>;
  static constexpr mask_integer<sizeof(T)> yes = -1;
};
template <class T, size_t N> struct mask_traits<marray<T, N>> {
  using type = marray<bool, N>;
  static constexpr bool yes = true;
};
template <class V> using mask_of = typename mask_traits<value_of<V>>::type;

// The operators of vectors. Argument-dependent lookup leads there through the
// base class of the vectors, and from nothing else. The right side of an
// assignment is a vector of the left's type where nothing else tells: `{1, 2}`.
// An operator exists where the elements have it: vectors of numbers with a
// fraction have no remainders, shifts and bits.
namespace elementwise {
struct operators {};

#define TANDEM_ELEMENT(V) std::declval<element_of<V> &>()
#define TANDEM_BINARY(op)                                                      \
  template <class A, class B, class V = typename binary_vector<A, B>::type,    \
            class = decltype(TANDEM_ELEMENT(V) op TANDEM_ELEMENT(V))>          \
  constexpr V operator op(const A &a, const B &b) {                            \
    V r;                                                                       \
    for (int i = 0; i < count_of<V>; ++i)                                      \
      r[i] = static_cast<element_of<V>>(pick<V>(a, i) op pick<V>(b, i));       \
    return r;                                                                  \
  }                                                                            \
  template <class A, class B = A, when<is_vector<A>> = 0,                      \
            class V = typename binary_vector<A, B>::type,                      \
            class = decltype(TANDEM_ELEMENT(V) op TANDEM_ELEMENT(V))>          \
  constexpr A &operator op##=(A & a, const B & b) {                            \
    for (int i = 0; i < count_of<A>; ++i)                                      \
      a[i] = static_cast<element_of<V>>(pick<V>(a, i) op pick<V>(b, i));       \
    return a;                                                                  \
  }                                                                            \
  template <class Vec, int... I, class S = swizzled<Vec, I...>,                \
            class B = value_of<S>,                                             \
            class V = typename binary_vector<S, B>::type,                      \
            class = decltype(TANDEM_ELEMENT(V) op TANDEM_ELEMENT(V))>          \
  constexpr const swizzled<Vec, I...> &operator op##=(                         \
      const swizzled<Vec, I...> &a, const B & b) {                             \
    return a = a op b;                                                         \
  }
TANDEM_BINARY(+)
TANDEM_BINARY(-)
TANDEM_BINARY(*)
TANDEM_BINARY(/)
TANDEM_BINARY(%)
TANDEM_BINARY(&)
TANDEM_BINARY(|)
TANDEM_BINARY(^)
TANDEM_BINARY(<<)
TANDEM_BINARY(>>)
#undef TANDEM_BINARY

#define TANDEM_COMPARISON(op)                                                  \
  template <class A, class B, class V = typename binary_vector<A, B>::type>    \
  constexpr mask_of<V> operator op(const A & a, const B & b) {                 \
    mask_of<V> r;                                                              \
    for (int i = 0; i < count_of<V>; ++i)                                      \
      r[i] = pick<V>(a, i) op pick<V>(b, i) ? mask_traits<V>::yes : 0;         \
    return r;                                                                  \
  }
TANDEM_COMPARISON(==)
TANDEM_COMPARISON(!=)
TANDEM_COMPARISON(<)
TANDEM_COMPARISON(>)
TANDEM_COMPARISON(<=)
TANDEM_COMPARISON(>=)
TANDEM_COMPARISON(&&)
TANDEM_COMPARISON(||)
#undef TANDEM_COMPARISON

#define TANDEM_UNARY(op)                                                       \
  template <class A, when<is_vector<A>> = 0,                                   \
            class = decltype(op TANDEM_ELEMENT(A))>                            \
  constexpr value_of<A> operator op(const A & a) {                             \
    value_of<A> r;                                                             \
    for (int i = 0; i < count_of<A>; ++i)                                      \
      r[i] = static_cast<element_of<A>>(op a[i]);                              \
    return r;                                                                  \
  }
TANDEM_UNARY(+)
TANDEM_UNARY(-)
TANDEM_UNARY(~)
#undef TANDEM_UNARY

template <class A, when<is_vector<A>> = 0>
constexpr mask_of<A> operator!(const A &a) {
  mask_of<A> r;
  for (int i = 0; i < count_of<A>; ++i)
    r[i] = a[i] ? 0 : mask_traits<value_of<A>>::yes;
  return r;
}
template <class A, when<is_vector<A>> = 0,
          class = decltype(++TANDEM_ELEMENT(A))>
constexpr A &operator++(A &a) {
  return a += element_of<A>(1);
}
template <class A, when<is_vector<A>> = 0,
          class = decltype(--TANDEM_ELEMENT(A))>
constexpr A &operator--(A &a) {
  return a -= element_of<A>(1);
}
#define TANDEM_STEP(op)                                                        \
  template <class Vec, int... I, class = decltype(op TANDEM_ELEMENT(Vec))>     \
  constexpr const swizzled<Vec, I...> &operator op(                            \
      const swizzled<Vec, I...> &a) {                                          \
    value_of<swizzled<Vec, I...>> v = a;                                       \
    return a = op v;                                                           \
  }                                                                            \
  template <class Vec, int... I, class = decltype(op TANDEM_ELEMENT(Vec))>     \
  constexpr auto operator op(const swizzled<Vec, I...> &a, int) {              \
    value_of<swizzled<Vec, I...>> old = a;                                     \
    op a;                                                                      \
    return old;                                                                \
  }
TANDEM_STEP(++)
TANDEM_STEP(--)
#undef TANDEM_STEP
template <class A, when<is_vector<A>> = 0,
          class = decltype(++TANDEM_ELEMENT(A))>
constexpr value_of<A> operator++(A &a, int) {
  value_of<A> old = a;
  ++a;
  return old;
}
template <class A, when<is_vector<A>> = 0,
          class = decltype(--TANDEM_ELEMENT(A))>
constexpr value_of<A> operator--(A &a, int) {
  value_of<A> old = a;
  --a;
  return old;
}
#undef TANDEM_ELEMENT

} // namespace elementwise
} // namespace detail
} // namespace _V1
} // namespace sycl
