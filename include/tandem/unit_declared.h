//===- tandem/unit_declared.h - the unit's id in precompiled headers ------===//
//
// Part of Tandem, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A header is precompiled for many translation units, and clang wants macros
// from the command line to be the same in all of them. So __SYCL_TU_ID is the
// name of this variable there, and each unit defines it in unit_defined.h.
// The driver includes both, nobody else does.
//
//===----------------------------------------------------------------------===//
#pragma GCC system_header

namespace {
extern const char __tandem_unit_id[];
}
