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
template <class KernelName> kernel kernel_of(const context &c) {
  return get_kernel_bundle<KernelName, bundle_state::executable>(c)
      .template get_kernel<KernelName>();
}
} // namespace detail
} // namespace _V1
} // namespace sycl

namespace sycl {
inline namespace _V1 {
namespace ext::oneapi {

template <class KernelName, class Info>
typename Info::return_type get_kernel_info(const context &c) {
  return sycl::detail::kernel_of<KernelName>(c).template get_info<Info>();
}
template <class KernelName, class Info>
typename Info::return_type get_kernel_info(const context &c, const device &d) {
  return sycl::detail::kernel_of<KernelName>(c).template get_info<Info>(d);
}
template <class KernelName, class Info>
typename Info::return_type get_kernel_info(const queue &q) {
  return get_kernel_info<KernelName, Info>(q.get_context(), q.get_device());
}

} // namespace ext::oneapi
} // namespace _V1
} // namespace sycl
