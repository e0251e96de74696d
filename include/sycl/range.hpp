//===- sycl/range.hpp - class range ---------------------------------------===//
//
// Part of Tandem, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#pragma once

#include <sycl/detail/index_base.hpp>

namespace sycl {
inline namespace _V1 {

/// The size of an index space, a buffer or a work-group in one to three
/// dimensions.
///
/// A range is a value. Operators of arithmetic, comparison and assignment apply
/// to each component; the other operand may be a range or an integer for all
/// dimensions. The last dimension varies fastest in memory.
/// SYCL 2020, section 4.9.1.1.
template <int Dimensions = 1>
class range : public detail::index_base<Dimensions> {
  using base = detail::index_base<Dimensions>;

public:
  /// A range of one dimension.
  template <int SameDimensions = Dimensions,
            detail::when<SameDimensions == 1> = 0>
  constexpr range(size_t first) noexcept : base(first) {}
  /// A range of two dimensions.
  template <int SameDimensions = Dimensions,
            detail::when<SameDimensions == 2> = 0>
  constexpr range(size_t first, size_t second) noexcept : base(first, second) {}
  /// A range of three dimensions.
  template <int SameDimensions = Dimensions,
            detail::when<SameDimensions == 3> = 0>
  constexpr range(size_t first, size_t second, size_t third) noexcept
      : base(first, second, third) {}
  /// A range whose components are 0.
  constexpr range() noexcept = default;

  /// The number of elements: the product of all components.
  constexpr size_t size() const noexcept {
    size_t product = 1;
    for (int axis = 0; axis < Dimensions; ++axis)
      product *= this->m_v[axis];
    return product;
  }
};

/// Deduces the number of dimensions from the number of arguments.
range(size_t) -> range<1>;
/// As above, two dimensions.
range(size_t, size_t) -> range<2>;
/// As above, three dimensions.
range(size_t, size_t, size_t) -> range<3>;

} // namespace _V1
} // namespace sycl
