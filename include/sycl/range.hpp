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
  template <int N = Dimensions, detail::when<N == 1> = 0>
  constexpr range(size_t a) noexcept : base(a) {}
  template <int N = Dimensions, detail::when<N == 2> = 0>
  constexpr range(size_t a, size_t b) noexcept : base(a, b) {}
  template <int N = Dimensions, detail::when<N == 3> = 0>
  constexpr range(size_t a, size_t b, size_t c) noexcept : base(a, b, c) {}
  constexpr range() noexcept = default;

  constexpr size_t size() const noexcept {
    size_t product = 1;
    for (int d = 0; d < Dimensions; ++d)
      product *= this->m_v[d];
    return product;
  }
};

range(size_t) -> range<1>;
range(size_t, size_t) -> range<2>;
range(size_t, size_t, size_t) -> range<3>;

} // namespace _V1
} // namespace sycl
