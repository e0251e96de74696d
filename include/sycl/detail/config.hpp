//===- sycl/detail/config.hpp - macros that everything else relies on -----===//
//
// Part of Tandem, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// Owns: language version, attributes that differ between the two passes.
#pragma once

#include <stddef.h>
#include <stdint.h>

// Clang predefines it in SYCL mode, where it also knows the names of kernels.
#ifdef SYCL_LANGUAGE_VERSION
#define TANDEM_HAS_STABLE_NAMES 1
#undef SYCL_LANGUAGE_VERSION
#endif
/// The version of SYCL that the headers implement: the year, then the number of
/// the edition.
#define SYCL_LANGUAGE_VERSION 202012L
/// Defined by Tandem's headers, so that programs can tell implementations
/// apart.
#define SYCL_IMPLEMENTATION_TANDEM 1
/// Defined because Tandem has the full feature set, not the reduced one.
/// SYCL 2020, appendix B.1.
#define SYCL_FEATURE_SET_FULL 1
/// Defined because kernels need no names, under DPC++'s name of this macro;
/// oneDPL tests it.
#define __SYCL_UNNAMED_LAMBDA__ 1

// The post-link tool finds the definitions by the annotation; `used` makes
// clang emit inline ones (boundaries.md, section 1).
#ifdef __SYCL_DEVICE_ONLY__
#define SYCL_EXTERNAL __attribute__((annotate("sycl-external"), used))
#else
/// Marks a function that kernels of other translation units may call. Both its
/// declaration and its definition need the mark. SYCL 2020, section 5.10.1.
#define SYCL_EXTERNAL
#endif

#ifndef __SYCL_TU_ID
/// For the library: a string that differs between translation units, so that
/// kernels with internal linkage have different names. The driver defines it to
/// the same value in both passes.
#define __SYCL_TU_ID ""
#endif

#define TANDEM_ALWAYS_INLINE __attribute__((always_inline)) inline
// Code that runs once in a while, and should not be copied into its callers.
#define TANDEM_COLD __attribute__((cold, noinline))
// For the device pass, which is clang's; other compilers of the host pass do
// not know these.
#ifdef __clang__
#define TANDEM_ANNOTATE(...) __attribute__((annotate(__VA_ARGS__)))
#define TANDEM_UNROLL _Pragma("clang loop unroll(full)")
#else
#define TANDEM_ANNOTATE(...)
#define TANDEM_UNROLL
#endif
#define TANDEM_LIKELY(condition) __builtin_expect(!!(condition), 1)
#define TANDEM_UNLIKELY(condition) __builtin_expect(!!(condition), 0)
