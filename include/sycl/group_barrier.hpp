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

template <class Type> struct is_group : std::false_type {};
template <int Dimensions>
struct is_group<group<Dimensions>> : std::true_type {};
template <> struct is_group<sub_group> : std::true_type {};
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
// The SPIR-V scope whose work-items take part in operations of the group. One
// work-item needs no operations: there are overloads for its scope.
template <class Group> inline constexpr unsigned execution_scope = 0;
using one_item = std::integral_constant<unsigned, spirv::scope_invocation>;
template <int Dimensions>
inline constexpr unsigned execution_scope<group<Dimensions>> =
    spirv::scope_workgroup;
template <>
inline constexpr unsigned execution_scope<sub_group> = spirv::scope_subgroup;
} // namespace detail

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
