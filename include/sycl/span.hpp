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

template <class T, size_t Extent = dynamic_extent> class span {
  T *m_data = nullptr;
  size_t m_size = Extent == dynamic_extent ? 0 : Extent;

public:
  using element_type = T;
  using value_type = std::remove_cv_t<T>;
  using size_type = size_t;
  using difference_type = ptrdiff_t;
  using pointer = T *;
  using const_pointer = const T *;
  using reference = T &;
  using const_reference = const T &;
  using iterator = T *;
  static constexpr size_t extent = Extent;

  constexpr span() noexcept = default;
  constexpr span(T *first, size_t count) : m_data(first), m_size(count) {}
  constexpr span(T *first, T *last)
      : m_data(first), m_size(static_cast<size_t>(last - first)) {}
  template <size_t N>
  constexpr span(T (&array)[N]) noexcept : m_data(array), m_size(N) {}
  template <class Container,
            class = std::enable_if_t<
                !std::is_array_v<std::remove_reference_t<Container>> &&
                std::is_convertible_v<
                    decltype(std::declval<Container &>().data()), T *>>>
  constexpr span(Container &&container)
      : m_data(container.data()), m_size(container.size()) {}

  constexpr T *data() const noexcept { return m_data; }
  constexpr size_t size() const noexcept { return m_size; }
  constexpr size_t size_bytes() const noexcept { return m_size * sizeof(T); }
  constexpr bool empty() const noexcept { return m_size == 0; }
  constexpr T &operator[](size_t i) const { return m_data[i]; }
  constexpr T &front() const { return m_data[0]; }
  constexpr T &back() const { return m_data[m_size - 1]; }
  constexpr T *begin() const noexcept { return m_data; }
  constexpr T *end() const noexcept { return m_data + m_size; }

  constexpr span<T> first(size_t count) const { return {m_data, count}; }
  constexpr span<T> last(size_t count) const {
    return {m_data + (m_size - count), count};
  }
  constexpr span<T> subspan(size_t offset,
                            size_t count = dynamic_extent) const {
    return {m_data + offset, count == dynamic_extent ? m_size - offset : count};
  }
};

template <class T, size_t N> span(T (&)[N]) -> span<T, N>;
template <class T> span(T *, size_t) -> span<T>;
template <class T> span(T *, T *) -> span<T>;
template <class Container>
span(Container &&) -> span<
    std::remove_pointer_t<decltype(std::declval<Container &>().data())>>;

} // namespace _V1
} // namespace sycl
