//===- sycl/detail/kernel/async_copy.hpp - copies in the background -------===//
//
// Part of Tandem, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// Owns: copies of work-items from global to local memory that go on while the
// work-item does other things (boundaries.md, section 12).
#pragma once

#include <sycl/detail/config.hpp>

#include <cstddef>
#include <cstdint>
#include <type_traits>

#ifdef __SYCL_DEVICE_ONLY__
extern "C" {
void __spirv_tandem_async_copy(void *to, const void *from,
                               unsigned size) noexcept;
unsigned __spirv_tandem_async_commit() noexcept;
void __spirv_tandem_async_wait(unsigned batch) noexcept;
}
#endif

namespace sycl {
inline namespace _V1 {
namespace detail {

// Ends a batch of copies; its number.
inline unsigned commit_copies() {
#ifdef __SYCL_DEVICE_ONLY__
  return __spirv_tandem_async_commit();
#else
  return 0;
#endif
}

// Waits for a batch and those before it.
inline void wait_for_copies(unsigned batch) {
#ifdef __SYCL_DEVICE_ONLY__
  __spirv_tandem_async_wait(batch);
#else
  (void)batch;
#endif
}

// Begins to copy an element, where its size can be copied at once.
template <size_t Size>
TANDEM_ALWAYS_INLINE void begin_copy(void *to, const void *from) {
#ifdef __SYCL_DEVICE_ONLY__
  __spirv_tandem_async_copy(to, from, Size);
#else
  (void)to, (void)from;
#endif
}

constexpr bool is_copied_at_once(size_t size) {
  return size == 4 || size == 8 || size == 16;
}

// One work-item's share of copying rows of `row_bytes` each to local memory:
// pieces `item`, `item + items`, ….
template <size_t Piece>
TANDEM_ALWAYS_INLINE void begin_row_copies(char *to, size_t to_stride,
                                           const char *from, size_t from_stride,
                                           size_t rows, size_t row_bytes,
                                           size_t item, size_t items) {
  const size_t pieces = row_bytes / Piece;
  for (size_t index = item; index < rows * pieces; index += items) {
    const size_t row = index / pieces, at = index % pieces * Piece;
    begin_copy<Piece>(to + row * to_stride + at, from + row * from_stride + at);
  }
}

// Begins to copy rows of `columns` elements to local memory; strides count
// elements. Pieces are as long as the alignment of all rows allows.
template <class DataT>
TANDEM_ALWAYS_INLINE void
begin_copy_of_rows(DataT *to, size_t to_stride, const DataT *from,
                   size_t from_stride, size_t rows, size_t columns, size_t item,
                   size_t items) {
  const auto bits =
      uintptr_t(to) | uintptr_t(from) |
      ((rows > 1 ? to_stride | from_stride : 0) | columns) * sizeof(DataT);
  auto *target = reinterpret_cast<char *>(to);
  auto *source = reinterpret_cast<const char *>(from);
  if (bits % 16 == 0) {
    begin_row_copies<16>(target, to_stride * sizeof(DataT), source,
                         from_stride * sizeof(DataT), rows,
                         columns * sizeof(DataT), item, items);
  } else if (alignof(DataT) % 4 == 0 || bits % 4 == 0) {
    begin_row_copies<4>(target, to_stride * sizeof(DataT), source,
                        from_stride * sizeof(DataT), rows,
                        columns * sizeof(DataT), item, items);
  } else {
    for (size_t index = item; index < rows * columns; index += items)
      to[index / columns * to_stride + index % columns] =
          from[index / columns * from_stride + index % columns];
  }
}

} // namespace detail
} // namespace _V1
} // namespace sycl
