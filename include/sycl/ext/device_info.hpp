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

#define TANDEM_INFO(name, type, code)                                          \
  struct name : sycl::detail::optional_info_query<type, code,                  \
                                                  aspect::ext_intel_##name> {}
TANDEM_INFO(device_id, uint32_t, 0x4251);
TANDEM_INFO(pci_address, std::string, 0x10020);
TANDEM_INFO(gpu_eu_count, uint32_t, 0x10021);
TANDEM_INFO(gpu_eu_simd_width, uint32_t, 0x10022);
TANDEM_INFO(gpu_slices, uint32_t, 0x10023);
TANDEM_INFO(gpu_subslices_per_slice, uint32_t, 0x10024);
TANDEM_INFO(gpu_eu_count_per_subslice, uint32_t, 0x10025);
TANDEM_INFO(gpu_hw_threads_per_eu, uint32_t, 0x10112);
TANDEM_INFO(max_mem_bandwidth, uint64_t, 0x10026);
TANDEM_INFO(free_memory, uint64_t, 0x10029);
TANDEM_INFO(memory_clock_rate, uint32_t, 0x10030);
TANDEM_INFO(memory_bus_width, uint32_t, 0x10031);
#undef TANDEM_INFO
struct uuid
    : sycl::detail::optional_info_query<std::array<unsigned char, 16>, 0x106A,
                                        aspect::ext_intel_device_info_uuid> {};

} // namespace ext::intel::info::device
} // namespace _V1
} // namespace sycl

namespace sycl {
inline namespace _V1 {
namespace ext::oneapi::info::device {
struct num_compute_units : sycl::detail::info_query<size_t, 0x1002, uint32_t> {
};
} // namespace ext::oneapi::info::device
} // namespace _V1
} // namespace sycl

namespace sycl {
inline namespace _V1 {
namespace ext::oneapi::experimental::info::device {
struct max_global_work_groups : sycl::detail::info_query<size_t, 0x20000> {};
template <int Dimensions>
struct max_work_groups
    : sycl::detail::info_query<id<Dimensions>, 0x20000 + Dimensions,
                               size_t[Dimensions]> {};
} // namespace ext::oneapi::experimental::info::device
} // namespace _V1
} // namespace sycl
