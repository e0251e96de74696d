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

inline constexpr size_t dynamic_extent = size_t(-1);

template <class ElementType, size_t Extent = dynamic_extent> class span {
  ElementType *m_data = nullptr;
  size_t m_size = Extent == dynamic_extent ? 0 : Extent;

public:
  using element_type = ElementType;
  using value_type = std::remove_cv_t<ElementType>;
  using size_type = size_t;
  using difference_type = ptrdiff_t;
  using pointer = ElementType *;
  using const_pointer = const ElementType *;
  using reference = ElementType &;
  using const_reference = const ElementType &;
  using iterator = ElementType *;
  static constexpr size_t extent = Extent;

  constexpr span() noexcept = default;
  constexpr span(ElementType *first, size_t count)
      : m_data(first), m_size(count) {}
  constexpr span(ElementType *first, ElementType *last)
      : m_data(first), m_size(static_cast<size_t>(last - first)) {}
  template <size_t NumElements>
  constexpr span(ElementType (&array)[NumElements]) noexcept
      : m_data(array), m_size(NumElements) {}
  template <
      class Container,
      class = std::enable_if_t<
          !std::is_array_v<std::remove_reference_t<Container>> &&
          std::is_convertible_v<decltype(std::declval<Container &>().data()),
                                ElementType *>>>
  constexpr span(Container &&container)
      : m_data(container.data()), m_size(container.size()) {}

  constexpr ElementType *data() const noexcept { return m_data; }
  constexpr size_t size() const noexcept { return m_size; }
  constexpr size_t size_bytes() const noexcept {
    return m_size * sizeof(ElementType);
  }
  constexpr bool empty() const noexcept { return m_size == 0; }
  constexpr ElementType &operator[](size_t index) const {
    return m_data[index];
  }
  constexpr ElementType &front() const { return m_data[0]; }
  constexpr ElementType &back() const { return m_data[m_size - 1]; }
  constexpr ElementType *begin() const noexcept { return m_data; }
  constexpr ElementType *end() const noexcept { return m_data + m_size; }

  constexpr span<ElementType> first(size_t count) const {
    return {m_data, count};
  }
  constexpr span<ElementType> last(size_t count) const {
    return {m_data + (m_size - count), count};
  }
  constexpr span<ElementType> subspan(size_t offset,
                                      size_t count = dynamic_extent) const {
    return {m_data + offset, count == dynamic_extent ? m_size - offset : count};
  }
};

template <class ElementType, size_t NumElements>
span(ElementType (&)[NumElements]) -> span<ElementType, NumElements>;
template <class ElementType> span(ElementType *, size_t) -> span<ElementType>;
template <class ElementType>
span(ElementType *, ElementType *) -> span<ElementType>;
template <class Container>
span(Container &&) -> span<
    std::remove_pointer_t<decltype(std::declval<Container &>().data())>>;

} // namespace _V1
} // namespace sycl
