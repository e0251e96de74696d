//===- sycl/id.hpp - class id ---------------------------------------------===//
//
// Part of Tandem, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#pragma once

#include <sycl/range.hpp>

namespace sycl {
inline namespace _V1 {

template <int Dimensions, bool WithOffset> class item;

template <int Dimensions = 1>
class id : public detail::index_base<Dimensions>,
           public detail::index_conversion<id<Dimensions>, Dimensions> {
  using base = detail::index_base<Dimensions>;

public:
  template <int SameDimensions = Dimensions,
            detail::when<SameDimensions == 1> = 0>
  constexpr id(size_t first) noexcept : base(first) {}
  template <int SameDimensions = Dimensions,
            detail::when<SameDimensions == 2> = 0>
  constexpr id(size_t first, size_t second) noexcept : base(first, second) {}
  template <int SameDimensions = Dimensions,
            detail::when<SameDimensions == 3> = 0>
  constexpr id(size_t first, size_t second, size_t third) noexcept
      : base(first, second, third) {}
  constexpr id() noexcept = default;

  constexpr id(const range<Dimensions> &extent) noexcept {
    for (int axis = 0; axis < Dimensions; ++axis)
      this->m_v[axis] = extent[axis];
  }
  template <bool WithOffset>
  constexpr id(const item<Dimensions, WithOffset> &it) noexcept
      : id(it.get_id()) {}

  // Also beside what becomes an id, and beside a number for all dimensions.
  friend constexpr bool operator==(const id &left, const id &right) noexcept {
    for (int axis = 0; axis < Dimensions; ++axis)
      if (left[axis] != right[axis])
        return false;
    return true;
  }
  friend constexpr bool operator!=(const id &left, const id &right) noexcept {
    return !(left == right);
  }
  template <class Integer, detail::when<std::is_integral_v<Integer>> = 0>
  friend constexpr bool operator==(const id &left, Integer right) noexcept {
    for (int axis = 0; axis < Dimensions; ++axis)
      if (left[axis] != static_cast<size_t>(right))
        return false;
    return true;
  }
  template <class Integer, detail::when<std::is_integral_v<Integer>> = 0>
  friend constexpr bool operator!=(const id &left, Integer right) noexcept {
    return !(left == right);
  }
  template <class Integer, detail::when<std::is_integral_v<Integer>> = 0>
  friend constexpr bool operator==(Integer left, const id &right) noexcept {
    return right == left;
  }
  template <class Integer, detail::when<std::is_integral_v<Integer>> = 0>
  friend constexpr bool operator!=(Integer left, const id &right) noexcept {
    return !(right == left);
  }
};

id(size_t) -> id<1>;
id(size_t, size_t) -> id<2>;
id(size_t, size_t, size_t) -> id<3>;

} // namespace _V1
} // namespace sycl
