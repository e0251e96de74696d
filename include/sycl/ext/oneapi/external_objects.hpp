//===- sycl/ext/oneapi/external_objects.hpp - imports ---------------------===//
//
// Part of Tandem, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// Owns: memory and semaphores of other programs, such as those that use Vulkan:
// the part of sycl_ext_oneapi_bindless_images about interoperability.
#pragma once

#include <sycl/ext/oneapi/experimental/external_semaphore.hpp>
#include <sycl/ext/oneapi/experimental/image_descriptor.hpp>
#include <sycl/queue.hpp>
#include <sycl/usm.hpp>

#include <cstdint>

namespace sycl {
inline namespace _V1 {
namespace ext::oneapi::experimental {

/// A resource that was exported as a file descriptor, which belongs to the
/// device's driver after a successful import.
/// `sycl_ext_oneapi_bindless_images`.
struct resource_fd {
  /// The file descriptor.
  int file_descriptor;
};
/// A resource of Windows with a handle. No device imports it.
struct resource_win32_handle {
  /// The handle.
  void *handle;
};
/// A resource of Windows with a name. No device imports it.
struct resource_win32_name {
  /// The name.
  const void *name;
};

/// The form in which another program has exported memory. Only file descriptors
/// can be imported.
enum class external_mem_handle_type : unsigned {
  opaque_fd = 0,
  win32_nt_handle = 1,
  win32_nt_dx12_resource = 2
};

/// Memory that another program has exported.
template <class ResourceType> struct external_mem_descriptor {
  /// The exported resource.
  ResourceType external_resource;
  /// The form of the export.
  external_mem_handle_type handle_type;
  /// The size of the memory in bytes, as the exporter has allocated it.
  size_t size_in_bytes;
};

/// A semaphore that another program has exported.
template <class ResourceType> struct external_semaphore_descriptor {
  /// The exported resource.
  ResourceType external_resource;
  /// The form of the export.
  external_semaphore_handle_type handle_type;
};

/// Imported memory. A plain value: copies refer to the same memory.
struct external_mem {
  /// The type of the device's handle.
  using raw_handle_type = uint64_t;
  /// The device's handle.
  raw_handle_type raw_handle = 0;
};

namespace external {

[[noreturn]] inline void refuse() {
  detail::throw_error(errc::feature_not_supported,
                      "memory and semaphores of other programs can be imported "
                      "only from file descriptors");
}

} // namespace external

/// Imports memory that another program has exported for the same device.
/// Requires `aspect::ext_oneapi_external_memory_import`.
/// \throws exception with `errc::feature_not_supported` for a resource or a
/// form of export that the device does not support, and with `errc::runtime` if
/// the driver refuses the descriptor, which then remains the program's.
template <class ResourceType>
external_mem import_external_memory(external_mem_descriptor<ResourceType> desc,
                                    const device &sycl_device,
                                    const context &sycl_context) {
  if constexpr (std::is_same_v<ResourceType, resource_fd>) {
    if (desc.handle_type == external_mem_handle_type::opaque_fd) {
      external_mem memory;
      detail::check(tandem_external_memory_import(
          handle_of(sycl_context), handle_of(sycl_device),
          desc.external_resource.file_descriptor, desc.size_in_bytes,
          &memory.raw_handle));
      return memory;
    }
  }
  external::refuse();
}
/// As above, for the device and context of a queue.
template <class ResourceType>
external_mem import_external_memory(external_mem_descriptor<ResourceType> desc,
                                    const queue &sycl_queue) {
  return import_external_memory(desc, sycl_queue.get_device(),
                                sycl_queue.get_context());
}

/// Releases imported memory. Images and ranges that are mapped in it remain
/// valid until they are unmapped.
inline void release_external_memory(external_mem memory,
                                    const device &sycl_device,
                                    const context &sycl_context) {
  detail::check(tandem_external_memory_release(
      handle_of(sycl_context), handle_of(sycl_device), memory.raw_handle));
}
/// As above, for the device and context of a queue.
inline void release_external_memory(external_mem memory,
                                    const queue &sycl_queue) {
  release_external_memory(memory, sycl_queue.get_device(),
                          sycl_queue.get_context());
}

/// The memory of the image that the exporter has placed at the start of the
/// imported memory. `create_image` makes handles of it.
/// \throws exception with `errc::invalid` if `desc` is inconsistent, and with
/// `errc::runtime` if the memory is too small or the device refuses the image.
inline image_mem_handle map_external_image_memory(external_mem memory,
                                                  const image_descriptor &desc,
                                                  const device &sycl_device,
                                                  const context &sycl_context) {
  const tandem_image_shape image = detail::pixel_copy::shape(desc);
  image_mem_handle mapped;
  detail::check(tandem_external_memory_map_image(
      handle_of(sycl_context), handle_of(sycl_device), memory.raw_handle,
      &image, &mapped.raw_handle));
  return mapped;
}
/// As above, for the device and context of a queue.
inline image_mem_handle map_external_image_memory(external_mem memory,
                                                  const image_descriptor &desc,
                                                  const queue &sycl_queue) {
  return map_external_image_memory(memory, desc, sycl_queue.get_device(),
                                   sycl_queue.get_context());
}

/// Unmaps the memory of an image. `type` is the type in the image's descriptor.
/// Commands and kernels that use the memory must be complete.
inline void unmap_external_image_memory(image_mem_handle memory,
                                        image_type type,
                                        const device &sycl_device,
                                        const context &sycl_context) {
  const auto unmap = type == image_type::mipmap ? tandem_bindless_free_mipmap
                                                : tandem_bindless_free;
  detail::check(unmap(handle_of(sycl_context), handle_of(sycl_device),
                      memory.raw_handle));
}
/// As above, for the device and context of a queue.
inline void unmap_external_image_memory(image_mem_handle memory,
                                        image_type type,
                                        const queue &sycl_queue) {
  unmap_external_image_memory(memory, type, sycl_queue.get_device(),
                              sycl_queue.get_context());
}

/// Maps a range of imported memory, in bytes, as device USM.
/// \throws exception with `errc::runtime` if the range does not lie in the
/// memory or the driver refuses it.
inline void *map_external_linear_memory(external_mem memory, uint64_t offset,
                                        uint64_t size,
                                        const device &sycl_device,
                                        const context &sycl_context) {
  void *mapped = nullptr;
  detail::check(tandem_external_memory_map_range(
      handle_of(sycl_context), handle_of(sycl_device), memory.raw_handle,
      offset, size, &mapped));
  return mapped;
}
/// As above, for the device and context of a queue.
inline void *map_external_linear_memory(external_mem memory, uint64_t offset,
                                        uint64_t size,
                                        const queue &sycl_queue) {
  return map_external_linear_memory(
      memory, offset, size, sycl_queue.get_device(), sycl_queue.get_context());
}

/// Unmaps a range. Commands and kernels that use it must be complete.
inline void unmap_external_linear_memory(void *mapped, const device &,
                                         const context &sycl_context) {
  detail::check(tandem_usm_free(handle_of(sycl_context), mapped));
}
/// As above, for the device and context of a queue.
inline void unmap_external_linear_memory(void *mapped,
                                         const queue &sycl_queue) {
  unmap_external_linear_memory(mapped, sycl_queue.get_device(),
                               sycl_queue.get_context());
}

/// Imports a semaphore that another program has exported for the same device.
/// Requires `aspect::ext_oneapi_external_semaphore_import`. Errors are those of
/// \ref import_external_memory.
template <class ResourceType>
external_semaphore
import_external_semaphore(external_semaphore_descriptor<ResourceType> desc,
                          const device &sycl_device,
                          const context &sycl_context) {
  using type = external_semaphore_handle_type;
  if constexpr (std::is_same_v<ResourceType, resource_fd>) {
    const bool is_timeline = desc.handle_type == type::timeline_fd;
    if (is_timeline || desc.handle_type == type::opaque_fd) {
      external_semaphore semaphore;
      semaphore.handle_type = desc.handle_type;
      detail::check(tandem_external_semaphore_import(
          handle_of(sycl_context), handle_of(sycl_device),
          desc.external_resource.file_descriptor, is_timeline,
          &semaphore.raw_handle));
      return semaphore;
    }
  }
  external::refuse();
}
/// As above, for the device and context of a queue.
template <class ResourceType>
external_semaphore
import_external_semaphore(external_semaphore_descriptor<ResourceType> desc,
                          const queue &sycl_queue) {
  return import_external_semaphore(desc, sycl_queue.get_device(),
                                   sycl_queue.get_context());
}

/// Releases an imported semaphore. Commands that were submitted may still use
/// it.
inline void release_external_semaphore(external_semaphore semaphore,
                                       const device &sycl_device,
                                       const context &sycl_context) {
  detail::check(tandem_external_semaphore_release(
      handle_of(sycl_context), handle_of(sycl_device), semaphore.raw_handle));
}
/// As above, for the device and context of a queue.
inline void release_external_semaphore(external_semaphore semaphore,
                                       const queue &sycl_queue) {
  release_external_semaphore(semaphore, sycl_queue.get_device(),
                             sycl_queue.get_context());
}

} // namespace ext::oneapi::experimental
} // namespace _V1
} // namespace sycl
