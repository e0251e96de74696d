//===- sycl/group_algorithms.hpp - group functions and algorithms ---------===//
//
// Part of Tandem, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// Owns: the functions that a group calls together (SYCL 2020, 4.17.2 and
// 4.17.3), except for group_barrier.
#pragma once

#include <sycl/impl/group_instructions.hpp>

namespace sycl {
inline namespace _V1 {

namespace detail {

template <class Group>
inline constexpr bool is_any_group =
    is_group_v<std::decay_t<Group>> && !has_barrier_alone<std::decay_t<Group>>;
// The participants in operations of a group: a scope, one_item or members.
template <class Group>
TANDEM_ALWAYS_INLINE constexpr auto participants(const Group &group) {
  if constexpr (is_of_members<Group>)
    return members{member_bits::of(group)};
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

template <class Op, class Scope, class DataT>
TANDEM_ALWAYS_INLINE DataT combine_in(Scope scope, group_operation what,
                                      const DataT &value) {
  static_assert(has_group_instruction<Op, element_of<DataT>>,
                "group algorithms take SYCL's function objects on numbers and "
                "vectors of them");
  return combine_over<Op, DataT>(scope, what, value);
}

} // namespace detail

#define TANDEM_GROUP class Group, detail::when<detail::is_any_group<Group>> = 0
#define TANDEM_SUB_GROUP                                                       \
  class Group, detail::when<detail::has_shuffles<Group>> = 0

//===-- Broadcast and shuffles --------------------------------------------===//

/// Gives all work-items the `value` of the one with local id `local_id`, which
/// must be the same for all.
///
/// As with all functions of this header, every work-item of the group must call
/// it in converged control flow. SYCL 2020, section 4.17.2.2.
template <TANDEM_GROUP, class DataT>
TANDEM_ALWAYS_INLINE DataT group_broadcast(Group group, DataT value,
                                           typename Group::id_type local_id) {
  if constexpr (std::is_same_v<Group, sub_group>)
    return detail::broadcast(detail::participants(group), value,
                             static_cast<unsigned>(local_id[0]));
  else
    return detail::broadcast(detail::participants(group), value, local_id);
}
/// As above, with the work-item's linear id.
template <TANDEM_GROUP, class DataT>
TANDEM_ALWAYS_INLINE DataT group_broadcast(
    Group group, DataT value, typename Group::linear_id_type linear) {
  typename Group::id_type index;
  typename Group::range_type extent = group.get_local_range();
  for (int axis = Group::dimensions - 1; axis > 0; --axis) {
    index[axis] = linear % extent[axis];
    linear /= extent[axis];
  }
  index[0] = linear;
  return group_broadcast(group, value, index);
}
/// As above, from the leader of the group.
template <TANDEM_GROUP, class DataT>
TANDEM_ALWAYS_INLINE DataT group_broadcast(Group group, DataT value) {
  return group_broadcast(group, value, typename Group::id_type());
}

/// The `value` of the work-item with local id `remote` of the sub-group; each
/// work-item may choose another.
/// SYCL 2020, section 4.17.3.4.
template <TANDEM_SUB_GROUP, class DataT>
TANDEM_ALWAYS_INLINE DataT select_from_group(Group group, DataT value,
                                             typename Group::id_type remote) {
  return detail::shuffle(detail::participants(group), value,
                         unsigned(remote[0]));
}
/// The `value` of the work-item `delta` positions later. The result is
/// unspecified in the last `delta` work-items.
/// SYCL 2020, section 4.17.3.2.
template <TANDEM_SUB_GROUP, class DataT>
TANDEM_ALWAYS_INLINE DataT shift_group_left(
    Group group, DataT value, typename Group::linear_id_type delta = 1) {
  return detail::shuffle_down(detail::participants(group), value, delta);
}
/// The `value` of the work-item `delta` positions earlier. The result is
/// unspecified in the first `delta` work-items.
/// SYCL 2020, section 4.17.3.2.
template <TANDEM_SUB_GROUP, class DataT>
TANDEM_ALWAYS_INLINE DataT shift_group_right(
    Group group, DataT value, typename Group::linear_id_type delta = 1) {
  return detail::shuffle_up(detail::participants(group), value, delta);
}
/// The `value` of the work-item whose local id is this one's exclusive-or
/// `mask`, which must be the same for all.
/// SYCL 2020, section 4.17.3.3.
template <TANDEM_SUB_GROUP, class DataT>
TANDEM_ALWAYS_INLINE DataT permute_group_by_xor(
    Group group, DataT value, typename Group::linear_id_type mask) {
  return detail::shuffle_xor(detail::participants(group), value, mask);
}

//===-- Votes -------------------------------------------------------------===//

/// Whether `predicate` is true for at least one work-item of the group.
/// SYCL 2020, section 4.17.3.1.
template <TANDEM_GROUP>
TANDEM_ALWAYS_INLINE bool any_of_group(Group group, bool predicate) {
  return detail::vote_any(detail::participants(group), predicate);
}
/// Whether `predicate` is true for every work-item of the group.
template <TANDEM_GROUP>
TANDEM_ALWAYS_INLINE bool all_of_group(Group group, bool predicate) {
  return detail::vote_all(detail::participants(group), predicate);
}
/// Whether `predicate` is true for no work-item of the group.
template <TANDEM_GROUP>
TANDEM_ALWAYS_INLINE bool none_of_group(Group group, bool predicate) {
  return !detail::vote_any(detail::participants(group), predicate);
}

#define TANDEM_VOTE(name)                                                      \
  template <TANDEM_GROUP, class DataT, class Predicate>                        \
  TANDEM_ALWAYS_INLINE bool name##_of_group(Group group, DataT value,          \
                                            Predicate predicate) {             \
    return name##_of_group(group, bool(predicate(value)));                     \
  }
/// Whether `predicate(value)` is true for at least one work-item of the group.
TANDEM_VOTE(any)
/// Whether `predicate(value)` is true for every work-item of the group.
TANDEM_VOTE(all)
/// Whether `predicate(value)` is true for no work-item of the group.
TANDEM_VOTE(none)
#undef TANDEM_VOTE

namespace detail {
// Whether the predicate has the value `wanted` for an element that is this
// work-item's to look at.
template <class Group, class Pointer, class Predicate>
TANDEM_ALWAYS_INLINE bool find_own(Group group, Pointer first, Pointer last,
                                   Predicate predicate, bool wanted) {
  const ptrdiff_t step = group.get_local_linear_range();
  for (ptrdiff_t index = group.get_local_linear_id(); index < last - first;
       index += step)
    if (bool(predicate(first[index])) == wanted)
      return true;
  return false;
}
} // namespace detail

/// Whether `predicate` is true for at least one element of [`first`, `last`).
///
/// The work-items share the elements. All must pass the same range, as in every
/// `joint_` function. SYCL 2020, section 4.17.3.1.
template <TANDEM_GROUP, class Pointer, class Predicate>
bool joint_any_of(Group group, Pointer first, Pointer last,
                  Predicate predicate) {
  return any_of_group(group,
                      detail::find_own(group, first, last, predicate, true));
}
/// Whether `predicate` is true for every element of [`first`, `last`).
template <TANDEM_GROUP, class Pointer, class Predicate>
bool joint_all_of(Group group, Pointer first, Pointer last,
                  Predicate predicate) {
  return none_of_group(group,
                       detail::find_own(group, first, last, predicate, false));
}
/// Whether `predicate` is true for no element of [`first`, `last`).
template <TANDEM_GROUP, class Pointer, class Predicate>
bool joint_none_of(Group group, Pointer first, Pointer last,
                   Predicate predicate) {
  return !joint_any_of(group, first, last, predicate);
}

//===-- Reductions --------------------------------------------------------===//

/// Combines the `value` of every work-item of the group with the operator.
///
/// The operator is one of SYCL's function objects, or the standard's of the
/// same name; values are numbers or vectors of them. The order is unspecified.
/// \returns The combination, in all work-items.
/// SYCL 2020, section 4.17.3.5.
template <TANDEM_GROUP, class DataT, class Op>
TANDEM_ALWAYS_INLINE DataT reduce_over_group(Group group, DataT value, Op) {
  return detail::combine_in<Op>(detail::participants(group),
                                detail::group_reduction, value);
}
/// As above, combined with `init`.
template <TANDEM_GROUP, class ValueT, class DataT, class Op>
TANDEM_ALWAYS_INLINE DataT reduce_over_group(Group group, ValueT value,
                                             DataT init, Op op) {
  return op(init, reduce_over_group(group, DataT(value), op));
}

/// Combines `init` and all elements of [`first`, `last`) with `op`.
///
/// The work-items share the elements. The order is unspecified.
/// \returns The combination, in all work-items.
/// SYCL 2020, section 4.17.3.5.
template <TANDEM_GROUP, class Pointer, class DataT, class Op>
DataT joint_reduce(Group group, Pointer first, Pointer last, DataT init,
                   Op op) {
  const ptrdiff_t step = group.get_local_linear_range();
  DataT own = detail::identity_of<Op, DataT>();
  for (ptrdiff_t index = group.get_local_linear_id(); index < last - first;
       index += step)
    own = op(own, DataT(first[index]));
  return op(init, reduce_over_group(group, own, op));
}
/// As above, without an initial value.
template <TANDEM_GROUP, class Pointer, class Op>
detail::pointed_value<Pointer> joint_reduce(Group group, Pointer first,
                                            Pointer last, Op op) {
  return joint_reduce(group, first, last,
                      detail::identity_of<Op, detail::pointed_value<Pointer>>(),
                      op);
}

//===-- Scans -------------------------------------------------------------===//

/// Combines the values of this work-item and of all with a lower linear id.
/// SYCL 2020, section 4.17.3.6.
template <TANDEM_GROUP, class DataT, class Op>
TANDEM_ALWAYS_INLINE DataT inclusive_scan_over_group(Group group, DataT value,
                                                     Op) {
  return detail::combine_in<Op>(detail::participants(group),
                                detail::group_inclusive, value);
}
/// As above, combined with `init`.
template <TANDEM_GROUP, class ValueT, class Op, class DataT>
TANDEM_ALWAYS_INLINE DataT inclusive_scan_over_group(Group group, ValueT value,
                                                     Op op, DataT init) {
  return op(init, inclusive_scan_over_group(group, DataT(value), op));
}
/// Combines the values of all work-items with a lower linear id. The first gets
/// the identity of the operator.
/// SYCL 2020, section 4.17.3.6.
template <TANDEM_GROUP, class DataT, class Op>
TANDEM_ALWAYS_INLINE DataT exclusive_scan_over_group(Group group, DataT value,
                                                     Op) {
  return detail::combine_in<Op>(detail::participants(group),
                                detail::group_exclusive, value);
}
/// As above, combined with `init`.
template <TANDEM_GROUP, class ValueT, class DataT, class Op>
TANDEM_ALWAYS_INLINE DataT exclusive_scan_over_group(Group group, ValueT value,
                                                     DataT init, Op op) {
  return op(init, exclusive_scan_over_group(group, DataT(value), op));
}

namespace detail {
// The group scans one piece after the other, each as large as the group, and
// carries the combination of all earlier pieces. `first` and `result` may be
// the same.
template <group_operation What, class Group, class In, class Out, class DataT,
          class Op>
Out joint_scan(Group group, In first, In last, Out result, DataT carry, Op op) {
  const ptrdiff_t step = group.get_local_linear_range();
  const ptrdiff_t own = group.get_local_linear_id();
  const ptrdiff_t count = last - first;
  for (ptrdiff_t start = 0; start < count; start += step) {
    const ptrdiff_t index = start + own;
    const DataT value =
        index < count ? DataT(first[index]) : identity_of<Op, DataT>();
    const DataT scanned =
        op(carry, combine_in<Op>(participants(group), What, value));
    if (index < count)
      result[index] = scanned;
    carry = op(carry, reduce_over_group(group, value, op));
  }
  return result + count;
}
} // namespace detail

/// Writes to `result[i]` the combination of `init` and the elements 0 to `i` of
/// [`first`, `last`).
///
/// The work-items share the elements. `result` may be equal to `first`.
/// \returns The end of the results.
/// SYCL 2020, section 4.17.3.6.
template <TANDEM_GROUP, class In, class Out, class Op, class DataT>
Out joint_inclusive_scan(Group group, In first, In last, Out result, Op op,
                         DataT init) {
  return detail::joint_scan<detail::group_inclusive>(group, first, last, result,
                                                     init, op);
}
/// As above, without an initial value.
template <TANDEM_GROUP, class In, class Out, class Op>
Out joint_inclusive_scan(Group group, In first, In last, Out result, Op op) {
  using DataT = detail::pointed_value<Out>;
  return joint_inclusive_scan(group, first, last, result, op,
                              detail::identity_of<Op, DataT>());
}
/// Writes to `result[i]` the combination of `init` and the elements 0 to `i -
/// 1` of [`first`, `last`).
///
/// The work-items share the elements. `result` may be equal to `first`.
/// \returns The end of the results.
/// SYCL 2020, section 4.17.3.6.
template <TANDEM_GROUP, class In, class Out, class DataT, class Op>
Out joint_exclusive_scan(Group group, In first, In last, Out result, DataT init,
                         Op op) {
  return detail::joint_scan<detail::group_exclusive>(group, first, last, result,
                                                     init, op);
}
/// As above, with the identity of the operator as the initial value.
template <TANDEM_GROUP, class In, class Out, class Op>
Out joint_exclusive_scan(Group group, In first, In last, Out result, Op op) {
  using DataT = detail::pointed_value<Out>;
  return joint_exclusive_scan(group, first, last, result,
                              detail::identity_of<Op, DataT>(), op);
}

#undef TANDEM_SUB_GROUP
#undef TANDEM_GROUP

} // namespace _V1
} // namespace sycl
