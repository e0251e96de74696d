//===- sycl/detail/abi/byte_count.hpp - sizes in bytes --------------------===//
//
// Part of Tandem, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#pragma once

#include <sycl/detail/abi/errc.hpp>
#include <sycl/detail/index_base.hpp>

namespace sycl {
inline namespace _V1 {
namespace detail {

// The bytes of a box of elements. False if size_t cannot hold their number.
template <int Dimensions>
bool count_bytes(const range<Dimensions> &extent, size_t element,
                 size_t &bytes) {
  bool fits = true, is_empty = false;
  bytes = element;
  for (int axis = 0; axis < Dimensions; ++axis) {
    is_empty |= extent[axis] == 0;
    fits &= !__builtin_mul_overflow(bytes, extent[axis], &bytes);
  }
  if (is_empty)
    bytes = 0;
  return fits || is_empty;
}

// The same, for memory that a program asks for.
template <int Dimensions>
size_t allocation_bytes(const range<Dimensions> &extent, size_t element) {
  size_t bytes;
  if (!count_bytes(extent, element, bytes))
    throw_error(errc::memory_allocation,
                "the size in bytes is more than size_t can hold");
  return bytes;
}

// The same, for the memory of a command.
inline size_t command_bytes(size_t count, size_t element) {
  size_t bytes;
  if (__builtin_mul_overflow(count, element, &bytes))
    throw_error(errc::invalid,
                "the command covers more bytes than size_t can hold");
  return bytes;
}

// Whether the box `extent` has the box `part` at `offset`.
template <int Dimensions>
bool has_part(const range<Dimensions> &extent, const range<Dimensions> &part,
              const id<Dimensions> &offset) {
  for (int axis = 0; axis < Dimensions; ++axis)
    if (part[axis] > extent[axis] || offset[axis] > extent[axis] - part[axis])
      return false;
  return true;
}

} // namespace detail
} // namespace _V1
} // namespace sycl
