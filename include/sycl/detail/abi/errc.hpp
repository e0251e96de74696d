//===- sycl/detail/abi/errc.hpp - the error codes of SYCL -----------------===//
//
// Part of Tandem, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#pragma once

#include <tandem/abi.h>

namespace sycl {
inline namespace _V1 {

/// The codes of SYCL's errors. SYCL 2020, section 4.13.2.
enum class errc : unsigned {
  /// No error.
  success = TANDEM_SUCCESS,
  /// An error of the runtime, such as that there is no device, or an exception
  /// from a host task.
  runtime = TANDEM_ERROR_RUNTIME,
  /// A kernel is not valid.
  kernel = TANDEM_ERROR_KERNEL,
  /// A command lacks an accessor that it needs.
  accessor = TANDEM_ERROR_ACCESSOR,
  /// A kernel cannot be launched over this `nd_range`.
  nd_range = TANDEM_ERROR_ND_RANGE,
  /// An event is not valid.
  event = TANDEM_ERROR_EVENT,
  /// An argument of a kernel is missing or does not fit.
  kernel_argument = TANDEM_ERROR_KERNEL_ARGUMENT,
  /// Device code does not compile or link.
  build = TANDEM_ERROR_BUILD,
  /// An argument is not valid, or an object is in a state in which it cannot be
  /// used this way.
  invalid = TANDEM_ERROR_INVALID,
  /// Memory is exhausted.
  memory_allocation = TANDEM_ERROR_MEMORY_ALLOCATION,
  /// The devices of a backend cannot be used.
  platform = TANDEM_ERROR_PLATFORM,
  /// Profiling information is not available.
  profiling = TANDEM_ERROR_PROFILING,
  /// The device or the backend lacks an optional feature.
  feature_not_supported = TANDEM_ERROR_FEATURE_NOT_SUPPORTED,
  /// The kernel needs a feature that the device lacks, or no image of it fits
  /// the device.
  kernel_not_supported = TANDEM_ERROR_KERNEL_NOT_SUPPORTED,
  /// An object belongs to another backend than requested.
  backend_mismatch = TANDEM_ERROR_BACKEND_MISMATCH,
};

namespace detail {
// Throws an exception; defined where class exception is.
[[noreturn]] void throw_error(errc code, const char *message);
} // namespace detail

} // namespace _V1
} // namespace sycl
