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

template <class DataT,
          access::address_space Space = access::address_space::global_space>
class atomic {
  DataT *m_pointer;
  using ref =
      atomic_ref<DataT, memory_order::relaxed, memory_scope::device, Space>;

public:
  template <class Pointer, access::decorated Decorated>
  atomic(multi_ptr<Pointer, Space, Decorated> pointer)
      : m_pointer(reinterpret_cast<DataT *>(pointer.get_raw())) {
    static_assert(sizeof(Pointer) == sizeof(DataT),
                  "the pointer's and the atomic's elements differ in size");
  }

  void store(DataT value, memory_order = memory_order::relaxed) {
    ref(*m_pointer).store(value);
  }
  DataT load(memory_order = memory_order::relaxed) const {
    return ref(*m_pointer).load();
  }
  DataT exchange(DataT value, memory_order = memory_order::relaxed) {
    return ref(*m_pointer).exchange(value);
  }
  template <class SameT = DataT, detail::when<std::is_integral_v<SameT>> = 0>
  bool compare_exchange_strong(DataT &expected, DataT desired,
                               memory_order = memory_order::relaxed,
                               memory_order = memory_order::relaxed) {
    return ref(*m_pointer).compare_exchange_strong(expected, desired);
  }
#define TANDEM_FETCH(name)                                                     \
  template <class SameT = DataT, detail::when<std::is_integral_v<SameT>> = 0>  \
  DataT fetch_##name(DataT operand, memory_order = memory_order::relaxed) {    \
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
  template <class DataT, access::address_space Space>                          \
  DataT atomic_##name(atomic<DataT, Space> object, DataT operand,              \
                      memory_order order = memory_order::relaxed) {            \
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
template <class DataT, access::address_space Space>
DataT atomic_load(atomic<DataT, Space> object,
                  memory_order order = memory_order::relaxed) {
  return object.load(order);
}
template <class DataT, access::address_space Space>
void atomic_store(atomic<DataT, Space> object, DataT value,
                  memory_order order = memory_order::relaxed) {
  object.store(value, order);
}
template <class DataT, access::address_space Space>
bool atomic_compare_exchange_strong(
    atomic<DataT, Space> object, DataT &expected, DataT desired,
    memory_order success = memory_order::relaxed,
    memory_order failure = memory_order::relaxed) {
  return object.compare_exchange_strong(expected, desired, success, failure);
}

// Accessors with access_mode::atomic: the elements of a reading and writing
// one, each as an atomic.
namespace detail {
template <class Base, class DataT, int Dimensions, access::address_space Space>
class atomic_access : public Base {
  using element = atomic<DataT, Space>;

public:
  using Base::Base;

  template <int SameDimensions = Dimensions, when<(SameDimensions > 0)> = 0>
  element operator[](const id<storage_dimensions<Dimensions>> &index) const {
    return element(multi_ptr<DataT, Space, access::decorated::no>(
        &Base::operator[](index)));
  }
  template <int SameDimensions = Dimensions, when<SameDimensions == 1> = 0>
  element operator[](size_t index) const {
    return (*this)[id<1>(index)];
  }
  // a[i][j]: the index so far is the first of Dimensions.
  template <int SameDimensions = Dimensions, when<(SameDimensions > 1)> = 0>
  auto operator[](size_t index) const {
    id<Dimensions> first;
    first[0] = index;
    return subscript<atomic_access, Dimensions, 1>(this, first);
  }
  template <int SameDimensions = Dimensions, when<SameDimensions == 0> = 0>
  operator element() const {
    return element(
        multi_ptr<DataT, Space, access::decorated::no>(this->tandem_pointer()));
  }
};
} // namespace detail

template <class DataT, int Dimensions, access::placeholder Placeholder>
class accessor<DataT, Dimensions, access_mode::atomic, target::device,
               Placeholder>
    : public detail::atomic_access<
          accessor<DataT, Dimensions, access_mode::read_write, target::device,
                   Placeholder>,
          DataT, Dimensions, access::address_space::global_space> {
public:
  using detail::atomic_access<
      accessor<DataT, Dimensions, access_mode::read_write, target::device,
               Placeholder>,
      DataT, Dimensions, access::address_space::global_space>::atomic_access;
};
template <class DataT, int Dimensions, access::placeholder Placeholder>
class accessor<DataT, Dimensions, access_mode::atomic, target::local,
               Placeholder>
    : public detail::atomic_access<local_accessor<DataT, Dimensions>, DataT,
                                   Dimensions,
                                   access::address_space::local_space> {
public:
  using detail::atomic_access<
      local_accessor<DataT, Dimensions>, DataT, Dimensions,
      access::address_space::local_space>::atomic_access;
};

} // namespace _V1
} // namespace sycl
