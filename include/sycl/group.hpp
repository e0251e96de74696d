//===- sycl/group.hpp - class group ---------------------------------------===//
//
// Part of Tandem, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// Queries of a group read the builtins of the running work-item. Only the id
// and the local range are stored: groups are compared by them, and a
// hierarchical kernel runs one work-item for a whole group.
#pragma once

#include <sycl/access.hpp>
#include <sycl/device_event.hpp>

namespace sycl {
inline namespace _V1 {

template <int Dimensions = 1> class h_item;
template <class DataT, int Dimensions> class private_memory;

/// Identifies one work-group of a kernel.
///
/// Kernels get it from `nd_item::get_group`, or as an argument of
/// `parallel_for_work_group`; programs cannot create one. An object is a value:
/// copies are equal. Use a group only in a kernel, in a work-item of that
/// work-group. It can be passed to group algorithms and to `group_barrier`.
/// SYCL 2020, section 4.9.1.7.
template <int Dimensions = 1>
class group : public detail::async_copies<Dimensions> {
  id<Dimensions> m_id;
  range<Dimensions> m_local_range;
  void *m_private; // of hierarchical kernels

  friend struct detail::maker;
  template <class, int> friend class private_memory;
  group() noexcept : group(detail::local_range<Dimensions>(), nullptr) {}
  group(const range<Dimensions> &local, void *private_block) noexcept
      : m_id(detail::group_id<Dimensions>()), m_local_range(local),
        m_private(private_block) {}

public:
  /// The type of the group's id.
  using id_type = id<Dimensions>;
  /// The type of the ranges that the group returns.
  using range_type = range<Dimensions>;
  /// The type of ids as one number.
  using linear_id_type = size_t;
  /// The number of dimensions of the index space: 1, 2 or 3.
  static constexpr int dimensions = Dimensions;
  /// The narrowest scope that contains every work-item of the group.
  static constexpr memory_scope fence_scope = memory_scope::work_group;

  /// The position of the group among the work-groups of the kernel.
  id_type get_group_id() const { return m_id; }
  /// The component `dimension` of the group's id.
  size_t get_group_id(int dimension) const { return get_group_id()[dimension]; }
  /// As `get_group_id`, by its name in SYCL 1.2.1.
  id_type get_id() const { return get_group_id(); }
  /// As `get_group_id(dimension)`, by its name in SYCL 1.2.1.
  size_t get_id(int dimension) const { return get_group_id(dimension); }
  /// The component `dimension` of the group's id.
  size_t operator[](int dimension) const { return get_group_id(dimension); }

  /// The position of the calling work-item in the group.
  id_type get_local_id() const { return detail::local_id<Dimensions>(); }
  /// The component `dimension` of the calling work-item's local id.
  size_t get_local_id(int dimension) const { return get_local_id()[dimension]; }

  /// The number of work-items of the group in each dimension.
  ///
  /// In a hierarchical kernel, this is the range given at the launch, although
  /// a single work-item runs the group's code.
  range_type get_local_range() const { return m_local_range; }
  /// The number of work-items of the group in dimension `dimension`.
  size_t get_local_range(int dimension) const {
    return get_local_range()[dimension];
  }
  /// The same as `get_local_range`: all groups of a kernel have the same size.
  range_type get_max_local_range() const { return get_local_range(); }

  /// The number of work-groups of the kernel in each dimension.
  range_type get_group_range() const {
    return detail::group_range<Dimensions>();
  }
  /// The number of work-groups of the kernel in dimension `dimension`.
  size_t get_group_range(int dimension) const {
    return get_group_range()[dimension];
  }
  /// The number of work-items of the kernel in each dimension.
  range_type get_global_range() const {
    return get_group_range() * m_local_range;
  }
  /// The number of work-items of the kernel in dimension `dimension`.
  size_t get_global_range(int dimension) const {
    return get_global_range()[dimension];
  }

  /// The group's id as one number; the last dimension varies fastest.
  size_t get_group_linear_id() const {
    return detail::linear_index<Dimensions>(get_group_id(), get_group_range());
  }
  /// As `get_group_linear_id`, by its name in SYCL 1.2.1.
  size_t get_linear_id() const { return get_group_linear_id(); }
  /// The calling work-item's local id as one number; the last dimension varies
  /// fastest.
  size_t get_local_linear_id() const {
    return detail::linear_index<Dimensions>(get_local_id(), get_local_range());
  }
  /// The number of work-groups of the kernel.
  size_t get_group_linear_range() const { return get_group_range().size(); }
  /// The number of work-items of the group.
  size_t get_local_linear_range() const { return get_local_range().size(); }

  /// Calls `functor` with an `h_item` for every index of `logical`, in a
  /// hierarchical kernel only (sycl/hierarchical.hpp).
  ///
  /// One call follows another, and all have completed when the function
  /// returns. `logical` may differ from the local range.
  template <class WorkItemFunc>
  void parallel_for_work_item(const range<Dimensions> &logical,
                              const WorkItemFunc &functor) const;
  /// As above, once per work-item of the local range.
  template <class WorkItemFunc>
  void parallel_for_work_item(const WorkItemFunc &functor) const {
    parallel_for_work_item(m_local_range, functor);
  }

  /// Whether the calling work-item is the leader of the group, the one with
  /// local linear id 0.
  bool leader() const { return get_local_linear_id() == 0; }

  /// Orders the work-item's accesses to `space` as the others of the work-group
  /// see them. Deprecated: use `atomic_fence`.
  ///
  /// `Mode` selects loads (`read`), stores (`write`) or both (`read_write`).
  template <access_mode Mode = access_mode::read_write>
  void mem_fence(
      access::fence_space space = access::fence_space::global_and_local) const {
    static_assert(Mode == access_mode::read || Mode == access_mode::write ||
                      Mode == access_mode::read_write,
                  "a fence orders read, write or read_write");
    constexpr unsigned order =
        Mode == access_mode::read    ? detail::spirv::sem_acquire
        : Mode == access_mode::write ? detail::spirv::sem_release
                                     : detail::spirv::sem_acquire_release;
    __spirv_MemoryBarrier(detail::spirv::scope_workgroup,
                          order | detail::spirv_fence_space(space));
  }

  /// Whether both have the same id and the same local range.
  friend bool operator==(const group &left, const group &right) {
    return left.m_id == right.m_id && left.m_local_range == right.m_local_range;
  }
  /// Whether the ids or the local ranges differ.
  friend bool operator!=(const group &left, const group &right) {
    return !(left == right);
  }
};

} // namespace _V1
} // namespace sycl
