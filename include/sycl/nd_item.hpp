//===- sycl/nd_item.hpp - class nd_item -----------------------------------===//
//
// Part of Tandem, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// Stateless, like group: queries read the builtins of the running work-item.
#pragma once

#include <sycl/group_barrier.hpp>
#include <sycl/item.hpp>
#include <sycl/nd_range.hpp>

namespace sycl {
inline namespace _V1 {

namespace ext::oneapi::experimental {
template <int Dimensions> class root_group;
}

/// Identifies one work-item of a kernel that is launched over an `nd_range`.
///
/// A kernel receives its `nd_item` as an argument; programs cannot create one.
/// An object stores nothing: every query returns the position of the work-item
/// that calls it. Copies are therefore interchangeable. The last dimension
/// varies fastest in linear ids.
/// SYCL 2020, section 4.9.1.5.
template <int Dimensions = 1>
class nd_item : public detail::async_copies<Dimensions> {
  friend struct detail::maker;
  constexpr nd_item() noexcept = default;

public:
  /// The number of dimensions of the index space: 1, 2 or 3.
  static constexpr int dimensions = Dimensions;

  /// The position of the work-item in the whole index space, including the
  /// offset if there is one.
  id<Dimensions> get_global_id() const {
    return detail::global_id<Dimensions>();
  }
  /// The component `dimension` of the global id.
  size_t get_global_id(int dimension) const {
    return get_global_id()[dimension];
  }
  /// The global id as one number, without the offset.
  size_t get_global_linear_id() const {
    return detail::linear_index<Dimensions>(
        get_global_id() - detail::global_offset<Dimensions>(),
        get_global_range());
  }
  /// The position of the work-item in its work-group.
  id<Dimensions> get_local_id() const { return detail::local_id<Dimensions>(); }
  /// The component `dimension` of the local id.
  size_t get_local_id(int dimension) const { return get_local_id()[dimension]; }
  /// The local id as one number.
  size_t get_local_linear_id() const {
    return get_group().get_local_linear_id();
  }

  /// The work-group of the work-item.
  group<Dimensions> get_group() const {
    return detail::maker::make<group<Dimensions>>();
  }
  /// The sub-group of the work-item.
  sub_group get_sub_group() const { return detail::maker::make<sub_group>(); }
  /// The group of all work-items of the kernel, for barriers across
  /// work-groups.
  /// Part of sycl_ext_oneapi_root_group.
  auto ext_oneapi_get_root_group() const {
    return detail::maker::make<
        ext::oneapi::experimental::root_group<Dimensions>>();
  }
  /// The component `dimension` of the work-group's id.
  size_t get_group(int dimension) const {
    return get_group().get_group_id(dimension);
  }
  /// The work-group's id as one number.
  size_t get_group_linear_id() const {
    return get_group().get_group_linear_id();
  }
  /// The number of work-groups in each dimension.
  range<Dimensions> get_group_range() const {
    return detail::group_range<Dimensions>();
  }
  /// The number of work-groups in dimension `dimension`.
  size_t get_group_range(int dimension) const {
    return get_group_range()[dimension];
  }

  /// The number of work-items of the kernel in each dimension.
  range<Dimensions> get_global_range() const {
    return detail::global_range<Dimensions>();
  }
  /// The number of work-items of the kernel in dimension `dimension`.
  size_t get_global_range(int dimension) const {
    return get_global_range()[dimension];
  }
  /// The number of work-items of a work-group in each dimension.
  range<Dimensions> get_local_range() const {
    return detail::local_range<Dimensions>();
  }
  /// The number of work-items of a work-group in dimension `dimension`.
  size_t get_local_range(int dimension) const {
    return get_local_range()[dimension];
  }
  /// The offset that is part of every global id; 0 unless the kernel was
  /// launched with an offset. Deprecated in SYCL 2020, as offsets are.
  id<Dimensions> get_offset() const {
    return detail::global_offset<Dimensions>();
  }
  /// The index space of the kernel: global range, local range and offset.
  nd_range<Dimensions> get_nd_range() const {
    return {get_global_range(), get_local_range(), get_offset()};
  }

  /// Waits until all work-items of the work-group have reached the barrier, and
  /// makes their earlier writes to `space` visible to each other.
  ///
  /// Every work-item of the group must call it. Deprecated: use
  /// `group_barrier`.
  void barrier(
      access::fence_space space = access::fence_space::global_and_local) const {
    __spirv_ControlBarrier(detail::spirv::scope_workgroup,
                           detail::spirv::scope_workgroup,
                           detail::spirv::sem_sequentially_consistent |
                               detail::spirv_fence_space(space));
  }

  /// Orders the work-item's accesses to `space` as the others of the work-group
  /// see them. Deprecated: use `atomic_fence`.
  ///
  /// `Mode` selects loads (`read`), stores (`write`) or both (`read_write`).
  template <access_mode Mode = access_mode::read_write>
  void mem_fence(
      access::fence_space space = access::fence_space::global_and_local) const {
    get_group().template mem_fence<Mode>(space);
  }

  /// Always true: the work-item that compares is the same one.
  friend bool operator==(const nd_item &, const nd_item &) { return true; }
  /// Always false.
  friend bool operator!=(const nd_item &, const nd_item &) { return false; }
};

} // namespace _V1
} // namespace sycl
