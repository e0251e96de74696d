//===- sycl/ext/oneapi/group_local_memory.hpp -----------------------------===//
//
// Part of Tandem, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// Owns: sycl_ext_oneapi_local_memory: local memory that device code declares
// where it needs it. Each call in the source is one object per work-group; the
// post-link tool makes a variable of it (boundaries.md, section 8).
#pragma once

#include <sycl/group_barrier.hpp>
#include <sycl/multi_ptr.hpp>

#include <new>

#ifdef __SYCL_DEVICE_ONLY__
extern "C" void *__tandem_local_memory(size_t size, size_t alignment) noexcept;
#endif

namespace sycl {
inline namespace _V1 {

namespace detail {

// Inlined up to the user's function, so that every call has its own object.
template <class DataT> TANDEM_ALWAYS_INLINE DataT *local_object() {
  static_assert(std::is_trivially_destructible_v<DataT>,
                "objects in group-local memory are not destroyed: the type "
                "must be trivially destructible");
#ifdef __SYCL_DEVICE_ONLY__
  return static_cast<DataT *>(
      __tandem_local_memory(sizeof(DataT), alignof(DataT)));
#else
  return nullptr;
#endif
}

// One work-item initializes, and the others wait for it.
template <class Group, class Function>
TANDEM_ALWAYS_INLINE void initialize_local(const Group &group,
                                           const Function &make) {
  if (group.leader())
    make();
  group_barrier(group);
}

template <class DataT>
using local_object_ptr = multi_ptr<DataT, access::address_space::local_space,
                                   access::decorated::legacy>;

template <class DataT> inline constexpr bool is_work_group = false;
template <int Dimensions>
inline constexpr bool is_work_group<group<Dimensions>> = true;

} // namespace detail

namespace ext::oneapi {

/// An object in local memory that the work-items of a work-group share. Each
/// call in the source has its own object. The leader constructs it from `args`,
/// and the other work-items wait at a barrier, so all work-items of the group
/// must make the call. `DataT` must be trivially destructible. For device code.
/// `sycl_ext_oneapi_local_memory`.
/// \returns A pointer to the object.
template <class DataT, class Group, class... Args,
          sycl::detail::when<sycl::detail::is_work_group<Group>> = 0>
TANDEM_ALWAYS_INLINE sycl::detail::local_object_ptr<DataT>
group_local_memory(Group group, Args &&...args) {
  DataT *object = sycl::detail::local_object<DataT>();
  sycl::detail::initialize_local(
      group, [&] { ::new (object) DataT{std::forward<Args>(args)...}; });
  return sycl::detail::local_object_ptr<DataT>(object);
}

/// As above, default-initialized. Without a default constructor that does
/// something, there is no barrier and the value is indeterminate.
template <class DataT, class Group,
          sycl::detail::when<sycl::detail::is_work_group<Group>> = 0>
TANDEM_ALWAYS_INLINE sycl::detail::local_object_ptr<DataT>
group_local_memory_for_overwrite(Group group) {
  DataT *object = sycl::detail::local_object<DataT>();
  // A union may have no default constructor: then it has no member yet.
  if constexpr (std::is_default_constructible_v<DataT> &&
                !std::is_trivially_default_constructible_v<DataT>)
    sycl::detail::initialize_local(group, [&] { ::new (object) DataT; });
  return sycl::detail::local_object_ptr<DataT>(object);
}

} // namespace ext::oneapi
} // namespace _V1
} // namespace sycl
