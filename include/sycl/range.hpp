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

template <int Dimensions = 1>
class range : public detail::index_base<Dimensions> {
  using base = detail::index_base<Dimensions>;

public:
  template <int SameDimensions = Dimensions,
            detail::when<SameDimensions == 1> = 0>
  constexpr range(size_t first) noexcept : base(first) {}
  template <int SameDimensions = Dimensions,
            detail::when<SameDimensions == 2> = 0>
  constexpr range(size_t first, size_t second) noexcept : base(first, second) {}
  template <int SameDimensions = Dimensions,
            detail::when<SameDimensions == 3> = 0>
  constexpr range(size_t first, size_t second, size_t third) noexcept
      : base(first, second, third) {}
  constexpr range() noexcept = default;

  constexpr size_t size() const noexcept {
    size_t product = 1;
    for (int axis = 0; axis < Dimensions; ++axis)
      product *= this->m_v[axis];
    return product;
  }
};

range(size_t) -> range<1>;
range(size_t, size_t) -> range<2>;
range(size_t, size_t, size_t) -> range<3>;

} // namespace _V1
} // namespace sycl
