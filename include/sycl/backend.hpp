//===- sycl/backend.hpp - enum class backend ------------------------------===//
//
// Part of Tandem, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#pragma once

/// 1 where the backend OpenCL is supported. SYCL 2020, section 4.1.1.
#define SYCL_BACKEND_OPENCL 1

namespace sycl {
inline namespace _V1 {

/// The programming interface through which a platform is used. SYCL 2020,
/// section 4.1.
enum class backend : unsigned {
  // The values are PI_EXT_PLATFORM_BACKEND_*.
  /// Level Zero.
  ext_oneapi_level_zero = 1,
  /// OpenCL.
  opencl = 2,
  /// CUDA's driver.
  ext_oneapi_cuda = 3,
  /// HIP.
  ext_oneapi_hip = 4,
  /// The CPU that the program runs on.
  ext_oneapi_native_cpu = 6,
  /// Software devices for tests, with separate memory.
  ext_tandem_island = 100,
  /// As `ext_oneapi_level_zero`, under its older name.
  level_zero = ext_oneapi_level_zero, // the names before SYCL 2020
  /// As `ext_oneapi_cuda`, under its older name.
  cuda = ext_oneapi_cuda,
  /// As `ext_oneapi_hip`, under its older name.
  hip = ext_oneapi_hip,
  /// The host device of SYCL 1.2.1, which does not exist. Deprecated.
  host = 0x7f,
  /// Any backend, for filters.
  all = 0xff,
};

namespace detail {
constexpr const char *name_of(backend value) {
  switch (value) {
  case backend::ext_oneapi_level_zero:
    return "ext_oneapi_level_zero";
  case backend::opencl:
    return "opencl";
  case backend::ext_oneapi_cuda:
    return "ext_oneapi_cuda";
  case backend::ext_oneapi_hip:
    return "ext_oneapi_hip";
  case backend::ext_oneapi_native_cpu:
    return "ext_oneapi_native_cpu";
  case backend::ext_tandem_island:
    return "ext_tandem_island";
  case backend::host:
    return "host";
  case backend::all:
    break;
  }
  return "all";
}
} // namespace detail

/// Writes the name of a backend to a stream of the standard library. A
/// template, because that header is long.
template <template <class, class> class Stream, class Traits>
Stream<char, Traits> &operator<<(Stream<char, Traits> &out, backend value) {
  out << detail::name_of(value);
  return out;
}

} // namespace _V1
} // namespace sycl
