//===- sycl/math_functions.hpp - mathematical functions -------------------===//
//
// Part of Tandem, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// Owns: the floating-point functions of SYCL 2020, 4.17.4 to 4.17.6. Kernels
// call OpenCL's extended instructions, or the compiler's builtins for
// operations that are processor instructions; the host calls libm.
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
/// The functions of one operand that the standard library has by the same name:
/// acos, acosh, asin, asinh, atan, atanh, cbrt, cos, cosh, erf, erfc, exp,
/// exp2, exp10, expm1, lgamma, log, log2, log10, log1p, logb, sin, sinh, tan,
/// tanh and tgamma.
///
/// Like all functions of this header, they take `float`, `double` and `half`,
/// and apply to each element of `vec`, `marray` and swizzles. With more than
/// one operand, the others may be scalars if the first is a vector. Kernels use
/// the device's implementation, host code the standard library's.
/// SYCL 2020, section 4.17.4.
///@{
TANDEM_LIBM_1(TANDEM_DEFINE)
///@}
#undef TANDEM_DEFINE
#define TANDEM_DEFINE(name)                                                    \
  TANDEM_FUNCTION_2(name, is_genfloat,                                         \
                    TANDEM_DEVICE_OR_HOST(__spirv_ocl_##name(first, second),   \
                                          TANDEM_HOST_2(name)))
/// The functions of two operands that the standard library has by the same
/// name: atan2, fdim, fmod, hypot, pow and remainder.
///@{
TANDEM_LIBM_2(TANDEM_DEFINE)
///@}
#undef TANDEM_DEFINE

// Exact operations that optimisers understand.
#define TANDEM_DEFINE(name, builtin)                                           \
  TANDEM_FUNCTION_1(                                                           \
      name, is_genfloat,                                                       \
      TANDEM_DEVICE_OR_HOST(__builtin_elementwise_##builtin(value),            \
                            TANDEM_HOST_1(name)))
/// The nearest integer that is not less than the value.
TANDEM_DEFINE(ceil, ceil)
/// The absolute value.
TANDEM_DEFINE(fabs, abs)
/// The nearest integer that is not greater than the value.
TANDEM_DEFINE(floor, floor)
/// The nearest integer; ties are rounded to even.
TANDEM_DEFINE(rint, rint)
/// The nearest integer; ties are rounded away from zero.
TANDEM_DEFINE(round, round)
/// The square root.
TANDEM_DEFINE(sqrt, sqrt)
/// The integer part, rounded towards zero.
TANDEM_DEFINE(trunc, trunc)
#undef TANDEM_DEFINE
#define TANDEM_DEFINE(name, builtin)                                           \
  TANDEM_FUNCTION_2(                                                           \
      name, is_genfloat,                                                       \
      TANDEM_DEVICE_OR_HOST(__builtin_elementwise_##builtin(first, second),    \
                            TANDEM_HOST_2(name)))
/// The magnitude of the first operand with the sign of the second.
TANDEM_DEFINE(copysign, copysign)
/// The greater operand, or the one that is not NaN.
TANDEM_DEFINE(fmax, max)
/// The lesser operand, or the one that is not NaN.
TANDEM_DEFINE(fmin, min)
#undef TANDEM_DEFINE
/// The first operand times the second plus the third, rounded once.
TANDEM_FUNCTION_3(
    fma, is_genfloat,
    TANDEM_DEVICE_OR_HOST(__builtin_elementwise_fma(first, second, third),
                          (sizeof(first) == 8
                               ? __builtin_fma(first, second, third)
                               : __builtin_fmaf(first, second, third))))
/// The first operand times the second plus the third; faster than `fma` where
/// the device has no such instruction, with unspecified rounding.
TANDEM_FUNCTION_3(mad, is_genfloat,
                  TANDEM_DEVICE_OR_HOST(__spirv_ocl_mad(first, second, third),
                                        first *second + third))

// Not in libm, or not for half precision.
#define TANDEM_DEFINE(name, host)                                              \
  TANDEM_FUNCTION_1(name, is_genfloat,                                         \
                    TANDEM_DEVICE_OR_HOST(__spirv_ocl_##name(value), host))
/// The arc cosine divided by pi.
TANDEM_DEFINE(acospi, __builtin_acos(double(value)) / detail::pi)
/// The arc sine divided by pi.
TANDEM_DEFINE(asinpi, __builtin_asin(double(value)) / detail::pi)
/// The arc tangent divided by pi.
TANDEM_DEFINE(atanpi, __builtin_atan(double(value)) / detail::pi)
/// The cosine of the value times pi.
TANDEM_DEFINE(cospi, detail::host_cospi(double(value)))
/// The sine of the value times pi.
TANDEM_DEFINE(sinpi, detail::host_sinpi(double(value)))
/// The tangent of the value times pi.
TANDEM_DEFINE(tanpi, detail::host_sinpi(double(value)) /
                         detail::host_cospi(double(value)))
/// The reciprocal of the square root.
TANDEM_DEFINE(rsqrt, 1 / TANDEM_HOST_1(sqrt))
#undef TANDEM_DEFINE
#define TANDEM_DEFINE(name, host)                                              \
  TANDEM_FUNCTION_2(                                                           \
      name, is_genfloat,                                                       \
      TANDEM_DEVICE_OR_HOST(__spirv_ocl_##name(first, second), host))
/// The angle of `atan2`, divided by pi.
TANDEM_DEFINE(atan2pi,
              __builtin_atan2(double(first), double(second)) / detail::pi)
/// The operand with the greater magnitude, or `fmax` if the magnitudes are
/// equal.
TANDEM_DEFINE(maxmag, __builtin_fabs(first) > __builtin_fabs(second) ? first
                      : __builtin_fabs(second) > __builtin_fabs(first)
                          ? second
                          : TANDEM_HOST_2(fmax))
/// The operand with the lesser magnitude, or `fmin` if the magnitudes are
/// equal.
TANDEM_DEFINE(minmag, __builtin_fabs(first) < __builtin_fabs(second) ? first
                      : __builtin_fabs(second) < __builtin_fabs(first)
                          ? second
                          : TANDEM_HOST_2(fmin))
/// The next value after the first operand in the direction of the second.
TANDEM_DEFINE(nextafter, detail::host_nextafter(first, second))
/// The first operand, which must not be negative, to the power of the second.
TANDEM_DEFINE(powr, detail::host_powr(double(first), double(second)))
#undef TANDEM_DEFINE

//===-- With integers
//-------------------------------------------------------===//

namespace detail {

// The vector of int with the shape of a floating-point vector.
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
/// The value times 2 to the power of an integer.
TANDEM_DEFINE(ldexp, __builtin_ldexp(double(value), number))
/// The value to the power of an integer.
TANDEM_DEFINE(pown, __builtin_pow(double(value), number))
/// The root of the value whose degree is the integer.
TANDEM_DEFINE(rootn, detail::host_rootn(double(value), number))
#undef TANDEM_DEFINE

/// The exponent of the value as an integer.
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

// The type that `Pointer`, a pointer or a multi_ptr, points to.
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
/// The fractional part of the value, less than 1; `*out` receives the value
/// rounded down.
///@{
TANDEM_DEFINE(fract, std::remove_const_t<decltype(value)>,
              (second = decltype(second)(__builtin_floor(value)),
               detail::host_fraction(value, second)))
///@}
/// The significand of the value, at least 0.5 and less than 1; `*out` receives
/// the exponent.
///@{
TANDEM_DEFINE(frexp, int, __builtin_frexp(double(value), &second))
///@}
/// The logarithm of the absolute value of the gamma function; `*out` receives
/// the sign of that function, 1 or -1.
///@{
TANDEM_DEFINE(lgamma_r, int,
              (second = __builtin_fmod(__builtin_floor(double(value)), 2) == -1
                            ? -1
                            : 1,
               __builtin_lgamma(double(value))))
///@}
/// The fractional part of the value; `*out` receives the integer part. Both
/// have the sign of the value.
///@{
TANDEM_DEFINE(
    modf, std::remove_const_t<decltype(value)>,
    (second = decltype(second)(__builtin_trunc(value)),
     __builtin_copysign(__builtin_isinf(value) ? 0.0 : double(value - second),
                        double(value))))
///@}
/// The sine of the value; `*out` receives the cosine.
///@{
TANDEM_DEFINE(sincos, std::remove_const_t<decltype(value)>,
              (second = decltype(second)(TANDEM_HOST_1(cos)),
               TANDEM_HOST_1(sin)))
///@}
#undef TANDEM_DEFINE

/// The remainder of the division with the quotient rounded to nearest; `*out`
/// receives the low seven bits of the quotient with its sign.
template <class Pointer, class Dividend, class Divisor,
          class Result = detail::argument_of<Dividend, Divisor>,
          detail::when<detail::is_float_scalar<Result>> = 0,
          class = detail::pointee<Pointer>>
TANDEM_ALWAYS_INLINE Result remquo(const Dividend &dividend,
                                   const Divisor &divisor, Pointer out) {
  const auto numerator = static_cast<Result>(dividend);
  const auto denominator = static_cast<Result>(divisor);
  const Result rest = sycl::remainder(numerator, denominator);
  // Seven bits of the quotient and its sign are required, but libm's remquo
  // gives only three. Multiples of 128 denominators are removed before the
  // division.
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
/// As above, for vectors.
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

/// A quiet NaN whose low bits are those of `payload`.
inline half nan(uint16_t payload) {
  return __builtin_bit_cast(half, uint16_t(0x7e00u | (payload & 0x1ffu)));
}
/// As above, as `float`.
inline float nan(uint32_t payload) {
  return __builtin_bit_cast(float, 0x7fc00000u | (payload & 0x3fffffu));
}
/// As above, as `double`.
inline double nan(uint64_t payload) {
  return __builtin_bit_cast(double,
                            0x7ff8000000000000u | (payload & 0x7ffffffffffffu));
}
/// As above, for the other type of 64 bits.
inline double nan(unsigned long long payload) {
  return nan(static_cast<uint64_t>(payload));
}
/// As above, for vectors.
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

//===-- Native and half precision (4.17.5, 4.17.6)
//----------------------===//

namespace detail {
template <class DataT>
inline constexpr bool is_genfloatf = std::is_same_v<element_of<DataT>, float>;
}

// Each function with its host implementation: of one operand, and of two.
#define TANDEM_NATIVE_1(X)                                                     \
  X(cos, __builtin_cosf(value))                                                \
  X(exp, __builtin_expf(value))                                                \
  X(exp2, __builtin_exp2f(value))                                              \
  X(exp10, __builtin_exp10f(value))                                            \
  X(log, __builtin_logf(value))                                                \
  X(log2, __builtin_log2f(value))                                              \
  X(log10, __builtin_log10f(value))                                            \
  X(recip, 1 / value)                                                          \
  X(rsqrt, 1 / __builtin_sqrtf(value))                                         \
  X(sin, __builtin_sinf(value))                                                \
  X(sqrt, __builtin_sqrtf(value))                                              \
  X(tan, __builtin_tanf(value))
#define TANDEM_NATIVE_2(X)                                                     \
  X(divide, first / second)                                                    \
  X(powr, sycl::detail::host_powr(first, second))

namespace native {
#define TANDEM_DEFINE(name, host)                                              \
  TANDEM_FUNCTION_1(                                                           \
      name, is_genfloatf,                                                      \
      TANDEM_DEVICE_OR_HOST(__spirv_ocl_native_##name(value), host))
/// The functions of one operand with the precision of the device's
/// instructions: cos, exp, exp2, exp10, log, log2, log10, recip (the
/// reciprocal), rsqrt (the reciprocal of the square root), sin, sqrt and tan.
///
/// They take `float` and vectors of it. SYCL 2020, section 4.17.5.
///@{
TANDEM_NATIVE_1(TANDEM_DEFINE)
///@}
#undef TANDEM_DEFINE
#define TANDEM_DEFINE(name, host)                                              \
  TANDEM_FUNCTION_2(                                                           \
      name, is_genfloatf,                                                      \
      TANDEM_DEVICE_OR_HOST(__spirv_ocl_native_##name(first, second), host))
/// As above, of two operands: divide, and powr, which raises the first operand,
/// which must not be negative, to the power of the second.
///@{
TANDEM_NATIVE_2(TANDEM_DEFINE)
///@}
#undef TANDEM_DEFINE
} // namespace native

namespace half_precision {
#define TANDEM_DEFINE(name, host)                                              \
  TANDEM_FUNCTION_1(                                                           \
      name, is_genfloatf,                                                      \
      TANDEM_DEVICE_OR_HOST(__spirv_ocl_half_##name(value), host))
/// The functions of one operand with a precision of at least 10 bits: those of
/// the namespace `native`.
///
/// They take `float` and vectors of it. SYCL 2020, section 4.17.6.
///@{
TANDEM_NATIVE_1(TANDEM_DEFINE)
///@}
#undef TANDEM_DEFINE
#define TANDEM_DEFINE(name, host)                                              \
  TANDEM_FUNCTION_2(                                                           \
      name, is_genfloatf,                                                      \
      TANDEM_DEVICE_OR_HOST(__spirv_ocl_half_##name(first, second), host))
/// As above, of two operands: divide, and powr, which raises the first operand,
/// which must not be negative, to the power of the second.
///@{
TANDEM_NATIVE_2(TANDEM_DEFINE)
///@}
#undef TANDEM_DEFINE
} // namespace half_precision

#undef TANDEM_NATIVE_1
#undef TANDEM_NATIVE_2

} // namespace _V1
} // namespace sycl

#undef TANDEM_LIBM_1
#undef TANDEM_LIBM_2
#include <sycl/detail/kernel/math_function_end.hpp>
