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

#include <sycl/detail/kernel.hpp>
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
    for (int d = 0; d < Dimensions; ++d)
      index[d] += m_group[d] * m_physical_range[d];
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
    for (int d = 0; d < Dimensions; ++d)
      if (index[d] >= m_physical_range[d])
        index[d] %= m_physical_range[d];
    return index;
  }

#define TANDEM_COMPONENT(name)                                                 \
  size_t name(int d) const { return name()[d]; }
  TANDEM_COMPONENT(get_global_range)
  TANDEM_COMPONENT(get_global_id)
  TANDEM_COMPONENT(get_local_range)
  TANDEM_COMPONENT(get_local_id)
  TANDEM_COMPONENT(get_logical_local_range)
  TANDEM_COMPONENT(get_logical_local_id)
  TANDEM_COMPONENT(get_physical_local_range)
  TANDEM_COMPONENT(get_physical_local_id)
#undef TANDEM_COMPONENT

  friend bool operator==(const h_item &a, const h_item &b) {
    return a.m_logical == b.m_logical && a.m_group == b.m_group &&
           a.m_logical_range == b.m_logical_range &&
           a.m_physical_range == b.m_physical_range &&
           a.m_group_range == b.m_group_range;
  }
  friend bool operator!=(const h_item &a, const h_item &b) { return !(a == b); }
};

template <int Dimensions>
template <class F>
TANDEM_ALWAYS_INLINE void
group<Dimensions>::parallel_for_work_item(const range<Dimensions> &logical,
                                          const F &functor) const {
  const auto run = [&](const id<Dimensions> &index) {
    const h_item<Dimensions> item(logical, m_local_range, index);
    functor(item);
  };
  if constexpr (Dimensions == 1) {
    for (size_t x = 0; x < logical[0]; ++x)
      run(id<1>(x));
  } else if constexpr (Dimensions == 2) {
    for (size_t y = 0; y < logical[0]; ++y)
      for (size_t x = 0; x < logical[1]; ++x)
        run(id<2>(y, x));
  } else {
    for (size_t z = 0; z < logical[0]; ++z)
      for (size_t y = 0; y < logical[1]; ++y)
        for (size_t x = 0; x < logical[2]; ++x)
          run(id<3>(z, y, x));
  }
}

// One object for each logical work-item of the group.
template <class T, int Dimensions = 1> class private_memory {
  T *m_data;

public:
  TANDEM_ALWAYS_INLINE
  explicit private_memory([[maybe_unused]] const group<Dimensions> &g)
#ifdef __SYCL_DEVICE_ONLY__
      : m_data(static_cast<T *>(__tandem_private_memory(
            g.m_private, g.get_local_range().size(), sizeof(T), alignof(T)))) {
    if constexpr (!std::is_trivially_default_constructible_v<T>)
      for (size_t i = 0; i < g.get_local_range().size(); ++i)
        new (m_data + i) T;
  }
#else
      : m_data(nullptr) {
  }
#endif
  private_memory(const private_memory &) = delete;
  private_memory &operator=(const private_memory &) = delete;

  T &operator()(const h_item<Dimensions> &item) const {
    return m_data[detail::linear_index<Dimensions>(
        item.get_physical_local_id(), item.get_physical_local_range())];
  }
};

namespace detail {

template <int D> constexpr range<D> single_item() {
  range<D> one;
  for (int d = 0; d < D; ++d)
    one[d] = 1;
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
template <int D, class F> struct work_group_kernel {
  F functor;
  range<D> local;
  private_block block;
  TANDEM_ANNOTATE("sycl_hierarchical")
  TANDEM_ALWAYS_INLINE void operator()(const nd_item<D> &) const {
    if constexpr (is_callable<F, const group<D>>)
      functor(maker::make<const group<D>>(local, block.address()));
    else
      functor(maker::make<const group<D>>(local, block.address()),
              maker::make<kernel_handler>());
  }
};

} // namespace detail
} // namespace _V1
} // namespace sycl
