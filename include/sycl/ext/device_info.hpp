//===- sycl/ext/device_info.hpp - queries of extensions -------------------===//
//
// Part of Tandem, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// Owns: the descriptors of sycl_ext_intel_device_info, which need aspects, and
// those of sycl_ext_oneapi_num_compute_units and …_max_work_group_query.
#pragma once

#include <sycl/device.hpp>

#include <array>

namespace sycl {
inline namespace _V1 {
namespace ext::intel::info::device {

#define TANDEM_INFO(name, query, type)                                         \
  struct name : sycl::detail::optional_info_query<sycl::detail::query, type,   \
                                                  aspect::ext_intel_##name> {}
/// The PCI device ID. Requires `aspect::ext_intel_device_id`, as the following
/// descriptors require the aspect of their name; without it, `get_info` throws
/// `errc::feature_not_supported`. `sycl_ext_intel_device_info`.
TANDEM_INFO(device_id, PI_DEVICE_INFO_DEVICE_ID, uint32_t);
/// The PCI address as `domain:bus:device.function`, in hexadecimal digits.
TANDEM_INFO(pci_address, PI_DEVICE_INFO_PCI_ADDRESS, std::string);
/// The number of execution units (EU) of the GPU.
TANDEM_INFO(gpu_eu_count, PI_DEVICE_INFO_GPU_EU_COUNT, uint32_t);
/// The SIMD width of an EU, in elements.
TANDEM_INFO(gpu_eu_simd_width, PI_DEVICE_INFO_GPU_EU_SIMD_WIDTH, uint32_t);
/// The number of slices of the GPU.
TANDEM_INFO(gpu_slices, PI_DEVICE_INFO_GPU_SLICES, uint32_t);
/// The number of subslices in each slice.
TANDEM_INFO(gpu_subslices_per_slice, PI_DEVICE_INFO_GPU_SUBSLICES_PER_SLICE,
            uint32_t);
/// The number of EUs in each subslice.
TANDEM_INFO(gpu_eu_count_per_subslice, PI_DEVICE_INFO_GPU_EU_COUNT_PER_SUBSLICE,
            uint32_t);
/// The number of hardware threads of each EU.
TANDEM_INFO(gpu_hw_threads_per_eu, PI_DEVICE_INFO_GPU_HW_THREADS_PER_EU,
            uint32_t);
/// The maximum memory bandwidth, in bytes per second.
TANDEM_INFO(max_mem_bandwidth, PI_DEVICE_INFO_MAX_MEM_BANDWIDTH, uint64_t);
/// The amount of free device memory, in bytes, when `get_info` is called.
TANDEM_INFO(free_memory, PI_EXT_INTEL_DEVICE_INFO_FREE_MEMORY, uint64_t);
/// The maximum clock rate of the device memory, in MHz.
TANDEM_INFO(memory_clock_rate, PI_EXT_INTEL_DEVICE_INFO_MEMORY_CLOCK_RATE,
            uint32_t);
/// The width of the memory bus, in bits.
TANDEM_INFO(memory_bus_width, PI_EXT_INTEL_DEVICE_INFO_MEMORY_BUS_WIDTH,
            uint32_t);
#undef TANDEM_INFO
/// The 16-byte universal unique identifier of the device. Requires
/// `aspect::ext_intel_device_info_uuid`.
struct uuid
    : sycl::detail::optional_info_query<sycl::detail::PI_DEVICE_INFO_UUID,
                                        std::array<unsigned char, 16>,
                                        aspect::ext_intel_device_info_uuid> {};

} // namespace ext::intel::info::device
} // namespace _V1
} // namespace sycl

namespace sycl {
inline namespace _V1 {
namespace ext::oneapi::info::device {
/// The number of compute units: hardware threads of a CPU, multiprocessors of a
/// GPU. `sycl_ext_oneapi_num_compute_units`.
struct num_compute_units
    : sycl::detail::info_query<sycl::detail::PI_DEVICE_INFO_MAX_COMPUTE_UNITS,
                               size_t, uint32_t> {};
} // namespace ext::oneapi::info::device
} // namespace _V1
} // namespace sycl

namespace sycl {
inline namespace _V1 {
namespace ext::oneapi::experimental::info::device {
/// The maximum number of work-groups in a kernel launch, over all dimensions.
/// `sycl_ext_oneapi_max_work_group_query`.
struct max_global_work_groups
    : sycl::detail::info_query<
          sycl::detail::PI_EXT_ONEAPI_DEVICE_INFO_MAX_GLOBAL_WORK_GROUPS,
          size_t> {};
/// The maximum number of work-groups in each dimension of a launch with
/// `Dimensions` dimensions. `sycl_ext_oneapi_max_work_group_query`.
template <int Dimensions>
struct max_work_groups
    : sycl::detail::info_query<
          sycl::detail::PI_EXT_ONEAPI_DEVICE_INFO_MAX_WORK_GROUPS_1D +
              Dimensions - 1,
          id<Dimensions>, size_t[Dimensions]> {};
} // namespace ext::oneapi::experimental::info::device
} // namespace _V1
} // namespace sycl
