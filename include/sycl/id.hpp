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
  template <int N = Dimensions, detail::when<N == 1> = 0>
  constexpr id(size_t a) noexcept : base(a) {}
  template <int N = Dimensions, detail::when<N == 2> = 0>
  constexpr id(size_t a, size_t b) noexcept : base(a, b) {}
  template <int N = Dimensions, detail::when<N == 3> = 0>
  constexpr id(size_t a, size_t b, size_t c) noexcept : base(a, b, c) {}
  constexpr id() noexcept = default;

  constexpr id(const range<Dimensions> &r) noexcept {
    for (int d = 0; d < Dimensions; ++d)
      this->m_v[d] = r[d];
  }
  template <bool WithOffset>
  constexpr id(const item<Dimensions, WithOffset> &it) noexcept
      : id(it.get_id()) {}

  // Also beside what becomes an id, and beside a number for all dimensions.
  friend constexpr bool operator==(const id &a, const id &b) noexcept {
    for (int d = 0; d < Dimensions; ++d)
      if (a[d] != b[d])
        return false;
    return true;
  }
  friend constexpr bool operator!=(const id &a, const id &b) noexcept {
    return !(a == b);
  }
  template <class T, detail::when<std::is_integral_v<T>> = 0>
  friend constexpr bool operator==(const id &a, T b) noexcept {
    for (int d = 0; d < Dimensions; ++d)
      if (a[d] != static_cast<size_t>(b))
        return false;
    return true;
  }
  template <class T, detail::when<std::is_integral_v<T>> = 0>
  friend constexpr bool operator!=(const id &a, T b) noexcept {
    return !(a == b);
  }
  template <class T, detail::when<std::is_integral_v<T>> = 0>
  friend constexpr bool operator==(T a, const id &b) noexcept {
    return b == a;
  }
  template <class T, detail::when<std::is_integral_v<T>> = 0>
  friend constexpr bool operator!=(T a, const id &b) noexcept {
    return !(b == a);
  }
};

id(size_t) -> id<1>;
id(size_t, size_t) -> id<2>;
id(size_t, size_t, size_t) -> id<3>;

} // namespace _V1
} // namespace sycl
