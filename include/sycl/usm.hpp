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
/// The kinds of USM. SYCL 2020, section 4.8.2.
enum class alloc {
  /// Memory of the host that devices of the context can access.
  host = TANDEM_USM_HOST,
  /// Memory of a device. The host cannot access it.
  device = TANDEM_USM_DEVICE,
  /// Memory that moves between a device and the host.
  shared = TANDEM_USM_SHARED,
  /// Not USM of the context. It cannot be allocated.
  unknown = TANDEM_USM_UNKNOWN,
};
} // namespace usm

namespace detail {
// The device of host allocations.
inline device no_device() { return adopt<device>(tandem_device_t(nullptr)); }
} // namespace detail

/// Allocates `bytes` bytes of USM of any kind, at a multiple of `alignment`.
///
/// `alignment` is a power of two, or 0 for the default. The device is ignored
/// for host memory. The contents are undefined.
/// \returns The memory, for `free`, or null if memory is exhausted, `bytes` is
/// 0, or the alignment is not supported.
/// \throws exception with `errc::invalid` for `usm::alloc::unknown` or if the
/// list has a property.
/// SYCL 2020, section 4.8.3.
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
/// As above, for the device and context of a queue.
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
/// As above, for `count` elements, aligned at least as `DataT` needs. The
/// elements are not constructed.
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
/// As above, for the device and context of a queue.
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

/// As `aligned_alloc`, with the default alignment.
inline void *malloc(size_t bytes, const device &sycl_device,
                    const context &sycl_context, usm::alloc kind,
                    const property_list &properties = {}) {
  return aligned_alloc(0, bytes, sycl_device, sycl_context, kind, properties);
}
/// As above, for the device and context of a queue.
inline void *malloc(size_t bytes, const queue &sycl_queue, usm::alloc kind,
                    const property_list &properties = {}) {
  return aligned_alloc(0, bytes, sycl_queue, kind, properties);
}
/// As `aligned_alloc` for elements, with the alignment of `DataT`.
template <class DataT>
DataT *malloc(size_t count, const device &sycl_device,
              const context &sycl_context, usm::alloc kind,
              const property_list &properties = {}) {
  return aligned_alloc<DataT>(0, count, sycl_device, sycl_context, kind,
                              properties);
}
/// As above, for the device and context of a queue.
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
/// As `malloc` and `aligned_alloc`, for memory of a device.
///@{
TANDEM_USM_KIND(device, TANDEM_DEVICE_PARAMETER, sycl_device)
///@}
/// As `malloc` and `aligned_alloc`, for shared memory.
///@{
TANDEM_USM_KIND(shared, TANDEM_DEVICE_PARAMETER, sycl_device)
///@}
#undef TANDEM_DEVICE_PARAMETER
#define TANDEM_NO_PARAMETER
/// As `malloc` and `aligned_alloc`, for memory of the host.
///@{
TANDEM_USM_KIND(host, TANDEM_NO_PARAMETER, detail::no_device())
///@}
#undef TANDEM_NO_PARAMETER
#undef TANDEM_USM_KIND

/// Frees USM of this context. Null is ignored. Does not wait for commands: the
/// program must make sure that none uses the memory.
/// SYCL 2020, section 4.8.3.
inline void free(void *memory, const context &sycl_context) {
  detail::check(tandem_usm_free(handle_of(sycl_context), memory));
}
/// As above, with the context of a queue.
inline void free(void *memory, const queue &sycl_queue) {
  detail::check(tandem_queue_usm_free(handle_of(sycl_queue), memory));
}

// sycl_ext_oneapi_copy_optimize: this host memory will be copied from and to
// often.
namespace ext::oneapi::experimental {
/// Prepares ordinary host memory for fast copies, until
/// `release_from_device_copy`.
///
/// A hint: backends without support ignore it. The range must not overlap
/// another one that is prepared. Extension `sycl_ext_oneapi_copy_optimize`.
inline void prepare_for_device_copy(void *memory, size_t bytes,
                                    const context &sycl_context) {
  ::sycl::detail::check(
      tandem_usm_import(handle_of(sycl_context), memory, bytes));
}
/// As above, with the context of a queue.
inline void prepare_for_device_copy(void *memory, size_t bytes,
                                    const queue &sycl_queue) {
  prepare_for_device_copy(memory, bytes, sycl_queue.get_context());
}
/// Ends `prepare_for_device_copy`. No copy may be using the memory.
inline void release_from_device_copy(void *memory,
                                     const context &sycl_context) {
  ::sycl::detail::check(tandem_usm_release(handle_of(sycl_context), memory));
}
/// As above, with the context of a queue.
inline void release_from_device_copy(void *memory, const queue &sycl_queue) {
  release_from_device_copy(memory, sycl_queue.get_context());
}
} // namespace ext::oneapi::experimental

/// The kind of USM that an address belongs to; `unknown` if it is not USM of
/// this context.
/// SYCL 2020, section 4.8.4.
inline usm::alloc get_pointer_type(const void *memory,
                                   const context &sycl_context) {
  int kind = TANDEM_USM_UNKNOWN;
  detail::check(tandem_usm_kind(handle_of(sycl_context), memory, &kind));
  return static_cast<usm::alloc>(kind);
}
/// The device of USM at this address; for host memory, the first device of the
/// context.
/// \throws exception with `errc::invalid` if the address is not USM of this
/// context.
inline device get_pointer_device(const void *memory,
                                 const context &sycl_context) {
  tandem_device_t device_handle = nullptr;
  detail::check(
      tandem_usm_device(handle_of(sycl_context), memory, &device_handle));
  return detail::adopt<device>(device_handle);
}

} // namespace _V1
} // namespace sycl
