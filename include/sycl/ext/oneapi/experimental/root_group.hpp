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

/// The key of `use_root_sync`.
struct use_root_sync_key
    : sycl::detail::property_key<sycl::detail::property_kind::use_root_sync> {
  /// The type of the property.
  using value_t = property_value<use_root_sync_key>;
};
/// The work-groups of the kernel run concurrently, so that `group_barrier` can
/// synchronize a root group. A launch of more work-groups than
/// `max_num_work_groups` is an error. `sycl_ext_oneapi_root_group`.
inline constexpr use_root_sync_key::value_t use_root_sync;

/// All work-items of a kernel as one group. A plain value, for device code.
/// `group_barrier` takes it if the kernel is launched with `use_root_sync`;
/// other group functions and algorithms do not. `sycl_ext_oneapi_root_group`.
template <int Dimensions> class root_group {
  friend struct sycl::detail::maker;
  constexpr root_group() noexcept = default;

public:
  /// The type of an id.
  using id_type = id<Dimensions>;
  /// The type of a range.
  using range_type = range<Dimensions>;
  /// The type of a linear id.
  using linear_id_type = size_t;
  /// The number of dimensions.
  static constexpr int dimensions = Dimensions;
  /// The default scope of fences.
  static constexpr memory_scope fence_scope = memory_scope::device;

  /// The id of the group: 0 in every dimension.
  id_type get_group_id() const { return {}; }
  /// The global id of the work-item.
  id_type get_local_id() const { return sycl::detail::global_id<Dimensions>(); }
  /// The number of root groups: 1 in every dimension.
  range_type get_group_range() const {
    return sycl::detail::single_item<Dimensions>();
  }
  /// The global range of the kernel.
  range_type get_local_range() const {
    return sycl::detail::global_range<Dimensions>();
  }
  /// The global range of the kernel.
  range_type get_max_local_range() const { return get_local_range(); }

  /// The id of the group: 0.
  linear_id_type get_group_linear_id() const { return 0; }
  /// The linear id of the work-item in the kernel, without the offset.
  linear_id_type get_local_linear_id() const {
    return sycl::detail::linear_index<Dimensions>(
        get_local_id() - sycl::detail::global_offset<Dimensions>(),
        get_local_range());
  }
  /// The number of root groups: 1.
  linear_id_type get_group_linear_range() const { return 1; }
  /// The number of work-items of the kernel.
  linear_id_type get_local_linear_range() const {
    return get_local_range().size();
  }
  /// Whether the work-item is the first of the kernel.
  bool leader() const { return get_local_linear_id() == 0; }
};

namespace this_kernel {
/// The root group of the calling work-item.
template <int Dimensions> root_group<Dimensions> get_root_group() {
  return sycl::detail::maker::make<root_group<Dimensions>>();
}
} // namespace this_kernel

namespace info::kernel_queue_specific {
/// The maximum number of work-groups of a size that can synchronize on the
/// device of a queue. Further arguments of `get_info` are the size, as a range
/// or a number, and the size of dynamic local memory in bytes.
struct max_num_work_groups {
  /// The type of the answer.
  using return_type = size_t;
  /// Answers the query. Internal.
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
  /// As above, for one dimension. Internal.
  template <class Kernel, class Queue>
  static size_t of(const Kernel &kernel, const Queue &queue, size_t local,
                   size_t local_bytes = 0) {
    return of(kernel, queue, range<1>(local), local_bytes);
  }
};
/// As `max_num_work_groups`, for the largest work-group of the kernel. An
/// earlier form of the query.
struct max_num_work_group_sync {
  /// The type of the answer.
  using return_type = size_t;
  /// Answers the query. Internal.
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
/// The root group of the calling work-item.
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
