//===- sycl/detail/kernel/entry.hpp - from a functor to a kernel ----------===//
//
// Part of Tandem, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// Owns: kernel names, the functors that build the arguments of the user's one,
// the kernel's entry in the device pass, and its slot in the host pass
// (boundaries.md, section 1; design decisions D3 and D8).
#pragma once

#include <sycl/detail/kernel/index_space.hpp>
#include <sycl/detail/kernel/layout.hpp>
#include <sycl/detail/kernel/properties.hpp>
#include <sycl/detail/stable_name.hpp>
#include <tandem/abi.h>

namespace sycl {
inline namespace _V1 {

template <int Dimensions, bool WithOffset> class item;
template <int Dimensions> class nd_item;
class kernel_handler;

namespace detail {

// The default of the kernel name parameters: the functor's type is the name.
struct unnamed;

// The driver writes arguments of kernel attributes like this: the value of a
// constant, which no closure captures.
template <auto Value> inline constexpr auto constant_argument = Value;

template <class KernelFunc, class... Args>
inline constexpr bool is_callable =
    std::is_invocable_v<const KernelFunc &, Args...>;

// The class kernel_handler, which is complete where a kernel is launched.
template <class KernelFunc> struct handler_for {
  using type = kernel_handler;
};

// Each wrapper has the user's functor as its only member, so that the host can
// hand out the functor itself as the closure.
template <class KernelFunc> struct task_kernel {
  KernelFunc functor;
  TANDEM_ALWAYS_INLINE void operator()() const {
    TANDEM_MARK_PROPERTIES(KernelFunc);
    if constexpr (is_callable<KernelFunc>)
      functor();
    else
      functor(maker::make<typename handler_for<KernelFunc>::type>());
  }
};

template <int Dimensions, class KernelFunc> struct range_kernel {
  KernelFunc functor;
  TANDEM_ALWAYS_INLINE void operator()() const {
    TANDEM_MARK_PROPERTIES(KernelFunc);
    // Constants: to these, a parameter `auto &` binds as well.
    using with_offset = const item<Dimensions, true>;
    using without_offset = const item<Dimensions, false>;
    if constexpr (is_callable<KernelFunc, with_offset>)
      functor(maker::make<with_offset>(global_range<Dimensions>(),
                                       global_id<Dimensions>(),
                                       global_offset<Dimensions>()));
    else if constexpr (is_callable<KernelFunc, without_offset>)
      functor(maker::make<without_offset>(global_range<Dimensions>(),
                                          global_id<Dimensions>()));
    else
      functor(maker::make<with_offset>(global_range<Dimensions>(),
                                       global_id<Dimensions>(),
                                       global_offset<Dimensions>()),
              maker::make<typename handler_for<KernelFunc>::type>());
  }
};

template <int Dimensions, class KernelFunc> struct nd_range_kernel {
  KernelFunc functor;
  TANDEM_ALWAYS_INLINE void operator()() const {
    TANDEM_MARK_PROPERTIES(KernelFunc);
    if constexpr (is_callable<KernelFunc, const nd_item<Dimensions>>)
      functor(maker::make<const nd_item<Dimensions>>());
    else
      functor(maker::make<const nd_item<Dimensions>>(),
              maker::make<typename handler_for<KernelFunc>::type>());
  }
};

template <class Name, class Wrapper>
using kernel_identity =
    std::conditional_t<std::is_same_v<Name, unnamed>, Wrapper, Name>;

#ifdef __SYCL_DEVICE_ONLY__

// One function parameter and two template parameters, or clang ignores the
// attribute. `used` makes it a root for the post-link tool.
template <class Name, class Wrapper>
__attribute__((sycl_kernel, used)) void kernel_entry(const Wrapper *kernel) {
  __tandem_kernel(
      __builtin_sycl_unique_stable_name(kernel_identity<Name, Wrapper>), kernel,
      sizeof(Wrapper), &kernel_layout<Wrapper>);
  (*kernel)();
}

// Makes the entry exist; the device pass runs nothing of the host's code.
template <class Name, class Wrapper> struct kernel_slot {
  static tandem_kernel_slot *get() {
    kernel_entry<Name, Wrapper>(nullptr);
    return nullptr;
  }
};

#elif defined(TANDEM_HAS_STABLE_NAMES)

template <class Name, class Wrapper> struct kernel_slot {
  static inline tandem_kernel_slot slot = {
      sizeof(tandem_kernel_slot),
      0,
      nullptr,
      __builtin_sycl_unique_stable_name(kernel_identity<Name, Wrapper>),
      __SYCL_TU_ID,
      sizeof(Wrapper)};
  static tandem_kernel_slot *get() { return &slot; }
};

#else

// Other host compilers number lambdas in their own ways: kernels need names,
// and get them from the run-time type information.
template <class Name, class Wrapper> struct kernel_slot {
  static_assert(!std::is_same_v<Name, unnamed>,
                "kernels need names, as in parallel_for<class some_name>(...), "
                "unless the host compiler is clang in SYCL mode");
  static tandem_kernel_slot *get() {
    static tandem_kernel_slot slot = {sizeof(tandem_kernel_slot),
                                      0,
                                      nullptr,
                                      stable_name<Name>(),
                                      __SYCL_TU_ID,
                                      sizeof(Wrapper)};
    return &slot;
  }
};

#endif

} // namespace detail
} // namespace _V1
} // namespace sycl
