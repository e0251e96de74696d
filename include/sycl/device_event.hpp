//===- sycl/device_event.hpp - asynchronous copies of work-groups ---------===//
//
// Part of Tandem, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// Owns: device_event (SYCL 2020, 4.7.8), and the copies between global and
// local memory that group and nd_item offer (4.9.1.7). Every work-item copies
// its share at once, neighbours next to each other; waiting is a barrier.
#pragma once

#include <sycl/detail/index_space.hpp>
#include <sycl/memory_enums.hpp>

#include <type_traits>

namespace sycl {
inline namespace _V1 {

template <class T, access::address_space Space, access::decorated Decorated>
class multi_ptr;

class device_event {
  friend struct detail::maker;
  constexpr device_event() noexcept = default;

public:
  void wait() const noexcept {
    __spirv_ControlBarrier(detail::spirv::scope_workgroup,
                           detail::spirv::scope_workgroup,
                           detail::spirv::sem_sequentially_consistent |
                               detail::spirv::sem_all_memory);
  }
};

namespace detail {

// Whether a work-group may copy from one address space to the other.
constexpr bool is_async_copy(access::address_space to,
                             access::address_space from) {
  constexpr auto local = access::address_space::local_space;
  constexpr auto global = access::address_space::global_space;
  return (to == local && from == global) || (to == global && from == local);
}

// The base of group and nd_item. The work-items that share the copy are those
// that run: in a hierarchical kernel, one for the whole group.
template <int Dimensions> struct async_copies {
  // `stride` counts elements of the global side.
  template <class Destination, class Source, access::address_space To,
            access::address_space From, access::decorated DecoratedTo,
            access::decorated DecoratedFrom,
            when<is_async_copy(To, From) &&
                 std::is_same_v<Destination, std::remove_const_t<Source>>> = 0>
  device_event
  async_work_group_copy(multi_ptr<Destination, To, DecoratedTo> destination,
                        multi_ptr<Source, From, DecoratedFrom> source,
                        size_t count, size_t stride = 1) const {
    constexpr bool to_global = To == access::address_space::global_space;
    Destination *to = destination.get_raw();
    Source *from = source.get_raw();
    const range<Dimensions> local = local_range<Dimensions>();
    for (size_t i = linear_index<Dimensions>(local_id<Dimensions>(), local);
         i < count; i += local.size())
      to[to_global ? i * stride : i] = from[to_global ? i : i * stride];
    return maker::make<device_event>();
  }

  template <class... Events> void wait_for(Events... events) const {
    static_assert((std::is_same_v<Events, device_event> && ...),
                  "a work-group waits for device events");
    if constexpr (sizeof...(events) > 0)
      maker::make<device_event>().wait(); // one barrier is enough for all
  }
};

} // namespace detail
} // namespace _V1
} // namespace sycl
