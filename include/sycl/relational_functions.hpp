//===- sycl/relational_functions.hpp - relational functions ---------------===//
//
// Part of Tandem, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// Owns: the functions of SYCL 2020, 4.17.10.
#pragma once

#include <sycl/detail/kernel/math_function.hpp>
#include <sycl/marray.hpp>
#include <sycl/vec.hpp>

namespace sycl {
inline namespace _V1 {

namespace detail {
// bool for scalars, masks for vectors.
template <class Value, bool Vector = is_vector<Value>> struct truth {
  using type = bool;
  static constexpr bool yes = true;
};
template <class Value>
struct truth<Value, true> : mask_traits<value_of<Value>> {};
template <class Value> using truth_of = typename truth<Value>::type;
} // namespace detail

#define TANDEM_RELATION(name, expression)                                      \
  template <class Left, class Right,                                           \
            class Argument = detail::argument_of<Left, Right>,                 \
            detail::when<detail::is_genfloat<Argument>> = 0>                   \
  TANDEM_ALWAYS_INLINE detail::truth_of<Argument> name(const Left &left,       \
                                                       const Right &right) {   \
    if constexpr (detail::is_vector<Argument>) {                               \
      detail::truth_of<Argument> result;                                       \
      for (int index = 0; index < detail::count_of<Argument>; ++index)         \
        result[index] =                                                        \
            name(left[index], detail::pick<Argument>(right, index))            \
                ? detail::truth<Argument>::yes                                 \
                : 0;                                                           \
      return result;                                                           \
    } else {                                                                   \
      const auto first = detail::native(static_cast<Argument>(left));          \
      const auto second = detail::native(static_cast<Argument>(right));        \
      return expression;                                                       \
    }                                                                          \
  }
/// Whether the operands are equal.
///
/// Like all comparisons and tests of this header, it returns `bool` for
/// scalars, an marray of `bool` for marray, and for vec integers of the
/// elements' size that are -1 for true and 0 for false.
/// SYCL 2020, section 4.17.10.
TANDEM_RELATION(isequal, first == second)
/// Whether the operands differ; true if one is NaN.
TANDEM_RELATION(isnotequal, first != second)
/// Whether the first operand is greater.
TANDEM_RELATION(isgreater, first > second)
/// Whether the first operand is greater or equal.
TANDEM_RELATION(isgreaterequal, first >= second)
/// Whether the first operand is less.
TANDEM_RELATION(isless, first < second)
/// Whether the first operand is less or equal.
TANDEM_RELATION(islessequal, first <= second)
/// Whether the first operand is less or greater; false if one is NaN.
TANDEM_RELATION(islessgreater, (first < second || first > second))
/// Whether no operand is NaN.
TANDEM_RELATION(isordered, (first == first && second == second))
/// Whether an operand is NaN.
TANDEM_RELATION(isunordered, (first != first || second != second))
#undef TANDEM_RELATION

namespace detail {
// Bits of a floating-point number: -ffast-math must not fold the tests.
template <size_t Size>
using float_bits =
    std::conditional_t<Size == 2, uint16_t,
                       std::conditional_t<Size == 4, uint32_t, uint64_t>>;
template <class Float> struct float_parts {
  using bits = float_bits<sizeof(Float)>;
  static constexpr int mantissa = sizeof(Float) == 2   ? 10
                                  : sizeof(Float) == 4 ? 23
                                                       : 52;
  static constexpr bits sign = bits(bits(1) << (8 * sizeof(Float) - 1));
  static constexpr bits exponent =
      bits(bits(~sign) & ~((bits(1) << mantissa) - 1));

  bits magnitude;
  bool negative;
  constexpr float_parts(Float value)
      : magnitude(bits(__builtin_bit_cast(bits, value) & bits(~sign))),
        negative(__builtin_bit_cast(bits, value) & sign) {}
};
} // namespace detail

#define TANDEM_TEST(name, expression)                                          \
  template <class Given, class Argument = detail::argument_of<Given>,          \
            detail::when<detail::is_genfloat<Argument>> = 0>                   \
  TANDEM_ALWAYS_INLINE detail::truth_of<Argument> name(const Given &given) {   \
    if constexpr (detail::is_vector<Argument>) {                               \
      detail::truth_of<Argument> result;                                       \
      for (int index = 0; index < detail::count_of<Argument>; ++index)         \
        result[index] = name(given[index]) ? detail::truth<Argument>::yes : 0; \
      return result;                                                           \
    } else {                                                                   \
      using parts = detail::float_parts<Argument>;                             \
      const parts number(static_cast<Argument>(given));                        \
      return expression;                                                       \
    }                                                                          \
  }
/// Whether the value is neither infinite nor NaN. Like the following tests, it
/// examines the bits, so that -ffast-math does not change the result.
TANDEM_TEST(isfinite, number.magnitude < parts::exponent)
/// Whether the value is infinite.
TANDEM_TEST(isinf, number.magnitude == parts::exponent)
/// Whether the value is NaN.
TANDEM_TEST(isnan, number.magnitude > parts::exponent)
/// Whether the value is normal: not zero, subnormal, infinite or NaN.
TANDEM_TEST(isnormal, (number.magnitude < parts::exponent &&
                       number.magnitude >> parts::mantissa != 0))
/// Whether the sign bit is set.
TANDEM_TEST(signbit, number.negative)
#undef TANDEM_TEST

// Scalars and vec: the most significant bit counts; bool and marray: truth.
namespace detail {
template <class DataT> constexpr bool is_set(DataT value) {
  if constexpr (std::is_same_v<DataT, bool>)
    return value;
  else
    return static_cast<std::make_signed_t<DataT>>(value) < 0;
}
} // namespace detail
// For vec the result is an int.
namespace detail {
template <class Value> struct any_of {
  using type = bool;
};
template <class DataT, int NumElements> struct any_of<vec<DataT, NumElements>> {
  using type = int;
};
template <class Value>
using any_result = typename any_of<value_of<Value>>::type;
} // namespace detail
/// Whether at least one element is true.
///
/// Integers, and the elements of a vec, are true if the most significant bit is
/// set; `bool` and the elements of an marray of `bool` by their value. The
/// result is `int` for vec, otherwise `bool`.
template <class Value> detail::any_result<Value> any(const Value &value) {
  if constexpr (detail::is_vector<Value>) {
    for (int index = 0; index < detail::count_of<Value>; ++index)
      if (detail::is_set(value[index]))
        return true;
    return false;
  } else {
    return detail::is_set(value);
  }
}
/// Whether all elements are true, as `any` defines it.
template <class Value> detail::any_result<Value> all(const Value &value) {
  if constexpr (detail::is_vector<Value>) {
    for (int index = 0; index < detail::count_of<Value>; ++index)
      if (!detail::is_set(value[index]))
        return false;
    return true;
  } else {
    return detail::is_set(value);
  }
}

namespace detail {
template <class DataT>
constexpr DataT select_bits(DataT if_clear, DataT if_set, DataT mask) {
  using bits = float_bits<sizeof(DataT) == 1 ? 2 : sizeof(DataT)>;
  if constexpr (std::is_integral_v<DataT>)
    return DataT((if_clear & ~mask) | (if_set & mask));
  else
    return __builtin_bit_cast(DataT, bits((__builtin_bit_cast(bits, if_clear) &
                                           ~__builtin_bit_cast(bits, mask)) |
                                          (__builtin_bit_cast(bits, if_set) &
                                           __builtin_bit_cast(bits, mask))));
}
template <class Value>
inline constexpr bool is_generic = is_genfloat<Value> || is_geninteger<Value>;
} // namespace detail
/// Selects bit by bit: from the second operand where the third has a one,
/// otherwise from the first.
TANDEM_FUNCTION_3(bitselect, is_generic,
                  detail::select_bits(first, second, third))

/// `if_true` where the condition is true, otherwise `if_false`.
///
/// Of vectors, each element is selected by the same element of the condition:
/// by its most significant bit, or its value if it is `bool`.
template <class IfFalse, class IfTrue, class Condition,
          class Result = detail::argument_of<IfFalse, IfTrue>>
TANDEM_ALWAYS_INLINE Result select(const IfFalse &if_false,
                                   const IfTrue &if_true,
                                   const Condition &condition) {
  if constexpr (detail::is_vector<Result>) {
    Result result;
    for (int index = 0; index < detail::count_of<Result>; ++index)
      result[index] =
          detail::is_set(detail::element_of<Condition>(condition[index]))
              ? if_true[index]
              : if_false[index];
    return result;
  } else {
    return condition ? if_true : if_false;
  }
}

} // namespace _V1
} // namespace sycl

#include <sycl/detail/kernel/math_function_end.hpp>
