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

template <class LeftByte, class RightByte>
constexpr int32_t dot_bytes(uint32_t left, uint32_t right, int32_t sum) {
  for (int shift = 0; shift < 32; shift += 8)
    sum +=
        int32_t(LeftByte(left >> shift)) * int32_t(RightByte(right >> shift));
  return sum;
}

template <class Byte> uint32_t packed_bytes(const vec<Byte, 4> &elements) {
  uint32_t bytes = 0;
  for (int index = 0; index < 4; ++index)
    bytes |= uint32_t(uint8_t(elements[index])) << (8 * index);
  return bytes;
}

} // namespace detail

namespace ext::oneapi {

// A word's bytes are signed where the word is.
#define TANDEM_DOT(Left, LeftByte, Right, RightByte)                           \
  inline int32_t dot_acc(Left left, Right right, int32_t accumulator) {        \
    return sycl::detail::dot_bytes<LeftByte, RightByte>(                       \
        uint32_t(left), uint32_t(right), accumulator);                         \
  }                                                                            \
  inline int32_t dot_acc(vec<LeftByte, 4> left, vec<RightByte, 4> right,       \
                         int32_t accumulator) {                                \
    return sycl::detail::dot_bytes<LeftByte, RightByte>(                       \
        sycl::detail::packed_bytes(left), sycl::detail::packed_bytes(right),   \
        accumulator);                                                          \
  }
/// The dot product of four pairs of bytes, plus `accumulator`. The bytes are
/// packed into a 32-bit integer or are the elements of a vector; they are
/// signed if the integer is. The sum wraps around.
/// `sycl_ext_oneapi_dot_accumulate`.
///@{
TANDEM_DOT(int32_t, int8_t, int32_t, int8_t)
///@}
/// As above, with unsigned bytes on both sides.
///@{
TANDEM_DOT(uint32_t, uint8_t, uint32_t, uint8_t)
///@}
/// As above, with signed bytes on the left and unsigned bytes on the right.
///@{
TANDEM_DOT(int32_t, int8_t, uint32_t, uint8_t)
///@}
/// As above, with unsigned bytes on the left and signed bytes on the right.
///@{
TANDEM_DOT(uint32_t, uint8_t, int32_t, int8_t)
///@}
#undef TANDEM_DOT

} // namespace ext::oneapi
} // namespace _V1
} // namespace sycl
