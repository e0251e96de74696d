//===- sycl/impl/group_instructions.hpp - what groups compute together ----===//
//
// Part of Tandem, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// Owns: SPIR-V's group instructions, and the way from an operator and a type
// to one of them. Vectors go element by element, values of other types than
// numbers word by word. The host pass only checks kernels: there every value
// stays what it is.
#pragma once

#include <sycl/detail/kernel/elementwise.hpp>
#include <sycl/functional.hpp>
#include <sycl/group_barrier.hpp>

#ifdef __SYCL_DEVICE_ONLY__

#define TANDEM_DECLARE(name)                                                   \
  template <class DataT>                                                       \
  __attribute__((convergent)) DataT __spirv_Group##name(                       \
      unsigned scope, unsigned operation, DataT value) noexcept;
TANDEM_DECLARE(IAdd)
TANDEM_DECLARE(FAdd)
TANDEM_DECLARE(IMulKHR)
TANDEM_DECLARE(FMulKHR)
TANDEM_DECLARE(SMin)
TANDEM_DECLARE(UMin)
TANDEM_DECLARE(FMin)
TANDEM_DECLARE(SMax)
TANDEM_DECLARE(UMax)
TANDEM_DECLARE(FMax)
TANDEM_DECLARE(BitwiseAndKHR)
TANDEM_DECLARE(BitwiseOrKHR)
TANDEM_DECLARE(BitwiseXorKHR)
TANDEM_DECLARE(LogicalAndKHR)
TANDEM_DECLARE(LogicalOrKHR)
TANDEM_DECLARE(LogicalXorKHR)
#undef TANDEM_DECLARE

template <class DataT, class Id>
__attribute__((convergent)) DataT __spirv_GroupBroadcast(unsigned scope,
                                                         DataT value,
                                                         Id id) noexcept;
#define TANDEM_DECLARE(name)                                                   \
  template <class DataT>                                                       \
  __attribute__((convergent)) DataT __spirv_GroupNonUniform##name(             \
      unsigned scope, DataT value, unsigned which) noexcept;
TANDEM_DECLARE(Shuffle)
TANDEM_DECLARE(ShuffleXor)
TANDEM_DECLARE(ShuffleUp)
TANDEM_DECLARE(ShuffleDown)
#undef TANDEM_DECLARE

// Builtins of Tandem (boundaries.md, section 13): `members` has a bit for each
// work-item of the sub-group that takes part.
template <class DataT>
__attribute__((convergent)) DataT
__spirv_tandem_members_combine(DataT value, uint64_t members, unsigned combine,
                               unsigned operation) noexcept;
template <class DataT>
__attribute__((convergent)) DataT __spirv_tandem_members_shuffle(
    DataT value, unsigned work_item, uint64_t members) noexcept;

extern "C" {
__attribute__((convergent)) bool __spirv_GroupAll(unsigned scope,
                                                  bool value) noexcept;
__attribute__((convergent)) bool __spirv_GroupAny(unsigned scope,
                                                  bool value) noexcept;
}

#endif

namespace sycl {
inline namespace _V1 {
namespace detail {

// Values of SPIR-V's GroupOperation.
enum group_operation : unsigned {
  group_reduction = 0,
  group_inclusive = 1,
  group_exclusive = 2,
};

//===-- Combinations ------------------------------------------------------===//

// What changes nothing, also for operators of a type other than DataT.
template <class Op, class DataT> constexpr DataT identity_of() {
  using element = element_of<DataT>;
  if constexpr (is_operator<Op, minimum>)
    return DataT(greatest<element>());
  else if constexpr (is_operator<Op, maximum>)
    return DataT(least<element>());
  else if constexpr (is_operator<Op, bit_and>)
    return DataT(element(~element(0)));
  else
    return DataT(
        element(is_operator<Op, multiplies> || is_operator<Op, logical_and>));
}

// Whether a group can combine values of DataT, or of vectors of it, with Op.
template <class Op, class DataT>
inline constexpr bool has_group_instruction =
    is_arithmetic<DataT> &&
    (is_operator<Op, plus> || is_operator<Op, multiplies> ||
     is_operator<Op, minimum> || is_operator<Op, maximum> ||
     (std::is_integral_v<DataT> &&
      (is_operator<Op, bit_and> || is_operator<Op, bit_or> ||
       is_operator<Op, bit_xor> || is_operator<Op, logical_and> ||
       is_operator<Op, logical_or>)));

#ifdef __SYCL_DEVICE_ONLY__

template <class Op, class DataT>
TANDEM_ALWAYS_INLINE DataT combine_integers(unsigned scope,
                                            group_operation what, DataT value);

// SPIR-V's number of the scope of a work-group.
constexpr unsigned work_group_scope = 2;

// The scans of a work-group that not every OpenCL compiler has for bools.
template <class Op>
TANDEM_ALWAYS_INLINE bool scan_as_numbers(group_operation what, bool value) {
  constexpr unsigned scope = work_group_scope;
  const unsigned number = value;
  if constexpr (is_operator<Op, bit_xor>)
    return combine_integers<plus<unsigned>>(scope, what, number) & 1;
  else if constexpr (is_operator<Op, plus> || is_operator<Op, bit_or> ||
                     is_operator<Op, logical_or> || is_operator<Op, maximum>)
    return combine_integers<maximum<unsigned>>(scope, what, number) != 0;
  else
    return combine_integers<minimum<unsigned>>(scope, what, number) != 0;
}

// The least or greatest of a work-group: not every OpenCL compiler has it for
// numbers of 8 and 16 bits. Behind an exclusive scan, the identity is that of
// DataT.
template <class Op, class DataT>
TANDEM_ALWAYS_INLINE DataT combine_wide(group_operation what, DataT value) {
  using wide = std::conditional_t<std::is_signed_v<DataT>, int, unsigned>;
  const wide result =
      combine_integers<Op, wide>(work_group_scope, what, wide(value));
  constexpr wide identity = identity_of<Op, DataT>();
  const bool is_beyond =
      is_operator<Op, minimum> ? result > identity : result < identity;
  return DataT(is_beyond ? identity : result);
}

template <class Op, class DataT>
TANDEM_ALWAYS_INLINE DataT combine_bools(unsigned scope, group_operation what,
                                         DataT value) {
  if (scope == work_group_scope && what != group_reduction)
    return scan_as_numbers<Op>(what, value);
  if constexpr (is_operator<Op, bit_xor>)
    return __spirv_GroupLogicalXorKHR(scope, what, value);
  else if constexpr (is_operator<Op, plus> || is_operator<Op, bit_or> ||
                     is_operator<Op, logical_or> || is_operator<Op, maximum>)
    return __spirv_GroupLogicalOrKHR(scope, what, value);
  else
    return __spirv_GroupLogicalAndKHR(scope, what, value);
}

template <class Op, class DataT>
TANDEM_ALWAYS_INLINE DataT combine_floats(unsigned scope, group_operation what,
                                          DataT value) {
  if constexpr (is_operator<Op, plus>)
    return __spirv_GroupFAdd(scope, what, value);
  else if constexpr (is_operator<Op, multiplies>)
    return __spirv_GroupFMulKHR(scope, what, value);
  else if constexpr (is_operator<Op, minimum>)
    return __spirv_GroupFMin(scope, what, value);
  else
    return __spirv_GroupFMax(scope, what, value);
}

template <class Op, class DataT>
TANDEM_ALWAYS_INLINE DataT combine_integers(unsigned scope,
                                            group_operation what, DataT value) {
  if constexpr (sizeof(DataT) < 4 &&
                (is_operator<Op, minimum> || is_operator<Op, maximum>))
    if (scope == work_group_scope)
      return combine_wide<Op>(what, value);
  if constexpr (is_operator<Op, plus>)
    return __spirv_GroupIAdd(scope, what, value);
  else if constexpr (is_operator<Op, multiplies>)
    return __spirv_GroupIMulKHR(scope, what, value);
  else if constexpr (is_operator<Op, bit_and>)
    return __spirv_GroupBitwiseAndKHR(scope, what, value);
  else if constexpr (is_operator<Op, bit_or>)
    return __spirv_GroupBitwiseOrKHR(scope, what, value);
  else if constexpr (is_operator<Op, bit_xor>)
    return __spirv_GroupBitwiseXorKHR(scope, what, value);
  else if constexpr (is_operator<Op, minimum>)
    return std::is_signed_v<DataT> ? __spirv_GroupSMin(scope, what, value)
                                   : __spirv_GroupUMin(scope, what, value);
  else if constexpr (is_operator<Op, maximum>)
    return std::is_signed_v<DataT> ? __spirv_GroupSMax(scope, what, value)
                                   : __spirv_GroupUMax(scope, what, value);
  else
    return combine_bools<Op>(scope, what, value != 0);
}

template <class Op, class DataT>
TANDEM_ALWAYS_INLINE DataT combine_over(unsigned scope, group_operation what,
                                        DataT value) {
  if constexpr (is_vector<DataT>) {
    DataT result;
    for (int index = 0; index < count_of<DataT>; ++index)
      result[index] =
          combine_over<Op, element_of<DataT>>(scope, what, value[index]);
    return result;
  } else if constexpr (std::is_same_v<DataT, bool>) {
    return combine_bools<Op>(scope, what, value);
  } else if constexpr (std::is_integral_v<DataT>) {
    return combine_integers<Op>(scope, what, value);
  } else {
    return DataT(combine_floats<Op>(scope, what, native(value)));
  }
}

#else

template <class Op, class DataT>
DataT combine_over(unsigned, group_operation, DataT value) {
  return value;
}

#endif

//===-- Values that move between work-items -------------------------------===//

// Calls `move` on pieces of `value` that fit instructions.
template <class DataT, class Move>
TANDEM_ALWAYS_INLINE DataT move_pieces(const DataT &value, Move move) {
  static_assert(std::is_trivially_copyable_v<DataT>,
                "only trivially copyable values can move between work-items");
  // Not every OpenCL compiler moves values of type bool and half: they go as
  // integers.
  if constexpr (std::is_arithmetic_v<DataT> && !std::is_same_v<DataT, bool>) {
    return move(value);
  } else if constexpr (std::is_same_v<DataT, half>) {
    return __builtin_bit_cast(
        half, uint16_t(move(__builtin_bit_cast(uint16_t, value))));
  } else {
    using piece = std::conditional_t<
        alignof(DataT) >= 8 && sizeof(DataT) % 8 == 0, uint64_t,
        std::conditional_t<alignof(DataT) >= 4 && sizeof(DataT) % 4 == 0,
                           uint32_t, uint8_t>>;
    constexpr size_t count = sizeof(DataT) / sizeof(piece);
    piece pieces[count];
    __builtin_memcpy(pieces, &value, sizeof(DataT));
    TANDEM_UNROLL
    for (size_t index = 0; index < count; ++index)
      pieces[index] = move(pieces[index]);
    DataT result = value;
    __builtin_memcpy(&result, pieces, sizeof(DataT));
    return result;
  }
}

#ifdef __SYCL_DEVICE_ONLY__

// SPIR-V's local id of a work-item: its first component varies fastest.
TANDEM_ALWAYS_INLINE size_t spirv_local_id(const id<1> &index) {
  return index[0];
}
using spirv_id2 = size_t __attribute__((ext_vector_type(2)));
TANDEM_ALWAYS_INLINE spirv_id2 spirv_local_id(const id<2> &index) {
  return spirv_id2{index[1], index[0]};
}
using spirv_id3 = unsigned __attribute__((ext_vector_type(3)));
TANDEM_ALWAYS_INLINE spirv_id3 spirv_local_id(const id<3> &index) {
  return spirv_id3{unsigned(index[2]), unsigned(index[1]), unsigned(index[0])};
}

#define TANDEM_MOVE(name, Index, instruction)                                  \
  template <class DataT>                                                       \
  TANDEM_ALWAYS_INLINE DataT name(unsigned scope, const DataT &value,          \
                                  Index index) {                               \
    return move_pieces(value, [=](auto piece) { return instruction; });        \
  }
#define TANDEM_BROADCAST(Dimensions)                                           \
  TANDEM_MOVE(broadcast, const id<Dimensions> &,                               \
              __spirv_GroupBroadcast(scope, piece, spirv_local_id(index)))
#define TANDEM_SHUFFLE(name, instruction)                                      \
  TANDEM_MOVE(name, unsigned,                                                  \
              __spirv_GroupNonUniform##instruction(scope, piece, index))
#else
#define TANDEM_MOVE(name, Index)                                               \
  template <class DataT> DataT name(unsigned, const DataT &value, Index) {     \
    return value;                                                              \
  }
#define TANDEM_BROADCAST(Dimensions)                                           \
  TANDEM_MOVE(broadcast, const id<Dimensions> &)
#define TANDEM_SHUFFLE(name, instruction) TANDEM_MOVE(name, unsigned)
#endif

#ifdef __SYCL_DEVICE_ONLY__
// In a sub-group, OpenCL's work-items have numbers of 32 bits.
TANDEM_MOVE(broadcast, unsigned, __spirv_GroupBroadcast(scope, piece, index))
#else
TANDEM_MOVE(broadcast, unsigned)
#endif
TANDEM_BROADCAST(1)
TANDEM_BROADCAST(2)
TANDEM_BROADCAST(3)
TANDEM_SHUFFLE(shuffle, Shuffle)
TANDEM_SHUFFLE(shuffle_xor, ShuffleXor)
TANDEM_SHUFFLE(shuffle_up, ShuffleUp)
TANDEM_SHUFFLE(shuffle_down, ShuffleDown)

#undef TANDEM_SHUFFLE
#undef TANDEM_BROADCAST
#undef TANDEM_MOVE

//===-- Votes -------------------------------------------------------------===//

TANDEM_ALWAYS_INLINE bool vote_any(unsigned scope, bool value) {
#ifdef __SYCL_DEVICE_ONLY__
  return __spirv_GroupAny(scope, value);
#else
  static_cast<void>(scope);
  return value;
#endif
}
TANDEM_ALWAYS_INLINE bool vote_all(unsigned scope, bool value) {
#ifdef __SYCL_DEVICE_ONLY__
  return __spirv_GroupAll(scope, value);
#else
  static_cast<void>(scope);
  return value;
#endif
}

//===-- Groups of one work-item -------------------------------------------===//

template <class Op, class DataT>
TANDEM_ALWAYS_INLINE DataT combine_over(one_item, group_operation what,
                                        DataT value) {
  return what == group_exclusive ? identity_of<Op, DataT>() : value;
}
template <class DataT, class Index>
TANDEM_ALWAYS_INLINE DataT broadcast(one_item, const DataT &value,
                                     const Index &) {
  return value;
}
#define TANDEM_SHUFFLE(name)                                                   \
  template <class DataT>                                                       \
  TANDEM_ALWAYS_INLINE DataT name(one_item, const DataT &value, unsigned) {    \
    return value;                                                              \
  }
TANDEM_SHUFFLE(shuffle)
TANDEM_SHUFFLE(shuffle_xor)
TANDEM_SHUFFLE(shuffle_up)
TANDEM_SHUFFLE(shuffle_down)
#undef TANDEM_SHUFFLE
TANDEM_ALWAYS_INLINE bool vote_any(one_item, bool value) { return value; }
TANDEM_ALWAYS_INLINE bool vote_all(one_item, bool value) { return value; }

//===-- Groups of some work-items of a sub-group --------------------------===//

// Those whose bits are set. Each of them names all.
struct members {
  uint64_t bits;

  // The number in the sub-group of the member of a number.
  TANDEM_ALWAYS_INLINE unsigned work_item(unsigned member) const {
    uint64_t left = bits;
    unsigned found = 0;
    TANDEM_UNROLL
    for (unsigned width = 32; width > 0; width /= 2) {
      const uint64_t low = left & ((uint64_t(1) << width) - 1);
      const unsigned count = __builtin_popcountll(low);
      const bool is_above = member >= count;
      member -= is_above ? count : 0;
      left = is_above ? left >> width : low;
      found += is_above ? width : 0;
    }
    return found;
  }
  // The caller's number among the members.
  TANDEM_ALWAYS_INLINE unsigned own_number() const {
    const unsigned own = __spirv_BuiltInSubgroupLocalInvocationId();
    return __builtin_popcountll(bits & ((uint64_t(1) << own) - 1));
  }
  TANDEM_ALWAYS_INLINE unsigned count() const {
    return __builtin_popcountll(bits);
  }
};

// The numbers that the builtin has for combinations.
enum combination : unsigned {
  combine_add,
  combine_multiply,
  combine_signed_min,
  combine_unsigned_min,
  combine_signed_max,
  combine_unsigned_max,
  combine_float_add,
  combine_float_multiply,
  combine_float_min,
  combine_float_max,
  combine_and,
  combine_or,
  combine_xor,
};

template <class Op, class DataT> constexpr combination combination_of() {
  if constexpr (std::is_same_v<DataT, bool>)
    return is_operator<Op, bit_xor> ? combine_xor
           : is_operator<Op, plus> || is_operator<Op, bit_or> ||
                   is_operator<Op, logical_or> || is_operator<Op, maximum>
               ? combine_or
               : combine_and;
  else if constexpr (!std::is_integral_v<DataT>)
    return is_operator<Op, plus>         ? combine_float_add
           : is_operator<Op, multiplies> ? combine_float_multiply
           : is_operator<Op, minimum>    ? combine_float_min
                                         : combine_float_max;
  else
    return is_operator<Op, plus>         ? combine_add
           : is_operator<Op, multiplies> ? combine_multiply
           : is_operator<Op, bit_and>    ? combine_and
           : is_operator<Op, bit_or>     ? combine_or
           : is_operator<Op, bit_xor>    ? combine_xor
           : is_operator<Op, minimum>
               ? (std::is_signed_v<DataT> ? combine_signed_min
                                          : combine_unsigned_min)
               : (std::is_signed_v<DataT> ? combine_signed_max
                                          : combine_unsigned_max);
}

#ifdef __SYCL_DEVICE_ONLY__
template <class Op, class DataT>
TANDEM_ALWAYS_INLINE DataT combine_over(members of, group_operation what,
                                        DataT value) {
  if constexpr (is_vector<DataT>) {
    DataT result;
    for (int index = 0; index < count_of<DataT>; ++index)
      result[index] =
          combine_over<Op, element_of<DataT>>(of, what, value[index]);
    return result;
  } else if constexpr (!std::is_same_v<DataT, bool> &&
                       (is_operator<Op, logical_and> ||
                        is_operator<Op, logical_or>)) {
    return combine_over<Op, bool>(of, what, value != 0);
  } else {
    return DataT(__spirv_tandem_members_combine(
        native(value), of.bits, combination_of<Op, DataT>(), what));
  }
}
template <class DataT>
TANDEM_ALWAYS_INLINE DataT shuffle(members of, const DataT &value,
                                   unsigned member) {
  const unsigned from = of.work_item(member);
  return move_pieces(value, [=](auto piece) {
    return __spirv_tandem_members_shuffle(piece, from, of.bits);
  });
}
#else
template <class Op, class DataT>
DataT combine_over(members, group_operation, DataT value) {
  return value;
}
template <class DataT> DataT shuffle(members, const DataT &value, unsigned) {
  return value;
}
#endif

template <class DataT>
TANDEM_ALWAYS_INLINE DataT broadcast(members of, const DataT &value,
                                     const id<1> &index) {
  return shuffle(of, value, unsigned(index[0]));
}
template <class DataT>
TANDEM_ALWAYS_INLINE DataT shuffle_xor(members of, const DataT &value,
                                       unsigned mask) {
  return shuffle(of, value, of.own_number() ^ mask);
}
template <class DataT>
TANDEM_ALWAYS_INLINE DataT shuffle_up(members of, const DataT &value,
                                      unsigned delta) {
  return shuffle(of, value, of.own_number() - delta);
}
template <class DataT>
TANDEM_ALWAYS_INLINE DataT shuffle_down(members of, const DataT &value,
                                        unsigned delta) {
  return shuffle(of, value, of.own_number() + delta);
}
TANDEM_ALWAYS_INLINE bool vote_any(members of, bool value) {
  return combine_over<logical_or<bool>>(of, group_reduction, value);
}
TANDEM_ALWAYS_INLINE bool vote_all(members of, bool value) {
  return combine_over<logical_and<bool>>(of, group_reduction, value);
}

} // namespace detail
} // namespace _V1
} // namespace sycl
