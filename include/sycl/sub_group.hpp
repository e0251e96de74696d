//===- sycl/sub_group.hpp - class sub_group -------------------------------===//
//
// Part of Tandem, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#pragma once

#include <sycl/detail/spirv.hpp>
#include <sycl/id.hpp>
#include <sycl/memory_enums.hpp>

namespace sycl {

class sub_group {
  friend struct detail::maker;
  constexpr sub_group() noexcept = default;

public:
  using id_type = id<1>;
  using range_type = range<1>;
  using linear_id_type = uint32_t;
  static constexpr int dimensions = 1;
  static constexpr memory_scope fence_scope = memory_scope::sub_group;

  id_type get_local_id() const {
    return __spirv_BuiltInSubgroupLocalInvocationId();
  }
  linear_id_type get_local_linear_id() const {
    return __spirv_BuiltInSubgroupLocalInvocationId();
  }
  range_type get_local_range() const { return __spirv_BuiltInSubgroupSize(); }
  linear_id_type get_local_linear_range() const {
    return __spirv_BuiltInSubgroupSize();
  }
  range_type get_max_local_range() const {
    return __spirv_BuiltInSubgroupMaxSize();
  }
  id_type get_group_id() const { return __spirv_BuiltInSubgroupId(); }
  linear_id_type get_group_linear_id() const {
    return __spirv_BuiltInSubgroupId();
  }
  range_type get_group_range() const { return __spirv_BuiltInNumSubgroups(); }
  linear_id_type get_group_linear_range() const {
    return __spirv_BuiltInNumSubgroups();
  }

  bool leader() const { return get_local_linear_id() == 0; }

  friend bool operator==(const sub_group &, const sub_group &) { return true; }
  friend bool operator!=(const sub_group &, const sub_group &) { return false; }
};

} // namespace sycl
