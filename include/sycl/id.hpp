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

/// A point in an index space of one to three dimensions, or an offset between
/// points.
///
/// An id is a value. Operators of arithmetic, comparison and assignment apply
/// to each component; the other operand may be an id, an integer for all
/// dimensions, or an object that converts to an id, such as an `item`. An id of
/// one dimension converts to and from `size_t`.
/// SYCL 2020, section 4.9.1.3.
template <int Dimensions = 1>
class id : public detail::index_base<Dimensions>,
           public detail::index_conversion<id<Dimensions>, Dimensions> {
  using base = detail::index_base<Dimensions>;

public:
  /// An id of one dimension.
  template <int SameDimensions = Dimensions,
            detail::when<SameDimensions == 1> = 0>
  constexpr id(size_t first) noexcept : base(first) {}
  /// An id of two dimensions.
  template <int SameDimensions = Dimensions,
            detail::when<SameDimensions == 2> = 0>
  constexpr id(size_t first, size_t second) noexcept : base(first, second) {}
  /// An id of three dimensions.
  template <int SameDimensions = Dimensions,
            detail::when<SameDimensions == 3> = 0>
  constexpr id(size_t first, size_t second, size_t third) noexcept
      : base(first, second, third) {}
  /// An id whose components are 0.
  constexpr id() noexcept = default;

  /// An id with the components of a range.
  constexpr id(const range<Dimensions> &extent) noexcept {
    for (int axis = 0; axis < Dimensions; ++axis)
      this->m_v[axis] = extent[axis];
  }
  /// The id of an item.
  template <bool WithOffset>
  constexpr id(const item<Dimensions, WithOffset> &it) noexcept
      : id(it.get_id()) {}

  /// Whether all components are equal. The operand on the other side may also
  /// convert to an id, or be an integer that all components are compared with.
  friend constexpr bool operator==(const id &left, const id &right) noexcept {
    for (int axis = 0; axis < Dimensions; ++axis)
      if (left[axis] != right[axis])
        return false;
    return true;
  }
  /// Whether a component differs.
  friend constexpr bool operator!=(const id &left, const id &right) noexcept {
    return !(left == right);
  }
  /// Whether all components are equal to `right`.
  template <class Integer, detail::when<std::is_integral_v<Integer>> = 0>
  friend constexpr bool operator==(const id &left, Integer right) noexcept {
    for (int axis = 0; axis < Dimensions; ++axis)
      if (left[axis] != static_cast<size_t>(right))
        return false;
    return true;
  }
  /// Whether a component differs from `right`.
  template <class Integer, detail::when<std::is_integral_v<Integer>> = 0>
  friend constexpr bool operator!=(const id &left, Integer right) noexcept {
    return !(left == right);
  }
  /// Whether all components are equal to `left`.
  template <class Integer, detail::when<std::is_integral_v<Integer>> = 0>
  friend constexpr bool operator==(Integer left, const id &right) noexcept {
    return right == left;
  }
  /// Whether a component differs from `left`.
  template <class Integer, detail::when<std::is_integral_v<Integer>> = 0>
  friend constexpr bool operator!=(Integer left, const id &right) noexcept {
    return !(right == left);
  }
};

/// Deduces the number of dimensions from the number of arguments.
id(size_t) -> id<1>;
/// As above, two dimensions.
id(size_t, size_t) -> id<2>;
/// As above, three dimensions.
id(size_t, size_t, size_t) -> id<3>;

} // namespace _V1
} // namespace sycl
