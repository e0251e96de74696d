//===- sycl/ext/oneapi/free_function_queries.hpp --------------------------===//
//
// Part of Tandem, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// Owns: sycl_ext_oneapi_free_function_queries: the work-item's place without an
// argument of the kernel.
#pragma once

#include <sycl/nd_item.hpp>
#include <sycl/sub_group.hpp>

namespace sycl {
inline namespace _V1 {
namespace ext::oneapi {

namespace this_work_item {

/// The nd-item of the calling work-item. For device code of kernels with an
/// nd-range. `sycl_ext_oneapi_free_function_queries`.
template <int Dimensions> nd_item<Dimensions> get_nd_item() {
  return sycl::detail::maker::make<nd_item<Dimensions>>();
}
/// The work-group of the calling work-item.
template <int Dimensions> group<Dimensions> get_work_group() {
  return get_nd_item<Dimensions>().get_group();
}
/// The sub-group of the calling work-item.
inline sycl::sub_group get_sub_group() {
  return get_nd_item<1>().get_sub_group();
}

} // namespace this_work_item

// As the extension was first called.
namespace experimental {

/// As `this_work_item::get_nd_item`, under an earlier name.
template <int Dimensions> nd_item<Dimensions> this_nd_item() {
  return this_work_item::get_nd_item<Dimensions>();
}
/// As `this_work_item::get_work_group`, under an earlier name.
template <int Dimensions> group<Dimensions> this_group() {
  return this_work_item::get_work_group<Dimensions>();
}
/// As `this_work_item::get_sub_group`, under an earlier name.
inline sycl::sub_group this_sub_group() {
  return this_work_item::get_sub_group();
}
/// The item of the calling work-item.
template <int Dimensions> item<Dimensions> this_item() {
  return sycl::detail::maker::make<item<Dimensions>>(
      sycl::detail::global_range<Dimensions>(),
      sycl::detail::global_id<Dimensions>(),
      sycl::detail::global_offset<Dimensions>());
}
/// The global id of the calling work-item.
template <int Dimensions> id<Dimensions> this_id() {
  return sycl::detail::global_id<Dimensions>();
}

} // namespace experimental
} // namespace ext::oneapi
} // namespace _V1
} // namespace sycl

// The same queries as an extension of Khronos (sycl_khr_work_item_queries).
namespace sycl {
inline namespace _V1 {
namespace khr {

/// The nd-item of the calling work-item. For device code of kernels with an
/// nd-range. `sycl_khr_work_item_queries`.
template <int Dimensions> nd_item<Dimensions> this_nd_item() {
  return ext::oneapi::this_work_item::get_nd_item<Dimensions>();
}
/// The work-group of the calling work-item.
template <int Dimensions> group<Dimensions> this_group() {
  return ext::oneapi::this_work_item::get_work_group<Dimensions>();
}
/// The sub-group of the calling work-item.
inline sub_group this_sub_group() {
  return ext::oneapi::this_work_item::get_sub_group();
}

} // namespace khr
} // namespace _V1
} // namespace sycl
