//===- sycl/device_image.hpp - class device_image -------------------------===//
//
// Part of Tandem, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#pragma once

#include <sycl/kernel.hpp>

namespace sycl {
inline namespace _V1 {

/// The code of one or more kernels in a kernel bundle.
///
/// Copies refer to the same image and compare equal. SYCL 2020, section 4.11.
template <bundle_state State>
class device_image : public detail::handle<tandem_device_image_t> {
  friend struct detail::maker;
  explicit device_image(tandem_device_image_t owned) noexcept : handle(owned) {}

  bool has(const kernel_id &id, tandem_device_t device_handle) const noexcept {
    int yes = 0;
    tandem_device_image_has_kernel(m_handle, handle_of(id), device_handle,
                                   &yes);
    return yes;
  }

public:
  /// Images come from the iterators of `kernel_bundle`.
  device_image() = delete;
  /// Whether the image contains the kernel.
  bool has_kernel(const kernel_id &id) const noexcept {
    return has(id, nullptr);
  }
  /// Whether the image contains the kernel, and `sycl_device` can run it.
  bool has_kernel(const kernel_id &id,
                  const device &sycl_device) const noexcept {
    return has(id, handle_of(sycl_device));
  }
};

} // namespace _V1
} // namespace sycl

/// Hashes `device_image`. Copies have equal hashes.
template <sycl::bundle_state State>
struct std::hash<sycl::device_image<State>>
    : sycl::detail::handle_hash<sycl::device_image<State>> {};
