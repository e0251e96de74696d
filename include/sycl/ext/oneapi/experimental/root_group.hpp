//===- sycl/ext/oneapi/experimental/root_group.hpp ------------------------===//
//
// Part of Tandem, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// Owns: sycl_ext_oneapi_root_group: all work-items of a kernel as one group.
// How many work-groups can wait for each other is the device's affair, which
// the query asks; a launch of more with use_root_sync is an error.
#pragma once

#include <sycl/ext/oneapi/properties/properties.hpp>
#include <sycl/hierarchical.hpp>
#include <sycl/kernel.hpp>

namespace sycl {
inline namespace _V1 {

namespace ext::oneapi::experimental {

struct use_root_sync_key
    : sycl::detail::property_key<sycl::detail::property_kind::use_root_sync> {
  using value_t = property_value<use_root_sync_key>;
};
inline constexpr use_root_sync_key::value_t use_root_sync;

template <int Dimensions> class root_group {
  friend struct sycl::detail::maker;
  constexpr root_group() noexcept = default;

public:
  using id_type = id<Dimensions>;
  using range_type = range<Dimensions>;
  using linear_id_type = size_t;
  static constexpr int dimensions = Dimensions;
  static constexpr memory_scope fence_scope = memory_scope::device;

  id_type get_group_id() const { return {}; }
  id_type get_local_id() const { return sycl::detail::global_id<Dimensions>(); }
  range_type get_group_range() const {
    return sycl::detail::single_item<Dimensions>();
  }
  range_type get_local_range() const {
    return sycl::detail::global_range<Dimensions>();
  }
  range_type get_max_local_range() const { return get_local_range(); }

  linear_id_type get_group_linear_id() const { return 0; }
  linear_id_type get_local_linear_id() const {
    return sycl::detail::linear_index<Dimensions>(
        get_local_id() - sycl::detail::global_offset<Dimensions>(),
        get_local_range());
  }
  linear_id_type get_group_linear_range() const { return 1; }
  linear_id_type get_local_linear_range() const {
    return get_local_range().size();
  }
  bool leader() const { return get_local_linear_id() == 0; }
};

namespace this_kernel {
template <int Dimensions> root_group<Dimensions> get_root_group() {
  return sycl::detail::maker::make<root_group<Dimensions>>();
}
} // namespace this_kernel

namespace info::kernel_queue_specific {
// How many work-groups of this size can synchronize, with so much dynamic
// local memory.
struct max_num_work_groups {
  using return_type = size_t;
  template <class Kernel, class Queue, int Dimensions>
  static size_t of(const Kernel &kernel, const Queue &queue,
                   const range<Dimensions> &local, size_t local_bytes = 0) {
    size_t sizes[Dimensions], count = 0;
    for (int axis = 0; axis < Dimensions; ++axis)
      sizes[axis] = local[axis];
    sycl::detail::check(tandem_kernel_max_cooperative_groups(
        handle_of(kernel), handle_of(queue), Dimensions, sizes, local_bytes,
        &count));
    return count;
  }
  // A number converts to a one-dimensional range.
  template <class Kernel, class Queue>
  static size_t of(const Kernel &kernel, const Queue &queue, size_t local,
                   size_t local_bytes = 0) {
    return of(kernel, queue, range<1>(local), local_bytes);
  }
};
// As the extension first had it, for groups of any size.
struct max_num_work_group_sync {
  using return_type = size_t;
  template <class Kernel, class Queue>
  static size_t of(const Kernel &kernel, const Queue &queue) {
    using work_group_size = sycl::info::kernel_device_specific::work_group_size;
    const size_t largest =
        kernel.template get_info<work_group_size>(queue.get_device());
    return max_num_work_groups::of(kernel, queue, range<1>(largest));
  }
};
} // namespace info::kernel_queue_specific

} // namespace ext::oneapi::experimental

namespace ext::oneapi::this_work_item {
template <int Dimensions>
experimental::root_group<Dimensions> get_root_group() {
  return experimental::this_kernel::get_root_group<Dimensions>();
}
} // namespace ext::oneapi::this_work_item

template <int Dimensions>
struct is_group<ext::oneapi::experimental::root_group<Dimensions>>
    : std::true_type {};

namespace detail {
template <int Dimensions>
inline constexpr unsigned
    execution_scope<ext::oneapi::experimental::root_group<Dimensions>> =
        spirv::scope_device;
template <int Dimensions>
inline constexpr bool
    has_barrier_alone<ext::oneapi::experimental::root_group<Dimensions>> = true;
} // namespace detail
} // namespace _V1
} // namespace sycl
