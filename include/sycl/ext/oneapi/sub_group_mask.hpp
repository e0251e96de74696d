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

#define SYCL_EXT_ONEAPI_SUB_GROUP_MASK 2

namespace sycl {
inline namespace _V1 {
namespace ext::oneapi {

// As many bits as a sub-group can have work-items; those beyond its size are 0.
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
  static constexpr size_t max_bits = 64;

  class reference {
    friend class sub_group_mask;
    sub_group_mask &mask_;
    id<1> at_;
    reference(sub_group_mask &mask, id<1> at) : mask_(mask), at_(at) {}

  public:
    reference &operator=(bool value) {
      mask_.set(at_, value);
      return *this;
    }
    reference &operator=(const reference &other) { return *this = bool(other); }
    operator bool() const { return mask_.test(at_); }
    bool operator~() const { return !mask_.test(at_); }
    reference &flip() {
      mask_.flip(at_);
      return *this;
    }
  };

  sub_group_mask() : size_(__spirv_BuiltInSubgroupMaxSize()) {}
  sub_group_mask(unsigned long long bits) : sub_group_mask() {
    bits_ = bits & all_bits();
  }
  template <class Integer, size_t NumElements,
            sycl::detail::when<std::is_integral_v<Integer>> = 0>
  sub_group_mask(const marray<Integer, NumElements> &bits) : sub_group_mask() {
    insert_bits(bits);
  }

  bool operator[](id<1> at) const { return test(at); }
  reference operator[](id<1> at) { return {*this, at}; }
  bool test(id<1> at) const { return (bits_ & bit(at)) != 0; }
  bool all() const { return bits_ == all_bits(); }
  bool any() const { return bits_ != 0; }
  bool none() const { return bits_ == 0; }
  uint32_t count() const { return __builtin_popcountll(bits_); }
  uint32_t size() const { return size_; }
  // The position of the first or last bit that is set; size() if none is.
  id<1> find_low() const { return any() ? __builtin_ctzll(bits_) : size_; }
  id<1> find_high() const {
    return any() ? 63 - __builtin_clzll(bits_) : size_;
  }

  // Replaces the bits from `at` on by those of an integer or of several.
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
  template <class Integer, size_t NumElements,
            sycl::detail::when<std::is_integral_v<Integer>> = 0>
  void insert_bits(const marray<Integer, NumElements> &bits, id<1> at = 0) {
    for (size_t index = 0; index < NumElements; ++index)
      insert_bits(bits[index], at[0] + 8 * sizeof(Integer) * index);
  }
  template <class Integer, sycl::detail::when<std::is_integral_v<Integer>> = 0>
  void extract_bits(Integer &bits, id<1> at = 0) const {
    bits = at[0] < max_bits ? Integer(bits_ >> at[0]) : Integer(0);
  }
  template <class Integer, size_t NumElements,
            sycl::detail::when<std::is_integral_v<Integer>> = 0>
  void extract_bits(marray<Integer, NumElements> &bits, id<1> at = 0) const {
    for (size_t index = 0; index < NumElements; ++index)
      extract_bits(bits[index], at[0] + 8 * sizeof(Integer) * index);
  }

  void set() { bits_ = all_bits(); }
  void set(id<1> at, bool value = true) {
    bits_ = value ? bits_ | bit(at) : bits_ & ~bit(at);
  }
  void reset() { bits_ = 0; }
  void reset(id<1> at) { bits_ &= ~bit(at); }
  void reset_low() { bits_ &= bits_ - 1; }
  void reset_high() {
    if (any())
      reset(find_high());
  }
  void flip() { bits_ ^= all_bits(); }
  void flip(id<1> at) { bits_ ^= bit(at); }

  bool operator==(const sub_group_mask &other) const {
    return bits_ == other.bits_;
  }
  bool operator!=(const sub_group_mask &other) const {
    return bits_ != other.bits_;
  }
  sub_group_mask operator~() const { return made(~bits_); }
  sub_group_mask operator<<(size_t by) const {
    return made(by < max_bits ? bits_ << by : 0);
  }
  sub_group_mask operator>>(size_t by) const {
    return made(by < max_bits ? bits_ >> by : 0);
  }
  sub_group_mask &operator<<=(size_t by) { return *this = *this << by; }
  sub_group_mask &operator>>=(size_t by) { return *this = *this >> by; }
#define TANDEM_BITWISE(op)                                                     \
  friend sub_group_mask operator op(const sub_group_mask &left,                \
                                    const sub_group_mask &right) {             \
    return left.made(left.bits_ op right.bits_);                               \
  }                                                                            \
  sub_group_mask &operator op##=(const sub_group_mask & other) {               \
    return *this = *this op other;                                             \
  }
  TANDEM_BITWISE(&)
  TANDEM_BITWISE(|)
  TANDEM_BITWISE(^)
#undef TANDEM_BITWISE
};

// The mask of the work-items for which the predicate holds.
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
