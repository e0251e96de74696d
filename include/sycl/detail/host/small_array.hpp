//===- sycl/detail/host/small_array.hpp - arrays on the stack -------------===//
//
// Part of Tandem, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#pragma once

#include <stddef.h>

#include <new>

namespace sycl {
inline namespace _V1 {
namespace detail {

// An array of trivial elements whose first NumInline need no allocation.
template <class Type, size_t NumInline> class small_array {
  Type m_inline[NumInline];
  Type *m_data = m_inline;
  size_t m_size = 0, m_capacity = NumInline;

public:
  // Not defaulted: the elements stay uninitialized.
  small_array() noexcept {} // NOLINT(modernize-use-equals-default)
  small_array(const small_array &) = delete;
  ~small_array() {
    if (m_data != m_inline)
      ::operator delete(m_data);
  }
  void push_back(const Type &value) {
    if (m_size == m_capacity) {
      Type *bigger =
          static_cast<Type *>(::operator new(2 * m_capacity * sizeof(Type)));
      __builtin_memcpy(bigger, m_data, m_size * sizeof(Type));
      if (m_data != m_inline)
        ::operator delete(m_data);
      m_data = bigger;
      m_capacity *= 2;
    }
    m_data[m_size++] = value;
  }
  void clear() noexcept { m_size = 0; }
  Type *data() noexcept { return m_data; }
  size_t size() const noexcept { return m_size; }
  Type *begin() noexcept { return m_data; }
  Type *end() noexcept { return m_data + m_size; }
};

} // namespace detail
} // namespace _V1
} // namespace sycl
