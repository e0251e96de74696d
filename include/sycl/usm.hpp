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

inline void *aligned_alloc(size_t alignment, size_t bytes,
                           const device &sycl_device,
                           const context &sycl_context, usm::alloc kind,
                           const property_list &properties = {}) {
  properties.tandem_allow(0, "an allocation of USM");
  void *memory = nullptr;
  detail::check(tandem_usm_alloc(
      handle_of(sycl_context),
      kind == usm::alloc::host ? nullptr : handle_of(sycl_device),
      static_cast<int>(kind), bytes, alignment, &memory));
  return memory;
}
inline void *aligned_alloc(size_t alignment, size_t bytes,
                           const queue &sycl_queue, usm::alloc kind,
                           const property_list &properties = {}) {
  properties.tandem_allow(0, "an allocation of USM");
  void *memory = nullptr;
  detail::check(tandem_queue_usm_alloc(handle_of(sycl_queue),
                                       static_cast<int>(kind), bytes, alignment,
                                       &memory));
  return memory;
}
template <class DataT>
DataT *aligned_alloc(size_t alignment, size_t count, const device &sycl_device,
                     const context &sycl_context, usm::alloc kind,
                     const property_list &properties = {}) {
  size_t bytes;
  const bool bad_alignment = alignment & (alignment - 1);
  if (bad_alignment || !detail::count_bytes(range(count), sizeof(DataT), bytes))
    return nullptr;
  return static_cast<DataT *>(
      aligned_alloc(alignment > alignof(DataT) ? alignment : alignof(DataT),
                    bytes, sycl_device, sycl_context, kind, properties));
}
template <class DataT>
DataT *aligned_alloc(size_t alignment, size_t count, const queue &sycl_queue,
                     usm::alloc kind, const property_list &properties = {}) {
  size_t bytes;
  const bool bad_alignment = alignment & (alignment - 1);
  if (bad_alignment || !detail::count_bytes(range(count), sizeof(DataT), bytes))
    return nullptr;
  return static_cast<DataT *>(
      aligned_alloc(alignment > alignof(DataT) ? alignment : alignof(DataT),
                    bytes, sycl_queue, kind, properties));
}

inline void *malloc(size_t bytes, const device &sycl_device,
                    const context &sycl_context, usm::alloc kind,
                    const property_list &properties = {}) {
  return aligned_alloc(0, bytes, sycl_device, sycl_context, kind, properties);
}
inline void *malloc(size_t bytes, const queue &sycl_queue, usm::alloc kind,
                    const property_list &properties = {}) {
  return aligned_alloc(0, bytes, sycl_queue, kind, properties);
}
template <class DataT>
DataT *malloc(size_t count, const device &sycl_device,
              const context &sycl_context, usm::alloc kind,
              const property_list &properties = {}) {
  return aligned_alloc<DataT>(0, count, sycl_device, sycl_context, kind,
                              properties);
}
template <class DataT>
DataT *malloc(size_t count, const queue &sycl_queue, usm::alloc kind,
              const property_list &properties = {}) {
  return aligned_alloc<DataT>(0, count, sycl_queue, kind, properties);
}

// The functions that are named after a kind of allocation. Those of device and
// shared memory take a device and a context, those of host memory a context.
#define TANDEM_USM_KIND(kind, parameters, device_argument)                     \
  inline void *malloc_##kind(size_t bytes,                                     \
                             parameters const context &sycl_context,           \
                             const property_list &properties = {}) {           \
    return aligned_alloc(0, bytes, device_argument, sycl_context,              \
                         usm::alloc::kind, properties);                        \
  }                                                                            \
  template <class DataT>                                                       \
  DataT *malloc_##kind(size_t count, parameters const context &sycl_context,   \
                       const property_list &properties = {}) {                 \
    return aligned_alloc<DataT>(0, count, device_argument, sycl_context,       \
                                usm::alloc::kind, properties);                 \
  }                                                                            \
  inline void *aligned_alloc_##kind(size_t alignment, size_t bytes,            \
                                    parameters const context &sycl_context,    \
                                    const property_list &properties = {}) {    \
    return aligned_alloc(alignment, bytes, device_argument, sycl_context,      \
                         usm::alloc::kind, properties);                        \
  }                                                                            \
  template <class DataT>                                                       \
  DataT *aligned_alloc_##kind(size_t alignment, size_t count,                  \
                              parameters const context &sycl_context,          \
                              const property_list &properties = {}) {          \
    return aligned_alloc<DataT>(alignment, count, device_argument,             \
                                sycl_context, usm::alloc::kind, properties);   \
  }                                                                            \
  inline void *malloc_##kind(size_t bytes, const queue &sycl_queue,            \
                             const property_list &properties = {}) {           \
    return aligned_alloc(0, bytes, sycl_queue, usm::alloc::kind, properties);  \
  }                                                                            \
  template <class DataT>                                                       \
  DataT *malloc_##kind(size_t count, const queue &sycl_queue,                  \
                       const property_list &properties = {}) {                 \
    return aligned_alloc<DataT>(0, count, sycl_queue, usm::alloc::kind,        \
                                properties);                                   \
  }                                                                            \
  inline void *aligned_alloc_##kind(size_t alignment, size_t bytes,            \
                                    const queue &sycl_queue,                   \
                                    const property_list &properties = {}) {    \
    return aligned_alloc(alignment, bytes, sycl_queue, usm::alloc::kind,       \
                         properties);                                          \
  }                                                                            \
  template <class DataT>                                                       \
  DataT *aligned_alloc_##kind(size_t alignment, size_t count,                  \
                              const queue &sycl_queue,                         \
                              const property_list &properties = {}) {          \
    return aligned_alloc<DataT>(alignment, count, sycl_queue,                  \
                                usm::alloc::kind, properties);                 \
  }
#define TANDEM_DEVICE_PARAMETER const device &sycl_device,
TANDEM_USM_KIND(device, TANDEM_DEVICE_PARAMETER, sycl_device)
TANDEM_USM_KIND(shared, TANDEM_DEVICE_PARAMETER, sycl_device)
#undef TANDEM_DEVICE_PARAMETER
#define TANDEM_NO_PARAMETER
TANDEM_USM_KIND(host, TANDEM_NO_PARAMETER, detail::no_device())
#undef TANDEM_NO_PARAMETER
#undef TANDEM_USM_KIND

inline void free(void *memory, const context &sycl_context) {
  detail::check(tandem_usm_free(handle_of(sycl_context), memory));
}
inline void free(void *memory, const queue &sycl_queue) {
  detail::check(tandem_queue_usm_free(handle_of(sycl_queue), memory));
}

// sycl_ext_oneapi_copy_optimize: this host memory will be copied from and to
// often.
namespace ext::oneapi::experimental {
inline void prepare_for_device_copy(void *memory, size_t bytes,
                                    const context &sycl_context) {
  ::sycl::detail::check(
      tandem_usm_import(handle_of(sycl_context), memory, bytes));
}
inline void prepare_for_device_copy(void *memory, size_t bytes,
                                    const queue &sycl_queue) {
  prepare_for_device_copy(memory, bytes, sycl_queue.get_context());
}
inline void release_from_device_copy(void *memory,
                                     const context &sycl_context) {
  ::sycl::detail::check(tandem_usm_release(handle_of(sycl_context), memory));
}
inline void release_from_device_copy(void *memory, const queue &sycl_queue) {
  release_from_device_copy(memory, sycl_queue.get_context());
}
} // namespace ext::oneapi::experimental

inline usm::alloc get_pointer_type(const void *memory,
                                   const context &sycl_context) {
  int kind = TANDEM_USM_UNKNOWN;
  detail::check(tandem_usm_kind(handle_of(sycl_context), memory, &kind));
  return static_cast<usm::alloc>(kind);
}
inline device get_pointer_device(const void *memory,
                                 const context &sycl_context) {
  tandem_device_t device_handle = nullptr;
  detail::check(
      tandem_usm_device(handle_of(sycl_context), memory, &device_handle));
  return detail::adopt<device>(device_handle);
}

} // namespace _V1
} // namespace sycl
