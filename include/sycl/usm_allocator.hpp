//===- sycl/usm_allocator.hpp - class usm_allocator -----------------------===//
//
// Part of Tandem, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#pragma once

#include <sycl/usm.hpp>

namespace sycl {

template <class T, usm::alloc Kind, size_t Alignment = 0> class usm_allocator {
  static_assert(Kind != usm::alloc::device,
                "containers cannot live in device memory");
  context m_context;
  device m_device;

  template <class, usm::alloc, size_t> friend class usm_allocator;

public:
  using value_type = T;
  using propagate_on_container_copy_assignment = std::true_type;
  using propagate_on_container_move_assignment = std::true_type;
  using propagate_on_container_swap = std::true_type;
  template <class U> struct rebind {
    using other = usm_allocator<U, Kind, Alignment>;
  };

  usm_allocator() = delete;
  usm_allocator(const context &c, const device &d, const property_list & = {})
      : m_context(c), m_device(d) {}
  explicit usm_allocator(const queue &q, const property_list & = {})
      : m_context(q.get_context()), m_device(q.get_device()) {}
  template <class U>
  usm_allocator(const usm_allocator<U, Kind, Alignment> &other) noexcept
      : m_context(other.m_context), m_device(other.m_device) {}

  T *allocate(size_t count) {
    T *memory = aligned_alloc<T>(Alignment, count, m_device, m_context, Kind);
    if (!memory)
      detail::throw_error(errc::memory_allocation,
                          "USM allocation of a container failed");
    return memory;
  }
  void deallocate(T *memory, size_t) {
    if (memory)
      free(memory, m_context);
  }

  template <class U>
  friend bool operator==(const usm_allocator &a,
                         const usm_allocator<U, Kind, Alignment> &b) {
    return a.same(b);
  }
  template <class U>
  friend bool operator!=(const usm_allocator &a,
                         const usm_allocator<U, Kind, Alignment> &b) {
    return !a.same(b);
  }

private:
  template <class U>
  bool same(const usm_allocator<U, Kind, Alignment> &other) const {
    return m_context == other.m_context && m_device == other.m_device;
  }
};

} // namespace sycl
