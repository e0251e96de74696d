//===- sycl/item.hpp - class item -----------------------------------------===//
//
// Part of Tandem, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#pragma once

#include <sycl/id.hpp>

namespace sycl {
inline namespace _V1 {

/// Identifies one work-item of a kernel that is launched over a `range`.
///
/// A kernel receives its `item` as an argument; programs cannot create one. An
/// object is a value with an id, a range and an offset, and can be stored and
/// compared. An item of one dimension converts to `size_t`.
/// SYCL 2020, section 4.9.1.4.
template <int Dimensions = 1, bool WithOffset = true>
class item : public detail::index_conversion<item<Dimensions, WithOffset>,
                                             Dimensions> {
  range<Dimensions> m_range;
  id<Dimensions> m_id;
  id<Dimensions> m_offset;

  friend struct detail::maker;
  friend class item<Dimensions, !WithOffset>;
  constexpr item(const range<Dimensions> &range, const id<Dimensions> &index,
                 const id<Dimensions> &offset = {}) noexcept
      : m_range(range), m_id(index), m_offset(offset) {}

public:
  /// The number of dimensions of the index space: 1, 2 or 3.
  static constexpr int dimensions = Dimensions;

  /// Converts an item without an offset to one with the offset 0.
  template <bool HasOffset = WithOffset, detail::when<HasOffset> = 0>
  constexpr item(const item<Dimensions, false> &other) noexcept
      : m_range(other.m_range), m_id(other.m_id), m_offset(other.m_offset) {}

  /// The position of the work-item, including the offset if there is one.
  constexpr id<Dimensions> get_id() const noexcept { return m_id; }
  /// The component `dimension` of the id.
  constexpr size_t get_id(int dimension) const noexcept {
    return m_id[dimension];
  }
  /// The component `dimension` of the id.
  constexpr size_t operator[](int dimension) const noexcept {
    return m_id[dimension];
  }
  /// The number of work-items of the kernel in each dimension.
  constexpr range<Dimensions> get_range() const noexcept { return m_range; }
  /// The number of work-items of the kernel in dimension `dimension`.
  constexpr size_t get_range(int dimension) const noexcept {
    return m_range[dimension];
  }

  /// The offset that is part of every id; 0 unless the kernel was launched with
  /// an offset. Deprecated in SYCL 2020, as offsets are.
  template <bool HasOffset = WithOffset, detail::when<HasOffset> = 0>
  constexpr id<Dimensions> get_offset() const noexcept {
    return m_offset;
  }
  /// The id as one number, without the offset; the last dimension varies
  /// fastest.
  constexpr size_t get_linear_id() const noexcept {
    return detail::linear_index<Dimensions>(m_id - m_offset, m_range);
  }

  /// Whether both have the same id, range and offset.
  friend constexpr bool operator==(const item &left, const item &right) {
    return left.m_id == right.m_id && left.m_range == right.m_range &&
           left.m_offset == right.m_offset;
  }
  /// Whether the ids, the ranges or the offsets differ.
  friend constexpr bool operator!=(const item &left, const item &right) {
    return !(left == right);
  }
};

} // namespace _V1
} // namespace sycl
