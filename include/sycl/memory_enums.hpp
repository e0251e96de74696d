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

/// The order of an atomic operation relative to others, as `std::memory_order`:
/// `relaxed`, `acquire`, `release`, `acq_rel` and `seq_cst`. SYCL 2020, section
/// 3.8.3.1.
enum class memory_order {
  /// No ordering.
  relaxed,
  /// Later operations stay after the atomic one.
  acquire,
  /// Keeps the values of `std::memory_order`. Not supported.
  __consume_unsupported,
  /// Earlier operations stay before the atomic one.
  release,
  /// Both `acquire` and `release`.
  acq_rel,
  /// As `acq_rel`, in one total order of all such operations.
  seq_cst
};
/// No ordering.
inline constexpr auto memory_order_relaxed = memory_order::relaxed;
/// Later operations stay after the atomic one.
inline constexpr auto memory_order_acquire = memory_order::acquire;
/// Earlier operations stay before the atomic one.
inline constexpr auto memory_order_release = memory_order::release;
/// Both `acquire` and `release`.
inline constexpr auto memory_order_acq_rel = memory_order::acq_rel;
/// As `acq_rel`, in one total order of all such operations.
inline constexpr auto memory_order_seq_cst = memory_order::seq_cst;

/// The set of work-items that an atomic operation or fence synchronises with:
/// `work_item`, `sub_group`, `work_group`, `device` or `system`. SYCL 2020,
/// section 3.8.3.2.
enum class memory_scope { work_item, sub_group, work_group, device, system };
/// The work-item itself.
inline constexpr auto memory_scope_work_item = memory_scope::work_item;
/// The work-items of the same sub-group.
inline constexpr auto memory_scope_sub_group = memory_scope::sub_group;
/// The work-items of the same work-group.
inline constexpr auto memory_scope_work_group = memory_scope::work_group;
/// All work-items on the same device.
inline constexpr auto memory_scope_device = memory_scope::device;
/// All work-items on all devices, and the threads of the host.
inline constexpr auto memory_scope_system = memory_scope::system;

namespace access {
/// The address space that a `multi_ptr` points to. SYCL 2020, section 4.7.7.1.
enum class address_space {
  /// Memory of one work-item.
  private_space,
  /// Memory that all work-items can access, such as buffers and USM.
  global_space,
  /// Memory that kernels only read. Deprecated.
  constant_space,
  /// Memory of one work-group.
  local_space,
  /// Any of private, global and local memory.
  generic_space,
  /// USM of a device. Extension `sycl_ext_intel_usm_address_spaces`.
  ext_intel_global_device_space,
  /// USM of the host. Extension `sycl_ext_intel_usm_address_spaces`.
  ext_intel_global_host_space,
};
/// Whether the pointers of a `multi_ptr` have the address space in their type
/// (`yes`), or not (`no`), or follow SYCL 1.2.1 (`legacy`).
enum class decorated { no, yes, legacy };
/// The memory that a barrier orders: local, global, or both. SYCL 2020, section
/// 4.15.1.
enum class fence_space { local_space, global_space, global_and_local };
} // namespace access

/// A shorter name of `access::address_space`.
using addrspace = access::address_space;
/// Global memory.
inline constexpr addrspace addrspace_global = addrspace::global_space;
/// Local memory.
inline constexpr addrspace addrspace_local = addrspace::local_space;
/// Private memory.
inline constexpr addrspace addrspace_private = addrspace::private_space;
/// Any of private, global and local memory.
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

// Only the ordering bits: atomics add the storage class that they work on,
// fences add all of them.
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
