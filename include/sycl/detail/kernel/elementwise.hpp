//===- sycl/detail/kernel/elementwise.hpp - operations on elements --------===//
//
// Part of Tandem, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// Owns: the traits by which operators and math functions work on scalars and
// on all kinds of vectors with one definition each.
#pragma once

#include <sycl/detail/index_base.hpp>
#include <sycl/detail/kernel/half.hpp>

namespace sycl {
inline namespace _V1 {

template <class DataT, int NumElements> class vec;
template <class DataT, size_t NumElements> class marray;

namespace detail {

template <class Vec, int... Index> class swizzled;

// For vectors: `count`, `element`, and `value`, the vector itself; a swizzle's
// value is the vec of its elements.
template <class Value> struct vector_traits {
  static constexpr int count = 0;
  using element = Value;
  using value = Value;
};
template <class DataT, int NumElements>
struct vector_traits<vec<DataT, NumElements>> {
  static constexpr int count = NumElements;
  using element = DataT;
  using value = vec<DataT, NumElements>;
  template <class Other> using with = vec<Other, NumElements>;
};
template <class DataT, size_t NumElements>
struct vector_traits<marray<DataT, NumElements>> {
  static constexpr int count = static_cast<int>(NumElements);
  using element = DataT;
  using value = marray<DataT, NumElements>;
  template <class Other> using with = marray<Other, NumElements>;
};
template <class DataT, int NumElements, int... Index>
struct vector_traits<swizzled<vec<DataT, NumElements>, Index...>>
    : vector_traits<vec<std::remove_const_t<DataT>, sizeof...(Index)>> {};
template <class DataT, int NumElements, int... Index>
struct vector_traits<swizzled<const vec<DataT, NumElements>, Index...>>
    : vector_traits<vec<DataT, sizeof...(Index)>> {};

template <class Value> using value_of = typename vector_traits<Value>::value;
template <class Value>
using element_of = typename vector_traits<Value>::element;
template <class Value>
inline constexpr int count_of = vector_traits<Value>::count;
template <class Value> inline constexpr bool is_vector = count_of<Value> != 0;

// The number of elements that a constructor takes from an argument.
template <class Value>
inline constexpr int elements_in = count_of<Value> ? count_of<Value> : 1;

// Scalars have the builtins' own types in their operations.
template <class DataT> constexpr DataT native(DataT value) { return value; }
constexpr _Float16 native(half value) { return value.native(); }

template <class DataT>
inline constexpr bool is_float_scalar =
    std::is_same_v<DataT, float> || std::is_same_v<DataT, double> ||
    std::is_same_v<DataT, half>;
template <class Value>
inline constexpr bool is_genfloat = is_float_scalar<element_of<Value>>;
template <class Value>
inline constexpr bool is_geninteger = std::is_integral_v<element_of<Value>> &&
                                      !std::is_same_v<element_of<Value>, bool>;

// Whether Other may be an operand with Value: the same kind of vector, or a
// scalar.
template <class Value, class Other>
inline constexpr bool is_matching =
    std::is_same_v<value_of<Value>, value_of<Other>> ||
    (!is_vector<Other> && std::is_convertible_v<Other, element_of<Value>>);

// The type that scalars of other or of different types convert to, by overload
// resolution: pow(1.f, 2) computes in float.
half float_of(half, half = 0, half = 0);
float float_of(float, float = 0, float = 0);
double float_of(double, double = 0, double = 0);

// The type that a function computes in for arguments of these types.
template <class Enable, class First, class... Rest> struct argument {};
template <class First, class... Rest>
struct argument<
    std::enable_if_t<is_vector<First> && (is_matching<First, Rest> && ...)>,
    First, Rest...> {
  using type = value_of<First>;
};
template <class Type>
inline constexpr bool is_scalar_argument =
    std::is_arithmetic_v<Type> || std::is_same_v<Type, half>;
template <class First, class... Rest>
struct argument<std::enable_if_t<is_scalar_argument<First> &&
                                 (std::is_same_v<First, Rest> && ...)>,
                First, Rest...> {
  using type = First;
};
template <class First, class... Rest>
struct argument<
    std::void_t<
        std::enable_if_t<!(is_vector<First> || ... || is_vector<Rest>) &&
                         !(is_scalar_argument<First> && ... &&
                           std::is_same_v<First, Rest>)>,
        decltype(float_of(std::declval<const First &>(),
                          std::declval<const Rest &>()...))>,
    First, Rest...> {
  using type = decltype(float_of(std::declval<const First &>(),
                                 std::declval<const Rest &>()...));
};
template <class... Arguments>
using argument_of = typename argument<void, Arguments...>::type;

// The result of an operation between two operands of which at least one is a
// vector: that vector, if the other is the same or a scalar.
template <class Left, class Right, class = void> struct binary_vector {};
template <class Left, class Right>
struct binary_vector<
    Left, Right,
    std::enable_if_t<(is_vector<Left> && is_vector<Right> &&
                      std::is_same_v<value_of<Left>, value_of<Right>>)>> {
  using type = value_of<Left>;
};
template <class Left, class Right>
struct binary_vector<
    Left, Right,
    std::enable_if_t<(is_vector<Left> && !is_vector<Right> &&
                      std::is_convertible_v<Right, element_of<Left>>)>> {
  using type = value_of<Left>;
};
template <class Left, class Right>
struct binary_vector<
    Left, Right,
    std::enable_if_t<(!is_vector<Left> && is_vector<Right> &&
                      std::is_convertible_v<Left, element_of<Right>>)>> {
  using type = value_of<Right>;
};

// An element of a vector, or the scalar itself, as an element of Vector.
template <class Vector, class Argument>
constexpr TANDEM_ALWAYS_INLINE element_of<Vector> pick(const Argument &argument,
                                                       int index) {
  if constexpr (is_vector<Argument>)
    return argument[index];
  else
    return static_cast<element_of<Vector>>(argument);
}

// Applies Function::of to scalars, or to each element of Result and what
// belongs to it.
template <class Function, class Result, class First, class... Rest>
TANDEM_ALWAYS_INLINE Result map(const First &first, const Rest &...rest) {
  if constexpr (is_vector<Result>) {
    Result result;
    for (int index = 0; index < count_of<Result>; ++index)
      result[index] = static_cast<element_of<Result>>(Function::of(
          native(first[index]), native(pick<Result>(rest, index))...));
    return result;
  } else {
    return Result(Function::of(native(static_cast<Result>(first)),
                               native(static_cast<Result>(rest))...));
  }
}

// The results of comparisons: -1 and 0 in integers of the same size for vec,
// bool for marray.
template <size_t Size>
using mask_integer = std::conditional_t<
    Size == 1, int8_t,
    std::conditional_t<Size == 2, int16_t,
                       std::conditional_t<Size == 4, int32_t, int64_t>>>;
template <class Value> struct mask_traits;
template <class DataT, int NumElements>
struct mask_traits<vec<DataT, NumElements>> {
  using type = vec<mask_integer<sizeof(DataT)>, NumElements>;
  static constexpr mask_integer<sizeof(DataT)> yes = -1;
};
template <class DataT, size_t NumElements>
struct mask_traits<marray<DataT, NumElements>> {
  using type = marray<bool, NumElements>;
  static constexpr bool yes = true;
};
template <class Value>
using mask_of = typename mask_traits<value_of<Value>>::type;

// The operators of vectors. Argument-dependent lookup leads there through the
// base class of the vectors, and from nothing else. The right side of an
// assignment is a vector of the left's type where nothing else tells: `{1, 2}`.
// An operator exists where the elements have it: vectors of numbers with a
// fraction have no remainders, shifts and bits.
namespace elementwise {
struct operators {};

#define TANDEM_ELEMENT(Vector) std::declval<element_of<Vector> &>()
#define TANDEM_BINARY(op)                                                      \
  template <class Left, class Right,                                           \
            class Vector = typename binary_vector<Left, Right>::type,          \
            class =                                                            \
                decltype(TANDEM_ELEMENT(Vector) op TANDEM_ELEMENT(Vector))>    \
  constexpr Vector operator op(const Left &left, const Right &right) {         \
    Vector result{};                                                           \
    for (int index = 0; index < count_of<Vector>; ++index)                     \
      result[index] = static_cast<element_of<Vector>>(                         \
          pick<Vector>(left, index) op pick<Vector>(right, index));            \
    return result;                                                             \
  }                                                                            \
  template <class Left, class Right = Left, when<is_vector<Left>> = 0,         \
            class Vector = typename binary_vector<Left, Right>::type,          \
            class =                                                            \
                decltype(TANDEM_ELEMENT(Vector) op TANDEM_ELEMENT(Vector))>    \
  constexpr Left &operator op##=(Left & left, const Right & right) {           \
    for (int index = 0; index < count_of<Left>; ++index)                       \
      left[index] = static_cast<element_of<Vector>>(                           \
          pick<Vector>(left, index) op pick<Vector>(right, index));            \
    return left;                                                               \
  }                                                                            \
  template <class Vec, int... Index, class Swizzle = swizzled<Vec, Index...>,  \
            class Right = value_of<Swizzle>,                                   \
            class Vector = typename binary_vector<Swizzle, Right>::type,       \
            class =                                                            \
                decltype(TANDEM_ELEMENT(Vector) op TANDEM_ELEMENT(Vector))>    \
  constexpr const swizzled<Vec, Index...> &operator op##=(                     \
      const swizzled<Vec, Index...> &left, const Right & right) {              \
    return left = left op right;                                               \
  }
/// Applies the operator to each element of `left` and `right`, one of which may
/// be a scalar; also as an assignment to `left`. It exists if the elements have
/// it.
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
  template <class Left, class Right,                                           \
            class Vector = typename binary_vector<Left, Right>::type>          \
  constexpr mask_of<Vector> operator op(const Left & left,                     \
                                        const Right & right) {                 \
    mask_of<Vector> result{};                                                  \
    for (int index = 0; index < count_of<Vector>; ++index)                     \
      result[index] = pick<Vector>(left, index) op pick<Vector>(right, index)  \
                          ? mask_traits<Vector>::yes                           \
                          : 0;                                                 \
    return result;                                                             \
  }
/// Compares each element of `left` and `right`, one of which may be a scalar.
/// The result has -1 for true and 0 for false in integers of the elements' size
/// for vec, and `bool` for marray.
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
  template <class Operand, when<is_vector<Operand>> = 0,                       \
            class = decltype(op TANDEM_ELEMENT(Operand))>                      \
  constexpr value_of<Operand> operator op(const Operand & operand) {           \
    value_of<Operand> result{};                                                \
    for (int index = 0; index < count_of<Operand>; ++index)                    \
      result[index] = static_cast<element_of<Operand>>(op operand[index]);     \
    return result;                                                             \
  }
/// Applies the operator to each element.
TANDEM_UNARY(+)
TANDEM_UNARY(-)
TANDEM_UNARY(~)
#undef TANDEM_UNARY

/// Whether each element is zero, as in a comparison.
template <class Operand, when<is_vector<Operand>> = 0>
constexpr mask_of<Operand> operator!(const Operand &operand) {
  mask_of<Operand> result{};
  for (int index = 0; index < count_of<Operand>; ++index)
    result[index] = operand[index] ? 0 : mask_traits<value_of<Operand>>::yes;
  return result;
}
/// Adds 1 to each element.
template <class Operand, when<is_vector<Operand>> = 0,
          class = decltype(++TANDEM_ELEMENT(Operand))>
constexpr Operand &operator++(Operand &operand) {
  return operand += element_of<Operand>(1);
}
/// Subtracts 1 from each element.
template <class Operand, when<is_vector<Operand>> = 0,
          class = decltype(--TANDEM_ELEMENT(Operand))>
constexpr Operand &operator--(Operand &operand) {
  return operand -= element_of<Operand>(1);
}
#define TANDEM_STEP(op)                                                        \
  template <class Vec, int... Index, class = decltype(op TANDEM_ELEMENT(Vec))> \
  constexpr const swizzled<Vec, Index...> &operator op(                        \
      const swizzled<Vec, Index...> &operand) {                                \
    value_of<swizzled<Vec, Index...>> value = operand;                         \
    return operand = op value;                                                 \
  }                                                                            \
  template <class Vec, int... Index, class = decltype(op TANDEM_ELEMENT(Vec))> \
  constexpr auto operator op(const swizzled<Vec, Index...> &operand, int) {    \
    value_of<swizzled<Vec, Index...>> old = operand;                           \
    op operand;                                                                \
    return old;                                                                \
  }
/// Adds 1 to each element of a swizzle.
TANDEM_STEP(++)
/// Subtracts 1 from each element of a swizzle.
TANDEM_STEP(--)
#undef TANDEM_STEP
/// Adds 1 to each element and returns the previous values.
template <class Operand, when<is_vector<Operand>> = 0,
          class = decltype(++TANDEM_ELEMENT(Operand))>
constexpr value_of<Operand> operator++(Operand &operand, int) {
  value_of<Operand> old = operand;
  ++operand;
  return old;
}
/// Subtracts 1 from each element and returns the previous values.
template <class Operand, when<is_vector<Operand>> = 0,
          class = decltype(--TANDEM_ELEMENT(Operand))>
constexpr value_of<Operand> operator--(Operand &operand, int) {
  value_of<Operand> old = operand;
  --operand;
  return old;
}
#undef TANDEM_ELEMENT

} // namespace elementwise
} // namespace detail
} // namespace _V1
} // namespace sycl
