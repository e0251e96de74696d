//===- sycl/ext/oneapi/experimental/external_semaphore.hpp ----------------===//
//
// Part of Tandem, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// Owns: semaphores of other programs, as commands use them.
#pragma once

#include <sycl/detail/abi/submission.hpp>

#include <cstdint>

namespace sycl {
inline namespace _V1 {
namespace ext::oneapi::experimental {

/// The form in which another program has exported a semaphore. Only file
/// descriptors can be imported: `opaque_fd` is a binary semaphore and
/// `timeline_fd` is one with a value. `sycl_ext_oneapi_bindless_images`.
enum class external_semaphore_handle_type : unsigned {
  opaque_fd = 0,
  win32_nt_handle = 1,
  win32_nt_dx12_fence = 2,
  timeline_fd = 3,
  timeline_win32_nt_handle = 4
};

/// An imported semaphore. A plain value: copies refer to the same semaphore.
/// `import_external_semaphore` makes it. `sycl_ext_oneapi_bindless_images`.
struct external_semaphore {
  /// The type of the device's handle.
  using raw_handle_type = uint64_t;
  /// The device's handle.
  raw_handle_type raw_handle = 0;
  /// The form in which the semaphore was exported.
  external_semaphore_handle_type handle_type =
      external_semaphore_handle_type::opaque_fd;
};

} // namespace ext::oneapi::experimental

namespace detail {

inline void
set_semaphore(tandem_submission &submission, tandem_command command,
              ext::oneapi::experimental::external_semaphore semaphore) {
  submission.command = command;
  submission.offset[0] = semaphore.raw_handle;
}
inline void
set_semaphore(tandem_submission &submission, tandem_command command,
              ext::oneapi::experimental::external_semaphore semaphore,
              uint64_t value) {
  set_semaphore(submission, command, semaphore);
  submission.flags = TANDEM_SEMAPHORE_VALUE;
  submission.bytes = value;
}

} // namespace detail
} // namespace _V1
} // namespace sycl
