//===- sycl/memory_enums.hpp - memory order, scope and address spaces -----===//
//
// Part of Tandem, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#pragma once

#include <sycl/detail/kernel/spirv.hpp>

namespace sycl {
inline namespace _V1 {

enum class memory_order {
  relaxed,
  acquire,
  __consume_unsupported,
  release,
  acq_rel,
  seq_cst
};
inline constexpr auto memory_order_relaxed = memory_order::relaxed;
inline constexpr auto memory_order_acquire = memory_order::acquire;
inline constexpr auto memory_order_release = memory_order::release;
inline constexpr auto memory_order_acq_rel = memory_order::acq_rel;
inline constexpr auto memory_order_seq_cst = memory_order::seq_cst;

enum class memory_scope { work_item, sub_group, work_group, device, system };
inline constexpr auto memory_scope_work_item = memory_scope::work_item;
inline constexpr auto memory_scope_sub_group = memory_scope::sub_group;
inline constexpr auto memory_scope_work_group = memory_scope::work_group;
inline constexpr auto memory_scope_device = memory_scope::device;
inline constexpr auto memory_scope_system = memory_scope::system;

namespace access {
enum class address_space {
  private_space,
  global_space,
  constant_space,
  local_space,
  generic_space,
  // Memory of one device, or of the host: sycl_ext_intel_usm_address_spaces.
  ext_intel_global_device_space,
  ext_intel_global_host_space,
};
enum class decorated { no, yes, legacy };
enum class fence_space { local_space, global_space, global_and_local };
} // namespace access

using addrspace = access::address_space;
inline constexpr addrspace addrspace_global = addrspace::global_space;
inline constexpr addrspace addrspace_local = addrspace::local_space;
inline constexpr addrspace addrspace_private = addrspace::private_space;
inline constexpr addrspace addrspace_generic = addrspace::generic_space;

namespace detail {

constexpr unsigned spirv_scope(memory_scope scope) {
  switch (scope) {
  case memory_scope::work_item:
    return spirv::scope_invocation;
  case memory_scope::sub_group:
    return spirv::scope_subgroup;
  case memory_scope::work_group:
    return spirv::scope_workgroup;
  case memory_scope::device:
    return spirv::scope_device;
  case memory_scope::system:
    break;
  }
  return spirv::scope_cross_device;
}

// The ordering bits alone: atomics add the storage class they work on, fences
// all of them.
constexpr unsigned spirv_order(memory_order order) {
  switch (order) {
  case memory_order::relaxed:
    return spirv::sem_none;
  case memory_order::acquire:
  case memory_order::__consume_unsupported:
    return spirv::sem_acquire;
  case memory_order::release:
    return spirv::sem_release;
  case memory_order::acq_rel:
    return spirv::sem_acquire_release;
  case memory_order::seq_cst:
    break;
  }
  return spirv::sem_sequentially_consistent;
}

constexpr unsigned spirv_fence_space(access::fence_space space) {
  switch (space) {
  case access::fence_space::local_space:
    return spirv::sem_workgroup_memory;
  case access::fence_space::global_space:
    return spirv::sem_cross_workgroup_memory;
  case access::fence_space::global_and_local:
    break;
  }
  return spirv::sem_workgroup_memory | spirv::sem_cross_workgroup_memory;
}

} // namespace detail
} // namespace _V1
} // namespace sycl
