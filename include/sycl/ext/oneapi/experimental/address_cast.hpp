//===- sycl/ext/oneapi/experimental/address_cast.hpp ----------------------===//
//
// Part of Tandem, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// Owns: sycl_khr_static_addrspace_cast, sycl_khr_dynamic_addrspace_cast and
// sycl_ext_oneapi_address_cast. A static cast takes the programmer's word for
// the space of a generic pointer, a dynamic one returns null if the pointer
// leads elsewhere.
#pragma once

#include <sycl/multi_ptr.hpp>

namespace sycl {
inline namespace _V1 {
namespace khr {

/// Converts a pointer to the address space `Space`, without a check. The
/// behaviour is undefined if it points elsewhere. For device code.
/// `sycl_khr_static_addrspace_cast`.
template <access::address_space Space, class ElementType>
multi_ptr<ElementType, Space, access::decorated::no>
static_addrspace_cast(ElementType *pointer) {
  return multi_ptr<ElementType, Space, access::decorated::no>(pointer);
}
/// As above, for a generic `multi_ptr`.
template <access::address_space Space, class ElementType,
          access::decorated Decorated>
multi_ptr<ElementType, Space, Decorated> static_addrspace_cast(
    multi_ptr<ElementType, addrspace_generic, Decorated> pointer) {
  return multi_ptr<ElementType, Space, Decorated>(pointer.get_raw());
}

/// Converts a pointer to the address space `Space`. For device code.
/// `sycl_khr_dynamic_addrspace_cast`.
/// \returns The pointer, or null if it points to another address space.
template <access::address_space Space, class ElementType>
multi_ptr<ElementType, Space, access::decorated::no>
dynamic_addrspace_cast(ElementType *pointer) {
  return address_space_cast<Space, access::decorated::no>(pointer);
}
/// As above, for a generic `multi_ptr`.
template <access::address_space Space, class ElementType,
          access::decorated Decorated>
multi_ptr<ElementType, Space, Decorated> dynamic_addrspace_cast(
    multi_ptr<ElementType, addrspace_generic, Decorated> pointer) {
  return address_space_cast<Space, Decorated>(pointer.get_raw());
}

} // namespace khr

namespace ext::oneapi::experimental {

/// Short for `access::address_space::global_space`.
/// `sycl_ext_oneapi_address_cast`.
inline constexpr auto global_space = access::address_space::global_space;
/// Short for `access::address_space::local_space`.
inline constexpr auto local_space = access::address_space::local_space;
/// Short for `access::address_space::private_space`.
inline constexpr auto private_space = access::address_space::private_space;
/// Short for `access::address_space::generic_space`.
inline constexpr auto generic_space = access::address_space::generic_space;

/// Converts a pointer to the address space `Space`, without a check. The
/// behaviour is undefined if it points elsewhere. For device code.
/// `sycl_ext_oneapi_address_cast`.
template <access::address_space Space,
          access::decorated Decorated = access::decorated::no,
          class ElementType>
multi_ptr<ElementType, Space, Decorated>
static_address_cast(ElementType *pointer) {
  return multi_ptr<ElementType, Space, Decorated>(pointer);
}
/// As above, for a generic `multi_ptr`.
template <access::address_space Space, class ElementType,
          access::decorated Decorated>
multi_ptr<ElementType, Space, Decorated> static_address_cast(
    multi_ptr<ElementType, addrspace_generic, Decorated> pointer) {
  return khr::static_addrspace_cast<Space>(pointer);
}

/// Converts a pointer to the address space `Space`. For device code.
/// `sycl_ext_oneapi_address_cast`.
/// \returns The pointer, or null if it points to another address space.
template <access::address_space Space,
          access::decorated Decorated = access::decorated::no,
          class ElementType>
multi_ptr<ElementType, Space, Decorated>
dynamic_address_cast(ElementType *pointer) {
  return address_space_cast<Space, Decorated>(pointer);
}
/// As above, for a generic `multi_ptr`.
template <access::address_space Space, class ElementType,
          access::decorated Decorated>
multi_ptr<ElementType, Space, Decorated> dynamic_address_cast(
    multi_ptr<ElementType, addrspace_generic, Decorated> pointer) {
  return khr::dynamic_addrspace_cast<Space>(pointer);
}

} // namespace ext::oneapi::experimental
} // namespace _V1
} // namespace sycl
