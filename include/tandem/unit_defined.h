//===- tandem/unit_defined.h - the unit's id beside precompiled headers ---===//
//
// Part of Tandem, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The other half of unit_declared.h.
//
//===----------------------------------------------------------------------===//
#pragma GCC system_header

namespace {
const char __tandem_unit_id[] = __TANDEM_UNIT;
}
