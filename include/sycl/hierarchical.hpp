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
// Memory for one object for each of `items` logical work-items, behind `base`
// (boundaries.md, section 8).
extern "C" void *__tandem_private_memory(void *base, size_t items, size_t size,
                                         size_t alignment);
#endif

namespace sycl {
inline namespace _V1 {

// The position of a logical work-item in a hierarchical kernel. All of it is
// kept: a program may look at it, and compare it, somewhere else.
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
  static constexpr int dimensions = Dimensions;

  item_type get_global() const {
    return item_of(get_global_range(), get_global_id());
  }
  item_type get_local() const { return get_logical_local(); }
  item_type get_logical_local() const {
    return item_of(m_logical_range, m_logical);
  }
  item_type get_physical_local() const {
    return item_of(m_physical_range, get_physical_local_id());
  }

  range<Dimensions> get_global_range() const {
    return m_group_range * m_physical_range;
  }
  id<Dimensions> get_global_id() const {
    id<Dimensions> index = get_physical_local_id();
    for (int axis = 0; axis < Dimensions; ++axis)
      index[axis] += m_group[axis] * m_physical_range[axis];
    return index;
  }
  range<Dimensions> get_local_range() const { return m_logical_range; }
  id<Dimensions> get_local_id() const { return m_logical; }
  range<Dimensions> get_logical_local_range() const { return m_logical_range; }
  id<Dimensions> get_logical_local_id() const { return m_logical; }
  range<Dimensions> get_physical_local_range() const {
    return m_physical_range;
  }
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
  TANDEM_COMPONENT(get_global_range)
  TANDEM_COMPONENT(get_global_id)
  TANDEM_COMPONENT(get_local_range)
  TANDEM_COMPONENT(get_local_id)
  TANDEM_COMPONENT(get_logical_local_range)
  TANDEM_COMPONENT(get_logical_local_id)
  TANDEM_COMPONENT(get_physical_local_range)
  TANDEM_COMPONENT(get_physical_local_id)
#undef TANDEM_COMPONENT

  friend bool operator==(const h_item &left, const h_item &right) {
    return left.m_logical == right.m_logical && left.m_group == right.m_group &&
           left.m_logical_range == right.m_logical_range &&
           left.m_physical_range == right.m_physical_range &&
           left.m_group_range == right.m_group_range;
  }
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

// One object for each logical work-item of the group.
template <class DataT, int Dimensions = 1> class private_memory {
  DataT *m_data;

public:
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
  private_memory(const private_memory &) = delete;
  private_memory &operator=(const private_memory &) = delete;

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

// Where a group has the memory of its private_memory objects; only kernels
// know.
class private_block {
  void *m_address = nullptr;

public:
  void *address() const noexcept { return m_address; }
};

#ifdef __SYCL_DEVICE_ONLY__
template <>
inline constexpr mark_kind mark_of<private_block> = mark_private_memory;
#endif

// The functor of a kernel that runs one work-item for each work-group, which
// post-link is told.
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
