//===- sycl/span.hpp - class span -----------------------------------------===//
//
// Part of Tandem, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// Owns: C++20's std::span for C++17 programs.
#pragma once

#include <stddef.h>
#include <type_traits>

namespace sycl {
inline namespace _V1 {

/// The extent of spans whose size is only known at run time.
inline constexpr size_t dynamic_extent = size_t(-1);

/// Refers to a contiguous sequence of elements: C++20's `std::span` for C++17
/// programs.
///
/// A span does not own the elements. Copies refer to the same ones. It has the
/// static size `Extent`, or one known at run time.
template <class ElementType, size_t Extent = dynamic_extent> class span {
  ElementType *m_data = nullptr;
  size_t m_size = Extent == dynamic_extent ? 0 : Extent;

public:
  /// The type of the elements, with const.
  using element_type = ElementType;
  /// The type of the elements, without const.
  using value_type = std::remove_cv_t<ElementType>;
  /// The type of sizes.
  using size_type = size_t;
  /// The type of distances.
  using difference_type = ptrdiff_t;
  /// A pointer to an element.
  using pointer = ElementType *;
  /// A pointer to a constant element.
  using const_pointer = const ElementType *;
  /// A reference to an element.
  using reference = ElementType &;
  /// A reference to a constant element.
  using const_reference = const ElementType &;
  /// Iterators are pointers.
  using iterator = ElementType *;
  /// The static size, or `dynamic_extent`.
  static constexpr size_t extent = Extent;

  /// A span without elements.
  constexpr span() noexcept = default;
  /// The `count` elements from `first` on. With a static extent, `count` must
  /// be equal to it; this is not checked.
  constexpr span(ElementType *first, size_t count)
      : m_data(first), m_size(count) {}
  /// The elements of [`first`, `last`).
  constexpr span(ElementType *first, ElementType *last)
      : m_data(first), m_size(static_cast<size_t>(last - first)) {}
  /// The elements of an array.
  template <size_t NumElements>
  constexpr span(ElementType (&array)[NumElements]) noexcept
      : m_data(array), m_size(NumElements) {}
  /// The elements of a container with `data` and `size`, such as `std::vector`,
  /// which must outlive the span.
  template <
      class Container,
      class = std::enable_if_t<
          !std::is_array_v<std::remove_reference_t<Container>> &&
          std::is_convertible_v<decltype(std::declval<Container &>().data()),
                                ElementType *>>>
  constexpr span(Container &&container)
      : m_data(container.data()), m_size(container.size()) {}

  /// A pointer to the first element.
  constexpr ElementType *data() const noexcept { return m_data; }
  /// The number of elements.
  constexpr size_t size() const noexcept { return m_size; }
  /// The size of all elements in bytes.
  constexpr size_t size_bytes() const noexcept {
    return m_size * sizeof(ElementType);
  }
  /// Whether there are no elements.
  constexpr bool empty() const noexcept { return m_size == 0; }
  /// The element `index`; it is not checked.
  constexpr ElementType &operator[](size_t index) const {
    return m_data[index];
  }
  /// The first element; the span must not be empty.
  constexpr ElementType &front() const { return m_data[0]; }
  /// The last element; the span must not be empty.
  constexpr ElementType &back() const { return m_data[m_size - 1]; }
  /// An iterator to the first element.
  constexpr ElementType *begin() const noexcept { return m_data; }
  /// An iterator past the last element.
  constexpr ElementType *end() const noexcept { return m_data + m_size; }

  /// The first `count` elements, of which there must be enough.
  constexpr span<ElementType> first(size_t count) const {
    return {m_data, count};
  }
  /// The last `count` elements, of which there must be enough.
  constexpr span<ElementType> last(size_t count) const {
    return {m_data + (m_size - count), count};
  }
  /// The `count` elements from `offset` on, or all of the rest.
  constexpr span<ElementType> subspan(size_t offset,
                                      size_t count = dynamic_extent) const {
    return {m_data + offset, count == dynamic_extent ? m_size - offset : count};
  }
};

/// Deduces the type and the static size from an array.
template <class ElementType, size_t NumElements>
span(ElementType (&)[NumElements]) -> span<ElementType, NumElements>;
/// Deduces the type of the elements from a pointer.
template <class ElementType> span(ElementType *, size_t) -> span<ElementType>;
/// Deduces the type of the elements from two pointers.
template <class ElementType>
span(ElementType *, ElementType *) -> span<ElementType>;
/// Deduces the type of the elements from a container.
template <class Container>
span(Container &&) -> span<
    std::remove_pointer_t<decltype(std::declval<Container &>().data())>>;

} // namespace _V1
} // namespace sycl
