//===- sycl/math_functions.hpp - mathematical functions -------------------===//
//
// Part of Tandem, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// Owns: the floating-point functions of SYCL 2020, 4.17.5. Kernels call
// OpenCL's extended instructions, or the compiler's builtins for what
// processors do themselves; the host calls libm.
#pragma once

#include <sycl/detail/host/host_math.hpp>
#include <sycl/detail/kernel/math_function.hpp>
#include <sycl/detail/kernel/opencl_std.hpp>
#include <sycl/marray.hpp>
#include <sycl/vec.hpp>

namespace sycl {
inline namespace _V1 {

#define TANDEM_DEFINE(name)                                                    \
  TANDEM_FUNCTION_1(                                                           \
      name, is_genfloat,                                                       \
      TANDEM_DEVICE_OR_HOST(__spirv_ocl_##name(value), TANDEM_HOST_1(name)))
TANDEM_LIBM_1(TANDEM_DEFINE)
#undef TANDEM_DEFINE
#define TANDEM_DEFINE(name)                                                    \
  TANDEM_FUNCTION_2(name, is_genfloat,                                         \
                    TANDEM_DEVICE_OR_HOST(__spirv_ocl_##name(first, second),   \
                                          TANDEM_HOST_2(name)))
TANDEM_LIBM_2(TANDEM_DEFINE)
#undef TANDEM_DEFINE

// Exact operations that optimisers understand.
#define TANDEM_DEFINE(name, builtin)                                           \
  TANDEM_FUNCTION_1(                                                           \
      name, is_genfloat,                                                       \
      TANDEM_DEVICE_OR_HOST(__builtin_elementwise_##builtin(value),            \
                            TANDEM_HOST_1(name)))
TANDEM_DEFINE(ceil, ceil)
TANDEM_DEFINE(fabs, abs)
TANDEM_DEFINE(floor, floor)
TANDEM_DEFINE(rint, rint)
TANDEM_DEFINE(round, round)
TANDEM_DEFINE(sqrt, sqrt)
TANDEM_DEFINE(trunc, trunc)
#undef TANDEM_DEFINE
#define TANDEM_DEFINE(name, builtin)                                           \
  TANDEM_FUNCTION_2(                                                           \
      name, is_genfloat,                                                       \
      TANDEM_DEVICE_OR_HOST(__builtin_elementwise_##builtin(first, second),    \
                            TANDEM_HOST_2(name)))
TANDEM_DEFINE(copysign, copysign)
TANDEM_DEFINE(fmax, max)
TANDEM_DEFINE(fmin, min)
#undef TANDEM_DEFINE
TANDEM_FUNCTION_3(
    fma, is_genfloat,
    TANDEM_DEVICE_OR_HOST(__builtin_elementwise_fma(first, second, third),
                          (sizeof(first) == 8
                               ? __builtin_fma(first, second, third)
                               : __builtin_fmaf(first, second, third))))
TANDEM_FUNCTION_3(mad, is_genfloat,
                  TANDEM_DEVICE_OR_HOST(__spirv_ocl_mad(first, second, third),
                                        first *second + third))

// Not in libm, or not for half precision.
#define TANDEM_DEFINE(name, host)                                              \
  TANDEM_FUNCTION_1(name, is_genfloat,                                         \
                    TANDEM_DEVICE_OR_HOST(__spirv_ocl_##name(value), host))
TANDEM_DEFINE(acospi, __builtin_acos(double(value)) / detail::pi)
TANDEM_DEFINE(asinpi, __builtin_asin(double(value)) / detail::pi)
TANDEM_DEFINE(atanpi, __builtin_atan(double(value)) / detail::pi)
TANDEM_DEFINE(cospi, detail::host_cospi(double(value)))
TANDEM_DEFINE(sinpi, detail::host_sinpi(double(value)))
TANDEM_DEFINE(tanpi, detail::host_sinpi(double(value)) /
                         detail::host_cospi(double(value)))
TANDEM_DEFINE(rsqrt, 1 / TANDEM_HOST_1(sqrt))
#undef TANDEM_DEFINE
#define TANDEM_DEFINE(name, host)                                              \
  TANDEM_FUNCTION_2(                                                           \
      name, is_genfloat,                                                       \
      TANDEM_DEVICE_OR_HOST(__spirv_ocl_##name(first, second), host))
TANDEM_DEFINE(atan2pi,
              __builtin_atan2(double(first), double(second)) / detail::pi)
TANDEM_DEFINE(maxmag, __builtin_fabs(first) > __builtin_fabs(second) ? first
                      : __builtin_fabs(second) > __builtin_fabs(first)
                          ? second
                          : TANDEM_HOST_2(fmax))
TANDEM_DEFINE(minmag, __builtin_fabs(first) < __builtin_fabs(second) ? first
                      : __builtin_fabs(second) < __builtin_fabs(first)
                          ? second
                          : TANDEM_HOST_2(fmin))
TANDEM_DEFINE(nextafter, detail::host_nextafter(first, second))
TANDEM_DEFINE(powr, detail::host_powr(double(first), double(second)))
#undef TANDEM_DEFINE

//===-- With integers
//-------------------------------------------------------===//

namespace detail {

// The vector of int beside a vector of floating-point values.
template <class Value, bool Vector = is_vector<Value>> struct int_like {
  using type = int;
};
template <class Value> struct int_like<Value, true> {
  using type = typename vector_traits<Value>::template with<int>;
};
template <class Value> using int_of = typename int_like<Value>::type;

} // namespace detail

#define TANDEM_DEFINE(name, host)                                              \
  template <class Argument, class Integer,                                     \
            class Result = detail::argument_of<Argument>,                      \
            detail::when<                                                      \
                detail::is_genfloat<Result> &&                                 \
                (std::is_convertible_v<Integer, int> ||                        \
                 std::is_convertible_v<Integer, detail::int_of<Result>>)> = 0> \
  TANDEM_ALWAYS_INLINE Result name(const Argument &argument,                   \
                                   const Integer &integer) {                   \
    if constexpr (detail::is_vector<Result>) {                                 \
      Result result;                                                           \
      for (int index = 0; index < detail::count_of<Result>; ++index)           \
        result[index] =                                                        \
            name(argument[index],                                              \
                 int(detail::pick<detail::int_of<Result>>(integer, index)));   \
      return result;                                                           \
    } else {                                                                   \
      const auto value = detail::native(static_cast<Result>(argument));        \
      const int number = integer;                                              \
      return Result(                                                           \
          TANDEM_DEVICE_OR_HOST(__spirv_ocl_##name(value, number), host));     \
    }                                                                          \
  }
TANDEM_DEFINE(ldexp, __builtin_ldexp(double(value), number))
TANDEM_DEFINE(pown, __builtin_pow(double(value), number))
TANDEM_DEFINE(rootn, detail::host_rootn(double(value), number))
#undef TANDEM_DEFINE

template <class Argument, class Result = detail::argument_of<Argument>,
          detail::when<detail::is_genfloat<Result>> = 0>
TANDEM_ALWAYS_INLINE detail::int_of<Result> ilogb(const Argument &argument) {
  if constexpr (detail::is_vector<Result>) {
    detail::int_of<Result> result;
    for (int index = 0; index < detail::count_of<Result>; ++index)
      result[index] = sycl::ilogb(argument[index]);
    return result;
  } else {
    const auto value = detail::native(static_cast<Result>(argument));
    return TANDEM_DEVICE_OR_HOST(__spirv_ocl_ilogb(value),
                                 __builtin_ilogb(double(value)));
  }
}

//===-- With a second result
//------------------------------------------------===//
// Programs may name the pointer's type, for scalars as the only argument.

namespace detail {

// What a result parameter points to: `Pointer` is a pointer or a multi_ptr.
template <class Pointer>
using pointee = std::remove_reference_t<decltype(*std::declval<Pointer &>())>;

} // namespace detail

// `Second` is the type of an element of the second result, and `host`
// computes both: it assigns `second` and returns the first.
#define TANDEM_DEFINE(name, Second, host)                                      \
  template <class Pointer, class Argument,                                     \
            class Result = detail::argument_of<Argument>,                      \
            detail::when<detail::is_float_scalar<Result>> = 0,                 \
            class = detail::pointee<Pointer>>                                  \
  TANDEM_ALWAYS_INLINE Result name(const Argument &argument, Pointer out) {    \
    const auto value = detail::native(static_cast<Result>(argument));          \
    Second second{};                                                           \
    const auto first =                                                         \
        TANDEM_DEVICE_OR_HOST(__spirv_ocl_##name(value, &second), (host));     \
    *out = second;                                                             \
    return Result(first);                                                      \
  }                                                                            \
  template <class Argument, class Pointer,                                     \
            class Result = detail::value_of<Argument>,                         \
            detail::when<detail::is_vector<Argument> &&                        \
                         detail::is_genfloat<Argument>> = 0>                   \
  TANDEM_ALWAYS_INLINE Result name(const Argument &argument, Pointer out) {    \
    Result result;                                                             \
    for (int index = 0; index < detail::count_of<Result>; ++index)             \
      result[index] = name(argument[index], &(*out)[index]);                   \
    return result;                                                             \
  }
TANDEM_DEFINE(fract, std::remove_const_t<decltype(value)>,
              (second = decltype(second)(__builtin_floor(value)),
               detail::host_fraction(value, second)))
TANDEM_DEFINE(frexp, int, __builtin_frexp(double(value), &second))
TANDEM_DEFINE(lgamma_r, int,
              (second = __builtin_fmod(__builtin_floor(double(value)), 2) == -1
                            ? -1
                            : 1,
               __builtin_lgamma(double(value))))
TANDEM_DEFINE(
    modf, std::remove_const_t<decltype(value)>,
    (second = decltype(second)(__builtin_trunc(value)),
     __builtin_copysign(__builtin_isinf(value) ? 0.0 : double(value - second),
                        double(value))))
TANDEM_DEFINE(sincos, std::remove_const_t<decltype(value)>,
              (second = decltype(second)(TANDEM_HOST_1(cos)),
               TANDEM_HOST_1(sin)))
#undef TANDEM_DEFINE

template <class Pointer, class Dividend, class Divisor,
          class Result = detail::argument_of<Dividend, Divisor>,
          detail::when<detail::is_float_scalar<Result>> = 0,
          class = detail::pointee<Pointer>>
TANDEM_ALWAYS_INLINE Result remquo(const Dividend &dividend,
                                   const Divisor &divisor, Pointer out) {
  const auto numerator = static_cast<Result>(dividend);
  const auto denominator = static_cast<Result>(divisor);
  const Result rest = sycl::remainder(numerator, denominator);
  // Seven bits of the quotient and its sign are due; libm's have but three. So
  // whole multiples of 128 denominators are left out, and what is left divided.
  int quotient = 0;
  if (rest == rest) {
    const Result size = sycl::fabs(denominator);
    const Result left = sycl::fmod(sycl::fabs(numerator), Result(128) * size);
    const Result over = numerator < 0 ? -rest : rest;
    quotient = static_cast<int>(sycl::rint((left - over) / size)) & 127;
    if ((numerator < 0) != (denominator < 0))
      quotient = -quotient;
  }
  *out = quotient;
  return rest;
}
template <
    class Dividend, class Divisor, class Pointer,
    class Result = detail::argument_of<Dividend, Divisor>,
    detail::when<detail::is_vector<Result> && detail::is_genfloat<Result>> = 0>
TANDEM_ALWAYS_INLINE Result remquo(const Dividend &dividend,
                                   const Divisor &divisor, Pointer out) {
  Result result;
  for (int index = 0; index < detail::count_of<Result>; ++index)
    result[index] = sycl::remquo(
        dividend[index], detail::pick<Result>(divisor, index), &(*out)[index]);
  return result;
}

inline half nan(uint16_t payload) {
  return __builtin_bit_cast(half, uint16_t(0x7e00u | (payload & 0x1ffu)));
}
inline float nan(uint32_t payload) {
  return __builtin_bit_cast(float, 0x7fc00000u | (payload & 0x3fffffu));
}
inline double nan(uint64_t payload) {
  return __builtin_bit_cast(double,
                            0x7ff8000000000000u | (payload & 0x7ffffffffffffu));
}
inline double nan(unsigned long long payload) {
  return nan(static_cast<uint64_t>(payload));
}
template <class Payload, detail::when<detail::is_vector<Payload>> = 0,
          class Result =
              typename detail::vector_traits<detail::value_of<Payload>>::
                  template with<decltype(nan(detail::element_of<Payload>()))>>
Result nan(const Payload &payload) {
  Result result;
  for (int index = 0; index < detail::count_of<Result>; ++index)
    result[index] = nan(payload[index]);
  return result;
}

//===-- Native and half precision (4.17.5.1, 4.17.5.2)
//----------------------===//

namespace detail {
template <class DataT>
inline constexpr bool is_genfloatf = std::is_same_v<element_of<DataT>, float>;
}

#define TANDEM_DEFINE(name, host)                                              \
  namespace native {                                                           \
  TANDEM_FUNCTION_1(name, is_genfloatf,                                        \
                    TANDEM_DEVICE_OR_HOST(__spirv_ocl_native_##name(value),    \
                                          host))                               \
  }                                                                            \
  namespace half_precision {                                                   \
  TANDEM_FUNCTION_1(name, is_genfloatf,                                        \
                    TANDEM_DEVICE_OR_HOST(__spirv_ocl_half_##name(value),      \
                                          host))                               \
  }
TANDEM_DEFINE(cos, __builtin_cosf(value))
TANDEM_DEFINE(exp, __builtin_expf(value))
TANDEM_DEFINE(exp2, __builtin_exp2f(value))
TANDEM_DEFINE(exp10, __builtin_exp10f(value))
TANDEM_DEFINE(log, __builtin_logf(value))
TANDEM_DEFINE(log2, __builtin_log2f(value))
TANDEM_DEFINE(log10, __builtin_log10f(value))
TANDEM_DEFINE(recip, 1 / value)
TANDEM_DEFINE(rsqrt, 1 / __builtin_sqrtf(value))
TANDEM_DEFINE(sin, __builtin_sinf(value))
TANDEM_DEFINE(sqrt, __builtin_sqrtf(value))
TANDEM_DEFINE(tan, __builtin_tanf(value))
#undef TANDEM_DEFINE
#define TANDEM_DEFINE(name, host)                                              \
  namespace native {                                                           \
  TANDEM_FUNCTION_2(                                                           \
      name, is_genfloatf,                                                      \
      TANDEM_DEVICE_OR_HOST(__spirv_ocl_native_##name(first, second), host))   \
  }                                                                            \
  namespace half_precision {                                                   \
  TANDEM_FUNCTION_2(                                                           \
      name, is_genfloatf,                                                      \
      TANDEM_DEVICE_OR_HOST(__spirv_ocl_half_##name(first, second), host))     \
  }
TANDEM_DEFINE(divide, first / second)
TANDEM_DEFINE(powr, sycl::detail::host_powr(first, second))
#undef TANDEM_DEFINE

} // namespace _V1
} // namespace sycl

#undef TANDEM_LIBM_1
#undef TANDEM_LIBM_2
#include <sycl/detail/kernel/math_function_end.hpp>
