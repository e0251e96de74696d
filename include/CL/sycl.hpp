//===- CL/sycl.hpp - the header of SYCL 1.2.1 -----------------------------===//
//
// Part of Tandem, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#pragma once

#include <sycl/sycl.hpp>

namespace cl {
namespace sycl = ::sycl;
}
