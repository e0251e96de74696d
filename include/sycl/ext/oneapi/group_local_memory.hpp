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
template <class T> TANDEM_ALWAYS_INLINE T *local_object() {
  static_assert(std::is_trivially_destructible_v<T>,
                "nobody destroys objects in group-local memory");
#ifdef __SYCL_DEVICE_ONLY__
  return static_cast<T *>(__tandem_local_memory(sizeof(T), alignof(T)));
#else
  return nullptr;
#endif
}

// One work-item initializes, and the others wait for it.
template <class Group, class F>
TANDEM_ALWAYS_INLINE void initialize_local(const Group &group, const F &make) {
  if (group.leader())
    make();
  group_barrier(group);
}

template <class T>
using local_object_ptr =
    multi_ptr<T, access::address_space::local_space, access::decorated::legacy>;

template <class T> inline constexpr bool is_work_group = false;
template <int D> inline constexpr bool is_work_group<group<D>> = true;

} // namespace detail

namespace ext::oneapi {

template <class T, class Group, class... Args,
          sycl::detail::when<sycl::detail::is_work_group<Group>> = 0>
TANDEM_ALWAYS_INLINE sycl::detail::local_object_ptr<T>
group_local_memory(Group group, Args &&...args) {
  T *object = sycl::detail::local_object<T>();
  sycl::detail::initialize_local(
      group, [&] { ::new (object) T{std::forward<Args>(args)...}; });
  return sycl::detail::local_object_ptr<T>(object);
}

template <class T, class Group,
          sycl::detail::when<sycl::detail::is_work_group<Group>> = 0>
TANDEM_ALWAYS_INLINE sycl::detail::local_object_ptr<T>
group_local_memory_for_overwrite(Group group) {
  T *object = sycl::detail::local_object<T>();
  // A union may have no default constructor: then it has no member yet.
  if constexpr (std::is_default_constructible_v<T> &&
                !std::is_trivially_default_constructible_v<T>)
    sycl::detail::initialize_local(group, [&] { ::new (object) T; });
  return sycl::detail::local_object_ptr<T>(object);
}

} // namespace ext::oneapi
} // namespace _V1
} // namespace sycl
