//===- sycl/ext/oneapi/sub_group_mask.hpp - a bit for each work-item ------===//
//
// Part of Tandem, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// Owns: sycl_ext_oneapi_sub_group_mask: sub_group_mask and group_ballot.
#pragma once

#include <sycl/marray.hpp>
#include <sycl/sub_group.hpp>

#ifdef __SYCL_DEVICE_ONLY__
namespace sycl {
inline namespace _V1 {
namespace detail {
using spirv_mask = unsigned __attribute__((ext_vector_type(4)));
}
} // namespace _V1
} // namespace sycl

extern "C" __attribute__((convergent)) sycl::detail::spirv_mask
__spirv_GroupNonUniformBallot(unsigned scope, bool predicate) noexcept;
#endif

/// The version of `sycl_ext_oneapi_sub_group_mask`.
#define SYCL_EXT_ONEAPI_SUB_GROUP_MASK 2

namespace sycl {
inline namespace _V1 {
namespace ext::oneapi {

/// A mask with one bit for each work-item of a sub-group. Higher bits are 0.
/// Trivially copyable, for device code. `sycl_ext_oneapi_sub_group_mask`.
class sub_group_mask {
  uint64_t bits_ = 0;
  uint32_t size_ = 0;

  constexpr uint64_t all_bits() const {
    return size_ < max_bits ? (uint64_t(1) << size_) - 1 : ~uint64_t(0);
  }
  constexpr uint64_t bit(id<1> at) const { return uint64_t(1) << at[0]; }
  sub_group_mask made(uint64_t bits) const {
    sub_group_mask mask;
    mask.bits_ = bits & all_bits();
    mask.size_ = size_;
    return mask;
  }

  friend sub_group_mask group_ballot(sub_group group, bool predicate);

public:
  /// The maximum number of bits.
  static constexpr size_t max_bits = 64;

  /// A reference to one bit of a mask, valid for as long as the mask exists.
  class reference {
    friend class sub_group_mask;
    sub_group_mask &mask_;
    id<1> at_;
    reference(sub_group_mask &mask, id<1> at) : mask_(mask), at_(at) {}

  public:
    /// Sets the bit to `value`.
    reference &operator=(bool value) {
      mask_.set(at_, value);
      return *this;
    }
    /// Sets the bit to the value of another one.
    reference &operator=(const reference &other) { return *this = bool(other); }
    /// The value of the bit.
    operator bool() const { return mask_.test(at_); }
    /// The inverse of the bit. The mask does not change.
    bool operator~() const { return !mask_.test(at_); }
    /// Inverts the bit.
    reference &flip() {
      mask_.flip(at_);
      return *this;
    }
  };

  /// A mask without set bits, with the maximum sub-group size of the kernel.
  sub_group_mask() : size_(__spirv_BuiltInSubgroupMaxSize()) {}
  /// A mask with the bits of an integer.
  sub_group_mask(unsigned long long bits) : sub_group_mask() {
    bits_ = bits & all_bits();
  }
  /// A mask with the bits of several integers, least significant first.
  template <class Integer, size_t NumElements,
            sycl::detail::when<std::is_integral_v<Integer>> = 0>
  sub_group_mask(const marray<Integer, NumElements> &bits) : sub_group_mask() {
    insert_bits(bits);
  }

  /// The bit at a position.
  bool operator[](id<1> at) const { return test(at); }
  /// A reference to the bit at a position.
  reference operator[](id<1> at) { return {*this, at}; }
  /// The bit at a position.
  bool test(id<1> at) const { return (bits_ & bit(at)) != 0; }
  /// Whether all bits are set.
  bool all() const { return bits_ == all_bits(); }
  /// Whether a bit is set.
  bool any() const { return bits_ != 0; }
  /// Whether no bit is set.
  bool none() const { return bits_ == 0; }
  /// The number of bits that are set.
  uint32_t count() const { return __builtin_popcountll(bits_); }
  /// The number of bits.
  uint32_t size() const { return size_; }
  /// The position of the lowest bit that is set; `size()` if there is none.
  id<1> find_low() const { return any() ? __builtin_ctzll(bits_) : size_; }
  /// The position of the highest bit that is set; `size()` if there is none.
  id<1> find_high() const {
    return any() ? 63 - __builtin_clzll(bits_) : size_;
  }

  /// Replaces the bits from position `at` on by those of an integer. Bits
  /// beyond `size()` are dropped.
  template <class Integer, sycl::detail::when<std::is_integral_v<Integer>> = 0>
  void insert_bits(Integer bits, id<1> at = 0) {
    constexpr size_t width = 8 * sizeof(Integer);
    if (at[0] >= max_bits)
      return;
    const uint64_t ones =
        width < max_bits ? (uint64_t(1) << width % max_bits) - 1 : ~uint64_t(0);
    const uint64_t rest = bits_ & ~(ones << at[0]);
    bits_ = (rest | (uint64_t(bits) & ones) << at[0]) & all_bits();
  }
  /// As above, by those of several integers, least significant first.
  template <class Integer, size_t NumElements,
            sycl::detail::when<std::is_integral_v<Integer>> = 0>
  void insert_bits(const marray<Integer, NumElements> &bits, id<1> at = 0) {
    for (size_t index = 0; index < NumElements; ++index)
      insert_bits(bits[index], at[0] + 8 * sizeof(Integer) * index);
  }
  /// Writes the bits from position `at` on to an integer.
  template <class Integer, sycl::detail::when<std::is_integral_v<Integer>> = 0>
  void extract_bits(Integer &bits, id<1> at = 0) const {
    bits = at[0] < max_bits ? Integer(bits_ >> at[0]) : Integer(0);
  }
  /// As above, to several integers, least significant first.
  template <class Integer, size_t NumElements,
            sycl::detail::when<std::is_integral_v<Integer>> = 0>
  void extract_bits(marray<Integer, NumElements> &bits, id<1> at = 0) const {
    for (size_t index = 0; index < NumElements; ++index)
      extract_bits(bits[index], at[0] + 8 * sizeof(Integer) * index);
  }

  /// Sets all bits.
  void set() { bits_ = all_bits(); }
  /// Sets the bit at a position to `value`.
  void set(id<1> at, bool value = true) {
    bits_ = value ? bits_ | bit(at) : bits_ & ~bit(at);
  }
  /// Clears all bits.
  void reset() { bits_ = 0; }
  /// Clears the bit at a position.
  void reset(id<1> at) { bits_ &= ~bit(at); }
  /// Clears the lowest bit that is set.
  void reset_low() { bits_ &= bits_ - 1; }
  /// Clears the highest bit that is set.
  void reset_high() {
    if (any())
      reset(find_high());
  }
  /// Inverts all bits.
  void flip() { bits_ ^= all_bits(); }
  /// Inverts the bit at a position.
  void flip(id<1> at) { bits_ ^= bit(at); }

  /// Whether all bits are equal.
  bool operator==(const sub_group_mask &other) const {
    return bits_ == other.bits_;
  }
  /// Whether a bit differs.
  bool operator!=(const sub_group_mask &other) const {
    return bits_ != other.bits_;
  }
  /// The mask with all bits inverted.
  sub_group_mask operator~() const { return made(~bits_); }
  /// The mask shifted to higher positions by `by` bits.
  sub_group_mask operator<<(size_t by) const {
    return made(by < max_bits ? bits_ << by : 0);
  }
  /// The mask shifted to lower positions by `by` bits.
  sub_group_mask operator>>(size_t by) const {
    return made(by < max_bits ? bits_ >> by : 0);
  }
  /// Shifts this mask to higher positions.
  sub_group_mask &operator<<=(size_t by) { return *this = *this << by; }
  /// Shifts this mask to lower positions.
  sub_group_mask &operator>>=(size_t by) { return *this = *this >> by; }
#define TANDEM_BITWISE(op)                                                     \
  friend sub_group_mask operator op(const sub_group_mask &left,                \
                                    const sub_group_mask &right) {             \
    return left.made(left.bits_ op right.bits_);                               \
  }                                                                            \
  sub_group_mask &operator op##=(const sub_group_mask & other) {               \
    return *this = *this op other;                                             \
  }
  /// Bitwise and.
  ///@{
  TANDEM_BITWISE(&)
  ///@}
  /// Bitwise or.
  ///@{
  TANDEM_BITWISE(|)
  ///@}
  /// Bitwise exclusive or.
  ///@{
  TANDEM_BITWISE(^)
  ///@}
#undef TANDEM_BITWISE
};

/// The mask of the work-items of a sub-group for which `predicate` is true. All
/// work-items of the sub-group must make the call.
TANDEM_ALWAYS_INLINE sub_group_mask group_ballot(sub_group group,
                                                 bool predicate = true) {
  sub_group_mask mask;
#ifdef __SYCL_DEVICE_ONLY__
  const auto words = __spirv_GroupNonUniformBallot(
      sycl::detail::spirv::scope_subgroup, predicate);
  mask.bits_ = uint64_t(words[1]) << 32 | words[0];
#else
  mask.bits_ = predicate;
#endif
  static_cast<void>(group);
  return mask;
}

} // namespace ext::oneapi
} // namespace _V1
} // namespace sycl
