//===- sycl/ext/oneapi/experimental/bfloat16_math.hpp - of bfloat16 -------===//
//
// Part of Tandem, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// Owns: sycl_ext_oneapi_bfloat16_math_functions: float's functions, rounded,
// on bfloat16 and on all kinds of vectors of it.
#pragma once

#include <sycl/detail/kernel/elementwise.hpp>
#include <sycl/ext/oneapi/bfloat16.hpp>
#include <sycl/math_functions.hpp>

namespace sycl {
inline namespace _V1 {
namespace detail {

template <class Value>
using when_bfloat16 =
    when<std::is_same_v<element_of<Value>, ext::oneapi::bfloat16>>;

template <class Value> float element_at(const Value &value, int index) {
  if constexpr (is_vector<Value>)
    return value[index];
  else
    return value;
}

// Applies `function` to the elements of vectors, or to scalars.
template <class Function, class First, class... Rest>
auto by_element(Function function, const First &first, const Rest &...rest) {
  if constexpr (is_vector<First>) {
    using element =
        decltype(function(element_at(first, 0), element_at(rest, 0)...));
    using traits = vector_traits<First>;
    typename traits::template with<element> result;
    for (int index = 0; index < traits::count; ++index)
      result[index] =
          function(element_at(first, index), element_at(rest, index)...);
    return result;
  } else {
    return function(float(first), float(rest)...);
  }
}

} // namespace detail

namespace ext::oneapi::experimental {

#define TANDEM_UNARY(name)                                                     \
  template <class Value, detail::when_bfloat16<Value> = 0>                     \
  auto name(const Value &value) {                                              \
    return detail::by_element(                                                 \
        [](float value) { return bfloat16(sycl::name(value)); }, value);       \
  }
#define TANDEM_BINARY(name)                                                    \
  template <class Value, detail::when_bfloat16<Value> = 0>                     \
  auto name(const Value &first, const Value &second) {                         \
    return detail::by_element(                                                 \
        [](float first, float second) {                                        \
          return bfloat16(sycl::name(first, second));                          \
        },                                                                     \
        first, second);                                                        \
  }

/// Rounds towards positive infinity. Like all functions here, it takes
/// `bfloat16`, or `marray` or `vec` of it, computes in `float` and rounds the
/// result. `sycl_ext_oneapi_bfloat16_math_functions`.
TANDEM_UNARY(ceil)
/// The cosine of an angle in radians.
TANDEM_UNARY(cos)
/// The base-e exponential.
TANDEM_UNARY(exp)
/// The base-10 exponential.
TANDEM_UNARY(exp10)
/// The base-2 exponential.
TANDEM_UNARY(exp2)
/// The absolute value.
TANDEM_UNARY(fabs)
/// Rounds towards negative infinity.
TANDEM_UNARY(floor)
/// The natural logarithm.
TANDEM_UNARY(log)
/// The base-10 logarithm.
TANDEM_UNARY(log10)
/// The base-2 logarithm.
TANDEM_UNARY(log2)
/// Rounds to the nearest integer, ties to even.
TANDEM_UNARY(rint)
/// The inverse square root.
TANDEM_UNARY(rsqrt)
/// The sine of an angle in radians.
TANDEM_UNARY(sin)
/// The square root.
TANDEM_UNARY(sqrt)
/// Rounds towards zero.
TANDEM_UNARY(trunc)
/// The larger operand. If one is NaN, the other.
TANDEM_BINARY(fmax)
/// The smaller operand. If one is NaN, the other.
TANDEM_BINARY(fmin)

#undef TANDEM_UNARY
#undef TANDEM_BINARY

/// `first * second + third`, computed in `float` and rounded.
template <class Value, detail::when_bfloat16<Value> = 0>
auto fma(const Value &first, const Value &second, const Value &third) {
  return detail::by_element(
      [](float first, float second, float third) {
        return bfloat16(sycl::fma(first, second, third));
      },
      first, second, third);
}
/// Whether a value is NaN: `bool`, or a vector of `bool`.
template <class Value, detail::when_bfloat16<Value> = 0>
auto isnan(const Value &value) {
  return detail::by_element([](float value) { return value != value; }, value);
}

} // namespace ext::oneapi::experimental
} // namespace _V1
} // namespace sycl
