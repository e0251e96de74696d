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

/// As `opencl::cl_bool`, under the name of SYCL 1.2.1.
using opencl::cl_bool;
#define TANDEM_OPENCL_TYPE(name)                                               \
  using opencl::name;                                                          \
  /** Vectors of 2 elements. */                                                \
  using name##2 = vec<name, 2>;                                                \
  /** Vectors of 3 elements. */                                                \
  using name##3 = vec<name, 3>;                                                \
  /** Vectors of 4 elements. */                                                \
  using name##4 = vec<name, 4>;                                                \
  /** Vectors of 8 elements. */                                                \
  using name##8 = vec<name, 8>;                                                \
  /** Vectors of 16 elements. */                                               \
  using name##16 = vec<name, 16>;
/// `opencl::cl_char` and vectors of it, under the names of SYCL 1.2.1.
TANDEM_OPENCL_TYPE(cl_char)
/// `opencl::cl_uchar` and vectors of it, under the names of SYCL 1.2.1.
TANDEM_OPENCL_TYPE(cl_uchar)
/// `opencl::cl_short` and vectors of it, under the names of SYCL 1.2.1.
TANDEM_OPENCL_TYPE(cl_short)
/// `opencl::cl_ushort` and vectors of it, under the names of SYCL 1.2.1.
TANDEM_OPENCL_TYPE(cl_ushort)
/// `opencl::cl_int` and vectors of it, under the names of SYCL 1.2.1.
TANDEM_OPENCL_TYPE(cl_int)
/// `opencl::cl_uint` and vectors of it, under the names of SYCL 1.2.1.
TANDEM_OPENCL_TYPE(cl_uint)
/// `opencl::cl_long` and vectors of it, under the names of SYCL 1.2.1.
TANDEM_OPENCL_TYPE(cl_long)
/// `opencl::cl_ulong` and vectors of it, under the names of SYCL 1.2.1.
TANDEM_OPENCL_TYPE(cl_ulong)
/// `opencl::cl_half` and vectors of it, under the names of SYCL 1.2.1.
TANDEM_OPENCL_TYPE(cl_half)
/// `opencl::cl_float` and vectors of it, under the names of SYCL 1.2.1.
TANDEM_OPENCL_TYPE(cl_float)
/// `opencl::cl_double` and vectors of it, under the names of SYCL 1.2.1.
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

/// A signed integer of 8 bits. As these types of `<CL/cl.h>` are the same as
/// those of SYCL, that header may declare them again.
using sycl::opencl::cl_char;
/// A floating-point number of 64 bits.
using sycl::opencl::cl_double;
/// A floating-point number of 32 bits.
using sycl::opencl::cl_float;
/// A signed integer of 32 bits.
using sycl::opencl::cl_int;
/// A signed integer of 64 bits.
using sycl::opencl::cl_long;
/// A signed integer of 16 bits.
using sycl::opencl::cl_short;
/// An unsigned integer of 8 bits.
using sycl::opencl::cl_uchar;
/// An unsigned integer of 32 bits.
using sycl::opencl::cl_uint;
/// An unsigned integer of 64 bits.
using sycl::opencl::cl_ulong;
/// An unsigned integer of 16 bits.
using sycl::opencl::cl_ushort;
