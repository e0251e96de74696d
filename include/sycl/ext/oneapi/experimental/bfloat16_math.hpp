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

// What `function` makes of the elements of vectors, or of scalars.
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

TANDEM_UNARY(ceil)
TANDEM_UNARY(cos)
TANDEM_UNARY(exp)
TANDEM_UNARY(exp10)
TANDEM_UNARY(exp2)
TANDEM_UNARY(fabs)
TANDEM_UNARY(floor)
TANDEM_UNARY(log)
TANDEM_UNARY(log10)
TANDEM_UNARY(log2)
TANDEM_UNARY(rint)
TANDEM_UNARY(rsqrt)
TANDEM_UNARY(sin)
TANDEM_UNARY(sqrt)
TANDEM_UNARY(trunc)
TANDEM_BINARY(fmax)
TANDEM_BINARY(fmin)

#undef TANDEM_UNARY
#undef TANDEM_BINARY

template <class Value, detail::when_bfloat16<Value> = 0>
auto fma(const Value &first, const Value &second, const Value &third) {
  return detail::by_element(
      [](float first, float second, float third) {
        return bfloat16(sycl::fma(first, second, third));
      },
      first, second, third);
}
template <class Value, detail::when_bfloat16<Value> = 0>
auto isnan(const Value &value) {
  return detail::by_element([](float value) { return value != value; }, value);
}

} // namespace ext::oneapi::experimental
} // namespace _V1
} // namespace sycl
