//===- .../experimental/opportunistic_group.hpp ---------------------------===//
//
// Part of Tandem, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// Owns: opportunistic_group of sycl_ext_oneapi_non_uniform_groups. Which
// work-items of a sub-group it contains is up to the implementation: here, only
// the calling one.
#pragma once

#include <sycl/atomic_ref.hpp>
#include <sycl/group_algorithms.hpp>

namespace sycl {
inline namespace _V1 {
namespace ext::oneapi::experimental {

class opportunistic_group;
namespace this_kernel {
inline opportunistic_group get_opportunistic_group();
} // namespace this_kernel

/// A group of work-items of a sub-group that happen to run together. In Tandem,
/// it always contains only the calling work-item. A plain value, for device
/// code. `sycl_ext_oneapi_non_uniform_groups`.
class opportunistic_group {
  friend opportunistic_group this_kernel::get_opportunistic_group();
  constexpr opportunistic_group() noexcept = default;

public:
  /// The type of an id.
  using id_type = id<1>;
  /// The type of a range.
  using range_type = range<1>;
  /// The type of a linear id.
  using linear_id_type = uint32_t;
  /// The number of dimensions.
  static constexpr int dimensions = 1;
  /// The default scope of fences.
  static constexpr memory_scope fence_scope = memory_scope::sub_group;

  /// The id of the group: 0.
  id_type get_group_id() const { return 0; }
  /// The id of the work-item in the group: 0.
  id_type get_local_id() const { return 0; }
  /// The number of groups: 1.
  range_type get_group_range() const { return 1; }
  /// The number of work-items in the group: 1.
  range_type get_local_range() const { return 1; }
  /// The id of the group: 0.
  linear_id_type get_group_linear_id() const { return 0; }
  /// The id of the work-item in the group: 0.
  linear_id_type get_local_linear_id() const { return 0; }
  /// The number of groups: 1.
  linear_id_type get_group_linear_range() const { return 1; }
  /// The number of work-items in the group: 1.
  linear_id_type get_local_linear_range() const { return 1; }
  /// Whether the work-item is the leader of the group: true.
  bool leader() const { return true; }
};

/// The opportunistic group of the calling work-item.
inline opportunistic_group this_kernel::get_opportunistic_group() { return {}; }

/// Whether `Type` is a group that the program makes of another one.
template <class Type> struct is_user_constructed_group : std::false_type {};
template <>
struct is_user_constructed_group<opportunistic_group> : std::true_type {};
/// Whether `Type` is a group that the program makes of another one.
template <class Type>
inline constexpr bool is_user_constructed_group_v =
    is_user_constructed_group<Type>::value;

} // namespace ext::oneapi::experimental
} // namespace _V1
} // namespace sycl

namespace sycl {
inline namespace _V1 {

template <>
struct is_group<ext::oneapi::experimental::opportunistic_group>
    : std::true_type {};

namespace detail {
template <>
inline constexpr auto
    execution_scope<ext::oneapi::experimental::opportunistic_group> =
        one_item();
} // namespace detail

/// A barrier of one work-item: a sequentially consistent fence with the given
/// scope.
inline void group_barrier(ext::oneapi::experimental::opportunistic_group,
                          memory_scope scope = memory_scope::sub_group) {
  atomic_fence(memory_order::seq_cst, scope);
}

} // namespace _V1
} // namespace sycl
