//===- sycl/ext/oneapi/experimental/bfloat16_math.hpp - of bfloat16 -------===//
//
// Part of Tandem, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// Owns: sycl_ext_oneapi_bfloat16_math_functions: float's functions, rounded,
// on bfloat16 and on all kinds of vectors of it.
#pragma once

#include <sycl/detail/elementwise.hpp>
#include <sycl/ext/oneapi/bfloat16.hpp>
#include <sycl/math_functions.hpp>

namespace sycl {
inline namespace _V1 {
namespace detail {

template <class T>
using when_bfloat16 =
    when<std::is_same_v<element_of<T>, ext::oneapi::bfloat16>>;

template <class T> float element_at(const T &value, int i) {
  if constexpr (is_vector<T>)
    return value[i];
  else
    return value;
}

// What `f` makes of the elements of vectors, or of scalars.
template <class F, class T, class... Rest>
auto by_element(F f, const T &first, const Rest &...rest) {
  if constexpr (is_vector<T>) {
    using element = decltype(f(element_at(first, 0), element_at(rest, 0)...));
    using traits = vector_traits<T>;
    typename traits::template with<element> result;
    for (int i = 0; i < traits::count; ++i)
      result[i] = f(element_at(first, i), element_at(rest, i)...);
    return result;
  } else {
    return f(float(first), float(rest)...);
  }
}

} // namespace detail

namespace ext::oneapi::experimental {

#define TANDEM_UNARY(name)                                                     \
  template <class T, detail::when_bfloat16<T> = 0> auto name(const T &x) {     \
    return detail::by_element([](float x) { return bfloat16(sycl::name(x)); }, \
                              x);                                              \
  }
#define TANDEM_BINARY(name)                                                    \
  template <class T, detail::when_bfloat16<T> = 0>                             \
  auto name(const T &x, const T &y) {                                          \
    return detail::by_element(                                                 \
        [](float x, float y) { return bfloat16(sycl::name(x, y)); }, x, y);    \
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

template <class T, detail::when_bfloat16<T> = 0>
auto fma(const T &x, const T &y, const T &z) {
  return detail::by_element(
      [](float x, float y, float z) { return bfloat16(sycl::fma(x, y, z)); }, x,
      y, z);
}
template <class T, detail::when_bfloat16<T> = 0> auto isnan(const T &x) {
  return detail::by_element([](float x) { return x != x; }, x);
}

} // namespace ext::oneapi::experimental
} // namespace _V1
} // namespace sycl
