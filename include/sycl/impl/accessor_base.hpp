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

/// The result of `a[i]` for an accessor of several dimensions, which takes the
/// other coordinates.
template <class Accessor, int Dimensions, int Given> class subscript {
  const Accessor *m_accessor;
  id<Dimensions> m_index;

public:
  /// For the library: refers to an accessor, with the coordinates that are
  /// known.
  subscript(const Accessor *accessor, const id<Dimensions> &index)
      : m_accessor(accessor), m_index(index) {}
  /// The next coordinate: the element once all are given, or another
  /// `subscript`.
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
/// The members that accessors, host accessors and local accessors have in
/// common.
///
/// SYCL 2020, sections 4.7.6.6 and 4.7.6.7.
template <class Derived, class Element, int Dimensions,
          template <class, int> class Iterator = accessor_iterator>
class element_access {
  const Derived &self() const { return *static_cast<const Derived *>(this); }

public:
  /// The type of the elements; const in read-only accessors.
  using value_type = Element;
  /// A reference to an element.
  using reference = Element &;
  /// A reference to an element that cannot be changed.
  using const_reference = const Element &;
  /// An iterator over the accessible elements, in row-major order.
  using iterator = Iterator<Element, Dimensions>;
  /// An iterator over elements that cannot be changed.
  using const_iterator = Iterator<const Element, Dimensions>;
  /// An iterator in reverse order.
  using reverse_iterator = std::reverse_iterator<iterator>;
  /// An iterator in reverse order over elements that cannot be changed.
  using const_reverse_iterator = std::reverse_iterator<const_iterator>;
  /// The type of the distance between two iterators.
  using difference_type = ptrdiff_t;
  /// The type of sizes.
  using size_type = size_t;

  /// The element of the buffer at `index`. The offset of a ranged accessor is
  /// added to it.
  TANDEM_ALWAYS_INLINE reference operator[](const id<Dimensions> &index) const {
    return self().tandem_pointer()[self().position(index)];
  }
  /// The element at `coordinate`, with one dimension. With several, an object
  /// for the other coordinates, as in `a[i][j]`.
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

  /// The number of accessible elements.
  size_t size() const noexcept { return self().get_range().size(); }
  /// The size of the accessible elements in bytes.
  size_t byte_size() const noexcept { return size() * sizeof(Element); }
  /// As `size`, under the name of SYCL 1.2.1.
  size_t get_count() const noexcept { return size(); }
  /// As `byte_size`, under the name of SYCL 1.2.1.
  size_t get_size() const noexcept { return byte_size(); }
  /// The largest number of elements that any accessor of this type can have.
  size_t max_size() const noexcept { return size_t(-1) / sizeof(Element); }
  /// Whether there are no accessible elements.
  bool empty() const noexcept { return size() == 0; }

  /// The first accessible element.
  iterator begin() const { return self().template iterate<Element>(0); }
  /// The end of the accessible elements.
  iterator end() const { return self().template iterate<Element>(size()); }
  /// As `begin`, for elements that cannot be changed.
  const_iterator cbegin() const {
    return self().template iterate<const Element>(0);
  }
  /// As `end`, for elements that cannot be changed.
  const_iterator cend() const {
    return self().template iterate<const Element>(size());
  }
  /// The first element in reverse order.
  reverse_iterator rbegin() const { return reverse_iterator(end()); }
  /// The end in reverse order.
  reverse_iterator rend() const { return reverse_iterator(begin()); }
  /// As `rbegin`, for elements that cannot be changed.
  const_reverse_iterator crbegin() const {
    return const_reverse_iterator(cend());
  }
  /// As `rend`, for elements that cannot be changed.
  const_reverse_iterator crend() const {
    return const_reverse_iterator(cbegin());
  }

  /// Exchanges two accessors.
  void swap(Derived &other) {
    Derived &mine = *static_cast<Derived *>(this), old = mine;
    mine = other;
    other = old;
  }

  /// Whether the accessor has the property. Accessors have no other property
  /// than `no_init`.
  template <class Property> bool has_property() const noexcept {
    return std::is_same_v<Property, property::no_init> && self().without_init();
  }
  /// A copy of the property.
  /// \throws exception with `errc::invalid` if the accessor does not have it.
  template <class Property> Property get_property() const {
    if (!has_property<Property>())
      throw_error(errc::invalid, "the accessor lacks this property");
    return Property();
  }
};

// Accessors without dimensions convert to a reference to their only element.
// Not a template, so that the built-in operators apply.
template <class Derived, class Element, int Dimensions> class single_element {};
template <class Derived, class Element>
class single_element<Derived, Element, 0> {
public:
  /// The only element.
  operator Element &() const noexcept {
    return (*static_cast<const Derived *>(this))[id<1>(0)];
  }
};

} // namespace detail
} // namespace _V1
} // namespace sycl
