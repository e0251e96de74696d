//===- sycl/nd_item.hpp - class nd_item -----------------------------------===//
//
// Part of Tandem, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// Stateless, like group: queries read the builtins of the running work-item.
#pragma once

#include <sycl/group_barrier.hpp>
#include <sycl/item.hpp>
#include <sycl/nd_range.hpp>

namespace sycl {
inline namespace _V1 {

namespace ext::oneapi::experimental {
template <int Dimensions> class root_group;
}

template <int Dimensions = 1>
class nd_item : public detail::async_copies<Dimensions> {
  friend struct detail::maker;
  constexpr nd_item() noexcept = default;

public:
  static constexpr int dimensions = Dimensions;

  id<Dimensions> get_global_id() const {
    return detail::global_id<Dimensions>();
  }
  size_t get_global_id(int dimension) const {
    return get_global_id()[dimension];
  }
  size_t get_global_linear_id() const {
    return detail::linear_index<Dimensions>(
        get_global_id() - detail::global_offset<Dimensions>(),
        get_global_range());
  }
  id<Dimensions> get_local_id() const { return detail::local_id<Dimensions>(); }
  size_t get_local_id(int dimension) const { return get_local_id()[dimension]; }
  size_t get_local_linear_id() const {
    return get_group().get_local_linear_id();
  }

  group<Dimensions> get_group() const {
    return detail::maker::make<group<Dimensions>>();
  }
  sub_group get_sub_group() const { return detail::maker::make<sub_group>(); }
  auto ext_oneapi_get_root_group() const {
    return detail::maker::make<
        ext::oneapi::experimental::root_group<Dimensions>>();
  }
  size_t get_group(int dimension) const {
    return get_group().get_group_id(dimension);
  }
  size_t get_group_linear_id() const {
    return get_group().get_group_linear_id();
  }
  range<Dimensions> get_group_range() const {
    return detail::group_range<Dimensions>();
  }
  size_t get_group_range(int dimension) const {
    return get_group_range()[dimension];
  }

  range<Dimensions> get_global_range() const {
    return detail::global_range<Dimensions>();
  }
  size_t get_global_range(int dimension) const {
    return get_global_range()[dimension];
  }
  range<Dimensions> get_local_range() const {
    return detail::local_range<Dimensions>();
  }
  size_t get_local_range(int dimension) const {
    return get_local_range()[dimension];
  }
  id<Dimensions> get_offset() const {
    return detail::global_offset<Dimensions>();
  }
  nd_range<Dimensions> get_nd_range() const {
    return {get_global_range(), get_local_range(), get_offset()};
  }

  // SYCL 1.2.1's barrier; programs of SYCL 2020 call group_barrier.
  void barrier(
      access::fence_space space = access::fence_space::global_and_local) const {
    __spirv_ControlBarrier(detail::spirv::scope_workgroup,
                           detail::spirv::scope_workgroup,
                           detail::spirv::sem_sequentially_consistent |
                               detail::spirv_fence_space(space));
  }

  // SYCL 1.2.1's fence for the work-items of the group; programs of SYCL 2020
  // call atomic_fence.
  template <access_mode Mode = access_mode::read_write>
  void mem_fence(
      access::fence_space space = access::fence_space::global_and_local) const {
    get_group().template mem_fence<Mode>(space);
  }

  friend bool operator==(const nd_item &, const nd_item &) { return true; }
  friend bool operator!=(const nd_item &, const nd_item &) { return false; }
};

} // namespace _V1
} // namespace sycl
