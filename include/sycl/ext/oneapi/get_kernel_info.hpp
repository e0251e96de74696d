//===- sycl/ext/oneapi/get_kernel_info.hpp - queries by kernel name -------===//
//
// Part of Tandem, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// Owns: sycl_ext_oneapi_get_kernel_info: what info::kernel and
// info::kernel_device_specific ask, without a kernel object.
#pragma once

#include <sycl/kernel_bundle.hpp>
#include <sycl/queue.hpp>

namespace sycl {
inline namespace _V1 {
namespace detail {
template <class KernelName> kernel kernel_of(const context &sycl_context) {
  return get_kernel_bundle<KernelName, bundle_state::executable>(sycl_context)
      .template get_kernel<KernelName>();
}
} // namespace detail
} // namespace _V1
} // namespace sycl

namespace sycl {
inline namespace _V1 {
namespace ext::oneapi {

/// The answer of `kernel::get_info<Info>()` for the kernel `KernelName`. Builds
/// the kernel for the context if necessary. `sycl_ext_oneapi_get_kernel_info`.
template <class KernelName, class Info>
typename Info::return_type get_kernel_info(const context &sycl_context) {
  return sycl::detail::kernel_of<KernelName>(sycl_context)
      .template get_info<Info>();
}
/// As above, with a descriptor of `info::kernel_device_specific` and a device.
template <class KernelName, class Info>
typename Info::return_type get_kernel_info(const context &sycl_context,
                                           const device &sycl_device) {
  return sycl::detail::kernel_of<KernelName>(sycl_context)
      .template get_info<Info>(sycl_device);
}
/// As above, for the device and context of a queue.
template <class KernelName, class Info>
typename Info::return_type get_kernel_info(const queue &sycl_queue) {
  return get_kernel_info<KernelName, Info>(sycl_queue.get_context(),
                                           sycl_queue.get_device());
}

} // namespace ext::oneapi
} // namespace _V1
} // namespace sycl
