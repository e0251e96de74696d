//===- sycl/opencl_types.hpp - types of OpenCL's sizes --------------------===//
//
// Part of Tandem, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// Owns: the aliases of SYCL 2020, C.6, and those that SYCL 1.2.1 (6.5, 4.10.2)
// had in namespace sycl, and DPC++'s short names of integers.
#pragma once

#include <sycl/vec.hpp>

namespace sycl {
inline namespace _V1 {

namespace opencl {
/// A Boolean value. SYCL 2020, appendix C.6.
using cl_bool = bool;
/// A signed integer of 8 bits.
using cl_char = int8_t;
/// An unsigned integer of 8 bits.
using cl_uchar = uint8_t;
/// A signed integer of 16 bits.
using cl_short = int16_t;
/// An unsigned integer of 16 bits.
using cl_ushort = uint16_t;
/// A signed integer of 32 bits.
using cl_int = int32_t;
/// An unsigned integer of 32 bits.
using cl_uint = uint32_t;
/// A signed integer of 64 bits.
using cl_long = int64_t;
/// An unsigned integer of 64 bits.
using cl_ulong = uint64_t;
/// A floating-point number of 16 bits.
using cl_half = half;
/// A floating-point number of 32 bits.
using cl_float = float;
/// A floating-point number of 64 bits.
using cl_double = double;
} // namespace opencl

/// As `opencl::cl_bool`, and so the types below with their vectors: the names
/// of SYCL 1.2.1.
using opencl::cl_bool;
#define TANDEM_OPENCL_TYPE(name)                                               \
  using opencl::name;                                                          \
  using name##2 = vec<name, 2>;                                                \
  using name##3 = vec<name, 3>;                                                \
  using name##4 = vec<name, 4>;                                                \
  using name##8 = vec<name, 8>;                                                \
  using name##16 = vec<name, 16>;
TANDEM_OPENCL_TYPE(cl_char)
TANDEM_OPENCL_TYPE(cl_uchar)
TANDEM_OPENCL_TYPE(cl_short)
TANDEM_OPENCL_TYPE(cl_ushort)
TANDEM_OPENCL_TYPE(cl_int)
TANDEM_OPENCL_TYPE(cl_uint)
TANDEM_OPENCL_TYPE(cl_long)
TANDEM_OPENCL_TYPE(cl_ulong)
TANDEM_OPENCL_TYPE(cl_half)
TANDEM_OPENCL_TYPE(cl_float)
TANDEM_OPENCL_TYPE(cl_double)
#undef TANDEM_OPENCL_TYPE

/// A signed integer of 8 bits.
using schar = signed char;
/// An unsigned integer of 8 bits.
using uchar = unsigned char;
/// An unsigned integer of 16 bits.
using ushort = unsigned short;
/// An unsigned integer of 32 bits.
using uint = unsigned int;
/// An unsigned integer of 64 bits.
using ulong = unsigned long;
/// A signed integer of 64 bits.
using longlong = long long;
/// An unsigned integer of 64 bits.
using ulonglong = unsigned long long;

} // namespace _V1
} // namespace sycl

// Programs written for DPC++ have the types of <CL/cl.h> from <sycl/sycl.hpp>:
// here those that are the same as SYCL's, which that header may declare again.
using sycl::opencl::cl_char;
using sycl::opencl::cl_double;
using sycl::opencl::cl_float;
using sycl::opencl::cl_int;
using sycl::opencl::cl_long;
using sycl::opencl::cl_short;
using sycl::opencl::cl_uchar;
using sycl::opencl::cl_uint;
using sycl::opencl::cl_ulong;
using sycl::opencl::cl_ushort;
