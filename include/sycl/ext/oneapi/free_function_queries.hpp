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

template <int D> nd_item<D> get_nd_item() {
  return sycl::detail::maker::make<nd_item<D>>();
}
template <int D> group<D> get_work_group() {
  return get_nd_item<D>().get_group();
}
inline sycl::sub_group get_sub_group() {
  return get_nd_item<1>().get_sub_group();
}

} // namespace this_work_item

// As the extension was first called.
namespace experimental {

template <int D> nd_item<D> this_nd_item() {
  return this_work_item::get_nd_item<D>();
}
template <int D> group<D> this_group() {
  return this_work_item::get_work_group<D>();
}
inline sycl::sub_group this_sub_group() {
  return this_work_item::get_sub_group();
}
template <int D> item<D> this_item() {
  return sycl::detail::maker::make<item<D>>(sycl::detail::global_range<D>(),
                                            sycl::detail::global_id<D>(),
                                            sycl::detail::global_offset<D>());
}
template <int D> id<D> this_id() { return sycl::detail::global_id<D>(); }

} // namespace experimental
} // namespace ext::oneapi
} // namespace _V1
} // namespace sycl

// The same queries as an extension of Khronos (sycl_khr_work_item_queries).
namespace sycl {
inline namespace _V1 {
namespace khr {

template <int D> nd_item<D> this_nd_item() {
  return ext::oneapi::this_work_item::get_nd_item<D>();
}
template <int D> group<D> this_group() {
  return ext::oneapi::this_work_item::get_work_group<D>();
}
inline sub_group this_sub_group() {
  return ext::oneapi::this_work_item::get_sub_group();
}

} // namespace khr
} // namespace _V1
} // namespace sycl
