//===- sycl/device_event.hpp - asynchronous copies of work-groups ---------===//
//
// Part of Tandem, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// Owns: device_event (SYCL 2020, 4.15.2), and the copies between global and
// local memory that group and nd_item offer (4.9.1.7). Every work-item copies
// its share, neighbours next to each other. Copies to local memory run in the
// background where the device supports it; waiting ends with a barrier.
#pragma once

#include <sycl/detail/kernel/async_copy.hpp>
#include <sycl/detail/kernel/index_space.hpp>
#include <sycl/memory_enums.hpp>

#include <type_traits>

namespace sycl {
inline namespace _V1 {

template <class DataT, access::address_space Space, access::decorated Decorated>
class multi_ptr;

namespace detail {
template <int Dimensions> struct async_copies;
} // namespace detail

/// The completion of an asynchronous copy by a work-group.
///
/// `async_work_group_copy` of `group` and `nd_item` returns it. Copies wait for
/// the same transfer. Use it only in the work-item that received it.
/// SYCL 2020, section 4.15.2.
class device_event {
  friend struct detail::maker;
  template <int Dimensions> friend struct detail::async_copies;

  // The work-item's batch of copies; 0 if there is none to wait for.
  unsigned m_batch = 0;

  constexpr device_event() noexcept = default;
  constexpr device_event(unsigned batch) noexcept : m_batch(batch) {}

public:
  /// Waits until the copy has completed for the whole work-group.
  ///
  /// Ends with a barrier of the work-group, so every work-item must call it.
  void wait() const noexcept {
    detail::wait_for_copies(m_batch);
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
  /// Starts copying `count` elements between global and local memory; all
  /// work-items of the group must call it with the same arguments.
  ///
  /// The copy runs in the background where the device supports it. Neither side
  /// may be accessed before the returned event has been waited for. Element `i`
  /// on the global side is at index `i * stride`; the local side is contiguous.
  /// One side must be global and the other local.
  /// \returns The event to pass to `wait_for`, or to wait for with
  /// `device_event::wait`.
  /// SYCL 2020, section 4.9.1.7.
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
    const size_t item = linear_index<Dimensions>(local_id<Dimensions>(), local);
    if constexpr (to_global) {
      for (size_t index = item; index < count; index += local.size())
        to[index * stride] = from[index];
      return maker::make<device_event>();
    } else if (stride == 1) {
      begin_copy_of_rows(to, 0, from, 0, 1, count, item, local.size());
    } else {
      for (size_t index = item; index < count; index += local.size())
        if constexpr (is_copied_at_once(sizeof(Source)) &&
                      alignof(Source) == sizeof(Source))
          begin_copy<sizeof(Source)>(&to[index], &from[index * stride]);
        else
          to[index] = from[index * stride];
    }
    return maker::make<device_event>(commit_copies());
  }

  /// Starts copying a tile of `rows` rows of `columns` elements each from
  /// global to local memory.
  ///
  /// Row `r` begins at element `r * source_stride` of `source` and at element
  /// `r * destination_stride` of `destination`. All work-items of the group
  /// must call it with the same arguments, and wait for the returned event
  /// before they use the tile.
  /// Part of sycl_ext_tandem_async_copy_2d.
  template <class DataT, class Source, access::address_space To,
            access::address_space From, access::decorated DecoratedTo,
            access::decorated DecoratedFrom,
            when<To == access::address_space::local_space &&
                 From == access::address_space::global_space &&
                 std::is_same_v<DataT, std::remove_const_t<Source>>> = 0>
  device_event ext_tandem_async_copy_2d(
      multi_ptr<DataT, To, DecoratedTo> destination, size_t destination_stride,
      multi_ptr<Source, From, DecoratedFrom> source, size_t source_stride,
      size_t rows, size_t columns) const {
    const range<Dimensions> local = local_range<Dimensions>();
    DataT *to = destination.get_raw();
    const DataT *from = source.get_raw();
    begin_copy_of_rows(
        to, destination_stride, from, source_stride, rows, columns,
        linear_index<Dimensions>(local_id<Dimensions>(), local), local.size());
    return maker::make<device_event>(commit_copies());
  }

  /// Waits for all `events`, then for one barrier of the work-group.
  ///
  /// Every work-item of the group must call it. Does nothing without arguments.
  template <class... Events> void wait_for(Events... events) const {
    static_assert((std::is_same_v<Events, device_event> && ...),
                  "wait_for takes only device events");
    (wait_for_copies(events.m_batch), ...);
    if constexpr (sizeof...(events) > 0)
      maker::make<device_event>().wait(); // one barrier is enough for all
  }
};

} // namespace detail
} // namespace _V1
} // namespace sycl
