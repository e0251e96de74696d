//===- sycl/detail/kernel/properties.hpp - properties of kernels ----------===//
//
// Part of Tandem, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// Owns: the way of compile-time properties from a functor to its kernel
// (sycl_ext_oneapi_kernel_properties; boundaries.md, section 1). Declares only
// what launching needs; the properties are in sycl/ext/oneapi/properties.hpp.
#pragma once

#include <sycl/detail/config.hpp>

#include <type_traits>
#include <utility>

#ifdef __SYCL_DEVICE_ONLY__
extern "C" void __tandem_kernel_attribute(const char *name, ...);
#endif

namespace sycl {
inline namespace _V1 {

namespace ext::oneapi::experimental {

struct properties_tag {};
template <class Pack> class properties;

template <class Type> struct is_property_list : std::false_type {};
template <class Pack>
struct is_property_list<properties<Pack>> : std::true_type {};
template <class Type>
inline constexpr bool is_property_list_v = is_property_list<Type>::value;

} // namespace ext::oneapi::experimental

namespace detail {

template <class Type>
inline constexpr bool is_properties =
    ext::oneapi::experimental::is_property_list_v<Type>;

// A functor that is launched with properties.
template <class KernelFunc, class Properties> struct functor_with_properties {
  KernelFunc functor;
  template <class... Args>
  TANDEM_ALWAYS_INLINE auto operator()(Args &&...args) const
      -> decltype(functor(std::forward<Args>(args)...)) {
    return functor(std::forward<Args>(args)...);
  }
};

// What a functor is launched with, and what its own get(properties_tag) tells.
struct no_properties {
  static constexpr bool tandem_root_sync = false;
  TANDEM_ALWAYS_INLINE static void tandem_mark() {}
};
template <class KernelFunc, class = void> struct properties_of {
  using type = no_properties;
};
template <class KernelFunc>
struct properties_of<
    KernelFunc, std::void_t<decltype(std::declval<const KernelFunc &>().get(
                    ext::oneapi::experimental::properties_tag()))>> {
  using type = std::decay_t<decltype(std::declval<const KernelFunc &>().get(
      ext::oneapi::experimental::properties_tag()))>;
};
template <class KernelFunc, class Properties>
struct properties_of<functor_with_properties<KernelFunc, Properties>> {
  struct type {
    static constexpr bool tandem_root_sync =
        Properties::tandem_root_sync ||
        properties_of<KernelFunc>::type::tandem_root_sync;
    TANDEM_ALWAYS_INLINE static void tandem_mark() {
      Properties::tandem_mark();
      properties_of<KernelFunc>::type::tandem_mark();
    }
  };
};

// For the functions around a functor. No function of its own: the post-link
// tool looks for attributes only so many calls below the kernel's entry.
#ifdef __SYCL_DEVICE_ONLY__
#define TANDEM_MARK_PROPERTIES(KernelFunc)                                     \
  sycl::detail::properties_of<KernelFunc>::type::tandem_mark()
#else
#define TANDEM_MARK_PROPERTIES(KernelFunc) static_cast<void>(0)
#endif

// Reductions, which precede the functor, stay as they are.
template <class Type> inline constexpr bool is_reduction = false;

template <class Properties, class Argument>
decltype(auto) with_properties(const Argument &argument) {
  if constexpr (is_reduction<Argument>)
    return (argument);
  else
    return functor_with_properties<Argument, Properties>{argument};
}

} // namespace detail
} // namespace _V1
} // namespace sycl
