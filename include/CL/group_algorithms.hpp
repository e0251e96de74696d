//===- CL/group_algorithms.hpp - group algorithms before SYCL 2020 --------===//
//
// Part of Tandem, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// Owns: DPC++'s first group algorithms. One name stands for two functions of
// SYCL 2020, such as reduce_over_group and joint_reduce.
#pragma once

#include <sycl/group_algorithms.hpp>
#include <sycl/multi_ptr.hpp>

namespace sycl {
inline namespace _V1 {
namespace ONEAPI {

namespace detail {
template <class Type>
inline constexpr bool is_pointer = std::is_pointer_v<Type>;
template <class ElementType, access::address_space Space,
          access::decorated Decorated>
inline constexpr bool is_pointer<multi_ptr<ElementType, Space, Decorated>> =
    true;
} // namespace detail

#define TANDEM_ALGORITHM(name, over_group, joint)                              \
  template <class Group, class First, class... Args>                           \
  auto name(Group group, First first, Args... args) {                          \
    if constexpr (detail::is_pointer<First>)                                   \
      return sycl::joint(group, first, args...);                               \
    else                                                                       \
      return sycl::over_group(group, first, args...);                          \
  }
/// As `joint_reduce` if the second argument is a pointer, otherwise as
/// `reduce_over_group`. New code uses these functions of SYCL 2020.
TANDEM_ALGORITHM(reduce, reduce_over_group, joint_reduce)
/// As `joint_exclusive_scan` or `exclusive_scan_over_group`.
TANDEM_ALGORITHM(exclusive_scan, exclusive_scan_over_group,
                 joint_exclusive_scan)
/// As `joint_inclusive_scan` or `inclusive_scan_over_group`.
TANDEM_ALGORITHM(inclusive_scan, inclusive_scan_over_group,
                 joint_inclusive_scan)
/// As `joint_all_of` or `all_of_group`.
TANDEM_ALGORITHM(all_of, all_of_group, joint_all_of)
/// As `joint_any_of` or `any_of_group`.
TANDEM_ALGORITHM(any_of, any_of_group, joint_any_of)
/// As `joint_none_of` or `none_of_group`.
TANDEM_ALGORITHM(none_of, none_of_group, joint_none_of)
#undef TANDEM_ALGORITHM

/// As `group_broadcast`, which new code uses.
template <class Group, class DataT, class... Id>
DataT broadcast(Group group, DataT value, Id... from) {
  return group_broadcast(group, value, from...);
}

/// As `group.leader()`, which new code uses.
template <class Group> bool leader(Group group) { return group.leader(); }

} // namespace ONEAPI
} // namespace _V1
} // namespace sycl
