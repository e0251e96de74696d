//===- sycl/backend.hpp - enum class backend ------------------------------===//
//
// Part of Tandem, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#pragma once

// Device code of the usual target, SPIR-V, runs on OpenCL (SYCL 2020, C.8).
#define SYCL_BACKEND_OPENCL 1

namespace sycl {
inline namespace _V1 {

// The values are PI_EXT_PLATFORM_BACKEND_*.
enum class backend : unsigned {
  ext_oneapi_level_zero = 1,
  opencl = 2,
  ext_oneapi_cuda = 3,
  ext_oneapi_hip = 4,
  ext_oneapi_native_cpu = 6,
  ext_tandem_island = 100,
  level_zero = ext_oneapi_level_zero, // the names before SYCL 2020
  cuda = ext_oneapi_cuda,
  hip = ext_oneapi_hip,
  host = 0x7f,
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

// For streams of the standard library, whose header is long.
template <template <class, class> class Stream, class Traits>
Stream<char, Traits> &operator<<(Stream<char, Traits> &out, backend value) {
  out << detail::name_of(value);
  return out;
}

} // namespace _V1
} // namespace sycl
