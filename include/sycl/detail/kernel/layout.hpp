//===- sycl/detail/kernel/layout.hpp - special members of a closure -------===//
//
// Part of Tandem, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// Owns: the walk over a kernel's closure (boundaries.md, section 1). The device
// pass instantiates kernel_layout<KernelFunc> for each kernel; the post-link
// tool reads the calls of __tandem_mark as constants, and drops the function.
//
// __builtin_dump_struct calls the visitor once per leaf: with an lvalue for
// scalars, with a pointer prvalue for arrays, for references, and for members
// of class type that are no aggregates. It looks into bases and into
// aggregates by itself.
#pragma once

#include <sycl/detail/config.hpp>

#include <type_traits>

#ifdef __SYCL_DEVICE_ONLY__

extern "C" {
void __tandem_mark(const void *base, const void *field, int kind, size_t size);
void __tandem_member(const char *type, const char *name);
void __tandem_kernel(const char *name, const void *closure, size_t closure_size,
                     void (*layout)(const void *));
}

namespace sycl {
inline namespace _V1 {

template <class Type> struct is_device_copyable;

namespace detail {

enum mark_kind {
  mark_none = 0,
  mark_accessor = 1,
  mark_local_accessor = 2,
  mark_usm_pointer = 3,
  mark_reference = 4,
  mark_not_copyable = 5,
  mark_private_memory = 6,
  mark_image = 7,
  mark_sampler = 8,
};

// Specialised by the classes that stand for a kernel argument of their own.
template <class Type> inline constexpr mark_kind mark_of = mark_none;

// What the walk over a closure may look into. Parts of standard classes (say
// the storage of a tuple) have assignments of their own, but are copied and
// destroyed trivially; whatever owns something is not.
template <class Type>
inline constexpr bool is_device_copyable_member =
    is_device_copyable<Type>::value ||
    (std::is_trivially_copy_constructible_v<Type> &&
     std::is_trivially_destructible_v<Type>);

// Members that cannot be in a closure.
template <class Type>
inline constexpr bool is_refused =
    (std::is_class_v<Type> || std::is_union_v<Type>) &&
    mark_of<Type> == mark_none && !is_device_copyable_member<Type>;

// Classes that are device copyable because the program declares it, of them or
// of what a tuple, an optional, ... of them has. Nothing inside is refused.
template <class Type>
inline constexpr bool is_declared_copyable =
    is_device_copyable<Type>::value && !std::is_trivially_copyable_v<Type>;

// Refuses says whether members may be errors. Bases and aggregates of a class
// in which they may are checked like its members, whatever is declared of them:
// dump_struct does not tell their types.
template <bool Refuses> struct layout_visitor {
  const void *base;

  // Braces, names of bases and of aggregates; then bit-fields.
  TANDEM_ALWAYS_INLINE void operator()(const char *, const char * = nullptr,
                                       const char * = nullptr,
                                       const char * = nullptr) const {}
  template <class Leaf>
  TANDEM_ALWAYS_INLINE void operator()(const char *, const char *, const char *,
                                       const char *, unsigned long,
                                       const Leaf &) const {}

  template <class Leaf>
  TANDEM_ALWAYS_INLINE void operator()(const char *, const char *,
                                       const char *type, const char *name,
                                       Leaf &&leaf) const {
    if constexpr (std::is_lvalue_reference_v<Leaf>) {
      scalar(&leaf);
    } else if (type[__builtin_strlen(type) - 1] == '&') {
      if constexpr (Refuses) {
        __tandem_member(type, name);
        __tandem_mark(base, leaf, mark_reference, 0);
      }
    } else {
      if constexpr (Refuses && is_refused<std::remove_pointer_t<Leaf>>)
        __tandem_member(type, name);
      member(leaf);
    }
  }

  template <class Leaf>
  TANDEM_ALWAYS_INLINE void scalar(const Leaf *leaf) const {
    if constexpr (std::is_pointer_v<Leaf> &&
                  !std::is_function_v<std::remove_pointer_t<Leaf>>)
      __tandem_mark(base, leaf, mark_usm_pointer, sizeof(Leaf));
  }

  template <class Leaf>
  TANDEM_ALWAYS_INLINE void member(const Leaf *leaf) const {
    if constexpr (std::is_class_v<Leaf> || std::is_union_v<Leaf>) {
      if constexpr (mark_of<Leaf> != mark_none)
        __tandem_mark(base, leaf, mark_of<Leaf>, sizeof(Leaf));
      else if constexpr (Refuses && is_refused<Leaf>)
        __tandem_mark(base, leaf, mark_not_copyable, 0);
      else
        look_into(leaf);
    }
  }

  template <class Class>
  TANDEM_ALWAYS_INLINE void look_into(const Class *object) const {
    constexpr bool refuses = Refuses && !is_declared_copyable<Class>;
    __builtin_dump_struct(object, layout_visitor<refuses>{base});
  }

  template <class ArrayElement, size_t NumElements>
  TANDEM_ALWAYS_INLINE void
  member(const ArrayElement (*array)[NumElements]) const {
    using element = std::remove_all_extents_t<ArrayElement>;
    if constexpr (std::is_pointer_v<element> || std::is_class_v<element> ||
                  std::is_union_v<element>) {
      TANDEM_UNROLL
      for (size_t index = 0; index < NumElements; ++index)
        if constexpr (std::is_pointer_v<ArrayElement>)
          scalar(*array + index);
        else
          member(*array + index);
    }
  }
};

// Looks into the functor in any case: what makes it not copyable is a member,
// and worth a mark of its own.
template <class Wrapper> void kernel_layout(const void *closure) {
  layout_visitor<true>{closure}.look_into(
      &static_cast<const Wrapper *>(closure)->functor);
}

} // namespace detail
} // namespace _V1
} // namespace sycl

#endif // __SYCL_DEVICE_ONLY__
