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

/// A random-access iterator over the elements that an accessor covers, row by
/// row.
///
/// It is a value that stays valid as long as the memory of the accessor. Only
/// iterators of one accessor can be compared.
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
  /// The type of distances.
  using difference_type = ptrdiff_t;
  /// The type of the elements.
  using value_type = DataT;
  /// A pointer to an element.
  using pointer = DataT *;
  /// A reference to an element.
  using reference = DataT &;
  /// A random-access iterator.
  using iterator_category = std::random_access_iterator_tag;

  /// An iterator that points to no element.
  accessor_iterator() = default;
  /// For the library: points to element `index` of a box in a buffer.
  accessor_iterator(DataT *first, const range<Dimensions> &box,
                    const id<Dimensions> &offset,
                    const range<Dimensions> &extent, ptrdiff_t index)
      : m_first(first), m_box(box), m_extent(extent), m_offset(offset),
        m_index(index) {}
  /// Converts to an iterator over constant elements.
  operator accessor_iterator<const DataT, Dimensions>() const {
    return {m_first, m_box, m_offset, m_extent, m_index};
  }

  /// The element.
  DataT &operator*() const { return element(m_index); }
  /// Access to a member of the element.
  DataT *operator->() const { return &element(m_index); }
  /// The element at a distance of `distance`.
  DataT &operator[](ptrdiff_t distance) const {
    return element(m_index + distance);
  }

  /// Advances by `distance` elements.
  accessor_iterator &operator+=(ptrdiff_t distance) {
    m_index += distance;
    return *this;
  }
  /// Goes back by `distance` elements.
  accessor_iterator &operator-=(ptrdiff_t distance) {
    return *this += -distance;
  }
  /// Advances by one element.
  accessor_iterator &operator++() { return *this += 1; }
  /// Goes back by one element.
  accessor_iterator &operator--() { return *this += -1; }
  /// Advances by one element and returns the previous iterator.
  accessor_iterator operator++(int) {
    accessor_iterator old = *this;
    ++*this;
    return old;
  }
  /// Goes back by one element and returns the previous iterator.
  accessor_iterator operator--(int) {
    accessor_iterator old = *this;
    --*this;
    return old;
  }
  /// The iterator advanced by `distance` elements.
  friend accessor_iterator operator+(accessor_iterator iterator,
                                     ptrdiff_t distance) {
    return iterator += distance;
  }
  /// The iterator advanced by `distance` elements.
  friend accessor_iterator operator+(ptrdiff_t distance,
                                     accessor_iterator iterator) {
    return iterator += distance;
  }
  /// The iterator moved back by `distance` elements.
  friend accessor_iterator operator-(accessor_iterator iterator,
                                     ptrdiff_t distance) {
    return iterator -= distance;
  }
  /// The distance from `right` to `left` in elements.
  friend ptrdiff_t operator-(const accessor_iterator &left,
                             const accessor_iterator &right) {
    return left.m_index - right.m_index;
  }
  /// Whether both are at the same element.
  friend bool operator==(const accessor_iterator &left,
                         const accessor_iterator &right) {
    return left.m_index == right.m_index;
  }
  /// Whether they are at different elements.
  friend bool operator!=(const accessor_iterator &left,
                         const accessor_iterator &right) {
    return left.m_index != right.m_index;
  }
  /// Whether `left` is before `right`.
  friend bool operator<(const accessor_iterator &left,
                        const accessor_iterator &right) {
    return left.m_index < right.m_index;
  }
  /// Whether `left` is after `right`.
  friend bool operator>(const accessor_iterator &left,
                        const accessor_iterator &right) {
    return right < left;
  }
  /// Whether `left` is not after `right`.
  friend bool operator<=(const accessor_iterator &left,
                         const accessor_iterator &right) {
    return !(right < left);
  }
  /// Whether `left` is not before `right`.
  friend bool operator>=(const accessor_iterator &left,
                         const accessor_iterator &right) {
    return !(left < right);
  }
};

} // namespace detail
} // namespace _V1
} // namespace sycl
