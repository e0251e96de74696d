//===- CL/sycl.hpp - the header of SYCL 1.2.1 -----------------------------===//
//
// Part of Tandem, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#pragma once

#include <sycl/sycl.hpp>

namespace sycl {

// Types of OpenCL's sizes (SYCL 1.2.1, 6.5), which SYCL 2020 deprecates.
using cl_bool = bool;
using cl_char = int8_t;
using cl_uchar = uint8_t;
using cl_short = int16_t;
using cl_ushort = uint16_t;
using cl_int = int32_t;
using cl_uint = uint32_t;
using cl_long = int64_t;
using cl_ulong = uint64_t;
using cl_half = half;
using cl_float = float;
using cl_double = double;

} // namespace sycl

namespace cl {
namespace sycl = ::sycl;
}
