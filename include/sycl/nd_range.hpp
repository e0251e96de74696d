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

/// The index space of a kernel that is divided into work-groups: a global range
/// and the local range of each group.
///
/// An nd_range is a value. The constructor accepts any ranges; whether the
/// local range divides the global range is checked when a kernel is launched.
/// SYCL 2020, section 4.9.1.2.
template <int Dimensions = 1> class nd_range {
  range<Dimensions> m_global, m_local;
  id<Dimensions> m_offset;

public:
  /// The number of dimensions: 1, 2 or 3.
  static constexpr int dimensions = Dimensions;

  /// An index space of `global` work-items in groups of `local`, with ids that
  /// begin at `offset`. Offsets are deprecated in SYCL 2020.
  constexpr nd_range(range<Dimensions> global, range<Dimensions> local,
                     id<Dimensions> offset = id<Dimensions>()) noexcept
      : m_global(global), m_local(local), m_offset(offset) {}

  /// The number of work-items in each dimension.
  constexpr range<Dimensions> get_global_range() const noexcept {
    return m_global;
  }
  /// The number of work-items of a work-group in each dimension.
  constexpr range<Dimensions> get_local_range() const noexcept {
    return m_local;
  }
  /// The number of work-groups in each dimension. No component of the local
  /// range may be 0.
  constexpr range<Dimensions> get_group_range() const noexcept {
    return m_global / m_local;
  }
  /// The offset that is added to every global id.
  constexpr id<Dimensions> get_offset() const noexcept { return m_offset; }

  /// Whether both have the same ranges and offset.
  friend constexpr bool operator==(const nd_range &left,
                                   const nd_range &right) {
    return left.m_global == right.m_global && left.m_local == right.m_local &&
           left.m_offset == right.m_offset;
  }
  /// Whether a range or the offset differs.
  friend constexpr bool operator!=(const nd_range &left,
                                   const nd_range &right) {
    return !(left == right);
  }
};

/// Deduces one dimension from a global and a local size.
nd_range(size_t, size_t) -> nd_range<1>;

} // namespace _V1
} // namespace sycl
