//===- sycl/usm_allocator.hpp - class usm_allocator -----------------------===//
//
// Part of Tandem, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#pragma once

#include <sycl/usm.hpp>

namespace sycl {
inline namespace _V1 {

template <class T, usm::alloc Kind, size_t Alignment = 0>
class usm_allocator
    : public detail::without_properties<usm_allocator<T, Kind, Alignment>> {
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
  usm_allocator(const context &c, const device &d,
                const property_list &properties = {})
      : m_context(c), m_device(d) {
    properties.tandem_allow(0, "a usm_allocator");
  }
  explicit usm_allocator(const queue &q, const property_list &properties = {})
      : usm_allocator(q.get_context(), q.get_device(), properties) {}
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

  friend bool operator==(const usm_allocator &a, const usm_allocator &b) {
    return a.m_context == b.m_context && a.m_device == b.m_device;
  }
  friend bool operator!=(const usm_allocator &a, const usm_allocator &b) {
    return !(a == b);
  }
};

// Of different types: equal where one may free what the other has allocated.
template <class T, usm::alloc K, size_t A, class U, usm::alloc L, size_t B,
          detail::when<!std::is_same_v<usm_allocator<T, K, A>,
                                       usm_allocator<U, L, B>>> = 0>
bool operator==(const usm_allocator<T, K, A> &a,
                const usm_allocator<U, L, B> &b) noexcept {
  if constexpr (K == L && A == B)
    return a == usm_allocator<T, K, A>(b);
  else
    return false;
}
template <class T, usm::alloc K, size_t A, class U, usm::alloc L, size_t B,
          detail::when<!std::is_same_v<usm_allocator<T, K, A>,
                                       usm_allocator<U, L, B>>> = 0>
bool operator!=(const usm_allocator<T, K, A> &a,
                const usm_allocator<U, L, B> &b) noexcept {
  return !(a == b);
}

} // namespace _V1
} // namespace sycl
