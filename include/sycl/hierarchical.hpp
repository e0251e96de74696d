//===- sycl/hierarchical.hpp - parallel_for_work_group and its items ------===//
//
// Part of Tandem, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// Owns: hierarchical kernels (SYCL 2020, 4.9.4.2.3). One work-item runs a whole
// work-group: what the group's code declares is shared by nature, and
// parallel_for_work_item is a loop over the logical work-items, which follow
// each other without a barrier in between.
#pragma once

#include <sycl/detail/kernel/entry.hpp>
#include <sycl/kernel_handler.hpp>
#include <sycl/nd_item.hpp>

#include <new>

#ifdef __SYCL_DEVICE_ONLY__
// Memory for one object for each of `items` logical work-items, located after
// `base` (boundaries.md, section 8).
extern "C" void *__tandem_private_memory(void *base, size_t items, size_t size,
                                         size_t alignment);
#endif

namespace sycl {
inline namespace _V1 {

/// Identifies one logical work-item of a hierarchical kernel.
///
/// `group::parallel_for_work_item` passes it to its functor. An object is a
/// value: it keeps its position, so that it can be stored and compared later.
/// Hierarchical kernels are deprecated in SYCL 2020.
/// SYCL 2020, section 4.9.1.6.
template <int Dimensions> class h_item {
  range<Dimensions> m_logical_range, m_physical_range, m_group_range;
  id<Dimensions> m_logical, m_group;

  template <int> friend class group;
  h_item(const range<Dimensions> &logical_range,
         const range<Dimensions> &physical_range, const id<Dimensions> &logical)
      : m_logical_range(logical_range), m_physical_range(physical_range),
        m_group_range(detail::group_range<Dimensions>()), m_logical(logical),
        m_group(detail::group_id<Dimensions>()) {}

  using item_type = item<Dimensions, false>;
  static item_type item_of(const range<Dimensions> &extent,
                           const id<Dimensions> &index) {
    return detail::maker::make<item_type>(extent, index);
  }

public:
  /// The number of dimensions of the index space: 1, 2 or 3.
  static constexpr int dimensions = Dimensions;

  /// The position in the whole index space, computed from the physical local
  /// id.
  item_type get_global() const {
    return item_of(get_global_range(), get_global_id());
  }
  /// The same as `get_logical_local`.
  item_type get_local() const { return get_logical_local(); }
  /// The position in the range that was passed to `parallel_for_work_item`.
  item_type get_logical_local() const {
    return item_of(m_logical_range, m_logical);
  }
  /// The position in the work-group that the kernel was launched with: the
  /// logical id modulo the physical range.
  item_type get_physical_local() const {
    return item_of(m_physical_range, get_physical_local_id());
  }

  /// The number of work-items of the launch in each dimension.
  range<Dimensions> get_global_range() const {
    return m_group_range * m_physical_range;
  }
  /// The position in the whole index space, computed from the physical local
  /// id.
  id<Dimensions> get_global_id() const {
    id<Dimensions> index = get_physical_local_id();
    for (int axis = 0; axis < Dimensions; ++axis)
      index[axis] += m_group[axis] * m_physical_range[axis];
    return index;
  }
  /// The same as `get_logical_local_range`.
  range<Dimensions> get_local_range() const { return m_logical_range; }
  /// The same as `get_logical_local_id`.
  id<Dimensions> get_local_id() const { return m_logical; }
  /// The range that was passed to `parallel_for_work_item`, or the physical
  /// range if there was none.
  range<Dimensions> get_logical_local_range() const { return m_logical_range; }
  /// The position in the logical range.
  id<Dimensions> get_logical_local_id() const { return m_logical; }
  /// The size of the work-groups of the launch.
  range<Dimensions> get_physical_local_range() const {
    return m_physical_range;
  }
  /// The position in the physical range: the logical id modulo this range.
  id<Dimensions> get_physical_local_id() const {
    id<Dimensions> index = m_logical;
    // Only a flexible range goes beyond the physical one.
    for (int axis = 0; axis < Dimensions; ++axis)
      if (index[axis] >= m_physical_range[axis])
        index[axis] %= m_physical_range[axis];
    return index;
  }

#define TANDEM_COMPONENT(name)                                                 \
  size_t name(int dimension) const { return name()[dimension]; }
  /// The component `dimension` of `get_global_range`.
  TANDEM_COMPONENT(get_global_range)
  /// The component `dimension` of `get_global_id`.
  TANDEM_COMPONENT(get_global_id)
  /// The component `dimension` of `get_local_range`.
  TANDEM_COMPONENT(get_local_range)
  /// The component `dimension` of `get_local_id`.
  TANDEM_COMPONENT(get_local_id)
  /// The component `dimension` of `get_logical_local_range`.
  TANDEM_COMPONENT(get_logical_local_range)
  /// The component `dimension` of `get_logical_local_id`.
  TANDEM_COMPONENT(get_logical_local_id)
  /// The component `dimension` of `get_physical_local_range`.
  TANDEM_COMPONENT(get_physical_local_range)
  /// The component `dimension` of `get_physical_local_id`.
  TANDEM_COMPONENT(get_physical_local_id)
#undef TANDEM_COMPONENT

  /// Whether both have the same ids and ranges.
  friend bool operator==(const h_item &left, const h_item &right) {
    return left.m_logical == right.m_logical && left.m_group == right.m_group &&
           left.m_logical_range == right.m_logical_range &&
           left.m_physical_range == right.m_physical_range &&
           left.m_group_range == right.m_group_range;
  }
  /// Whether an id or a range differs.
  friend bool operator!=(const h_item &left, const h_item &right) {
    return !(left == right);
  }
};

template <int Dimensions>
template <class WorkItemFunc>
TANDEM_ALWAYS_INLINE void
group<Dimensions>::parallel_for_work_item(const range<Dimensions> &logical,
                                          const WorkItemFunc &functor) const {
  const auto run = [&](const id<Dimensions> &index) {
    const h_item<Dimensions> item(logical, m_local_range, index);
    functor(item);
  };
  if constexpr (Dimensions == 1) {
    for (size_t column = 0; column < logical[0]; ++column)
      run(id<1>(column));
  } else if constexpr (Dimensions == 2) {
    for (size_t row = 0; row < logical[0]; ++row)
      for (size_t column = 0; column < logical[1]; ++column)
        run(id<2>(row, column));
  } else {
    for (size_t plane = 0; plane < logical[0]; ++plane)
      for (size_t row = 0; row < logical[1]; ++row)
        for (size_t column = 0; column < logical[2]; ++column)
          run(id<3>(plane, row, column));
  }
}

/// One object of type `DataT` for each work-item of a work-group, in a
/// hierarchical kernel.
///
/// Declare it in the functor of `parallel_for_work_group`. The values live from
/// one `parallel_for_work_item` to the next. It cannot be copied. The memory is
/// local memory. Deprecated in SYCL 2020 with hierarchical kernels.
/// SYCL 2020, section 4.9.4.2.
template <class DataT, int Dimensions = 1> class private_memory {
  DataT *m_data;

public:
  /// Creates the objects. They are default constructed unless that is trivial.
  TANDEM_ALWAYS_INLINE
  explicit private_memory([[maybe_unused]] const group<Dimensions> &group)
#ifdef __SYCL_DEVICE_ONLY__
      : m_data(static_cast<DataT *>(__tandem_private_memory(
            group.m_private, group.get_local_range().size(), sizeof(DataT),
            alignof(DataT)))) {
    if constexpr (!std::is_trivially_default_constructible_v<DataT>)
      for (size_t index = 0; index < group.get_local_range().size(); ++index)
        new (m_data + index) DataT;
  }
#else
      : m_data(nullptr) {
  }
#endif
  /// Not copyable.
  private_memory(const private_memory &) = delete;
  /// Not assignable.
  private_memory &operator=(const private_memory &) = delete;

  /// The object of the physical work-item of `item`.
  DataT &operator()(const h_item<Dimensions> &item) const {
    return m_data[detail::linear_index<Dimensions>(
        item.get_physical_local_id(), item.get_physical_local_range())];
  }
};

namespace detail {

template <int Dimensions> constexpr range<Dimensions> single_item() {
  range<Dimensions> one;
  for (int axis = 0; axis < Dimensions; ++axis)
    one[axis] = 1;
  return one;
}

// The address of a group's memory for private_memory objects; set in kernels
// only.
class private_block {
  void *m_address = nullptr;

public:
  void *address() const noexcept { return m_address; }
};

#ifdef __SYCL_DEVICE_ONLY__
template <>
inline constexpr mark_kind mark_of<private_block> = mark_private_memory;
#endif

// The functor of a kernel that runs one work-item for each work-group. The
// annotation marks such kernels for post-link.
template <int Dimensions, class KernelFunc> struct work_group_kernel {
  KernelFunc functor;
  range<Dimensions> local;
  private_block block;
  TANDEM_ANNOTATE("sycl_hierarchical")
  TANDEM_ALWAYS_INLINE void operator()(const nd_item<Dimensions> &) const {
    if constexpr (is_callable<KernelFunc, const group<Dimensions>>)
      functor(maker::make<const group<Dimensions>>(local, block.address()));
    else
      functor(maker::make<const group<Dimensions>>(local, block.address()),
              maker::make<kernel_handler>());
  }
};

} // namespace detail
} // namespace _V1
} // namespace sycl
