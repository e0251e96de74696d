//===- sycl/integer_functions.hpp - integer functions ---------------------===//
//
// Part of Tandem, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// Owns: the functions of SYCL 2020, 4.17.7. Most are ordinary expressions,
// which optimisers know.
#pragma once

#include <sycl/detail/kernel/math_function.hpp>
#include <sycl/detail/kernel/opencl_std.hpp>
#include <sycl/functional.hpp>
#include <sycl/marray.hpp>
#include <sycl/vec.hpp>

namespace sycl {
inline namespace _V1 {

namespace detail {

template <class Integer>
inline constexpr int bits_of = int(sizeof(Integer)) * 8;

template <class Integer>
constexpr std::make_unsigned_t<Integer> to_unsigned(Integer value) {
  return static_cast<std::make_unsigned_t<Integer>>(value);
}
template <class Integer> constexpr Integer limit(bool low) {
  return low ? least<Integer>() : greatest<Integer>();
}

template <class Integer> constexpr Integer count_leading_zeros(Integer value) {
  if (!value)
    return Integer(bits_of<Integer>);
  if constexpr (sizeof(Integer) == 8)
    return Integer(__builtin_clzll(to_unsigned(value)));
  else
    return Integer(__builtin_clz(to_unsigned(value)) - (32 - bits_of<Integer>));
}
template <class Integer> constexpr Integer count_trailing_zeros(Integer value) {
  if (!value)
    return Integer(bits_of<Integer>);
  if constexpr (sizeof(Integer) == 8)
    return Integer(__builtin_ctzll(to_unsigned(value)));
  else
    return Integer(__builtin_ctz(to_unsigned(value)));
}
template <class Integer>
constexpr Integer rotate_left(Integer value, Integer count) {
  auto bits = to_unsigned(value);
  unsigned shift = unsigned(count) & (bits_of<Integer> - 1);
  return shift ? Integer((bits << shift) | (bits >> (bits_of<Integer> - shift)))
               : value;
}
template <class Integer>
constexpr Integer multiply_high(Integer left, Integer right) {
  if constexpr (sizeof(Integer) < 8) {
    using wide =
        std::conditional_t<std::is_signed_v<Integer>, int64_t, uint64_t>;
    return Integer((wide(left) * wide(right)) >> bits_of<Integer>);
  } else if constexpr (std::is_unsigned_v<Integer>) {
    uint64_t left_low = uint32_t(left), left_high = uint64_t(left) >> 32;
    uint64_t right_low = uint32_t(right), right_high = uint64_t(right) >> 32;
    uint64_t low = left_low * right_low,
             mid = left_high * right_low + (low >> 32);
    uint64_t cross = left_low * right_high + uint32_t(mid);
    return left_high * right_high + (mid >> 32) + (cross >> 32);
  } else {
    auto high = multiply_high<uint64_t>(uint64_t(left), uint64_t(right));
    return Integer(high - (left < 0 ? uint64_t(right) : 0) -
                   (right < 0 ? uint64_t(left) : 0));
  }
}
template <class Integer>
constexpr Integer absolute_difference(Integer left, Integer right) {
  return Integer(left > right ? to_unsigned(left) - to_unsigned(right)
                              : to_unsigned(right) - to_unsigned(left));
}
// Saturating operations, by the compiler's overflow checks.
template <class Integer>
constexpr Integer add_saturated(Integer left, Integer right) {
  Integer sum{};
  bool over = __builtin_add_overflow(left, right, &sum);
  return over ? limit<Integer>(left < 0) : sum;
}
template <class Integer>
constexpr Integer sub_saturated(Integer left, Integer right) {
  Integer difference{};
  bool over = __builtin_sub_overflow(left, right, &difference);
  return over ? limit<Integer>(std::is_unsigned_v<Integer> || left < 0)
              : difference;
}
template <class Integer>
constexpr Integer mad_saturated(Integer left, Integer right, Integer addend) {
  Integer high = multiply_high(left, right),
          low = Integer(to_unsigned(left) * to_unsigned(right));
  bool fits =
      high == (std::is_signed_v<Integer> && low < 0 ? Integer(-1) : Integer(0));
  // The product exceeds Integer, but a signed addend can bring the sum back.
  if (!fits) {
    if constexpr (std::is_signed_v<Integer> && sizeof(Integer) < 8) {
      int64_t exact = int64_t(left) * int64_t(right) + int64_t(addend);
      if (exact >= int64_t(limit<Integer>(true)) &&
          exact <= int64_t(limit<Integer>(false)))
        return Integer(exact);
    }
    return limit<Integer>(high < 0);
  }
  return add_saturated(low, addend);
}

} // namespace detail

/// The absolute value. The lowest value of a signed type is returned unchanged.
///
/// Like all functions of this header, it takes integers of any size, and
/// applies to each element of `vec`, `marray` and swizzles.
/// SYCL 2020, section 4.17.7.
TANDEM_FUNCTION_1(abs, is_geninteger,
                  (value < 0 ? DataT(0 - detail::to_unsigned(value)) : value))
/// The number of leading zero bits; of 0, the size of the type in bits.
TANDEM_FUNCTION_1(clz, is_geninteger, detail::count_leading_zeros(value))
/// The number of trailing zero bits; of 0, the size of the type in bits.
TANDEM_FUNCTION_1(ctz, is_geninteger, detail::count_trailing_zeros(value))
/// The number of bits that are set.
TANDEM_FUNCTION_1(popcount, is_geninteger,
                  __builtin_popcountll(detail::to_unsigned(value)))
/// The absolute difference, computed without overflow.
TANDEM_FUNCTION_2(abs_diff, is_geninteger,
                  detail::absolute_difference(first, second))
/// The sum, limited to the range of the type.
TANDEM_FUNCTION_2(add_sat, is_geninteger, detail::add_saturated(first, second))
/// The difference, limited to the range of the type.
TANDEM_FUNCTION_2(sub_sat, is_geninteger, detail::sub_saturated(first, second))
/// Half of the sum, rounded down, computed without overflow.
TANDEM_FUNCTION_2(hadd, is_geninteger,
                  (first & second) + ((first ^ second) >> 1))
/// Half of the sum, rounded up, computed without overflow.
TANDEM_FUNCTION_2(rhadd, is_geninteger,
                  (first | second) - ((first ^ second) >> 1))
/// The upper half of the product.
TANDEM_FUNCTION_2(mul_hi, is_geninteger, detail::multiply_high(first, second))
/// The product of two values of 24 bits.
TANDEM_FUNCTION_2(mul24, is_geninteger, first *second)
/// Rotates the first operand left by the second, in bits, modulo the size of
/// the type.
TANDEM_FUNCTION_2(rotate, is_geninteger, detail::rotate_left(first, second))
/// The product of two values of 24 bits, plus the third operand.
TANDEM_FUNCTION_3(mad24, is_geninteger, first *second + third)
/// The upper half of the product of the first two operands, plus the third.
TANDEM_FUNCTION_3(mad_hi, is_geninteger,
                  DataT(detail::to_unsigned(detail::multiply_high(first,
                                                                  second)) +
                        detail::to_unsigned(third)))
/// The product of the first two operands plus the third, limited to the range
/// of the type.
TANDEM_FUNCTION_3(mad_sat, is_geninteger,
                  detail::mad_saturated(first, second, third))

#define TANDEM_UPSAMPLE(Wide, High, Low)                                       \
  inline Wide upsample(High high, Low low) {                                   \
    return Wide(uint64_t(high) << (8 * sizeof(Low))) | Wide(low);              \
  }
/// An integer of twice the size whose upper half is `high` and whose lower half
/// is `low`.
///@{
TANDEM_UPSAMPLE(int16_t, int8_t, uint8_t)
TANDEM_UPSAMPLE(uint16_t, uint8_t, uint8_t)
TANDEM_UPSAMPLE(int32_t, int16_t, uint16_t)
TANDEM_UPSAMPLE(uint32_t, uint16_t, uint16_t)
TANDEM_UPSAMPLE(int64_t, int32_t, uint32_t)
TANDEM_UPSAMPLE(uint64_t, uint32_t, uint32_t)
///@}
#undef TANDEM_UPSAMPLE
/// As above, for vectors.
template <
    class HighVector, class LowVector,
    detail::when<detail::is_vector<HighVector>> = 0,
    class Traits = detail::vector_traits<detail::value_of<HighVector>>,
    class Result = typename Traits::template with<decltype(upsample(
        detail::element_of<HighVector>(), detail::element_of<LowVector>()))>,
    detail::when<std::is_same_v<
        detail::value_of<LowVector>,
        typename Traits::template with<detail::element_of<LowVector>>>> = 0>
Result upsample(const HighVector &high, const LowVector &low) {
  Result result;
  for (int index = 0; index < detail::count_of<Result>; ++index)
    result[index] = upsample(high[index], low[index]);
  return result;
}

} // namespace _V1
} // namespace sycl

#include <sycl/detail/kernel/math_function_end.hpp>
