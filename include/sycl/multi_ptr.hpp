//===- sycl/multi_ptr.hpp - class multi_ptr -------------------------------===//
//
// Part of Tandem, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// Pointers with an address space in their type (SYCL 2020, 4.7.7). The space
// is a compile-time label only: the post-link tool infers the real ones, so
// the same plain pointer serves both passes.
#pragma once

#include <sycl/memory_enums.hpp>

#include <type_traits>
#include <vector> // the cheapest way to the iterator tags

namespace sycl {

template <class T, access::address_space Space,
          access::decorated Decorated = access::decorated::legacy>
class multi_ptr {
  T *m_pointer = nullptr;

  // Whether a pointer of `Other` may become one of this space.
  static constexpr bool accepts(access::address_space other) {
    return other == Space || Space == access::address_space::generic_space;
  }
  template <class, access::address_space, access::decorated>
  friend class multi_ptr;

public:
  static constexpr bool is_decorated = Decorated == access::decorated::yes;
  static constexpr access::address_space address_space = Space;
  using value_type = T;
  using pointer = T *;
  using reference = std::add_lvalue_reference_t<T>;
  using element_type = T;
  using pointer_t = T *;
  using const_pointer_t = const T *;
  using reference_t = reference;
  using iterator_category = std::random_access_iterator_tag;
  using difference_type = ptrdiff_t;

  constexpr multi_ptr() noexcept = default;
  constexpr multi_ptr(std::nullptr_t) noexcept {}
  constexpr explicit multi_ptr(T *pointer) noexcept : m_pointer(pointer) {}
  // From the same object in another space or decoration, and to const.
  template <
      class U, access::address_space OtherSpace, access::decorated D,
      std::enable_if_t<accepts(OtherSpace) && std::is_convertible_v<U *, T *>,
                       int> = 0>
  constexpr multi_ptr(const multi_ptr<U, OtherSpace, D> &other) noexcept
      : m_pointer(other.m_pointer) {}
  // From an accessor of memory in this space.
  template <
      class Accessor,
      std::enable_if_t<
          std::is_convertible_v<
              decltype(std::declval<const Accessor &>().tandem_pointer()), T *>,
          int> = 0>
  multi_ptr(const Accessor &accessor) noexcept
      : m_pointer(accessor.tandem_pointer()) {}
  multi_ptr &operator=(std::nullptr_t) noexcept {
    m_pointer = nullptr;
    return *this;
  }

  constexpr T *get() const noexcept { return m_pointer; }
  constexpr T *get_raw() const noexcept { return m_pointer; }
  constexpr T *get_decorated() const noexcept { return m_pointer; }
  constexpr T *operator->() const noexcept { return m_pointer; }
  constexpr reference operator*() const noexcept { return *m_pointer; }
  template <class Index, class U = T>
  constexpr std::add_lvalue_reference_t<U> operator[](Index i) const noexcept {
    return m_pointer[static_cast<difference_type>(i)];
  }
  // Old programs pass the wrapper where a pointer is wanted.
  constexpr operator T *() const noexcept { return m_pointer; }
  template <class U,
            std::enable_if_t<std::is_void_v<T> && !std::is_void_v<U>, int> = 0>
  constexpr explicit operator multi_ptr<U, Space, Decorated>() const noexcept {
    return multi_ptr<U, Space, Decorated>(static_cast<U *>(m_pointer));
  }
  void prefetch(size_t) const noexcept {}

  constexpr multi_ptr &operator++() noexcept {
    ++m_pointer;
    return *this;
  }
  constexpr multi_ptr operator++(int) noexcept {
    return multi_ptr(m_pointer++);
  }
  constexpr multi_ptr &operator--() noexcept {
    --m_pointer;
    return *this;
  }
  constexpr multi_ptr operator--(int) noexcept {
    return multi_ptr(m_pointer--);
  }
  constexpr multi_ptr &operator+=(difference_type n) noexcept {
    m_pointer += n;
    return *this;
  }
  constexpr multi_ptr &operator-=(difference_type n) noexcept {
    m_pointer -= n;
    return *this;
  }
  template <class Integer,
            std::enable_if_t<std::is_integral_v<Integer>, int> = 0>
  friend constexpr multi_ptr operator+(const multi_ptr &p, Integer n) noexcept {
    return multi_ptr(p.m_pointer + n);
  }
  template <class Integer,
            std::enable_if_t<std::is_integral_v<Integer>, int> = 0>
  friend constexpr multi_ptr operator-(const multi_ptr &p, Integer n) noexcept {
    return multi_ptr(p.m_pointer - n);
  }
};

template <class T, access::decorated D = access::decorated::legacy>
using global_ptr = multi_ptr<T, access::address_space::global_space, D>;
template <class T, access::decorated D = access::decorated::legacy>
using local_ptr = multi_ptr<T, access::address_space::local_space, D>;
template <class T, access::decorated D = access::decorated::legacy>
using private_ptr = multi_ptr<T, access::address_space::private_space, D>;
template <class T, access::decorated D = access::decorated::legacy>
using generic_ptr = multi_ptr<T, access::address_space::generic_space, D>;
template <class T>
using constant_ptr = multi_ptr<T, access::address_space::constant_space,
                               access::decorated::legacy>;
template <class T> using raw_global_ptr = global_ptr<T, access::decorated::no>;
template <class T>
using decorated_global_ptr = global_ptr<T, access::decorated::yes>;
template <class T> using raw_local_ptr = local_ptr<T, access::decorated::no>;
template <class T>
using decorated_local_ptr = local_ptr<T, access::decorated::yes>;
template <class T>
using raw_private_ptr = private_ptr<T, access::decorated::no>;
template <class T>
using decorated_private_ptr = private_ptr<T, access::decorated::yes>;
template <class T>
using raw_generic_ptr = generic_ptr<T, access::decorated::no>;
template <class T>
using decorated_generic_ptr = generic_ptr<T, access::decorated::yes>;

template <access::address_space Space,
          access::decorated D = access::decorated::legacy, class T>
multi_ptr<T, Space, D> address_space_cast(T *pointer) {
  return multi_ptr<T, Space, D>(pointer);
}
template <access::address_space Space,
          access::decorated D = access::decorated::legacy, class T,
          access::address_space From, access::decorated DF>
multi_ptr<T, Space, D>
address_space_cast(const multi_ptr<T, From, DF> &pointer) {
  return multi_ptr<T, Space, D>(pointer.get_raw());
}
template <class T, access::address_space Space, access::decorated D>
multi_ptr<T, Space, D> make_ptr(T *pointer) {
  return multi_ptr<T, Space, D>(pointer);
}

} // namespace sycl
