//===- sycl/detail/kernel/accessor_iterator.hpp - iterators over accessors ===//
//
// Part of Tandem, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// Owns: random access to the elements of a box in a buffer, row by row.
#pragma once

#include <sycl/detail/index_base.hpp>

#include <vector> // the cheapest way to the iterator tags

namespace sycl {
inline namespace _V1 {
namespace detail {

template <class DataT, int Dimensions> class accessor_iterator {
  DataT *m_first = nullptr; // of the buffer
  range<Dimensions> m_box, m_extent;
  id<Dimensions> m_offset;
  ptrdiff_t m_index = 0; // in the box

  DataT &element(ptrdiff_t index) const {
    if constexpr (Dimensions == 1) {
      return m_first[m_offset[0] + index];
    } else {
      id<Dimensions> at = m_offset;
      auto rest = static_cast<size_t>(index);
      for (int axis = Dimensions - 1; axis >= 0; --axis) {
        at[axis] += rest % m_box[axis];
        rest /= m_box[axis];
      }
      return m_first[linear_index<Dimensions>(at, m_extent)];
    }
  }

public:
  using difference_type = ptrdiff_t;
  using value_type = DataT;
  using pointer = DataT *;
  using reference = DataT &;
  using iterator_category = std::random_access_iterator_tag;

  accessor_iterator() = default;
  accessor_iterator(DataT *first, const range<Dimensions> &box,
                    const id<Dimensions> &offset,
                    const range<Dimensions> &extent, ptrdiff_t index)
      : m_first(first), m_box(box), m_extent(extent), m_offset(offset),
        m_index(index) {}
  operator accessor_iterator<const DataT, Dimensions>() const {
    return {m_first, m_box, m_offset, m_extent, m_index};
  }

  DataT &operator*() const { return element(m_index); }
  DataT *operator->() const { return &element(m_index); }
  DataT &operator[](ptrdiff_t distance) const {
    return element(m_index + distance);
  }

  accessor_iterator &operator+=(ptrdiff_t distance) {
    m_index += distance;
    return *this;
  }
  accessor_iterator &operator-=(ptrdiff_t distance) {
    return *this += -distance;
  }
  accessor_iterator &operator++() { return *this += 1; }
  accessor_iterator &operator--() { return *this += -1; }
  accessor_iterator operator++(int) {
    accessor_iterator old = *this;
    ++*this;
    return old;
  }
  accessor_iterator operator--(int) {
    accessor_iterator old = *this;
    --*this;
    return old;
  }
  friend accessor_iterator operator+(accessor_iterator iterator,
                                     ptrdiff_t distance) {
    return iterator += distance;
  }
  friend accessor_iterator operator+(ptrdiff_t distance,
                                     accessor_iterator iterator) {
    return iterator += distance;
  }
  friend accessor_iterator operator-(accessor_iterator iterator,
                                     ptrdiff_t distance) {
    return iterator -= distance;
  }
  friend ptrdiff_t operator-(const accessor_iterator &left,
                             const accessor_iterator &right) {
    return left.m_index - right.m_index;
  }
  friend bool operator==(const accessor_iterator &left,
                         const accessor_iterator &right) {
    return left.m_index == right.m_index;
  }
  friend bool operator!=(const accessor_iterator &left,
                         const accessor_iterator &right) {
    return left.m_index != right.m_index;
  }
  friend bool operator<(const accessor_iterator &left,
                        const accessor_iterator &right) {
    return left.m_index < right.m_index;
  }
  friend bool operator>(const accessor_iterator &left,
                        const accessor_iterator &right) {
    return right < left;
  }
  friend bool operator<=(const accessor_iterator &left,
                         const accessor_iterator &right) {
    return !(right < left);
  }
  friend bool operator>=(const accessor_iterator &left,
                         const accessor_iterator &right) {
    return !(left < right);
  }
};

} // namespace detail
} // namespace _V1
} // namespace sycl
