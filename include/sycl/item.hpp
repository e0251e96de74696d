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

  template <bool B = WithOffset, detail::when<B> = 0>
  constexpr item(const item<Dimensions, false> &other) noexcept
      : m_range(other.m_range), m_id(other.m_id), m_offset(other.m_offset) {}

  constexpr id<Dimensions> get_id() const noexcept { return m_id; }
  constexpr size_t get_id(int d) const noexcept { return m_id[d]; }
  constexpr size_t operator[](int d) const noexcept { return m_id[d]; }
  constexpr range<Dimensions> get_range() const noexcept { return m_range; }
  constexpr size_t get_range(int d) const noexcept { return m_range[d]; }

  template <bool B = WithOffset, detail::when<B> = 0>
  constexpr id<Dimensions> get_offset() const noexcept {
    return m_offset;
  }
  constexpr size_t get_linear_id() const noexcept {
    return detail::linear_index<Dimensions>(m_id - m_offset, m_range);
  }

  friend constexpr bool operator==(const item &a, const item &b) {
    return a.m_id == b.m_id && a.m_range == b.m_range &&
           a.m_offset == b.m_offset;
  }
  friend constexpr bool operator!=(const item &a, const item &b) {
    return !(a == b);
  }
};

} // namespace _V1
} // namespace sycl
