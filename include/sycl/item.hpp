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
  static constexpr int dimensions = Dimensions;

  template <bool HasOffset = WithOffset, detail::when<HasOffset> = 0>
  constexpr item(const item<Dimensions, false> &other) noexcept
      : m_range(other.m_range), m_id(other.m_id), m_offset(other.m_offset) {}

  constexpr id<Dimensions> get_id() const noexcept { return m_id; }
  constexpr size_t get_id(int dimension) const noexcept {
    return m_id[dimension];
  }
  constexpr size_t operator[](int dimension) const noexcept {
    return m_id[dimension];
  }
  constexpr range<Dimensions> get_range() const noexcept { return m_range; }
  constexpr size_t get_range(int dimension) const noexcept {
    return m_range[dimension];
  }

  template <bool HasOffset = WithOffset, detail::when<HasOffset> = 0>
  constexpr id<Dimensions> get_offset() const noexcept {
    return m_offset;
  }
  constexpr size_t get_linear_id() const noexcept {
    return detail::linear_index<Dimensions>(m_id - m_offset, m_range);
  }

  friend constexpr bool operator==(const item &left, const item &right) {
    return left.m_id == right.m_id && left.m_range == right.m_range &&
           left.m_offset == right.m_offset;
  }
  friend constexpr bool operator!=(const item &left, const item &right) {
    return !(left == right);
  }
};

} // namespace _V1
} // namespace sycl
