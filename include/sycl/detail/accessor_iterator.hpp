//===- sycl/detail/accessor_iterator.hpp - iterators over accessors -------===//
//
// Part of Tandem, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// Owns: random access to the elements of a box in a buffer, row by row.
#pragma once

#include <sycl/id.hpp>

#include <vector> // the cheapest way to the iterator tags

namespace sycl {
inline namespace _V1 {
namespace detail {

template <class T, int D> class accessor_iterator {
  T *m_first = nullptr; // of the buffer
  range<D> m_box, m_extent;
  id<D> m_offset;
  ptrdiff_t m_index = 0; // in the box

  T &element(ptrdiff_t index) const {
    if constexpr (D == 1) {
      return m_first[m_offset[0] + index];
    } else {
      id<D> at = m_offset;
      auto rest = static_cast<size_t>(index);
      for (int d = D - 1; d >= 0; --d) {
        at[d] += rest % m_box[d];
        rest /= m_box[d];
      }
      return m_first[linear_index<D>(at, m_extent)];
    }
  }

public:
  using difference_type = ptrdiff_t;
  using value_type = T;
  using pointer = T *;
  using reference = T &;
  using iterator_category = std::random_access_iterator_tag;

  accessor_iterator() = default;
  accessor_iterator(T *first, const range<D> &box, const id<D> &offset,
                    const range<D> &extent, ptrdiff_t index)
      : m_first(first), m_box(box), m_extent(extent), m_offset(offset),
        m_index(index) {}
  operator accessor_iterator<const T, D>() const {
    return {m_first, m_box, m_offset, m_extent, m_index};
  }

  T &operator*() const { return element(m_index); }
  T *operator->() const { return &element(m_index); }
  T &operator[](ptrdiff_t n) const { return element(m_index + n); }

  accessor_iterator &operator+=(ptrdiff_t n) {
    m_index += n;
    return *this;
  }
  accessor_iterator &operator-=(ptrdiff_t n) { return *this += -n; }
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
  friend accessor_iterator operator+(accessor_iterator a, ptrdiff_t n) {
    return a += n;
  }
  friend accessor_iterator operator+(ptrdiff_t n, accessor_iterator a) {
    return a += n;
  }
  friend accessor_iterator operator-(accessor_iterator a, ptrdiff_t n) {
    return a -= n;
  }
  friend ptrdiff_t operator-(const accessor_iterator &a,
                             const accessor_iterator &b) {
    return a.m_index - b.m_index;
  }
  friend bool operator==(const accessor_iterator &a,
                         const accessor_iterator &b) {
    return a.m_index == b.m_index;
  }
  friend bool operator!=(const accessor_iterator &a,
                         const accessor_iterator &b) {
    return a.m_index != b.m_index;
  }
  friend bool operator<(const accessor_iterator &a,
                        const accessor_iterator &b) {
    return a.m_index < b.m_index;
  }
  friend bool operator>(const accessor_iterator &a,
                        const accessor_iterator &b) {
    return b < a;
  }
  friend bool operator<=(const accessor_iterator &a,
                         const accessor_iterator &b) {
    return !(b < a);
  }
  friend bool operator>=(const accessor_iterator &a,
                         const accessor_iterator &b) {
    return !(a < b);
  }
};

} // namespace detail
} // namespace _V1
} // namespace sycl
