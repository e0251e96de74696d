//===- sycl/multi_ptr.hpp - class multi_ptr -------------------------------===//
//
// Part of Tandem, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// Pointers with an address space in their type (SYCL 2020, 4.7.7). The space
// is a compile-time label only: the post-link tool infers the real ones. So a
// decorated pointer is a plain one as well, which keeps overloads and templates
// usable on it: `remove_decoration` has nothing to take away. Casts of generic
// pointers ask the device where they lead.
#pragma once

#include <sycl/memory_enums.hpp>

#include <type_traits>
#include <vector> // the cheapest way to the iterator tags

namespace sycl {
inline namespace _V1 {

template <class T> struct remove_decoration {
  using type = T;
};
template <class T>
using remove_decoration_t = typename remove_decoration<T>::type;

namespace detail {
// What pointers to void do not have.
template <class T> struct references {
  using reference = T &;
  using reference_t = T &;
  using const_reference_t = const T &;
};
template <> struct references<void> {};
template <> struct references<const void> {};

// The pointer if it leads into a space, else null.
template <access::address_space Space, class T>
constexpr T *pointer_into(T *pointer) noexcept {
#ifdef __SYCL_DEVICE_ONLY__
  using spaces = access::address_space;
  constexpr spirv::storage_class storage_class =
      Space == spaces::private_space ? spirv::class_function
      : Space == spaces::local_space ? spirv::class_workgroup
                                     : spirv::class_cross_workgroup;
  if constexpr (Space != spaces::generic_space &&
                Space != spaces::constant_space)
    return (T *)__spirv_GenericCastToPtrExplicit(pointer, storage_class);
#endif
  return pointer;
}
} // namespace detail

template <class T, access::address_space Space,
          access::decorated Decorated = access::decorated::legacy>
class multi_ptr : public detail::references<T> {
  T *m_pointer = nullptr;

  using spaces = access::address_space;
  static constexpr bool is_part_of_global(spaces space) {
    return space == spaces::ext_intel_global_device_space ||
           space == spaces::ext_intel_global_host_space;
  }
  // Whether a pointer to `other` becomes one of this space without a cast.
  static constexpr bool accepts(spaces other) {
    return other == Space ||
           (Space == spaces::generic_space &&
            other != spaces::constant_space) ||
           (Space == spaces::global_space && is_part_of_global(other));
  }
  // Whether it does by a cast: nothing else may be known of the pointer.
  static constexpr bool narrows(spaces other) {
    return narrows_generic(other) ||
           (other == spaces::global_space && is_part_of_global(Space));
  }
  static constexpr bool narrows_generic(spaces other) {
    return other == spaces::generic_space && other != Space &&
           Space != spaces::constant_space;
  }
  // Whether U is void, and T what such a pointer may be cast to.
  template <class U>
  static constexpr bool from_void = std::is_void_v<U> && !std::is_void_v<T> &&
                                    (std::is_const_v<T> || !std::is_const_v<U>);
  // Accessors of constant memory only read, whatever T is.
  using source =
      std::conditional_t<Space == access::address_space::constant_space,
                         const T, T>;
  // Whether memory of this space and type is what a pointer may lead to.
  template <class Accessor, class Element>
  static constexpr bool is_memory =
      (accepts(Accessor::tandem_space) || narrows(Accessor::tandem_space)) &&
      (std::is_void_v<T> ||
       std::is_same_v<std::remove_const_t<T>, std::remove_const_t<Element>>) &&
      std::is_convertible_v<Element *, source *>;
  // Pointers to void lead to no elements.
  template <class U> using element = std::enable_if_t<!std::is_void_v<U>, U>;
  template <class, access::address_space, access::decorated>
  friend class multi_ptr;

public:
  static constexpr bool is_decorated = Decorated == access::decorated::yes;
  static constexpr access::address_space address_space = Space;
  using value_type = T;
  using pointer = T *;
  using element_type = T;
  using pointer_t = T *;
  using const_pointer_t = const T *;
  using iterator_category = std::random_access_iterator_tag;
  using difference_type = ptrdiff_t;

  static constexpr bool tandem_casts_from(spaces other) {
    return accepts(other) || narrows(other);
  }

  constexpr multi_ptr() noexcept = default;
  constexpr multi_ptr(std::nullptr_t) noexcept {}
  template <access::decorated D = Decorated,
            std::enable_if_t<D != access::decorated::legacy, int> = 0>
  constexpr explicit multi_ptr(T *pointer) noexcept : m_pointer(pointer) {}
  template <access::decorated D = Decorated,
            std::enable_if_t<D == access::decorated::legacy, long> = 0>
  constexpr multi_ptr(T *pointer) noexcept : m_pointer(pointer) {}
  // From the same object in another space or decoration, and to const.
  template <
      class U, access::address_space OtherSpace, access::decorated D,
      std::enable_if_t<accepts(OtherSpace) && std::is_convertible_v<U *, T *>,
                       int> = 0>
  constexpr multi_ptr(const multi_ptr<U, OtherSpace, D> &other) noexcept
      : m_pointer(other.m_pointer) {}
  template <
      class U, access::address_space OtherSpace, access::decorated D,
      std::enable_if_t<narrows(OtherSpace) && std::is_convertible_v<U *, T *>,
                       long> = 0>
  constexpr explicit multi_ptr(
      const multi_ptr<U, OtherSpace, D> &other) noexcept
      : m_pointer(other.m_pointer) {
    // Null if the object is elsewhere.
    if constexpr (narrows_generic(OtherSpace))
      m_pointer = detail::pointer_into<Space>(m_pointer);
  }
  template <class U, access::decorated D,
            std::enable_if_t<from_void<U>, char> = 0>
  constexpr explicit multi_ptr(const multi_ptr<U, Space, D> &other) noexcept
      : m_pointer(static_cast<T *>(other.m_pointer)) {}
  // From an accessor of memory in this space.
  template <
      class Accessor,
      std::enable_if_t<
          is_memory<Accessor, std::remove_pointer_t<
                                  decltype(std::declval<const Accessor &>()
                                               .tandem_pointer())>>,
          int> = 0>
  multi_ptr(const Accessor &accessor) noexcept // guides are at the accessors
      : m_pointer(
            const_cast<T *>(static_cast<source *>(accessor.tandem_pointer()))) {
  }
  multi_ptr &operator=(std::nullptr_t) noexcept {
    m_pointer = nullptr;
    return *this;
  }

  constexpr T *get() const noexcept { return m_pointer; }
  constexpr T *get_raw() const noexcept { return m_pointer; }
  constexpr T *get_decorated() const noexcept { return m_pointer; }
  template <class U = T> constexpr element<U> *operator->() const noexcept {
    return m_pointer;
  }
  template <class U = T> constexpr element<U> &operator*() const noexcept {
    return *m_pointer;
  }
  template <class Index, class U = T>
  constexpr element<U> &operator[](Index i) const noexcept {
    return m_pointer[static_cast<difference_type>(i)];
  }
  // Old programs pass the wrapper where a pointer is wanted.
  constexpr operator T *() const noexcept { return m_pointer; }
  template <spaces S = Space, class U = T,
            std::enable_if_t<!std::is_void_v<U> && (S == spaces::global_space ||
                                                    is_part_of_global(S)),
                             int> = 0>
  void prefetch(size_t) const noexcept {}

  template <class U = T, class = element<U>>
  constexpr multi_ptr &operator++() noexcept {
    ++m_pointer;
    return *this;
  }
  template <class U = T, class = element<U>>
  constexpr multi_ptr operator++(int) noexcept {
    return multi_ptr(m_pointer++);
  }
  template <class U = T, class = element<U>>
  constexpr multi_ptr &operator--() noexcept {
    --m_pointer;
    return *this;
  }
  template <class U = T, class = element<U>>
  constexpr multi_ptr operator--(int) noexcept {
    return multi_ptr(m_pointer--);
  }
  template <class U = T, class = element<U>>
  constexpr multi_ptr &operator+=(difference_type n) noexcept {
    m_pointer += n;
    return *this;
  }
  template <class U = T, class = element<U>>
  constexpr multi_ptr &operator-=(difference_type n) noexcept {
    m_pointer -= n;
    return *this;
  }
  template <class Integer,
            std::enable_if_t<std::is_integral_v<Integer> && !std::is_void_v<T>,
                             int> = 0>
  friend constexpr multi_ptr operator+(const multi_ptr &p, Integer n) noexcept {
    return multi_ptr(p.m_pointer + n);
  }
  template <class Integer,
            std::enable_if_t<std::is_integral_v<Integer> && !std::is_void_v<T>,
                             int> = 0>
  friend constexpr multi_ptr operator-(const multi_ptr &p, Integer n) noexcept {
    return multi_ptr(p.m_pointer - n);
  }
};

// Pointers are compared by their conversion to plain ones, but the language
// does not order those and nullptr.
#define TANDEM_COMPARISON(op)                                                  \
  template <class T, access::address_space Space, access::decorated D>         \
  constexpr bool operator op(const multi_ptr<T, Space, D> &p,                  \
                             std::nullptr_t) noexcept {                        \
    return p.get_raw() op static_cast<T *>(nullptr);                           \
  }                                                                            \
  template <class T, access::address_space Space, access::decorated D>         \
  constexpr bool operator op(std::nullptr_t,                                   \
                             const multi_ptr<T, Space, D> &p) noexcept {       \
    return static_cast<T *>(nullptr) op p.get_raw();                           \
  }
TANDEM_COMPARISON(<)
TANDEM_COMPARISON(>)
TANDEM_COMPARISON(<=)
TANDEM_COMPARISON(>=)
#undef TANDEM_COMPARISON

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

// sycl_ext_intel_usm_address_spaces.
namespace ext::intel {
template <class T, access::decorated D = access::decorated::legacy>
using device_ptr =
    multi_ptr<T, access::address_space::ext_intel_global_device_space, D>;
template <class T, access::decorated D = access::decorated::legacy>
using host_ptr =
    multi_ptr<T, access::address_space::ext_intel_global_host_space, D>;
template <class T> using raw_device_ptr = device_ptr<T, access::decorated::no>;
template <class T>
using decorated_device_ptr = device_ptr<T, access::decorated::yes>;
template <class T> using raw_host_ptr = host_ptr<T, access::decorated::no>;
template <class T>
using decorated_host_ptr = host_ptr<T, access::decorated::yes>;
} // namespace ext::intel

// Null if the pointer leads into another space. A plain pointer is generic, so
// that only the device knows; of a multi_ptr the type says it.
template <access::address_space Space,
          access::decorated D = access::decorated::legacy, class T>
multi_ptr<T, Space, D> address_space_cast(T *pointer) {
  return multi_ptr<T, Space, D>(detail::pointer_into<Space>(pointer));
}
template <access::address_space Space,
          access::decorated D = access::decorated::legacy, class T,
          access::address_space From, access::decorated DF>
multi_ptr<T, Space, D>
address_space_cast(const multi_ptr<T, From, DF> &pointer) {
  static_assert(multi_ptr<T, Space, D>::tandem_casts_from(From),
                "the pointer leads into another address space");
  return multi_ptr<T, Space, D>(pointer);
}
template <class T, access::address_space Space, access::decorated D>
multi_ptr<T, Space, D> make_ptr(T *pointer) {
  return multi_ptr<T, Space, D>(pointer);
}

} // namespace _V1
} // namespace sycl
