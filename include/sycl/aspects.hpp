//===- sycl/aspects.hpp - enum class aspect -------------------------------===//
//
// Part of Tandem, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#pragma once

namespace sycl {
inline namespace _V1 {

/// Features that a device can have. SYCL 2020, section 4.6.4.3.
enum class aspect : unsigned {
  /// The host device of SYCL 1.2.1. No device has it.
  host = 0,
  /// The device is a CPU.
  cpu = 1,
  /// The device is a GPU.
  gpu = 2,
  /// The device is an accelerator.
  accelerator = 3,
  /// The device runs only built-in kernels.
  custom = 4,
  /// Kernels can use `half`.
  fp16 = 5,
  /// Kernels can use `double`.
  fp64 = 6,
  /// Kernels can use images.
  image = 9,
  /// Bundles can be compiled at run time.
  online_compiler = 10,
  /// Bundles can be linked at run time.
  online_linker = 11,
  /// Queues can have `property::queue::enable_profiling`.
  queue_profiling = 12,
  /// Device USM can be allocated.
  usm_device_allocations = 13,
  /// Kernels can access host USM.
  usm_host_allocations = 14,
  /// Shared USM can be allocated.
  usm_shared_allocations = 15,
  /// Kernels can access all memory of the host.
  usm_system_allocations = 17,
  /// `ext::intel::info::device::pci_address` can be queried, as the next ones
  /// with their names (`sycl_ext_intel_device_info`).
  ext_intel_pci_address = 18,
  /// The number of execution units can be queried.
  ext_intel_gpu_eu_count = 19,
  /// The SIMD width of execution units can be queried.
  ext_intel_gpu_eu_simd_width = 20,
  /// The number of slices can be queried.
  ext_intel_gpu_slices = 21,
  /// The number of subslices in a slice can be queried.
  ext_intel_gpu_subslices_per_slice = 22,
  /// The number of execution units in a subslice can be queried.
  ext_intel_gpu_eu_count_per_subslice = 23,
  /// The largest memory bandwidth can be queried.
  ext_intel_max_mem_bandwidth = 24,
  /// Atomic operations on host USM work between the device and the host.
  usm_atomic_host_allocations = 26,
  /// Atomic operations on shared USM work between the device and the host.
  usm_atomic_shared_allocations = 27,
  /// Kernels can use atomic operations on 64 bits.
  atomic64 = 28,
  /// The UUID of the device can be queried.
  ext_intel_device_info_uuid = 29,
  /// Kernels can be debugged with the debugger of the host.
  host_debuggable = 32,
  /// The number of hardware threads in an execution unit can be queried.
  ext_intel_gpu_hw_threads_per_eu = 33,
  /// The amount of free memory can be queried.
  ext_intel_free_memory = 36,
  /// The PCI device identifier can be queried.
  ext_intel_device_id = 37,
  /// The clock rate of memory can be queried.
  ext_intel_memory_clock_rate = 38,
  /// The width of the memory bus can be queried.
  ext_intel_memory_bus_width = 39,
  /// The device is emulated, and good for tests, not for measurements.
  emulated = 40,
  /// Kernels can use the images of SYCL 1.2.1.
  ext_intel_legacy_image = 41,
  /// Bindless images can be used (`sycl_ext_oneapi_bindless_images`).
  ext_oneapi_bindless_images = 42,
  /// Bindless images can be in shared USM.
  ext_oneapi_bindless_images_shared_usm = 43,
  /// Bindless images of one dimension can be in USM.
  ext_oneapi_bindless_images_1d_usm = 44,
  /// Bindless images of two dimensions can be in USM.
  ext_oneapi_bindless_images_2d_usm = 45,
  /// Memory of other programs can be imported.
  ext_oneapi_external_memory_import = 46,
  /// Semaphores of other programs can be imported.
  ext_oneapi_external_semaphore_import = 48,
  /// The earlier name of `ext_oneapi_external_memory_import`.
  ext_oneapi_interop_memory_import = ext_oneapi_external_memory_import,
  /// The earlier name of `ext_oneapi_external_semaphore_import`.
  ext_oneapi_interop_semaphore_import = ext_oneapi_external_semaphore_import,
  /// Bindless images can be mipmaps.
  ext_oneapi_mipmap = 50,
  /// Mipmaps can be sampled with anisotropic filtering.
  ext_oneapi_mipmap_anisotropy = 51,
  /// Levels of mipmaps can be used as images.
  ext_oneapi_mipmap_level_reference = 52,
  /// Kernels can use `ballot_group` (`sycl_ext_oneapi_non_uniform_groups`).
  ext_oneapi_ballot_group = 54,
  /// Kernels can use `fixed_size_group`.
  ext_oneapi_fixed_size_group = 55,
  /// Kernels can use `opportunistic_group`.
  ext_oneapi_opportunistic_group = 56,
  /// Kernels can use `tangle_group`.
  ext_oneapi_tangle_group = 57,
  /// Kernels can use `joint_matrix` (`sycl_ext_oneapi_matrix`).
  ext_intel_matrix = 58,
  /// Graphs can be used and updated (`sycl_ext_oneapi_graph`).
  ext_oneapi_graph = 61,
  /// Graphs can be used, but perhaps not updated.
  ext_oneapi_limited_graph = 63,
  /// Bindless images can be cube maps.
  ext_oneapi_cubemap = 65,
  /// Cube maps can be filtered across their faces.
  ext_oneapi_cubemap_seamless_filtering = 66,
};

} // namespace _V1
} // namespace sycl
