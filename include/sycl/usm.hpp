//===- sycl/usm.hpp - unified shared memory -------------------------------===//
//
// Part of Tandem, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// Owns: the allocation functions of SYCL 2020, 4.8.3, and the pointer queries.
#pragma once

#include <sycl/queue.hpp>

namespace sycl {
inline namespace _V1 {

namespace usm {
enum class alloc {
  host = TANDEM_USM_HOST,
  device = TANDEM_USM_DEVICE,
  shared = TANDEM_USM_SHARED,
  unknown = TANDEM_USM_UNKNOWN,
};
} // namespace usm

namespace detail {
// The device of host allocations.
inline device no_device() { return adopt<device>(tandem_device_t(nullptr)); }
} // namespace detail

inline void *aligned_alloc(size_t alignment, size_t bytes, const device &d,
                           const context &c, usm::alloc kind,
                           const property_list &properties = {}) {
  properties.tandem_allow(0, "an allocation of USM");
  void *memory = nullptr;
  detail::check(tandem_usm_alloc(
      handle_of(c), kind == usm::alloc::host ? nullptr : handle_of(d),
      static_cast<int>(kind), bytes, alignment, &memory));
  return memory;
}
inline void *aligned_alloc(size_t alignment, size_t bytes, const queue &q,
                           usm::alloc kind,
                           const property_list &properties = {}) {
  properties.tandem_allow(0, "an allocation of USM");
  void *memory = nullptr;
  detail::check(tandem_queue_usm_alloc(handle_of(q), static_cast<int>(kind),
                                       bytes, alignment, &memory));
  return memory;
}
template <class T>
T *aligned_alloc(size_t alignment, size_t count, const device &d,
                 const context &c, usm::alloc kind,
                 const property_list &properties = {}) {
  size_t bytes;
  const bool bad_alignment = alignment & (alignment - 1);
  if (bad_alignment || __builtin_mul_overflow(count, sizeof(T), &bytes))
    return nullptr;
  return static_cast<T *>(
      aligned_alloc(alignment > alignof(T) ? alignment : alignof(T), bytes, d,
                    c, kind, properties));
}
template <class T>
T *aligned_alloc(size_t alignment, size_t count, const queue &q,
                 usm::alloc kind, const property_list &properties = {}) {
  size_t bytes;
  const bool bad_alignment = alignment & (alignment - 1);
  if (bad_alignment || __builtin_mul_overflow(count, sizeof(T), &bytes))
    return nullptr;
  return static_cast<T *>(
      aligned_alloc(alignment > alignof(T) ? alignment : alignof(T), bytes, q,
                    kind, properties));
}

inline void *malloc(size_t bytes, const device &d, const context &c,
                    usm::alloc kind, const property_list &properties = {}) {
  return aligned_alloc(0, bytes, d, c, kind, properties);
}
inline void *malloc(size_t bytes, const queue &q, usm::alloc kind,
                    const property_list &properties = {}) {
  return aligned_alloc(0, bytes, q, kind, properties);
}
template <class T>
T *malloc(size_t count, const device &d, const context &c, usm::alloc kind,
          const property_list &properties = {}) {
  return aligned_alloc<T>(0, count, d, c, kind, properties);
}
template <class T>
T *malloc(size_t count, const queue &q, usm::alloc kind,
          const property_list &properties = {}) {
  return aligned_alloc<T>(0, count, q, kind, properties);
}

// The functions that are named after a kind of allocation. Those of device and
// shared memory take a device and a context, those of host memory a context.
#define TANDEM_USM_KIND(kind, parameters, device_argument)                     \
  inline void *malloc_##kind(size_t bytes, parameters const context &c,        \
                             const property_list &properties = {}) {           \
    return aligned_alloc(0, bytes, device_argument, c, usm::alloc::kind,       \
                         properties);                                          \
  }                                                                            \
  template <class T>                                                           \
  T *malloc_##kind(size_t count, parameters const context &c,                  \
                   const property_list &properties = {}) {                     \
    return aligned_alloc<T>(0, count, device_argument, c, usm::alloc::kind,    \
                            properties);                                       \
  }                                                                            \
  inline void *aligned_alloc_##kind(size_t alignment, size_t bytes,            \
                                    parameters const context &c,               \
                                    const property_list &properties = {}) {    \
    return aligned_alloc(alignment, bytes, device_argument, c,                 \
                         usm::alloc::kind, properties);                        \
  }                                                                            \
  template <class T>                                                           \
  T *aligned_alloc_##kind(size_t alignment, size_t count,                      \
                          parameters const context &c,                         \
                          const property_list &properties = {}) {              \
    return aligned_alloc<T>(alignment, count, device_argument, c,              \
                            usm::alloc::kind, properties);                     \
  }                                                                            \
  inline void *malloc_##kind(size_t bytes, const queue &q,                     \
                             const property_list &properties = {}) {           \
    return aligned_alloc(0, bytes, q, usm::alloc::kind, properties);           \
  }                                                                            \
  template <class T>                                                           \
  T *malloc_##kind(size_t count, const queue &q,                               \
                   const property_list &properties = {}) {                     \
    return aligned_alloc<T>(0, count, q, usm::alloc::kind, properties);        \
  }                                                                            \
  inline void *aligned_alloc_##kind(size_t alignment, size_t bytes,            \
                                    const queue &q,                            \
                                    const property_list &properties = {}) {    \
    return aligned_alloc(alignment, bytes, q, usm::alloc::kind, properties);   \
  }                                                                            \
  template <class T>                                                           \
  T *aligned_alloc_##kind(size_t alignment, size_t count, const queue &q,      \
                          const property_list &properties = {}) {              \
    return aligned_alloc<T>(alignment, count, q, usm::alloc::kind,             \
                            properties);                                       \
  }
#define TANDEM_DEVICE_PARAMETER const device &d,
TANDEM_USM_KIND(device, TANDEM_DEVICE_PARAMETER, d)
TANDEM_USM_KIND(shared, TANDEM_DEVICE_PARAMETER, d)
#undef TANDEM_DEVICE_PARAMETER
#define TANDEM_NO_PARAMETER
TANDEM_USM_KIND(host, TANDEM_NO_PARAMETER, detail::no_device())
#undef TANDEM_NO_PARAMETER
#undef TANDEM_USM_KIND

inline void free(void *memory, const context &c) {
  detail::check(tandem_usm_free(handle_of(c), memory));
}
inline void free(void *memory, const queue &q) {
  detail::check(tandem_queue_usm_free(handle_of(q), memory));
}

// sycl_ext_oneapi_copy_optimize: this host memory will be copied from and to
// often.
namespace ext::oneapi::experimental {
inline void prepare_for_device_copy(void *memory, size_t bytes,
                                    const context &c) {
  ::sycl::detail::check(tandem_usm_import(handle_of(c), memory, bytes));
}
inline void prepare_for_device_copy(void *memory, size_t bytes,
                                    const queue &q) {
  prepare_for_device_copy(memory, bytes, q.get_context());
}
inline void release_from_device_copy(void *memory, const context &c) {
  ::sycl::detail::check(tandem_usm_release(handle_of(c), memory));
}
inline void release_from_device_copy(void *memory, const queue &q) {
  release_from_device_copy(memory, q.get_context());
}
} // namespace ext::oneapi::experimental

inline usm::alloc get_pointer_type(const void *memory, const context &c) {
  int kind = TANDEM_USM_UNKNOWN;
  detail::check(tandem_usm_kind(handle_of(c), memory, &kind));
  return static_cast<usm::alloc>(kind);
}
inline device get_pointer_device(const void *memory, const context &c) {
  tandem_device_t d = nullptr;
  detail::check(tandem_usm_device(handle_of(c), memory, &d));
  return detail::adopt<device>(d);
}

} // namespace _V1
} // namespace sycl
