//===- sycl/group_barrier.hpp - group_barrier and is_group ----------------===//
//
// Part of Tandem, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#pragma once

#include <sycl/group.hpp>
#include <sycl/sub_group.hpp>

namespace sycl {
inline namespace _V1 {

/// Whether `Type` is a group that group functions and algorithms accept.
/// SYCL 2020, section 4.17.2.1.
template <class Type> struct is_group : std::false_type {};
/// True for work-groups.
template <int Dimensions>
struct is_group<group<Dimensions>> : std::true_type {};
/// True for sub-groups.
template <> struct is_group<sub_group> : std::true_type {};
/// The value of `is_group`.
template <class Type> inline constexpr bool is_group_v = is_group<Type>::value;

namespace detail {
// Groups that group_barrier takes, but no group function or algorithm.
template <class Group> inline constexpr bool has_barrier_alone = false;
// Groups of some work-items of a sub-group, which keep the bits of these.
template <class Group> inline constexpr bool is_of_members = false;
struct member_bits {
  template <class Group> static constexpr uint64_t of(const Group &group) {
    return group.m_members;
  }
};
// The SPIR-V scope of the work-items that execute the group's operations. One
// work-item needs no operations: there are overloads for its scope.
template <class Group> inline constexpr unsigned execution_scope = 0;
using one_item = std::integral_constant<unsigned, spirv::scope_invocation>;
template <int Dimensions>
inline constexpr unsigned execution_scope<group<Dimensions>> =
    spirv::scope_workgroup;
template <>
inline constexpr unsigned execution_scope<sub_group> = spirv::scope_subgroup;
} // namespace detail

/// Waits until all work-items of the group have reached the barrier, and makes
/// their earlier writes visible within `fence_scope`.
///
/// Every work-item of the group must call it. Work-items that have already
/// returned from the kernel are not waited for.
/// SYCL 2020, section 4.17.2.3.
template <class Group,
          detail::when<is_group_v<Group> && !detail::is_of_members<Group>> = 0>
TANDEM_ALWAYS_INLINE void
group_barrier(Group, memory_scope fence_scope = Group::fence_scope) {
  __spirv_ControlBarrier(detail::execution_scope<Group>,
                         detail::spirv_scope(fence_scope),
                         detail::spirv::sem_sequentially_consistent |
                             detail::spirv::sem_all_memory);
}

} // namespace _V1
} // namespace sycl
