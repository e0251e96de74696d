//===- sycl/nd_range.hpp - class nd_range ---------------------------------===//
//
// Part of Tandem, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#pragma once

#include <sycl/id.hpp>

namespace sycl {
inline namespace _V1 {

template <int Dimensions = 1> class nd_range {
  range<Dimensions> m_global, m_local;
  id<Dimensions> m_offset;

public:
  static constexpr int dimensions = Dimensions;

  constexpr nd_range(range<Dimensions> global, range<Dimensions> local,
                     id<Dimensions> offset = id<Dimensions>()) noexcept
      : m_global(global), m_local(local), m_offset(offset) {}

  constexpr range<Dimensions> get_global_range() const noexcept {
    return m_global;
  }
  constexpr range<Dimensions> get_local_range() const noexcept {
    return m_local;
  }
  constexpr range<Dimensions> get_group_range() const noexcept {
    return m_global / m_local;
  }
  constexpr id<Dimensions> get_offset() const noexcept { return m_offset; }

  friend constexpr bool operator==(const nd_range &left,
                                   const nd_range &right) {
    return left.m_global == right.m_global && left.m_local == right.m_local &&
           left.m_offset == right.m_offset;
  }
  friend constexpr bool operator!=(const nd_range &left,
                                   const nd_range &right) {
    return !(left == right);
  }
};

nd_range(size_t, size_t) -> nd_range<1>;

} // namespace _V1
} // namespace sycl
