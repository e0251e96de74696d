//===- sycl/multi_ptr.hpp - class multi_ptr -------------------------------===//
//
// Part of Tandem, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// Pointers with an address space in their type (SYCL 2020, 4.7.7). The space
// is a compile-time label only: the post-link tool infers the real ones. A
// decorated pointer is therefore a plain one as well, which keeps overloads and
// templates usable with it, and `remove_decoration` has nothing to remove.
// Casts of generic pointers query the device for the address space.
#pragma once

#include <sycl/memory_enums.hpp>

#include <type_traits>
#include <vector> // the cheapest way to the iterator tags

namespace sycl {
inline namespace _V1 {

/// The type without its address space. Types never have one here, so it is the
/// type itself.
/// SYCL 2020, section 4.7.7.1.
template <class ElementType> struct remove_decoration {
  /// The type itself.
  using type = ElementType;
};
/// The type member of `remove_decoration`.
template <class ElementType>
using remove_decoration_t = typename remove_decoration<ElementType>::type;

namespace detail {
// Members that pointers to void do not have.
template <class ElementType> struct references {
  /// A reference to an element; pointers to void have none.
  using reference = ElementType &;
  /// As `reference`, by its name in SYCL 1.2.1.
  using reference_t = ElementType &;
  /// A reference to a constant element, by its name in SYCL 1.2.1.
  using const_reference_t = const ElementType &;
};
template <> struct references<void> {};
template <> struct references<const void> {};

// The pointer if it points to this space, otherwise null.
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

/// A pointer whose type names the address space of the memory that it points
/// to.
///
/// A multi_ptr is a value like a plain pointer and owns nothing. The address
/// space is a compile-time label; the pointer has the same representation in
/// all spaces, and `Decorated` changes only the conversions. Pointers to void
/// have no elements, and no arithmetic.
/// SYCL 2020, section 4.7.7.1.
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
  // Whether it becomes one by an explicit cast.
  static constexpr bool narrows(spaces other) {
    return narrows_generic(other) ||
           (other == spaces::global_space && is_part_of_global(Space));
  }
  static constexpr bool narrows_generic(spaces other) {
    return other == spaces::generic_space && other != Space &&
           Space != spaces::constant_space;
  }
  // Whether OtherType is void and a pointer to it may be cast to one to
  // ElementType.
  template <class OtherType>
  static constexpr bool from_void =
      std::is_void_v<OtherType> && !std::is_void_v<ElementType> &&
      (std::is_const_v<ElementType> || !std::is_const_v<OtherType>);
  // Accessors of constant memory only read, whatever ElementType is.
  using source =
      std::conditional_t<Space == access::address_space::constant_space,
                         const ElementType, ElementType>;
  // Whether a pointer to the memory of an accessor may have this type.
  template <class Accessor, class Element>
  static constexpr bool is_memory =
      (accepts(Accessor::tandem_space) || narrows(Accessor::tandem_space)) &&
      (std::is_void_v<ElementType> ||
       std::is_same_v<std::remove_const_t<ElementType>,
                      std::remove_const_t<Element>>) &&
      std::is_convertible_v<Element *, source *>;
  // Pointers to void have no elements.
  template <class Type>
  using element = std::enable_if_t<!std::is_void_v<Type>, Type>;
  template <class, access::address_space, access::decorated>
  friend class multi_ptr;

public:
  /// Whether `Decorated` is `access::decorated::yes`.
  static constexpr bool is_decorated = Decorated == access::decorated::yes;
  /// The address space.
  static constexpr access::address_space address_space = Space;
  /// The type of the elements.
  using value_type = ElementType;
  /// The type of the plain pointer.
  using pointer = ElementType *;
  /// The type of the elements, by its name in SYCL 1.2.1.
  using element_type = ElementType;
  /// The type of the plain pointer, by its name in SYCL 1.2.1.
  using pointer_t = ElementType *;
  /// The type of a plain pointer to constant elements, by its name in SYCL
  /// 1.2.1.
  using const_pointer_t = const ElementType *;
  /// A multi_ptr is a random-access iterator.
  using iterator_category = std::random_access_iterator_tag;
  /// The type of distances.
  using difference_type = ptrdiff_t;

  /// For the library: whether a pointer to the space `other` converts to this
  /// type.
  static constexpr bool tandem_casts_from(spaces other) {
    return accepts(other) || narrows(other);
  }

  /// A null pointer.
  constexpr multi_ptr() noexcept = default;
  /// A null pointer.
  constexpr multi_ptr(std::nullptr_t) noexcept {}
  /// Wraps a plain pointer, which must point to the address space; this is not
  /// checked.
  template <
      access::decorated SameDecorated = Decorated,
      std::enable_if_t<SameDecorated != access::decorated::legacy, int> = 0>
  constexpr explicit multi_ptr(ElementType *pointer) noexcept
      : m_pointer(pointer) {}
  /// As above, implicitly for `access::decorated::legacy`.
  template <
      access::decorated SameDecorated = Decorated,
      std::enable_if_t<SameDecorated == access::decorated::legacy, long> = 0>
  constexpr multi_ptr(ElementType *pointer) noexcept : m_pointer(pointer) {}
  /// Converts from a multi_ptr to the same object with another decoration, to
  /// constant elements, or to the generic space.
  template <
      class OtherType, access::address_space OtherSpace,
      access::decorated OtherDecorated,
      std::enable_if_t<accepts(OtherSpace) &&
                           std::is_convertible_v<OtherType *, ElementType *>,
                       int> = 0>
  constexpr multi_ptr(
      const multi_ptr<OtherType, OtherSpace, OtherDecorated> &other) noexcept
      : m_pointer(other.m_pointer) {}
  /// Casts a generic pointer to a space, or a global one to an extension's part
  /// of global memory. In kernels, the result is null if a generic pointer
  /// points to another space.
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
  /// Casts a pointer to void to a pointer to elements.
  template <class OtherType, access::decorated OtherDecorated,
            std::enable_if_t<from_void<OtherType>, char> = 0>
  constexpr explicit multi_ptr(
      const multi_ptr<OtherType, Space, OtherDecorated> &other) noexcept
      : m_pointer(static_cast<ElementType *>(other.m_pointer)) {}
  /// Points to the first element of an accessor of memory in this space.
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
  /// Makes the pointer null.
  multi_ptr &operator=(std::nullptr_t) noexcept {
    m_pointer = nullptr;
    return *this;
  }

  /// The plain pointer.
  constexpr ElementType *get() const noexcept { return m_pointer; }
  /// The plain pointer.
  constexpr ElementType *get_raw() const noexcept { return m_pointer; }
  /// The plain pointer; it has no decoration here.
  constexpr ElementType *get_decorated() const noexcept { return m_pointer; }
  /// Access to a member of the object.
  template <class SameType = ElementType>
  constexpr element<SameType> *operator->() const noexcept {
    return m_pointer;
  }
  /// The object.
  template <class SameType = ElementType>
  constexpr element<SameType> &operator*() const noexcept {
    return *m_pointer;
  }
  /// The element at a distance of `index`.
  template <class Index, class SameType = ElementType>
  constexpr element<SameType> &operator[](Index index) const noexcept {
    return m_pointer[static_cast<difference_type>(index)];
  }
  /// Converts to the plain pointer, for programs that pass a multi_ptr where a
  /// pointer is expected.
  constexpr operator ElementType *() const noexcept { return m_pointer; }
  /// Has no effect: the hint is ignored.
  template <spaces SameSpace = Space, class SameType = ElementType,
            std::enable_if_t<!std::is_void_v<SameType> &&
                                 (SameSpace == spaces::global_space ||
                                  is_part_of_global(SameSpace)),
                             int> = 0>
  void prefetch(size_t) const noexcept {}

  /// Advances by one element.
  template <class SameType = ElementType, class = element<SameType>>
  constexpr multi_ptr &operator++() noexcept {
    ++m_pointer;
    return *this;
  }
  /// Advances by one element and returns the previous pointer.
  template <class SameType = ElementType, class = element<SameType>>
  constexpr multi_ptr operator++(int) noexcept {
    return multi_ptr(m_pointer++);
  }
  /// Goes back by one element.
  template <class SameType = ElementType, class = element<SameType>>
  constexpr multi_ptr &operator--() noexcept {
    --m_pointer;
    return *this;
  }
  /// Goes back by one element and returns the previous pointer.
  template <class SameType = ElementType, class = element<SameType>>
  constexpr multi_ptr operator--(int) noexcept {
    return multi_ptr(m_pointer--);
  }
  /// Advances by `distance` elements.
  template <class SameType = ElementType, class = element<SameType>>
  constexpr multi_ptr &operator+=(difference_type distance) noexcept {
    m_pointer += distance;
    return *this;
  }
  /// Goes back by `distance` elements.
  template <class SameType = ElementType, class = element<SameType>>
  constexpr multi_ptr &operator-=(difference_type distance) noexcept {
    m_pointer -= distance;
    return *this;
  }
  /// The pointer advanced by `distance` elements.
  template <class Integer, std::enable_if_t<std::is_integral_v<Integer> &&
                                                !std::is_void_v<ElementType>,
                                            int> = 0>
  friend constexpr multi_ptr operator+(const multi_ptr &pointer,
                                       Integer distance) noexcept {
    return multi_ptr(pointer.m_pointer + distance);
  }
  /// The pointer moved back by `distance` elements.
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
/// Orders a pointer and null. Other comparisons are those of plain pointers.
///@{
TANDEM_COMPARISON(<)
TANDEM_COMPARISON(>)
TANDEM_COMPARISON(<=)
TANDEM_COMPARISON(>=)
///@}
#undef TANDEM_COMPARISON

/// A pointer to global memory. SYCL 2020, section 4.7.7.2.
template <class ElementType,
          access::decorated Decorated = access::decorated::legacy>
using global_ptr =
    multi_ptr<ElementType, access::address_space::global_space, Decorated>;
/// A pointer to local memory.
template <class ElementType,
          access::decorated Decorated = access::decorated::legacy>
using local_ptr =
    multi_ptr<ElementType, access::address_space::local_space, Decorated>;
/// A pointer to private memory.
template <class ElementType,
          access::decorated Decorated = access::decorated::legacy>
using private_ptr =
    multi_ptr<ElementType, access::address_space::private_space, Decorated>;
/// A pointer to global, local or private memory.
template <class ElementType,
          access::decorated Decorated = access::decorated::legacy>
using generic_ptr =
    multi_ptr<ElementType, access::address_space::generic_space, Decorated>;
/// A pointer to constant memory. Deprecated in SYCL 2020.
template <class ElementType>
using constant_ptr =
    multi_ptr<ElementType, access::address_space::constant_space,
              access::decorated::legacy>;
/// A pointer to global memory that converts to undecorated pointers.
template <class ElementType>
using raw_global_ptr = global_ptr<ElementType, access::decorated::no>;
/// A pointer to global memory that converts to decorated pointers.
template <class ElementType>
using decorated_global_ptr = global_ptr<ElementType, access::decorated::yes>;
/// A pointer to local memory that converts to undecorated pointers.
template <class ElementType>
using raw_local_ptr = local_ptr<ElementType, access::decorated::no>;
/// A pointer to local memory that converts to decorated pointers.
template <class ElementType>
using decorated_local_ptr = local_ptr<ElementType, access::decorated::yes>;
/// A pointer to private memory that converts to undecorated pointers.
template <class ElementType>
using raw_private_ptr = private_ptr<ElementType, access::decorated::no>;
/// A pointer to private memory that converts to decorated pointers.
template <class ElementType>
using decorated_private_ptr = private_ptr<ElementType, access::decorated::yes>;
/// A generic pointer that converts to undecorated pointers.
template <class ElementType>
using raw_generic_ptr = generic_ptr<ElementType, access::decorated::no>;
/// A generic pointer that converts to decorated pointers.
template <class ElementType>
using decorated_generic_ptr = generic_ptr<ElementType, access::decorated::yes>;

// sycl_ext_intel_usm_address_spaces.
namespace ext::intel {
/// A pointer to global memory that `malloc_device` allocated. Part of
/// sycl_ext_intel_usm_address_spaces.
template <class ElementType,
          access::decorated Decorated = access::decorated::legacy>
using device_ptr =
    multi_ptr<ElementType, access::address_space::ext_intel_global_device_space,
              Decorated>;
/// A pointer to global memory that `malloc_host` allocated. Part of
/// sycl_ext_intel_usm_address_spaces.
template <class ElementType,
          access::decorated Decorated = access::decorated::legacy>
using host_ptr =
    multi_ptr<ElementType, access::address_space::ext_intel_global_host_space,
              Decorated>;
/// As `device_ptr`, undecorated.
template <class ElementType>
using raw_device_ptr = device_ptr<ElementType, access::decorated::no>;
/// As `device_ptr`, decorated.
template <class ElementType>
using decorated_device_ptr = device_ptr<ElementType, access::decorated::yes>;
/// As `host_ptr`, undecorated.
template <class ElementType>
using raw_host_ptr = host_ptr<ElementType, access::decorated::no>;
/// As `host_ptr`, decorated.
template <class ElementType>
using decorated_host_ptr = host_ptr<ElementType, access::decorated::yes>;
} // namespace ext::intel

/// Casts a plain pointer to an address space.
/// \returns In kernels, a null pointer if `pointer` points to another space.
/// Host code does not check it.
/// SYCL 2020, section 4.7.7.1.
template <access::address_space Space,
          access::decorated Decorated = access::decorated::legacy,
          class ElementType>
multi_ptr<ElementType, Space, Decorated>
address_space_cast(ElementType *pointer) {
  return multi_ptr<ElementType, Space, Decorated>(
      detail::pointer_into<Space>(pointer));
}
/// As above, from a multi_ptr. Spaces that cannot be converted are an error of
/// the compiler.
template <access::address_space Space,
          access::decorated Decorated = access::decorated::legacy,
          class ElementType, access::address_space From,
          access::decorated FromDecorated>
multi_ptr<ElementType, Space, Decorated>
address_space_cast(const multi_ptr<ElementType, From, FromDecorated> &pointer) {
  static_assert(
      multi_ptr<ElementType, Space, Decorated>::tandem_casts_from(From),
      "the pointer points to a different address space");
  return multi_ptr<ElementType, Space, Decorated>(pointer);
}
/// Wraps a plain pointer. Deprecated: use `address_space_cast`.
template <class ElementType, access::address_space Space,
          access::decorated Decorated>
multi_ptr<ElementType, Space, Decorated> make_ptr(ElementType *pointer) {
  return multi_ptr<ElementType, Space, Decorated>(pointer);
}

} // namespace _V1
} // namespace sycl
