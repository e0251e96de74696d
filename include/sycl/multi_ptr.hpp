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

template <class ElementType> struct remove_decoration {
  using type = ElementType;
};
template <class ElementType>
using remove_decoration_t = typename remove_decoration<ElementType>::type;

namespace detail {
// What pointers to void do not have.
template <class ElementType> struct references {
  using reference = ElementType &;
  using reference_t = ElementType &;
  using const_reference_t = const ElementType &;
};
template <> struct references<void> {};
template <> struct references<const void> {};

// The pointer if it leads into a space, else null.
template <access::address_space Space, class ElementType>
constexpr ElementType *pointer_into(ElementType *pointer) noexcept {
#ifdef __SYCL_DEVICE_ONLY__
  using spaces = access::address_space;
  constexpr spirv::storage_class storage_class =
      Space == spaces::private_space ? spirv::class_function
      : Space == spaces::local_space ? spirv::class_workgroup
                                     : spirv::class_cross_workgroup;
  if constexpr (Space != spaces::generic_space &&
                Space != spaces::constant_space)
    return (ElementType *)__spirv_GenericCastToPtrExplicit(pointer,
                                                           storage_class);
#endif
  return pointer;
}
} // namespace detail

template <class ElementType, access::address_space Space,
          access::decorated Decorated = access::decorated::legacy>
class multi_ptr : public detail::references<ElementType> {
  ElementType *m_pointer = nullptr;

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
  // Whether OtherType is void, and ElementType what such a pointer may be cast
  // to.
  template <class OtherType>
  static constexpr bool from_void =
      std::is_void_v<OtherType> && !std::is_void_v<ElementType> &&
      (std::is_const_v<ElementType> || !std::is_const_v<OtherType>);
  // Accessors of constant memory only read, whatever ElementType is.
  using source =
      std::conditional_t<Space == access::address_space::constant_space,
                         const ElementType, ElementType>;
  // Whether memory of this space and type is what a pointer may lead to.
  template <class Accessor, class Element>
  static constexpr bool is_memory =
      (accepts(Accessor::tandem_space) || narrows(Accessor::tandem_space)) &&
      (std::is_void_v<ElementType> ||
       std::is_same_v<std::remove_const_t<ElementType>,
                      std::remove_const_t<Element>>) &&
      std::is_convertible_v<Element *, source *>;
  // Pointers to void lead to no elements.
  template <class Type>
  using element = std::enable_if_t<!std::is_void_v<Type>, Type>;
  template <class, access::address_space, access::decorated>
  friend class multi_ptr;

public:
  static constexpr bool is_decorated = Decorated == access::decorated::yes;
  static constexpr access::address_space address_space = Space;
  using value_type = ElementType;
  using pointer = ElementType *;
  using element_type = ElementType;
  using pointer_t = ElementType *;
  using const_pointer_t = const ElementType *;
  using iterator_category = std::random_access_iterator_tag;
  using difference_type = ptrdiff_t;

  static constexpr bool tandem_casts_from(spaces other) {
    return accepts(other) || narrows(other);
  }

  constexpr multi_ptr() noexcept = default;
  constexpr multi_ptr(std::nullptr_t) noexcept {}
  template <
      access::decorated SameDecorated = Decorated,
      std::enable_if_t<SameDecorated != access::decorated::legacy, int> = 0>
  constexpr explicit multi_ptr(ElementType *pointer) noexcept
      : m_pointer(pointer) {}
  template <
      access::decorated SameDecorated = Decorated,
      std::enable_if_t<SameDecorated == access::decorated::legacy, long> = 0>
  constexpr multi_ptr(ElementType *pointer) noexcept : m_pointer(pointer) {}
  // From the same object in another space or decoration, and to const.
  template <
      class OtherType, access::address_space OtherSpace,
      access::decorated OtherDecorated,
      std::enable_if_t<accepts(OtherSpace) &&
                           std::is_convertible_v<OtherType *, ElementType *>,
                       int> = 0>
  constexpr multi_ptr(
      const multi_ptr<OtherType, OtherSpace, OtherDecorated> &other) noexcept
      : m_pointer(other.m_pointer) {}
  template <
      class OtherType, access::address_space OtherSpace,
      access::decorated OtherDecorated,
      std::enable_if_t<narrows(OtherSpace) &&
                           std::is_convertible_v<OtherType *, ElementType *>,
                       long> = 0>
  constexpr explicit multi_ptr(
      const multi_ptr<OtherType, OtherSpace, OtherDecorated> &other) noexcept
      : m_pointer(other.m_pointer) {
    // Null if the object is elsewhere.
    if constexpr (narrows_generic(OtherSpace))
      m_pointer = detail::pointer_into<Space>(m_pointer);
  }
  template <class OtherType, access::decorated OtherDecorated,
            std::enable_if_t<from_void<OtherType>, char> = 0>
  constexpr explicit multi_ptr(
      const multi_ptr<OtherType, Space, OtherDecorated> &other) noexcept
      : m_pointer(static_cast<ElementType *>(other.m_pointer)) {}
  // From an accessor of memory in this space.
  template <
      class Accessor,
      std::enable_if_t<
          is_memory<Accessor, std::remove_pointer_t<
                                  decltype(std::declval<const Accessor &>()
                                               .tandem_pointer())>>,
          int> = 0>
  multi_ptr(const Accessor &accessor) noexcept // guides are at the accessors
      : m_pointer(const_cast<ElementType *>(
            static_cast<source *>(accessor.tandem_pointer()))) {}
  multi_ptr &operator=(std::nullptr_t) noexcept {
    m_pointer = nullptr;
    return *this;
  }

  constexpr ElementType *get() const noexcept { return m_pointer; }
  constexpr ElementType *get_raw() const noexcept { return m_pointer; }
  constexpr ElementType *get_decorated() const noexcept { return m_pointer; }
  template <class SameType = ElementType>
  constexpr element<SameType> *operator->() const noexcept {
    return m_pointer;
  }
  template <class SameType = ElementType>
  constexpr element<SameType> &operator*() const noexcept {
    return *m_pointer;
  }
  template <class Index, class SameType = ElementType>
  constexpr element<SameType> &operator[](Index index) const noexcept {
    return m_pointer[static_cast<difference_type>(index)];
  }
  // Old programs pass the wrapper where a pointer is wanted.
  constexpr operator ElementType *() const noexcept { return m_pointer; }
  template <spaces SameSpace = Space, class SameType = ElementType,
            std::enable_if_t<!std::is_void_v<SameType> &&
                                 (SameSpace == spaces::global_space ||
                                  is_part_of_global(SameSpace)),
                             int> = 0>
  void prefetch(size_t) const noexcept {}

  template <class SameType = ElementType, class = element<SameType>>
  constexpr multi_ptr &operator++() noexcept {
    ++m_pointer;
    return *this;
  }
  template <class SameType = ElementType, class = element<SameType>>
  constexpr multi_ptr operator++(int) noexcept {
    return multi_ptr(m_pointer++);
  }
  template <class SameType = ElementType, class = element<SameType>>
  constexpr multi_ptr &operator--() noexcept {
    --m_pointer;
    return *this;
  }
  template <class SameType = ElementType, class = element<SameType>>
  constexpr multi_ptr operator--(int) noexcept {
    return multi_ptr(m_pointer--);
  }
  template <class SameType = ElementType, class = element<SameType>>
  constexpr multi_ptr &operator+=(difference_type distance) noexcept {
    m_pointer += distance;
    return *this;
  }
  template <class SameType = ElementType, class = element<SameType>>
  constexpr multi_ptr &operator-=(difference_type distance) noexcept {
    m_pointer -= distance;
    return *this;
  }
  template <class Integer, std::enable_if_t<std::is_integral_v<Integer> &&
                                                !std::is_void_v<ElementType>,
                                            int> = 0>
  friend constexpr multi_ptr operator+(const multi_ptr &pointer,
                                       Integer distance) noexcept {
    return multi_ptr(pointer.m_pointer + distance);
  }
  template <class Integer, std::enable_if_t<std::is_integral_v<Integer> &&
                                                !std::is_void_v<ElementType>,
                                            int> = 0>
  friend constexpr multi_ptr operator-(const multi_ptr &pointer,
                                       Integer distance) noexcept {
    return multi_ptr(pointer.m_pointer - distance);
  }
};

// Pointers are compared by their conversion to plain ones, but the language
// does not order those and nullptr.
#define TANDEM_COMPARISON(op)                                                  \
  template <class ElementType, access::address_space Space,                    \
            access::decorated Decorated>                                       \
  constexpr bool operator op(                                                  \
      const multi_ptr<ElementType, Space, Decorated> &pointer,                 \
      std::nullptr_t) noexcept {                                               \
    return pointer.get_raw() op static_cast<ElementType *>(nullptr);           \
  }                                                                            \
  template <class ElementType, access::address_space Space,                    \
            access::decorated Decorated>                                       \
  constexpr bool operator op(                                                  \
      std::nullptr_t,                                                          \
      const multi_ptr<ElementType, Space, Decorated> &pointer) noexcept {      \
    return static_cast<ElementType *>(nullptr) op pointer.get_raw();           \
  }
TANDEM_COMPARISON(<)
TANDEM_COMPARISON(>)
TANDEM_COMPARISON(<=)
TANDEM_COMPARISON(>=)
#undef TANDEM_COMPARISON

template <class ElementType,
          access::decorated Decorated = access::decorated::legacy>
using global_ptr =
    multi_ptr<ElementType, access::address_space::global_space, Decorated>;
template <class ElementType,
          access::decorated Decorated = access::decorated::legacy>
using local_ptr =
    multi_ptr<ElementType, access::address_space::local_space, Decorated>;
template <class ElementType,
          access::decorated Decorated = access::decorated::legacy>
using private_ptr =
    multi_ptr<ElementType, access::address_space::private_space, Decorated>;
template <class ElementType,
          access::decorated Decorated = access::decorated::legacy>
using generic_ptr =
    multi_ptr<ElementType, access::address_space::generic_space, Decorated>;
template <class ElementType>
using constant_ptr =
    multi_ptr<ElementType, access::address_space::constant_space,
              access::decorated::legacy>;
template <class ElementType>
using raw_global_ptr = global_ptr<ElementType, access::decorated::no>;
template <class ElementType>
using decorated_global_ptr = global_ptr<ElementType, access::decorated::yes>;
template <class ElementType>
using raw_local_ptr = local_ptr<ElementType, access::decorated::no>;
template <class ElementType>
using decorated_local_ptr = local_ptr<ElementType, access::decorated::yes>;
template <class ElementType>
using raw_private_ptr = private_ptr<ElementType, access::decorated::no>;
template <class ElementType>
using decorated_private_ptr = private_ptr<ElementType, access::decorated::yes>;
template <class ElementType>
using raw_generic_ptr = generic_ptr<ElementType, access::decorated::no>;
template <class ElementType>
using decorated_generic_ptr = generic_ptr<ElementType, access::decorated::yes>;

// sycl_ext_intel_usm_address_spaces.
namespace ext::intel {
template <class ElementType,
          access::decorated Decorated = access::decorated::legacy>
using device_ptr =
    multi_ptr<ElementType, access::address_space::ext_intel_global_device_space,
              Decorated>;
template <class ElementType,
          access::decorated Decorated = access::decorated::legacy>
using host_ptr =
    multi_ptr<ElementType, access::address_space::ext_intel_global_host_space,
              Decorated>;
template <class ElementType>
using raw_device_ptr = device_ptr<ElementType, access::decorated::no>;
template <class ElementType>
using decorated_device_ptr = device_ptr<ElementType, access::decorated::yes>;
template <class ElementType>
using raw_host_ptr = host_ptr<ElementType, access::decorated::no>;
template <class ElementType>
using decorated_host_ptr = host_ptr<ElementType, access::decorated::yes>;
} // namespace ext::intel

// Null if the pointer leads into another space. A plain pointer is generic, so
// that only the device knows; of a multi_ptr the type says it.
template <access::address_space Space,
          access::decorated Decorated = access::decorated::legacy,
          class ElementType>
multi_ptr<ElementType, Space, Decorated>
address_space_cast(ElementType *pointer) {
  return multi_ptr<ElementType, Space, Decorated>(
      detail::pointer_into<Space>(pointer));
}
template <access::address_space Space,
          access::decorated Decorated = access::decorated::legacy,
          class ElementType, access::address_space From,
          access::decorated FromDecorated>
multi_ptr<ElementType, Space, Decorated>
address_space_cast(const multi_ptr<ElementType, From, FromDecorated> &pointer) {
  static_assert(
      multi_ptr<ElementType, Space, Decorated>::tandem_casts_from(From),
      "the pointer leads into another address space");
  return multi_ptr<ElementType, Space, Decorated>(pointer);
}
template <class ElementType, access::address_space Space,
          access::decorated Decorated>
multi_ptr<ElementType, Space, Decorated> make_ptr(ElementType *pointer) {
  return multi_ptr<ElementType, Space, Decorated>(pointer);
}

} // namespace _V1
} // namespace sycl
