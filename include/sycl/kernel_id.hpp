//===- sycl/kernel_id.hpp - class kernel_id -------------------------------===//
//
// Part of Tandem, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// Owns: identities of kernels, and the names by which the runtime finds them
// (SYCL 2020, 4.11.6).
#pragma once

#include <sycl/detail/kernel/entry.hpp>
#include <sycl/exception.hpp>

// An address that every module has for itself.
extern "C" char tandem_this_module __asm__("__dso_handle")
    __attribute__((visibility("hidden")));

namespace sycl {
inline namespace _V1 {

/// The identity of a kernel, independent of devices and contexts.
///
/// Copies refer to the same identity and compare equal. SYCL 2020, section
/// 4.11.6.
class kernel_id : public detail::handle<tandem_kernel_id_t> {
  friend struct detail::maker;
  explicit kernel_id(tandem_kernel_id_t owned) noexcept : handle(owned) {}

public:
  /// Identities come from `get_kernel_id` and `get_kernel_ids`.
  kernel_id() = delete;
  /// The name of the kernel. The string lives as long as the program.
  const char *get_name() const noexcept {
    return tandem_kernel_id_name(m_handle);
  }
};

namespace detail {
// A kernel that was given no name goes by the type of its functor, but is
// listed under that of the wrapper.
template <class KernelName> kernel_id find_kernel_id() {
  const char *const names[] = {
      stable_name<KernelName>(),
      stable_name<task_kernel<KernelName>>(),
      stable_name<range_kernel<1, KernelName>>(),
      stable_name<range_kernel<2, KernelName>>(),
      stable_name<range_kernel<3, KernelName>>(),
      stable_name<nd_range_kernel<1, KernelName>>(),
      stable_name<nd_range_kernel<2, KernelName>>(),
      stable_name<nd_range_kernel<3, KernelName>>(),
  };
  tandem_kernel_id_t id = nullptr;
  check_abi();
  check(tandem_kernel_id(names, sizeof names / sizeof *names, __SYCL_TU_ID,
                         &tandem_this_module, &id));
  return adopt<kernel_id>(id);
}
} // namespace detail

/// The identity of the kernel with this name. A kernel without a name is found
/// by the type of its function object.
/// \throws exception with `errc::runtime` if the program does not have the
/// kernel.
template <class KernelName> kernel_id get_kernel_id() {
  return detail::find_kernel_id<KernelName>();
}

/// The identities of all kernels of the program.
inline std::vector<kernel_id> get_kernel_ids() {
  detail::check_abi();
  return detail::collect<kernel_id, tandem_kernel_id_t>(tandem_kernel_ids);
}

} // namespace _V1
} // namespace sycl

/// Hashes `kernel_id`. Copies have equal hashes.
template <>
struct std::hash<sycl::kernel_id> : sycl::detail::handle_hash<sycl::kernel_id> {
};
