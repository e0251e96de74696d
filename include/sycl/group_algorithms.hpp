//===- sycl/group_algorithms.hpp - group functions and algorithms ---------===//
//
// Part of Tandem, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// Owns: the functions that a group calls together (SYCL 2020, 4.17.3 and
// 4.17.4), but for group_barrier.
#pragma once

#include <sycl/detail/group_instructions.hpp>

namespace sycl {
inline namespace _V1 {

namespace detail {

template <class Group>
inline constexpr bool is_any_group =
    is_group_v<std::decay_t<Group>> && !has_barrier_alone<std::decay_t<Group>>;
// Who takes part in operations of a group: a scope, one_item or members.
template <class Group>
TANDEM_ALWAYS_INLINE constexpr auto participants(const Group &g) {
  if constexpr (is_of_members<Group>)
    return members{member_bits::of(g)};
  else
    return execution_scope<Group>;
}
template <class Group>
inline constexpr bool has_shuffles =
    std::is_same_v<std::decay_t<Group>, sub_group> ||
    !std::is_same_v<decltype(participants(std::declval<const Group &>())),
                    unsigned>;

template <class Pointer>
using pointed_value = std::decay_t<decltype(*std::declval<const Pointer &>())>;

template <class Op, class Scope, class T>
TANDEM_ALWAYS_INLINE T combine_in(Scope scope, group_operation what,
                                  const T &x) {
  static_assert(has_group_instruction<Op, element_of<T>>,
                "group algorithms take SYCL's function objects on numbers and "
                "vectors of them");
  return combine_over<Op, T>(scope, what, x);
}

} // namespace detail

#define TANDEM_GROUP class Group, detail::when<detail::is_any_group<Group>> = 0
#define TANDEM_SUB_GROUP                                                       \
  class Group, detail::when<detail::has_shuffles<Group>> = 0

//===-- Broadcast and shuffles --------------------------------------------===//

template <TANDEM_GROUP, class T>
TANDEM_ALWAYS_INLINE T group_broadcast(Group g, T x,
                                       typename Group::id_type local_id) {
  return detail::broadcast(detail::participants(g), x, local_id);
}
template <TANDEM_GROUP, class T>
TANDEM_ALWAYS_INLINE T group_broadcast(Group g, T x,
                                       typename Group::linear_id_type linear) {
  typename Group::id_type index;
  typename Group::range_type extent = g.get_local_range();
  for (int d = Group::dimensions - 1; d > 0; --d) {
    index[d] = linear % extent[d];
    linear /= extent[d];
  }
  index[0] = linear;
  return group_broadcast(g, x, index);
}
template <TANDEM_GROUP, class T>
TANDEM_ALWAYS_INLINE T group_broadcast(Group g, T x) {
  return group_broadcast(g, x, typename Group::id_type());
}

template <TANDEM_SUB_GROUP, class T>
TANDEM_ALWAYS_INLINE T select_from_group(Group g, T x,
                                         typename Group::id_type remote) {
  return detail::shuffle(detail::participants(g), x, unsigned(remote[0]));
}
template <TANDEM_SUB_GROUP, class T>
TANDEM_ALWAYS_INLINE T
shift_group_left(Group g, T x, typename Group::linear_id_type delta = 1) {
  return detail::shuffle_down(detail::participants(g), x, delta);
}
template <TANDEM_SUB_GROUP, class T>
TANDEM_ALWAYS_INLINE T
shift_group_right(Group g, T x, typename Group::linear_id_type delta = 1) {
  return detail::shuffle_up(detail::participants(g), x, delta);
}
template <TANDEM_SUB_GROUP, class T>
TANDEM_ALWAYS_INLINE T
permute_group_by_xor(Group g, T x, typename Group::linear_id_type mask) {
  return detail::shuffle_xor(detail::participants(g), x, mask);
}

//===-- Votes -------------------------------------------------------------===//

template <TANDEM_GROUP>
TANDEM_ALWAYS_INLINE bool any_of_group(Group g, bool predicate) {
  return detail::vote_any(detail::participants(g), predicate);
}
template <TANDEM_GROUP>
TANDEM_ALWAYS_INLINE bool all_of_group(Group g, bool predicate) {
  return detail::vote_all(detail::participants(g), predicate);
}
template <TANDEM_GROUP>
TANDEM_ALWAYS_INLINE bool none_of_group(Group g, bool predicate) {
  return !detail::vote_any(detail::participants(g), predicate);
}

#define TANDEM_VOTE(name)                                                      \
  template <TANDEM_GROUP, class T, class Predicate>                            \
  TANDEM_ALWAYS_INLINE bool name##_of_group(Group g, T x,                      \
                                            Predicate predicate) {             \
    return name##_of_group(g, bool(predicate(x)));                             \
  }
TANDEM_VOTE(any)
TANDEM_VOTE(all)
TANDEM_VOTE(none)
#undef TANDEM_VOTE

namespace detail {
// Whether the predicate has the value `wanted` for an element that is this
// work-item's to look at.
template <class Group, class Pointer, class Predicate>
TANDEM_ALWAYS_INLINE bool find_own(Group g, Pointer first, Pointer last,
                                   Predicate predicate, bool wanted) {
  const ptrdiff_t step = g.get_local_linear_range();
  for (ptrdiff_t i = g.get_local_linear_id(); i < last - first; i += step)
    if (bool(predicate(first[i])) == wanted)
      return true;
  return false;
}
} // namespace detail

template <TANDEM_GROUP, class Pointer, class Predicate>
bool joint_any_of(Group g, Pointer first, Pointer last, Predicate predicate) {
  return any_of_group(g, detail::find_own(g, first, last, predicate, true));
}
template <TANDEM_GROUP, class Pointer, class Predicate>
bool joint_all_of(Group g, Pointer first, Pointer last, Predicate predicate) {
  return none_of_group(g, detail::find_own(g, first, last, predicate, false));
}
template <TANDEM_GROUP, class Pointer, class Predicate>
bool joint_none_of(Group g, Pointer first, Pointer last, Predicate predicate) {
  return !joint_any_of(g, first, last, predicate);
}

//===-- Reductions --------------------------------------------------------===//

template <TANDEM_GROUP, class T, class Op>
TANDEM_ALWAYS_INLINE T reduce_over_group(Group g, T x, Op) {
  return detail::combine_in<Op>(detail::participants(g),
                                detail::group_reduction, x);
}
template <TANDEM_GROUP, class V, class T, class Op>
TANDEM_ALWAYS_INLINE T reduce_over_group(Group g, V x, T init, Op op) {
  return op(init, reduce_over_group(g, T(x), op));
}

template <TANDEM_GROUP, class Pointer, class T, class Op>
T joint_reduce(Group g, Pointer first, Pointer last, T init, Op op) {
  const ptrdiff_t step = g.get_local_linear_range();
  T own = detail::identity_of<Op, T>();
  for (ptrdiff_t i = g.get_local_linear_id(); i < last - first; i += step)
    own = op(own, T(first[i]));
  return op(init, reduce_over_group(g, own, op));
}
template <TANDEM_GROUP, class Pointer, class Op>
detail::pointed_value<Pointer> joint_reduce(Group g, Pointer first,
                                            Pointer last, Op op) {
  return joint_reduce(g, first, last,
                      detail::identity_of<Op, detail::pointed_value<Pointer>>(),
                      op);
}

//===-- Scans -------------------------------------------------------------===//

template <TANDEM_GROUP, class T, class Op>
TANDEM_ALWAYS_INLINE T inclusive_scan_over_group(Group g, T x, Op) {
  return detail::combine_in<Op>(detail::participants(g),
                                detail::group_inclusive, x);
}
template <TANDEM_GROUP, class V, class Op, class T>
TANDEM_ALWAYS_INLINE T inclusive_scan_over_group(Group g, V x, Op op, T init) {
  return op(init, inclusive_scan_over_group(g, T(x), op));
}
template <TANDEM_GROUP, class T, class Op>
TANDEM_ALWAYS_INLINE T exclusive_scan_over_group(Group g, T x, Op) {
  return detail::combine_in<Op>(detail::participants(g),
                                detail::group_exclusive, x);
}
template <TANDEM_GROUP, class V, class T, class Op>
TANDEM_ALWAYS_INLINE T exclusive_scan_over_group(Group g, V x, T init, Op op) {
  return op(init, exclusive_scan_over_group(g, T(x), op));
}

namespace detail {
// The group scans one piece of its own size after the other, and carries the
// combination of all that came before. `first` and `result` may be the same.
template <group_operation What, class Group, class In, class Out, class T,
          class Op>
Out joint_scan(Group g, In first, In last, Out result, T carry, Op op) {
  const ptrdiff_t step = g.get_local_linear_range();
  const ptrdiff_t own = g.get_local_linear_id();
  const ptrdiff_t count = last - first;
  for (ptrdiff_t start = 0; start < count; start += step) {
    const ptrdiff_t i = start + own;
    const T x = i < count ? T(first[i]) : identity_of<Op, T>();
    const T scanned = op(carry, combine_in<Op>(participants(g), What, x));
    if (i < count)
      result[i] = scanned;
    carry = op(carry, reduce_over_group(g, x, op));
  }
  return result + count;
}
} // namespace detail

template <TANDEM_GROUP, class In, class Out, class Op, class T>
Out joint_inclusive_scan(Group g, In first, In last, Out result, Op op,
                         T init) {
  return detail::joint_scan<detail::group_inclusive>(g, first, last, result,
                                                     init, op);
}
template <TANDEM_GROUP, class In, class Out, class Op>
Out joint_inclusive_scan(Group g, In first, In last, Out result, Op op) {
  using T = detail::pointed_value<Out>;
  return joint_inclusive_scan(g, first, last, result, op,
                              detail::identity_of<Op, T>());
}
template <TANDEM_GROUP, class In, class Out, class T, class Op>
Out joint_exclusive_scan(Group g, In first, In last, Out result, T init,
                         Op op) {
  return detail::joint_scan<detail::group_exclusive>(g, first, last, result,
                                                     init, op);
}
template <TANDEM_GROUP, class In, class Out, class Op>
Out joint_exclusive_scan(Group g, In first, In last, Out result, Op op) {
  using T = detail::pointed_value<Out>;
  return joint_exclusive_scan(g, first, last, result,
                              detail::identity_of<Op, T>(), op);
}

#undef TANDEM_SUB_GROUP
#undef TANDEM_GROUP

} // namespace _V1
} // namespace sycl
