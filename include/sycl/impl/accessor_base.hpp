//===- sycl/impl/accessor_base.hpp - what all accessors have in common ----===//
//
// Part of Tandem, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// Owns: the element access of accessors, host accessors and local accessors.
// `Derived` says where the memory is: data(), and for each axis the extent
// of the memory. The member functions are the same everywhere.
#pragma once

#include <sycl/detail/kernel/accessor_iterator.hpp>
#include <sycl/id.hpp>
#include <sycl/multi_ptr.hpp>
#include <sycl/property_list.hpp>

namespace sycl {
inline namespace _V1 {
namespace detail {

inline constexpr unsigned accessor_properties = property_set<property_no_init>;

// a[i][j][k]: the accessor with the first of Dimensions indices given.
template <class Accessor, int Dimensions, int Given> class subscript {
  const Accessor *m_accessor;
  id<Dimensions> m_index;

public:
  subscript(const Accessor *accessor, const id<Dimensions> &index)
      : m_accessor(accessor), m_index(index) {}
  TANDEM_ALWAYS_INLINE decltype(auto) operator[](size_t coordinate) const {
    id<Dimensions> index = m_index;
    index[Given] = coordinate;
    if constexpr (Given + 1 == Dimensions)
      return (*m_accessor)[index];
    else
      return subscript<Accessor, Dimensions, Given + 1>(m_accessor, index);
  }
};

// Element is const in read-only accessors.
template <class Derived, class Element, int Dimensions,
          template <class, int> class Iterator = accessor_iterator>
class element_access {
  const Derived &self() const { return *static_cast<const Derived *>(this); }

public:
  using value_type = Element;
  using reference = Element &;
  using const_reference = const Element &;
  using iterator = Iterator<Element, Dimensions>;
  using const_iterator = Iterator<const Element, Dimensions>;
  using reverse_iterator = std::reverse_iterator<iterator>;
  using const_reverse_iterator = std::reverse_iterator<const_iterator>;
  using difference_type = ptrdiff_t;
  using size_type = size_t;

  TANDEM_ALWAYS_INLINE reference operator[](const id<Dimensions> &index) const {
    return self().tandem_pointer()[self().position(index)];
  }
  // Any integer; one index of several gives a[i][j].
  template <class Integer,
            std::enable_if_t<std::is_convertible_v<Integer, size_t> &&
                                 !std::is_same_v<Integer, id<1>>,
                             int> = 0>
  TANDEM_ALWAYS_INLINE decltype(auto)
  operator[](const Integer &coordinate) const {
    if constexpr (Dimensions == 1)
      return (*this)[id<1>(static_cast<size_t>(coordinate))];
    else {
      id<Dimensions> index;
      index[0] = static_cast<size_t>(coordinate);
      return subscript<element_access, Dimensions, 1>(this, index);
    }
  }

  size_t size() const noexcept { return self().get_range().size(); }
  size_t byte_size() const noexcept { return size() * sizeof(Element); }
  size_t get_count() const noexcept { return size(); }
  size_t get_size() const noexcept { return byte_size(); }
  size_t max_size() const noexcept { return size_t(-1) / sizeof(Element); }
  bool empty() const noexcept { return size() == 0; }

  iterator begin() const { return self().template iterate<Element>(0); }
  iterator end() const { return self().template iterate<Element>(size()); }
  const_iterator cbegin() const {
    return self().template iterate<const Element>(0);
  }
  const_iterator cend() const {
    return self().template iterate<const Element>(size());
  }
  reverse_iterator rbegin() const { return reverse_iterator(end()); }
  reverse_iterator rend() const { return reverse_iterator(begin()); }
  const_reverse_iterator crbegin() const {
    return const_reverse_iterator(cend());
  }
  const_reverse_iterator crend() const {
    return const_reverse_iterator(cbegin());
  }

  void swap(Derived &other) {
    Derived &mine = *static_cast<Derived *>(this), old = mine;
    mine = other;
    other = old;
  }

  // Accessors have no other property than no_init.
  template <class Property> bool has_property() const noexcept {
    return std::is_same_v<Property, property::no_init> && self().without_init();
  }
  template <class Property> Property get_property() const {
    if (!has_property<Property>())
      throw_error(errc::invalid, "the accessor lacks this property");
    return Property();
  }
};

// Accessors without dimensions stand for their one element. No templates, so
// that the built-in operators work on them.
template <class Derived, class Element, int Dimensions> class single_element {};
template <class Derived, class Element>
class single_element<Derived, Element, 0> {
public:
  operator Element &() const noexcept {
    return (*static_cast<const Derived *>(this))[id<1>(0)];
  }
};

} // namespace detail
} // namespace _V1
} // namespace sycl
