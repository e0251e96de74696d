//===- sycl/detail/kernel/index_space.hpp - ids of the running work-item --===//
//
// Part of Tandem, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// Owns: the place where SPIR-V's order of dimensions (x first) is turned into
// SYCL's (the last dimension varies fastest); see boundaries.md, section 2.
#pragma once

#include <sycl/detail/index_base.hpp>
#include <sycl/detail/kernel/spirv.hpp>

namespace sycl {
inline namespace _V1 {
namespace detail {

#define TANDEM_INDEX_QUERY(name, builtin, type)                                \
  template <int Dimensions> TANDEM_ALWAYS_INLINE type<Dimensions> name() {     \
    if constexpr (Dimensions == 1)                                             \
      return type<Dimensions>(__spirv_BuiltIn##builtin(0));                    \
    else if constexpr (Dimensions == 2)                                        \
      return type<Dimensions>(__spirv_BuiltIn##builtin(1),                     \
                              __spirv_BuiltIn##builtin(0));                    \
    else                                                                       \
      return type<Dimensions>(__spirv_BuiltIn##builtin(2),                     \
                              __spirv_BuiltIn##builtin(1),                     \
                              __spirv_BuiltIn##builtin(0));                    \
  }

TANDEM_INDEX_QUERY(global_id, GlobalInvocationId, id)
TANDEM_INDEX_QUERY(global_offset, GlobalOffset, id)
TANDEM_INDEX_QUERY(local_id, LocalInvocationId, id)
TANDEM_INDEX_QUERY(group_id, WorkgroupId, id)
TANDEM_INDEX_QUERY(global_range, GlobalSize, range)
TANDEM_INDEX_QUERY(local_range, WorkgroupSize, range)
TANDEM_INDEX_QUERY(group_range, NumWorkgroups, range)

#undef TANDEM_INDEX_QUERY

} // namespace detail
} // namespace _V1
} // namespace sycl
