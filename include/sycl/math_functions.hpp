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

#include <sycl/detail/math_function.hpp>
#include <sycl/detail/opencl_std.hpp>

namespace sycl {
inline namespace _V1 {

namespace detail {
inline constexpr double pi = 3.14159265358979323846;
}

#define TANDEM_DEFINE(name)                                                    \
  TANDEM_FUNCTION_1(                                                           \
      name, is_genfloat,                                                       \
      TANDEM_DEVICE_OR_HOST(__spirv_ocl_##name(x), TANDEM_HOST_1(name)))
TANDEM_LIBM_1(TANDEM_DEFINE)
#undef TANDEM_DEFINE
#define TANDEM_DEFINE(name)                                                    \
  TANDEM_FUNCTION_2(                                                           \
      name, is_genfloat,                                                       \
      TANDEM_DEVICE_OR_HOST(__spirv_ocl_##name(x, y), TANDEM_HOST_2(name)))
TANDEM_LIBM_2(TANDEM_DEFINE)
#undef TANDEM_DEFINE

// Exact operations that optimisers understand.
#define TANDEM_DEFINE(name, builtin)                                           \
  TANDEM_FUNCTION_1(name, is_genfloat,                                         \
                    TANDEM_DEVICE_OR_HOST(__builtin_elementwise_##builtin(x),  \
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
      TANDEM_DEVICE_OR_HOST(__builtin_elementwise_##builtin(x, y),             \
                            TANDEM_HOST_2(name)))
TANDEM_DEFINE(copysign, copysign)
TANDEM_DEFINE(fmax, max)
TANDEM_DEFINE(fmin, min)
#undef TANDEM_DEFINE
TANDEM_FUNCTION_3(fma, is_genfloat,
                  TANDEM_DEVICE_OR_HOST(__builtin_elementwise_fma(x, y, z),
                                        (sizeof(x) == 8
                                             ? __builtin_fma(x, y, z)
                                             : __builtin_fmaf(x, y, z))))
TANDEM_FUNCTION_3(mad, is_genfloat,
                  TANDEM_DEVICE_OR_HOST(__spirv_ocl_mad(x, y, z), x *y + z))

// Not in libm; the host's versions are for convenience.
#define TANDEM_DEFINE(name, host)                                              \
  TANDEM_FUNCTION_1(name, is_genfloat,                                         \
                    TANDEM_DEVICE_OR_HOST(__spirv_ocl_##name(x), host))
TANDEM_DEFINE(acospi, __builtin_acos(double(x)) / detail::pi)
TANDEM_DEFINE(asinpi, __builtin_asin(double(x)) / detail::pi)
TANDEM_DEFINE(atanpi, __builtin_atan(double(x)) / detail::pi)
TANDEM_DEFINE(cospi, __builtin_cos(__builtin_fmod(double(x), 2) * detail::pi))
TANDEM_DEFINE(sinpi, __builtin_sin(__builtin_fmod(double(x), 2) * detail::pi))
TANDEM_DEFINE(tanpi, __builtin_tan(__builtin_fmod(double(x), 1) * detail::pi))
TANDEM_DEFINE(rsqrt, 1 / TANDEM_HOST_1(sqrt))
#undef TANDEM_DEFINE
#define TANDEM_DEFINE(name, host)                                              \
  TANDEM_FUNCTION_2(name, is_genfloat,                                         \
                    TANDEM_DEVICE_OR_HOST(__spirv_ocl_##name(x, y), host))
TANDEM_DEFINE(atan2pi, __builtin_atan2(double(x), double(y)) / detail::pi)
TANDEM_DEFINE(maxmag, __builtin_fabs(x) > __builtin_fabs(y) ? x
                      : __builtin_fabs(y) > __builtin_fabs(x)
                          ? y
                          : TANDEM_HOST_2(fmax))
TANDEM_DEFINE(minmag, __builtin_fabs(x) < __builtin_fabs(y) ? x
                      : __builtin_fabs(y) < __builtin_fabs(x)
                          ? y
                          : TANDEM_HOST_2(fmin))
TANDEM_DEFINE(powr, TANDEM_HOST_2(pow))
#undef TANDEM_DEFINE

//===-- With integers
//-------------------------------------------------------===//

namespace detail {

// The vector of int beside a vector of floating-point values.
template <class T, bool Vector = is_vector<T>> struct int_like {
  using type = int;
};
template <class T> struct int_like<T, true> {
  using type = typename vector_traits<T>::template with<int>;
};
template <class T> using int_of = typename int_like<T>::type;

inline double host_rootn(double x, int n) {
  double magnitude = __builtin_pow(__builtin_fabs(x), 1.0 / n);
  if (x >= 0)
    return magnitude;
  return n % 2 ? -magnitude : __builtin_nan("");
}

} // namespace detail

#define TANDEM_DEFINE(name, host)                                              \
  template <class T, class N, class V = detail::argument_of<T>,                \
            detail::when<detail::is_genfloat<V> &&                             \
                         (std::is_convertible_v<N, int> ||                     \
                          std::is_convertible_v<N, detail::int_of<V>>)> = 0>   \
  TANDEM_ALWAYS_INLINE V name(const T &a, const N &b) {                        \
    if constexpr (detail::is_vector<V>) {                                      \
      V r;                                                                     \
      for (int i = 0; i < detail::count_of<V>; ++i)                            \
        r[i] = name(a[i], int(detail::pick<detail::int_of<V>>(b, i)));         \
      return r;                                                                \
    } else {                                                                   \
      const auto x = detail::native(static_cast<V>(a));                        \
      const int n = b;                                                         \
      return V(TANDEM_DEVICE_OR_HOST(__spirv_ocl_##name(x, n), host));         \
    }                                                                          \
  }
TANDEM_DEFINE(ldexp, __builtin_ldexp(double(x), n))
TANDEM_DEFINE(pown, __builtin_pow(double(x), n))
TANDEM_DEFINE(rootn, detail::host_rootn(double(x), n))
#undef TANDEM_DEFINE

template <class T, class V = detail::argument_of<T>,
          detail::when<detail::is_genfloat<V>> = 0>
TANDEM_ALWAYS_INLINE detail::int_of<V> ilogb(const T &a) {
  if constexpr (detail::is_vector<V>) {
    detail::int_of<V> r;
    for (int i = 0; i < detail::count_of<V>; ++i)
      r[i] = sycl::ilogb(a[i]);
    return r;
  } else {
    const auto x = detail::native(static_cast<V>(a));
    return TANDEM_DEVICE_OR_HOST(__spirv_ocl_ilogb(x),
                                 __builtin_ilogb(double(x)));
  }
}

//===-- With a second result
//------------------------------------------------===//
// Programs may name the pointer's type, for scalars as the only argument.

namespace detail {

// What a result parameter points to: P is a pointer or a multi_ptr.
template <class P>
using pointee = std::remove_reference_t<decltype(*std::declval<P &>())>;

} // namespace detail

// `Result` is the type of an element of the second result, and `host`
// computes both: it assigns `second` and returns the first.
#define TANDEM_DEFINE(name, Result, host)                                      \
  template <class P, class T, class V = detail::argument_of<T>,                \
            detail::when<detail::is_float_scalar<V>> = 0,                      \
            class = detail::pointee<P>>                                        \
  TANDEM_ALWAYS_INLINE V name(const T &a, P out) {                             \
    const auto x = detail::native(static_cast<V>(a));                          \
    Result second{};                                                           \
    const auto first =                                                         \
        TANDEM_DEVICE_OR_HOST(__spirv_ocl_##name(x, &second), (host));         \
    *out = second;                                                             \
    return V(first);                                                           \
  }                                                                            \
  template <class T, class P, class V = detail::value_of<T>,                   \
            detail::when<detail::is_vector<T> && detail::is_genfloat<T>> = 0>  \
  TANDEM_ALWAYS_INLINE V name(const T &a, P out) {                             \
    V r;                                                                       \
    for (int i = 0; i < detail::count_of<V>; ++i)                              \
      r[i] = name(a[i], &(*out)[i]);                                           \
    return r;                                                                  \
  }
TANDEM_DEFINE(fract, std::remove_const_t<decltype(x)>,
              (second = decltype(second)(__builtin_floor(x)),
               __builtin_fmin(double(x - second), sizeof(x) == 8
                                                      ? 0x1.fffffffffffffp-1
                                                      : 0x1.fffffep-1)))
TANDEM_DEFINE(frexp, int, __builtin_frexp(double(x), &second))
TANDEM_DEFINE(lgamma_r, int,
              (second = __builtin_fmod(__builtin_floor(double(x)), 2) == -1 ? -1
                                                                            : 1,
               __builtin_lgamma(double(x))))
TANDEM_DEFINE(modf, std::remove_const_t<decltype(x)>,
              (second = decltype(second)(__builtin_trunc(x)),
               __builtin_isinf(x) ? __builtin_copysign(0.0, double(x))
                                  : double(x - second)))
TANDEM_DEFINE(sincos, std::remove_const_t<decltype(x)>,
              (second = decltype(second)(TANDEM_HOST_1(cos)),
               TANDEM_HOST_1(sin)))
#undef TANDEM_DEFINE

template <class P, class T, class U, class V = detail::argument_of<T, U>,
          detail::when<detail::is_float_scalar<V>> = 0,
          class = detail::pointee<P>>
TANDEM_ALWAYS_INLINE V remquo(const T &a, const U &b, P out) {
  const V x = static_cast<V>(a), y = static_cast<V>(b);
  const V rest = sycl::remainder(x, y);
  // Seven bits of the quotient and its sign are due; libm's have but three. So
  // whole multiples of 128 y are left out, and what is left divided.
  int quotient = 0;
  if (rest == rest) {
    const V size = sycl::fabs(y);
    const V left = sycl::fmod(sycl::fabs(x), V(128) * size);
    const V over = x < 0 ? -rest : rest;
    quotient = static_cast<int>(sycl::rint((left - over) / size)) & 127;
    if ((x < 0) != (y < 0))
      quotient = -quotient;
  }
  *out = quotient;
  return rest;
}
template <class T, class U, class P, class V = detail::argument_of<T, U>,
          detail::when<detail::is_vector<V> && detail::is_genfloat<V>> = 0>
TANDEM_ALWAYS_INLINE V remquo(const T &a, const U &b, P out) {
  V r;
  for (int i = 0; i < detail::count_of<V>; ++i)
    r[i] = sycl::remquo(a[i], detail::pick<V>(b, i), &(*out)[i]);
  return r;
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
template <class T, detail::when<detail::is_vector<T>> = 0,
          class V = typename detail::vector_traits<detail::value_of<T>>::
              template with<decltype(nan(detail::element_of<T>()))>>
V nan(const T &payload) {
  V r;
  for (int i = 0; i < detail::count_of<V>; ++i)
    r[i] = nan(payload[i]);
  return r;
}

//===-- Native and half precision (4.17.5.1, 4.17.5.2)
//----------------------===//

namespace detail {
template <class T>
inline constexpr bool is_genfloatf = std::is_same_v<element_of<T>, float>;
}

#define TANDEM_DEFINE(name, host)                                              \
  namespace native {                                                           \
  TANDEM_FUNCTION_1(name, is_genfloatf,                                        \
                    TANDEM_DEVICE_OR_HOST(__spirv_ocl_native_##name(x), host)) \
  }                                                                            \
  namespace half_precision {                                                   \
  TANDEM_FUNCTION_1(name, is_genfloatf,                                        \
                    TANDEM_DEVICE_OR_HOST(__spirv_ocl_half_##name(x), host))   \
  }
TANDEM_DEFINE(cos, __builtin_cosf(x))
TANDEM_DEFINE(exp, __builtin_expf(x))
TANDEM_DEFINE(exp2, __builtin_exp2f(x))
TANDEM_DEFINE(exp10, __builtin_exp10f(x))
TANDEM_DEFINE(log, __builtin_logf(x))
TANDEM_DEFINE(log2, __builtin_log2f(x))
TANDEM_DEFINE(log10, __builtin_log10f(x))
TANDEM_DEFINE(recip, 1 / x)
TANDEM_DEFINE(rsqrt, 1 / __builtin_sqrtf(x))
TANDEM_DEFINE(sin, __builtin_sinf(x))
TANDEM_DEFINE(sqrt, __builtin_sqrtf(x))
TANDEM_DEFINE(tan, __builtin_tanf(x))
#undef TANDEM_DEFINE
#define TANDEM_DEFINE(name, host)                                              \
  namespace native {                                                           \
  TANDEM_FUNCTION_2(name, is_genfloatf,                                        \
                    TANDEM_DEVICE_OR_HOST(__spirv_ocl_native_##name(x, y),     \
                                          host))                               \
  }                                                                            \
  namespace half_precision {                                                   \
  TANDEM_FUNCTION_2(name, is_genfloatf,                                        \
                    TANDEM_DEVICE_OR_HOST(__spirv_ocl_half_##name(x, y),       \
                                          host))                               \
  }
TANDEM_DEFINE(divide, x / y)
TANDEM_DEFINE(powr, __builtin_powf(x, y))
#undef TANDEM_DEFINE

} // namespace _V1
} // namespace sycl

#undef TANDEM_LIBM_1
#undef TANDEM_LIBM_2
#include <sycl/detail/math_function_end.hpp>
