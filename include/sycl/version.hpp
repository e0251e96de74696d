//===- sycl/version.hpp - the version of DPC++ that Tandem matches --------===//
//
// Part of Tandem, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// Owns: DPC++'s version macros. Programs branch on them, and build systems read
// them from this file. The extensions are those of DPC++ 2024.2.
#pragma once

/// The date of the DPC++ release that Tandem is compatible with, as YYYYMMDD.
#define __SYCL_COMPILER_VERSION 20240501
/// The major version of DPC++'s runtime library that the headers correspond to.
#define __LIBSYCL_MAJOR_VERSION 7
/// The minor version of that library.
#define __LIBSYCL_MINOR_VERSION 2
/// The patch version of that library.
#define __LIBSYCL_PATCH_VERSION 0
