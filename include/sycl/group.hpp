//===- sycl/group.hpp - class group ---------------------------------------===//
//
// Part of Tandem, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// A group's queries read the builtins of the running work-item, but for what
// makes it this group: its id, which groups that were stored are compared by,
// and the local range, because a hierarchical kernel runs one work-item for a
// whole group.
#pragma once

#include <sycl/access.hpp>
#include <sycl/device_event.hpp>

namespace sycl {
inline namespace _V1 {

template <int Dimensions = 1> class h_item;
template <class DataT, int Dimensions> class private_memory;

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
  using id_type = id<Dimensions>;
  using range_type = range<Dimensions>;
  using linear_id_type = size_t;
  static constexpr int dimensions = Dimensions;
  static constexpr memory_scope fence_scope = memory_scope::work_group;

  id_type get_group_id() const { return m_id; }
  size_t get_group_id(int dimension) const { return get_group_id()[dimension]; }
  id_type get_id() const { return get_group_id(); }
  size_t get_id(int dimension) const { return get_group_id(dimension); }
  size_t operator[](int dimension) const { return get_group_id(dimension); }

  id_type get_local_id() const { return detail::local_id<Dimensions>(); }
  size_t get_local_id(int dimension) const { return get_local_id()[dimension]; }

  range_type get_local_range() const { return m_local_range; }
  size_t get_local_range(int dimension) const {
    return get_local_range()[dimension];
  }
  range_type get_max_local_range() const { return get_local_range(); }

  range_type get_group_range() const {
    return detail::group_range<Dimensions>();
  }
  size_t get_group_range(int dimension) const {
    return get_group_range()[dimension];
  }
  range_type get_global_range() const {
    return get_group_range() * m_local_range;
  }
  size_t get_global_range(int dimension) const {
    return get_global_range()[dimension];
  }

  size_t get_group_linear_id() const {
    return detail::linear_index<Dimensions>(get_group_id(), get_group_range());
  }
  size_t get_linear_id() const { return get_group_linear_id(); }
  size_t get_local_linear_id() const {
    return detail::linear_index<Dimensions>(get_local_id(), get_local_range());
  }
  size_t get_group_linear_range() const { return get_group_range().size(); }
  size_t get_local_linear_range() const { return get_local_range().size(); }

  // In hierarchical kernels (sycl/hierarchical.hpp).
  template <class WorkItemFunc>
  void parallel_for_work_item(const range<Dimensions> &logical,
                              const WorkItemFunc &functor) const;
  template <class WorkItemFunc>
  void parallel_for_work_item(const WorkItemFunc &functor) const {
    parallel_for_work_item(m_local_range, functor);
  }

  bool leader() const { return get_local_linear_id() == 0; }

  // SYCL 1.2.1's fence for the work-items of the group: of loads, of stores, or
  // of both.
  template <access_mode Mode = access_mode::read_write>
  void mem_fence(
      access::fence_space space = access::fence_space::global_and_local) const {
    static_assert(Mode == access_mode::read || Mode == access_mode::write ||
                      Mode == access_mode::read_write,
                  "a fence is about read, write or read_write");
    constexpr unsigned order =
        Mode == access_mode::read    ? detail::spirv::sem_acquire
        : Mode == access_mode::write ? detail::spirv::sem_release
                                     : detail::spirv::sem_acquire_release;
    __spirv_MemoryBarrier(detail::spirv::scope_workgroup,
                          order | detail::spirv_fence_space(space));
  }

  friend bool operator==(const group &left, const group &right) {
    return left.m_id == right.m_id && left.m_local_range == right.m_local_range;
  }
  friend bool operator!=(const group &left, const group &right) {
    return !(left == right);
  }
};

} // namespace _V1
} // namespace sycl
