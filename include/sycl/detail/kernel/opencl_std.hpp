//===- sycl/detail/kernel/opencl_std.hpp - OpenCL's extended instructions -===//
//
// Part of Tandem, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// Owns: the declarations of __spirv_ocl_* (boundaries.md, section 2). One
// template stands for all types: the types in the IR decide.
#pragma once

// Functions that are in libm under the same name, by number of operands.
#define TANDEM_LIBM_1(X)                                                       \
  X(acos)                                                                      \
  X(acosh)                                                                     \
  X(asin)                                                                      \
  X(asinh)                                                                     \
  X(atan)                                                                      \
  X(atanh)                                                                     \
  X(cbrt)                                                                      \
  X(cos)                                                                       \
  X(cosh)                                                                      \
  X(erf)                                                                       \
  X(erfc)                                                                      \
  X(exp)                                                                       \
  X(exp2)                                                                      \
  X(exp10)                                                                     \
  X(expm1)                                                                     \
  X(lgamma)                                                                    \
  X(log)                                                                       \
  X(log2) X(log10) X(log1p) X(logb) X(sin) X(sinh) X(tan) X(tanh) X(tgamma)
#define TANDEM_LIBM_2(X) X(atan2) X(fdim) X(fmod) X(hypot) X(pow) X(remainder)

#ifdef __SYCL_DEVICE_ONLY__

#define TANDEM_CONST __attribute__((const))
#define TANDEM_DECLARE_1(name)                                                 \
  template <class DataT> TANDEM_CONST DataT __spirv_ocl_##name(DataT) noexcept;
#define TANDEM_DECLARE_2(name)                                                 \
  template <class DataT>                                                       \
  TANDEM_CONST DataT __spirv_ocl_##name(DataT, DataT) noexcept;
#define TANDEM_DECLARE_3(name)                                                 \
  template <class DataT>                                                       \
  TANDEM_CONST DataT __spirv_ocl_##name(DataT, DataT, DataT) noexcept;
#define TANDEM_DECLARE_INT(name)                                               \
  template <class DataT>                                                       \
  TANDEM_CONST DataT __spirv_ocl_##name(DataT, int) noexcept;
#define TANDEM_DECLARE_POINTER(name)                                           \
  template <class DataT, class Pointee>                                        \
  DataT __spirv_ocl_##name(DataT, Pointee *) noexcept;
#define TANDEM_FOR_EACH(X, one, two, three, four, five, six)                   \
  X(one) X(two) X(three) X(four) X(five) X(six)

TANDEM_LIBM_1(TANDEM_DECLARE_1)
TANDEM_LIBM_2(TANDEM_DECLARE_2)
TANDEM_FOR_EACH(TANDEM_DECLARE_1, acospi, asinpi, atanpi, cospi, sinpi, tanpi)
TANDEM_FOR_EACH(TANDEM_DECLARE_1, native_cos, native_exp, native_exp2,
                native_exp10, native_log, native_log2)
TANDEM_FOR_EACH(TANDEM_DECLARE_1, native_log10, native_recip, native_rsqrt,
                native_sin, native_sqrt, native_tan)
TANDEM_FOR_EACH(TANDEM_DECLARE_1, half_cos, half_exp, half_exp2, half_exp10,
                half_log, half_log2)
TANDEM_FOR_EACH(TANDEM_DECLARE_1, half_log10, half_recip, half_rsqrt, half_sin,
                half_sqrt, half_tan)
TANDEM_DECLARE_1(rsqrt)
TANDEM_FOR_EACH(TANDEM_DECLARE_2, atan2pi, maxmag, minmag, powr, native_divide,
                native_powr)
TANDEM_FOR_EACH(TANDEM_DECLARE_2, half_divide, half_powr, s_add_sat, u_add_sat,
                s_sub_sat, u_sub_sat)
TANDEM_FOR_EACH(TANDEM_DECLARE_2, s_mul_hi, u_mul_hi, s_hadd, u_hadd, s_rhadd,
                u_rhadd)
TANDEM_DECLARE_2(nextafter)
TANDEM_DECLARE_3(mad)
TANDEM_DECLARE_INT(ldexp)
TANDEM_DECLARE_INT(pown)
TANDEM_DECLARE_INT(rootn)
TANDEM_DECLARE_POINTER(fract)
TANDEM_DECLARE_POINTER(frexp)
TANDEM_DECLARE_POINTER(lgamma_r)
TANDEM_DECLARE_POINTER(modf)
TANDEM_DECLARE_POINTER(sincos)
template <class DataT> TANDEM_CONST int __spirv_ocl_ilogb(DataT) noexcept;
template <class DataT> DataT __spirv_ocl_remquo(DataT, DataT, int *) noexcept;

#undef TANDEM_FOR_EACH
#undef TANDEM_DECLARE_POINTER
#undef TANDEM_DECLARE_INT
#undef TANDEM_DECLARE_3
#undef TANDEM_DECLARE_2
#undef TANDEM_DECLARE_1
#undef TANDEM_CONST

#endif // __SYCL_DEVICE_ONLY__
