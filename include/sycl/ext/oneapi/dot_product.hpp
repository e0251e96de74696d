//===- sycl/ext/oneapi/dot_product.hpp ------------------------------------===//
//
// Part of Tandem, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// Owns: products of four bytes each, added to a sum
// (sycl_ext_oneapi_dot_accumulate).
#pragma once

#include <sycl/vec.hpp>

namespace sycl {
inline namespace _V1 {

namespace detail {

template <class A, class B>
constexpr int32_t dot_bytes(uint32_t a, uint32_t b, int32_t sum) {
  for (int shift = 0; shift < 32; shift += 8)
    sum += int32_t(A(a >> shift)) * int32_t(B(b >> shift));
  return sum;
}

template <class T> uint32_t packed_bytes(const vec<T, 4> &v) {
  uint32_t bytes = 0;
  for (int i = 0; i < 4; ++i)
    bytes |= uint32_t(uint8_t(v[i])) << (8 * i);
  return bytes;
}

} // namespace detail

namespace ext::oneapi {

// A word's bytes are signed where the word is.
#define TANDEM_DOT(A, BytesA, B, BytesB)                                       \
  inline int32_t dot_acc(A a, B b, int32_t c) {                                \
    return sycl::detail::dot_bytes<BytesA, BytesB>(uint32_t(a), uint32_t(b),   \
                                                   c);                         \
  }                                                                            \
  inline int32_t dot_acc(vec<BytesA, 4> a, vec<BytesB, 4> b, int32_t c) {      \
    return sycl::detail::dot_bytes<BytesA, BytesB>(                            \
        sycl::detail::packed_bytes(a), sycl::detail::packed_bytes(b), c);      \
  }
TANDEM_DOT(int32_t, int8_t, int32_t, int8_t)
TANDEM_DOT(uint32_t, uint8_t, uint32_t, uint8_t)
TANDEM_DOT(int32_t, int8_t, uint32_t, uint8_t)
TANDEM_DOT(uint32_t, uint8_t, int32_t, int8_t)
#undef TANDEM_DOT

} // namespace ext::oneapi
} // namespace _V1
} // namespace sycl
