//===- sycl/version.hpp - the version of DPC++ that Tandem stands for -----===//
//
// Part of Tandem, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// Owns: DPC++'s version macros. Programs branch on them, and build systems read
// them from this file. The extensions are those of DPC++ 2024.2.
#pragma once

#define __SYCL_COMPILER_VERSION 20240501
#define __LIBSYCL_MAJOR_VERSION 7
#define __LIBSYCL_MINOR_VERSION 2
#define __LIBSYCL_PATCH_VERSION 0
