//===- sycl/detail/host/intrusive_ptr.hpp - objects that copies share -----===//
//
// Part of Tandem, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// Owns: the pointer behind what copies of a buffer, an image, a host accessor
// or a list of errors share. std::shared_ptr would do, but <memory> is long.
#pragma once

#include <sycl/detail/config.hpp>

namespace sycl {
inline namespace _V1 {
namespace detail {

// Base of what a intrusive_ptr<Object> points to.
struct ref_counted {
  size_t references = 1;
};

// One reference of an Object on the heap, or none.
template <class Object> class intrusive_ptr {
  Object *m_object = nullptr;

public:
  intrusive_ptr() noexcept = default;
  // Takes over a new object.
  explicit intrusive_ptr(Object *owned) noexcept : m_object(owned) {}
  intrusive_ptr(const intrusive_ptr &other) noexcept
      : m_object(other.m_object) {
    if (m_object)
      __atomic_fetch_add(&m_object->references, 1, __ATOMIC_RELAXED);
  }
  intrusive_ptr(intrusive_ptr &&other) noexcept : m_object(other.m_object) {
    other.m_object = nullptr;
  }
  intrusive_ptr &operator=(intrusive_ptr other) noexcept {
    Object *old = m_object;
    m_object = other.m_object;
    other.m_object = old;
    return *this;
  }
  ~intrusive_ptr() {
    if (m_object &&
        __atomic_sub_fetch(&m_object->references, 1, __ATOMIC_ACQ_REL) == 0)
      delete m_object;
  }

  explicit operator bool() const noexcept { return m_object; }
  Object *operator->() const noexcept { return m_object; }
  Object *get() const noexcept { return m_object; }
  friend bool operator==(const intrusive_ptr &left,
                         const intrusive_ptr &right) noexcept {
    return left.m_object == right.m_object;
  }
};

} // namespace detail
} // namespace _V1
} // namespace sycl
