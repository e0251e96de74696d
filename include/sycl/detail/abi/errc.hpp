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

enum class errc : unsigned {
  success = TANDEM_SUCCESS,
  runtime = TANDEM_ERROR_RUNTIME,
  kernel = TANDEM_ERROR_KERNEL,
  accessor = TANDEM_ERROR_ACCESSOR,
  nd_range = TANDEM_ERROR_ND_RANGE,
  event = TANDEM_ERROR_EVENT,
  kernel_argument = TANDEM_ERROR_KERNEL_ARGUMENT,
  build = TANDEM_ERROR_BUILD,
  invalid = TANDEM_ERROR_INVALID,
  memory_allocation = TANDEM_ERROR_MEMORY_ALLOCATION,
  platform = TANDEM_ERROR_PLATFORM,
  profiling = TANDEM_ERROR_PROFILING,
  feature_not_supported = TANDEM_ERROR_FEATURE_NOT_SUPPORTED,
  kernel_not_supported = TANDEM_ERROR_KERNEL_NOT_SUPPORTED,
  backend_mismatch = TANDEM_ERROR_BACKEND_MISMATCH,
};

namespace detail {
// Throws an exception; defined where class exception is.
[[noreturn]] void throw_error(errc code, const char *message);
} // namespace detail

} // namespace _V1
} // namespace sycl
