//===- sycl/integer_functions.hpp - integer functions ---------------------===//
//
// Part of Tandem, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// Owns: the functions of SYCL 2020, 4.17.6. Most are ordinary expressions,
// which optimisers know.
#pragma once

#include <sycl/detail/math_function.hpp>
#include <sycl/detail/opencl_std.hpp>
#include <sycl/functional.hpp>

namespace sycl {
inline namespace _V1 {

namespace detail {

template <class T> inline constexpr int bits_of = int(sizeof(T)) * 8;

template <class T> constexpr std::make_unsigned_t<T> to_unsigned(T x) {
  return static_cast<std::make_unsigned_t<T>>(x);
}
template <class T> constexpr T limit(bool low) {
  return low ? least<T>() : greatest<T>();
}

template <class T> constexpr T count_leading_zeros(T x) {
  if (!x)
    return T(bits_of<T>);
  if constexpr (sizeof(T) == 8)
    return T(__builtin_clzll(to_unsigned(x)));
  else
    return T(__builtin_clz(to_unsigned(x)) - (32 - bits_of<T>));
}
template <class T> constexpr T count_trailing_zeros(T x) {
  if (!x)
    return T(bits_of<T>);
  if constexpr (sizeof(T) == 8)
    return T(__builtin_ctzll(to_unsigned(x)));
  else
    return T(__builtin_ctz(to_unsigned(x)));
}
template <class T> constexpr T rotate_left(T x, T count) {
  auto bits = to_unsigned(x);
  unsigned n = unsigned(count) & (bits_of<T> - 1);
  return n ? T((bits << n) | (bits >> (bits_of<T> - n))) : x;
}
template <class T> constexpr T multiply_high(T x, T y) {
  if constexpr (sizeof(T) < 8) {
    using wide = std::conditional_t<std::is_signed_v<T>, int64_t, uint64_t>;
    return T((wide(x) * wide(y)) >> bits_of<T>);
  } else if constexpr (std::is_unsigned_v<T>) {
    uint64_t xl = uint32_t(x), xh = uint64_t(x) >> 32;
    uint64_t yl = uint32_t(y), yh = uint64_t(y) >> 32;
    uint64_t low = xl * yl, mid = xh * yl + (low >> 32);
    uint64_t cross = xl * yh + uint32_t(mid);
    return xh * yh + (mid >> 32) + (cross >> 32);
  } else {
    auto high = multiply_high<uint64_t>(uint64_t(x), uint64_t(y));
    return T(high - (x < 0 ? uint64_t(y) : 0) - (y < 0 ? uint64_t(x) : 0));
  }
}
template <class T> constexpr T absolute_difference(T x, T y) {
  return T(x > y ? to_unsigned(x) - to_unsigned(y)
                 : to_unsigned(y) - to_unsigned(x));
}
// Saturating operations, by the compiler's overflow checks.
template <class T> constexpr T add_saturated(T x, T y) {
  T sum{};
  bool over = __builtin_add_overflow(x, y, &sum);
  return over ? limit<T>(x < 0) : sum;
}
template <class T> constexpr T sub_saturated(T x, T y) {
  T difference{};
  bool over = __builtin_sub_overflow(x, y, &difference);
  return over ? limit<T>(std::is_unsigned_v<T> || x < 0) : difference;
}
template <class T> constexpr T mad_saturated(T x, T y, T z) {
  T high = multiply_high(x, y), low = T(to_unsigned(x) * to_unsigned(y));
  bool fits = high == (std::is_signed_v<T> && low < 0 ? T(-1) : T(0));
  if (!fits) { // the product alone exceeds T; a signed z can bring it back
    if constexpr (std::is_signed_v<T> && sizeof(T) < 8) {
      int64_t exact = int64_t(x) * int64_t(y) + int64_t(z);
      if (exact >= int64_t(limit<T>(true)) && exact <= int64_t(limit<T>(false)))
        return T(exact);
    }
    return limit<T>(high < 0);
  }
  return add_saturated(low, z);
}

} // namespace detail

TANDEM_FUNCTION_1(abs, is_geninteger,
                  (x < 0 ? T(0 - detail::to_unsigned(x)) : x))
TANDEM_FUNCTION_1(clz, is_geninteger, detail::count_leading_zeros(x))
TANDEM_FUNCTION_1(ctz, is_geninteger, detail::count_trailing_zeros(x))
TANDEM_FUNCTION_1(popcount, is_geninteger,
                  __builtin_popcountll(detail::to_unsigned(x)))
TANDEM_FUNCTION_2(abs_diff, is_geninteger, detail::absolute_difference(x, y))
TANDEM_FUNCTION_2(add_sat, is_geninteger, detail::add_saturated(x, y))
TANDEM_FUNCTION_2(sub_sat, is_geninteger, detail::sub_saturated(x, y))
TANDEM_FUNCTION_2(hadd, is_geninteger, (x & y) + ((x ^ y) >> 1))
TANDEM_FUNCTION_2(rhadd, is_geninteger, (x | y) - ((x ^ y) >> 1))
TANDEM_FUNCTION_2(mul_hi, is_geninteger, detail::multiply_high(x, y))
TANDEM_FUNCTION_2(mul24, is_geninteger, x *y)
TANDEM_FUNCTION_2(rotate, is_geninteger, detail::rotate_left(x, y))
TANDEM_FUNCTION_3(mad24, is_geninteger, x *y + z)
TANDEM_FUNCTION_3(mad_hi, is_geninteger,
                  T(detail::to_unsigned(detail::multiply_high(x, y)) +
                    detail::to_unsigned(z)))
TANDEM_FUNCTION_3(mad_sat, is_geninteger, detail::mad_saturated(x, y, z))

#define TANDEM_UPSAMPLE(Wide, High, Low)                                       \
  inline Wide upsample(High high, Low low) {                                   \
    return Wide(uint64_t(high) << (8 * sizeof(Low))) | Wide(low);              \
  }
TANDEM_UPSAMPLE(int16_t, int8_t, uint8_t)
TANDEM_UPSAMPLE(uint16_t, uint8_t, uint8_t)
TANDEM_UPSAMPLE(int32_t, int16_t, uint16_t)
TANDEM_UPSAMPLE(uint32_t, uint16_t, uint16_t)
TANDEM_UPSAMPLE(int64_t, int32_t, uint32_t)
TANDEM_UPSAMPLE(uint64_t, uint32_t, uint32_t)
#undef TANDEM_UPSAMPLE
template <class T, class U, detail::when<detail::is_vector<T>> = 0,
          class Traits = detail::vector_traits<detail::value_of<T>>,
          class V = typename Traits::template with<decltype(upsample(
              detail::element_of<T>(), detail::element_of<U>()))>,
          detail::when<std::is_same_v<
              detail::value_of<U>,
              typename Traits::template with<detail::element_of<U>>>> = 0>
V upsample(const T &high, const U &low) {
  V r;
  for (int i = 0; i < detail::count_of<V>; ++i)
    r[i] = upsample(high[i], low[i]);
  return r;
}

} // namespace _V1
} // namespace sycl

#include <sycl/detail/math_function_end.hpp>
