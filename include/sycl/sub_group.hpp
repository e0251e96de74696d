//===- sycl/sub_group.hpp - class sub_group -------------------------------===//
//
// Part of Tandem, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// Owns: sub_group (SYCL 2020, 4.9.1.8), with the members that DPC++ had before
// group algorithms existed. These members look the algorithms up where they are
// instantiated.
#pragma once

#include <sycl/detail/kernel/elementwise.hpp>
#include <sycl/detail/kernel/spirv.hpp>
#include <sycl/id.hpp>
#include <sycl/memory_enums.hpp>

namespace sycl {
inline namespace _V1 {

/// Identifies the sub-group of a work-item: work-items of one work-group that
/// the device runs together.
///
/// `nd_item::get_sub_group` returns it; programs cannot create one. An object
/// stores nothing: queries return the values of the calling work-item. It can
/// be passed to group algorithms, `group_barrier` and the shuffle functions.
/// SYCL 2020, section 4.9.1.8.
class sub_group {
  friend struct detail::maker;
  constexpr sub_group() noexcept = default;

  // Address of the work-item's own element where each has one.
  template <class DataT> DataT *own(DataT *block) const {
    return block + get_local_linear_id();
  }
  template <class Pointer>
  using pointed =
      std::remove_reference_t<decltype(*std::declval<const Pointer &>().get())>;

public:
  /// The type of ids.
  using id_type = id<1>;
  /// The type of ranges.
  using range_type = range<1>;
  /// The type of ids as one number.
  using linear_id_type = uint32_t;
  /// Sub-groups have one dimension.
  static constexpr int dimensions = 1;
  /// The narrowest scope that contains every work-item of the sub-group.
  static constexpr memory_scope fence_scope = memory_scope::sub_group;

  /// The position of the calling work-item in the sub-group.
  id_type get_local_id() const {
    return __spirv_BuiltInSubgroupLocalInvocationId();
  }
  /// As `get_local_id`, as a number.
  linear_id_type get_local_linear_id() const {
    return __spirv_BuiltInSubgroupLocalInvocationId();
  }
  /// The number of work-items of the sub-group. The last sub-group of a
  /// work-group may be smaller than the others.
  range_type get_local_range() const { return __spirv_BuiltInSubgroupSize(); }
  /// As `get_local_range`, as a number.
  linear_id_type get_local_linear_range() const {
    return __spirv_BuiltInSubgroupSize();
  }
  /// The number of work-items of the largest sub-group of the work-group.
  range_type get_max_local_range() const {
    return __spirv_BuiltInSubgroupMaxSize();
  }
  /// The position of the sub-group in the work-group.
  id_type get_group_id() const { return __spirv_BuiltInSubgroupId(); }
  /// As `get_group_id`, as a number.
  linear_id_type get_group_linear_id() const {
    return __spirv_BuiltInSubgroupId();
  }
  /// The number of sub-groups of the work-group.
  range_type get_group_range() const { return __spirv_BuiltInNumSubgroups(); }
  /// As `get_group_range`, as a number.
  linear_id_type get_group_linear_range() const {
    return __spirv_BuiltInNumSubgroups();
  }

  /// Whether the calling work-item is the one with local id 0.
  bool leader() const { return get_local_linear_id() == 0; }

  //===-- Block reads and writes: neighbours access neighbours ------------===//

  /// Reads the work-item's element of `block`, the one at its local id.
  ///
  /// The block reads and writes, and all members up to `barrier`, are those
  /// that DPC++ had before SYCL 2020. All of them are deprecated.
  template <class DataT> std::remove_cv_t<DataT> load(DataT *block) const {
    // vec is not copied from volatile memory.
    return *const_cast<std::remove_cv_t<DataT> *>(own(block));
  }
  /// Reads `NumElements` elements of `block`: those at the local id plus
  /// multiples of the largest size of a sub-group.
  template <int NumElements, class DataT>
  vec<std::remove_cv_t<DataT>, NumElements> load(DataT *block) const {
    vec<std::remove_cv_t<DataT>, NumElements> values;
    for (int index = 0; index < NumElements; ++index)
      values[index] = own(block)[index * get_max_local_range()[0]];
    return values;
  }
  /// As above, one element from a `multi_ptr`.
  template <class Pointer, class DataT = pointed<Pointer>>
  std::remove_cv_t<DataT> load(const Pointer &block) const {
    return load(static_cast<DataT *>(block.get()));
  }
  /// As above, `NumElements` elements from a `multi_ptr`.
  template <int NumElements, class Pointer, class DataT = pointed<Pointer>>
  vec<std::remove_cv_t<DataT>, NumElements> load(const Pointer &block) const {
    return load<NumElements>(static_cast<DataT *>(block.get()));
  }
  /// Writes the work-item's element of `block`, the one at its local id.
  template <class DataT>
  void store(DataT *block, const std::remove_cv_t<DataT> &value) const {
    *own(block) = value;
  }
  /// Writes `NumElements` elements of `block`: those at the local id plus
  /// multiples of the largest size of a sub-group.
  template <int NumElements, class DataT>
  void store(DataT *block,
             const vec<std::remove_cv_t<DataT>, NumElements> &values) const {
    for (int index = 0; index < NumElements; ++index)
      own(block)[index * get_max_local_range()[0]] = values[index];
  }
  /// As above, one element through a `multi_ptr`.
  template <class Pointer, class DataT = pointed<Pointer>>
  void store(const Pointer &block, const std::remove_cv_t<DataT> &value) const {
    store(static_cast<DataT *>(block.get()), value);
  }
  /// As above, `NumElements` elements through a `multi_ptr`.
  template <int NumElements, class Pointer, class DataT = pointed<Pointer>>
  void store(const Pointer &block,
             const vec<std::remove_cv_t<DataT>, NumElements> &values) const {
    store<NumElements>(static_cast<DataT *>(block.get()), values);
  }

  //===-- Older names of algorithms ---------------------------------------===//

  /// The `value` of the work-item with local id `from`. Deprecated: use
  /// `select_from_group`.
  template <class DataT> DataT shuffle(DataT value, id_type from) const {
    return select_from_group(*this, value, from);
  }
  /// The `value` of the work-item `delta` positions later. Deprecated: use
  /// `shift_group_left`.
  template <class DataT> DataT shuffle_down(DataT value, uint32_t delta) const {
    return shift_group_left(*this, value, delta);
  }
  /// The `value` of the work-item `delta` positions earlier. Deprecated: use
  /// `shift_group_right`.
  template <class DataT> DataT shuffle_up(DataT value, uint32_t delta) const {
    return shift_group_right(*this, value, delta);
  }
  /// The `value` of the work-item whose local id is this one's exclusive-or
  /// `mask`. Deprecated: use `permute_group_by_xor`.
  template <class DataT> DataT shuffle_xor(DataT value, id_type mask) const {
    return permute_group_by_xor(*this, value, uint32_t(mask[0]));
  }
  /// The `value` of the work-item with local id `from`, which must be the same
  /// for all. Deprecated: use `group_broadcast`.
  template <class DataT> DataT broadcast(DataT value, id_type from) const {
    return group_broadcast(*this, value, from);
  }
  /// Combines the values of all work-items. Deprecated: use
  /// `reduce_over_group`.
  template <class DataT, class Op> DataT reduce(DataT value, Op op) const {
    return reduce_over_group(*this, value, op);
  }
  /// As above, combined with `init`.
  template <class DataT, class Op>
  DataT reduce(DataT value, DataT init, Op op) const {
    return reduce_over_group(*this, value, init, op);
  }
  /// Combines the values of all earlier work-items. Deprecated: use
  /// `exclusive_scan_over_group`.
  template <class DataT, class Op>
  DataT exclusive_scan(DataT value, Op op) const {
    return exclusive_scan_over_group(*this, value, op);
  }
  /// As above, combined with `init`.
  template <class DataT, class Op>
  DataT exclusive_scan(DataT value, DataT init, Op op) const {
    return exclusive_scan_over_group(*this, value, init, op);
  }
  /// Combines the values of all earlier work-items and of this one. Deprecated:
  /// use `inclusive_scan_over_group`.
  template <class DataT, class Op>
  DataT inclusive_scan(DataT value, Op op) const {
    return inclusive_scan_over_group(*this, value, op);
  }
  /// As above, combined with `init`.
  template <class DataT, class Op>
  DataT inclusive_scan(DataT value, Op op, DataT init) const {
    return inclusive_scan_over_group(*this, value, op, init);
  }
  /// Whether `predicate` is true for at least one work-item. Deprecated: use
  /// `any_of_group`.
  template <class DataT, detail::when<std::is_same_v<DataT, bool>> = 0>
  bool any(DataT predicate) const {
    return any_of_group(*this, predicate);
  }
  /// Whether `predicate` is true for every work-item. Deprecated: use
  /// `all_of_group`.
  template <class DataT, detail::when<std::is_same_v<DataT, bool>> = 0>
  bool all(DataT predicate) const {
    return all_of_group(*this, predicate);
  }
  /// Waits until all work-items of the sub-group have reached the barrier, and
  /// makes their earlier writes to `space` visible to each other. Deprecated:
  /// use `group_barrier`.
  void barrier(
      access::fence_space space = access::fence_space::global_and_local) const {
    __spirv_ControlBarrier(detail::spirv::scope_subgroup,
                           detail::spirv::scope_subgroup,
                           detail::spirv::sem_sequentially_consistent |
                               detail::spirv_fence_space(space));
  }

  /// Always true: the work-item that compares has one sub-group.
  friend bool operator==(const sub_group &, const sub_group &) { return true; }
  /// Always false.
  friend bool operator!=(const sub_group &, const sub_group &) { return false; }
};

/// The class under its name in DPC++ from before SYCL 2020.
namespace ext::oneapi {
using sycl::sub_group;
}

} // namespace _V1
} // namespace sycl
