//===- sycl/atomic.hpp - class atomic of SYCL 1.2.1 -----------------------===//
//
// Part of Tandem, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// Owns: the classes and functions that SYCL 2020 deprecates in favour of
// atomic_ref: atomic, its free functions, and the accessors of atomic elements.
#pragma once

#include <sycl/atomic_ref.hpp>
#include <sycl/local_accessor.hpp>

namespace sycl {
inline namespace _V1 {

/// Applies atomic operations to an object in memory, as in SYCL 1.2.1.
/// Deprecated: use `atomic_ref`.
///
/// It refers to the object. Copies refer to the same one. All operations are
/// relaxed and have the scope of the device; orders that are passed are
/// ignored.
/// SYCL 2020, section 4.15.4.
template <class DataT,
          access::address_space Space = access::address_space::global_space>
class atomic {
  DataT *m_pointer;
  using ref =
      atomic_ref<DataT, memory_order::relaxed, memory_scope::device, Space>;

public:
  /// Refers to the object that `pointer` points to, whose type must have the
  /// size of `DataT`.
  template <class Pointer, access::decorated Decorated>
  atomic(multi_ptr<Pointer, Space, Decorated> pointer)
      : m_pointer(reinterpret_cast<DataT *>(pointer.get_raw())) {
    static_assert(
        sizeof(Pointer) == sizeof(DataT),
        "the element types of the pointer and the atomic differ in size");
  }

  /// Replaces the value.
  void store(DataT value, memory_order = memory_order::relaxed) {
    ref(*m_pointer).store(value);
  }
  /// Reads the value.
  DataT load(memory_order = memory_order::relaxed) const {
    return ref(*m_pointer).load();
  }
  /// Replaces the value and returns the previous one.
  DataT exchange(DataT value, memory_order = memory_order::relaxed) {
    return ref(*m_pointer).exchange(value);
  }
  /// Replaces the value by `desired` if it is `expected`.
  /// \returns Whether it was replaced. Otherwise `expected` receives the value.
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
  /// Adds `operand` and returns the previous value, as all functions of this
  /// kind. They are for integers.
  TANDEM_FETCH(add)
  /// Subtracts `operand`.
  TANDEM_FETCH(sub)
  /// Applies a bitwise and with `operand`.
  TANDEM_FETCH(and)
  /// Applies a bitwise or with `operand`.
  TANDEM_FETCH(or)
  /// Applies a bitwise exclusive-or with `operand`.
  TANDEM_FETCH(xor)
  /// Replaces the value by the lesser of it and `operand`.
  TANDEM_FETCH(min)
  /// Replaces the value by the greater of it and `operand`.
  TANDEM_FETCH(max)
#undef TANDEM_FETCH
};

#define TANDEM_FUNCTION(name)                                                  \
  template <class DataT, access::address_space Space>                          \
  DataT atomic_##name(atomic<DataT, Space> object, DataT operand,              \
                      memory_order order = memory_order::relaxed) {            \
    return object.name(operand, order);                                        \
  }
/// As `atomic::exchange`. Deprecated: use `atomic_ref`.
TANDEM_FUNCTION(exchange)
/// As `atomic::fetch_add`. Deprecated: use `atomic_ref`.
TANDEM_FUNCTION(fetch_add)
/// As `atomic::fetch_sub`. Deprecated: use `atomic_ref`.
TANDEM_FUNCTION(fetch_sub)
/// As `atomic::fetch_and`. Deprecated: use `atomic_ref`.
TANDEM_FUNCTION(fetch_and)
/// As `atomic::fetch_or`. Deprecated: use `atomic_ref`.
TANDEM_FUNCTION(fetch_or)
/// As `atomic::fetch_xor`. Deprecated: use `atomic_ref`.
TANDEM_FUNCTION(fetch_xor)
/// As `atomic::fetch_min`. Deprecated: use `atomic_ref`.
TANDEM_FUNCTION(fetch_min)
/// As `atomic::fetch_max`. Deprecated: use `atomic_ref`.
TANDEM_FUNCTION(fetch_max)
#undef TANDEM_FUNCTION
/// As `atomic::load`. Deprecated: use `atomic_ref`.
template <class DataT, access::address_space Space>
DataT atomic_load(atomic<DataT, Space> object,
                  memory_order order = memory_order::relaxed) {
  return object.load(order);
}
/// As `atomic::store`. Deprecated: use `atomic_ref`.
template <class DataT, access::address_space Space>
void atomic_store(atomic<DataT, Space> object, DataT value,
                  memory_order order = memory_order::relaxed) {
  object.store(value, order);
}
/// As `atomic::compare_exchange_strong`. Deprecated: use `atomic_ref`.
template <class DataT, access::address_space Space>
bool atomic_compare_exchange_strong(
    atomic<DataT, Space> object, DataT &expected, DataT desired,
    memory_order success = memory_order::relaxed,
    memory_order failure = memory_order::relaxed) {
  return object.compare_exchange_strong(expected, desired, success, failure);
}

// Accessors with access_mode::atomic: an accessor for reading and writing whose
// elements are returned as objects of class atomic.
namespace detail {
template <class Base, class DataT, int Dimensions, access::address_space Space>
class atomic_access : public Base {
  using element = atomic<DataT, Space>;

public:
  using Base::Base;

  /// The element at `index`, as an `atomic`.
  template <int SameDimensions = Dimensions, when<(SameDimensions > 0)> = 0>
  element operator[](const id<storage_dimensions<Dimensions>> &index) const {
    return element(multi_ptr<DataT, Space, access::decorated::no>(
        &Base::operator[](index)));
  }
  /// As above, for accessors of one dimension.
  template <int SameDimensions = Dimensions, when<SameDimensions == 1> = 0>
  element operator[](size_t index) const {
    return (*this)[id<1>(index)];
  }
  /// As above, one dimension at a time: `accessor[i][j]`.
  template <int SameDimensions = Dimensions, when<(SameDimensions > 1)> = 0>
  auto operator[](size_t index) const {
    id<Dimensions> first;
    first[0] = index;
    return subscript<atomic_access, Dimensions, 1>(this, first);
  }
  /// The only element of an accessor without dimensions.
  template <int SameDimensions = Dimensions, when<SameDimensions == 0> = 0>
  operator element() const {
    return element(
        multi_ptr<DataT, Space, access::decorated::no>(this->tandem_pointer()));
  }
};
} // namespace detail

/// An accessor of a buffer whose elements are objects of class `atomic`.
/// Deprecated: use an accessor for reading and writing with `atomic_ref`.
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
/// An accessor of local memory whose elements are objects of class `atomic`.
/// Deprecated: use `local_accessor` with `atomic_ref`.
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
