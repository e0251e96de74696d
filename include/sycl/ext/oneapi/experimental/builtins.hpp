//===- sycl/ext/oneapi/experimental/builtins.hpp - printf -----------------===//
//
// Part of Tandem, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// Owns: the C-like printf of oneAPI. Plain printf works in kernels, too.
#pragma once

#include <sycl/detail/config.hpp>

#ifdef __SYCL_DEVICE_ONLY__
extern "C" int __spirv_ocl_printf(const char *format, ...);
#else
#include <cstdio>
#endif

namespace sycl {
inline namespace _V1 {
namespace ext::oneapi::experimental {

/// Prints formatted text to standard output, as OpenCL C's `printf` does in
/// kernels, with vectors such as `%v4hlf`. The format may be qualified with an
/// address space; in kernels, it must be a literal.
/// \returns 0 in kernels, otherwise the result of `std::printf`.
template <class Char, class... Args>
TANDEM_ALWAYS_INLINE int printf(const Char *format, Args... args) {
  const char *plain = (const char *)format;
#ifdef __SYCL_DEVICE_ONLY__
  return __spirv_ocl_printf(plain, args...);
#else
  return std::printf(plain, args...);
#endif
}

} // namespace ext::oneapi::experimental
} // namespace _V1
} // namespace sycl
