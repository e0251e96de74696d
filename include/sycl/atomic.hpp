//===- sycl/atomic.hpp - class atomic of SYCL 1.2.1 -----------------------===//
//
// Part of Tandem, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// Owns: what SYCL 2020 deprecates in favour of atomic_ref: atomic, its free
// functions, and the accessors whose elements are atomic.
#pragma once

#include <sycl/atomic_ref.hpp>
#include <sycl/local_accessor.hpp>

namespace sycl {
inline namespace _V1 {

template <class T,
          access::address_space Space = access::address_space::global_space>
class atomic {
  T *m_pointer;
  using ref = atomic_ref<T, memory_order::relaxed, memory_scope::device, Space>;

public:
  template <class Pointer, access::decorated D>
  atomic(multi_ptr<Pointer, Space, D> pointer)
      : m_pointer(reinterpret_cast<T *>(pointer.get_raw())) {
    static_assert(sizeof(Pointer) == sizeof(T),
                  "the pointer's and the atomic's elements differ in size");
  }

  void store(T value, memory_order = memory_order::relaxed) {
    ref(*m_pointer).store(value);
  }
  T load(memory_order = memory_order::relaxed) const {
    return ref(*m_pointer).load();
  }
  T exchange(T value, memory_order = memory_order::relaxed) {
    return ref(*m_pointer).exchange(value);
  }
  template <class U = T, detail::when<std::is_integral_v<U>> = 0>
  bool compare_exchange_strong(T &expected, T desired,
                               memory_order = memory_order::relaxed,
                               memory_order = memory_order::relaxed) {
    return ref(*m_pointer).compare_exchange_strong(expected, desired);
  }
#define TANDEM_FETCH(name)                                                     \
  template <class U = T, detail::when<std::is_integral_v<U>> = 0>              \
  T fetch_##name(T operand, memory_order = memory_order::relaxed) {            \
    return ref(*m_pointer).fetch_##name(operand);                              \
  }
  TANDEM_FETCH(add)
  TANDEM_FETCH(sub)
  TANDEM_FETCH(and)
  TANDEM_FETCH(or)
  TANDEM_FETCH(xor)
  TANDEM_FETCH(min)
  TANDEM_FETCH(max)
#undef TANDEM_FETCH
};

#define TANDEM_FUNCTION(name)                                                  \
  template <class T, access::address_space Space>                              \
  T atomic_##name(atomic<T, Space> object, T operand,                          \
                  memory_order order = memory_order::relaxed) {                \
    return object.name(operand, order);                                        \
  }
TANDEM_FUNCTION(exchange)
TANDEM_FUNCTION(fetch_add)
TANDEM_FUNCTION(fetch_sub)
TANDEM_FUNCTION(fetch_and)
TANDEM_FUNCTION(fetch_or)
TANDEM_FUNCTION(fetch_xor)
TANDEM_FUNCTION(fetch_min)
TANDEM_FUNCTION(fetch_max)
#undef TANDEM_FUNCTION
template <class T, access::address_space Space>
T atomic_load(atomic<T, Space> object,
              memory_order order = memory_order::relaxed) {
  return object.load(order);
}
template <class T, access::address_space Space>
void atomic_store(atomic<T, Space> object, T value,
                  memory_order order = memory_order::relaxed) {
  object.store(value, order);
}
template <class T, access::address_space Space>
bool atomic_compare_exchange_strong(
    atomic<T, Space> object, T &expected, T desired,
    memory_order success = memory_order::relaxed,
    memory_order failure = memory_order::relaxed) {
  return object.compare_exchange_strong(expected, desired, success, failure);
}

// Accessors with access_mode::atomic: the elements of a reading and writing
// one, each as an atomic.
namespace detail {
template <class Base, class T, int D, access::address_space Space>
class atomic_access : public Base {
  using element = atomic<T, Space>;

public:
  using Base::Base;

  template <int N = D, when<(N > 0)> = 0>
  element operator[](const id<storage_dimensions<D>> &index) const {
    return element(
        multi_ptr<T, Space, access::decorated::no>(&Base::operator[](index)));
  }
  template <int N = D, when<N == 1> = 0>
  element operator[](size_t index) const {
    return (*this)[id<1>(index)];
  }
  // a[i][j]: the index so far is the first of D.
  template <int N = D, when<(N > 1)> = 0> auto operator[](size_t index) const {
    id<D> first;
    first[0] = index;
    return subscript<atomic_access, D, 1>(this, first);
  }
  template <int N = D, when<N == 0> = 0> operator element() const {
    return element(
        multi_ptr<T, Space, access::decorated::no>(this->tandem_pointer()));
  }
};
} // namespace detail

template <class T, int D, access::placeholder P>
class accessor<T, D, access_mode::atomic, target::device, P>
    : public detail::atomic_access<
          accessor<T, D, access_mode::read_write, target::device, P>, T, D,
          access::address_space::global_space> {
public:
  using detail::atomic_access<
      accessor<T, D, access_mode::read_write, target::device, P>, T, D,
      access::address_space::global_space>::atomic_access;
};
template <class T, int D, access::placeholder P>
class accessor<T, D, access_mode::atomic, target::local, P>
    : public detail::atomic_access<local_accessor<T, D>, T, D,
                                   access::address_space::local_space> {
public:
  using detail::atomic_access<
      local_accessor<T, D>, T, D,
      access::address_space::local_space>::atomic_access;
};

} // namespace _V1
} // namespace sycl
