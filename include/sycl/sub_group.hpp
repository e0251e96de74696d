//===- sycl/sub_group.hpp - class sub_group -------------------------------===//
//
// Part of Tandem, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// Owns: sub_group (SYCL 2020, 4.9.1.8), with the members that DPC++ had before
// there were group algorithms. Those find the algorithms where they are used.
#pragma once

#include <sycl/detail/kernel/elementwise.hpp>
#include <sycl/detail/kernel/spirv.hpp>
#include <sycl/id.hpp>
#include <sycl/memory_enums.hpp>

namespace sycl {
inline namespace _V1 {

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
  using id_type = id<1>;
  using range_type = range<1>;
  using linear_id_type = uint32_t;
  static constexpr int dimensions = 1;
  static constexpr memory_scope fence_scope = memory_scope::sub_group;

  id_type get_local_id() const {
    return __spirv_BuiltInSubgroupLocalInvocationId();
  }
  linear_id_type get_local_linear_id() const {
    return __spirv_BuiltInSubgroupLocalInvocationId();
  }
  range_type get_local_range() const { return __spirv_BuiltInSubgroupSize(); }
  linear_id_type get_local_linear_range() const {
    return __spirv_BuiltInSubgroupSize();
  }
  range_type get_max_local_range() const {
    return __spirv_BuiltInSubgroupMaxSize();
  }
  id_type get_group_id() const { return __spirv_BuiltInSubgroupId(); }
  linear_id_type get_group_linear_id() const {
    return __spirv_BuiltInSubgroupId();
  }
  range_type get_group_range() const { return __spirv_BuiltInNumSubgroups(); }
  linear_id_type get_group_linear_range() const {
    return __spirv_BuiltInNumSubgroups();
  }

  bool leader() const { return get_local_linear_id() == 0; }

  //===-- Block reads and writes: neighbours access neighbours ------------===//

  template <class DataT> std::remove_cv_t<DataT> load(DataT *block) const {
    // vec is not copied from volatile memory.
    return *const_cast<std::remove_cv_t<DataT> *>(own(block));
  }
  template <int NumElements, class DataT>
  vec<std::remove_cv_t<DataT>, NumElements> load(DataT *block) const {
    vec<std::remove_cv_t<DataT>, NumElements> values;
    for (int index = 0; index < NumElements; ++index)
      values[index] = own(block)[index * get_max_local_range()[0]];
    return values;
  }
  template <class Pointer, class DataT = pointed<Pointer>>
  std::remove_cv_t<DataT> load(const Pointer &block) const {
    return load(static_cast<DataT *>(block.get()));
  }
  template <int NumElements, class Pointer, class DataT = pointed<Pointer>>
  vec<std::remove_cv_t<DataT>, NumElements> load(const Pointer &block) const {
    return load<NumElements>(static_cast<DataT *>(block.get()));
  }
  template <class DataT>
  void store(DataT *block, const std::remove_cv_t<DataT> &value) const {
    *own(block) = value;
  }
  template <int NumElements, class DataT>
  void store(DataT *block,
             const vec<std::remove_cv_t<DataT>, NumElements> &values) const {
    for (int index = 0; index < NumElements; ++index)
      own(block)[index * get_max_local_range()[0]] = values[index];
  }
  template <class Pointer, class DataT = pointed<Pointer>>
  void store(const Pointer &block, const std::remove_cv_t<DataT> &value) const {
    store(static_cast<DataT *>(block.get()), value);
  }
  template <int NumElements, class Pointer, class DataT = pointed<Pointer>>
  void store(const Pointer &block,
             const vec<std::remove_cv_t<DataT>, NumElements> &values) const {
    store<NumElements>(static_cast<DataT *>(block.get()), values);
  }

  //===-- Older names of algorithms ---------------------------------------===//

  template <class DataT> DataT shuffle(DataT value, id_type from) const {
    return select_from_group(*this, value, from);
  }
  template <class DataT> DataT shuffle_down(DataT value, uint32_t delta) const {
    return shift_group_left(*this, value, delta);
  }
  template <class DataT> DataT shuffle_up(DataT value, uint32_t delta) const {
    return shift_group_right(*this, value, delta);
  }
  template <class DataT> DataT shuffle_xor(DataT value, id_type mask) const {
    return permute_group_by_xor(*this, value, uint32_t(mask[0]));
  }
  template <class DataT> DataT broadcast(DataT value, id_type from) const {
    return group_broadcast(*this, value, from);
  }
  template <class DataT, class Op> DataT reduce(DataT value, Op op) const {
    return reduce_over_group(*this, value, op);
  }
  template <class DataT, class Op>
  DataT reduce(DataT value, DataT init, Op op) const {
    return reduce_over_group(*this, value, init, op);
  }
  template <class DataT, class Op>
  DataT exclusive_scan(DataT value, Op op) const {
    return exclusive_scan_over_group(*this, value, op);
  }
  template <class DataT, class Op>
  DataT exclusive_scan(DataT value, DataT init, Op op) const {
    return exclusive_scan_over_group(*this, value, init, op);
  }
  template <class DataT, class Op>
  DataT inclusive_scan(DataT value, Op op) const {
    return inclusive_scan_over_group(*this, value, op);
  }
  template <class DataT, class Op>
  DataT inclusive_scan(DataT value, Op op, DataT init) const {
    return inclusive_scan_over_group(*this, value, op, init);
  }
  template <class DataT, detail::when<std::is_same_v<DataT, bool>> = 0>
  bool any(DataT predicate) const {
    return any_of_group(*this, predicate);
  }
  template <class DataT, detail::when<std::is_same_v<DataT, bool>> = 0>
  bool all(DataT predicate) const {
    return all_of_group(*this, predicate);
  }
  void barrier(
      access::fence_space space = access::fence_space::global_and_local) const {
    __spirv_ControlBarrier(detail::spirv::scope_subgroup,
                           detail::spirv::scope_subgroup,
                           detail::spirv::sem_sequentially_consistent |
                               detail::spirv_fence_space(space));
  }

  friend bool operator==(const sub_group &, const sub_group &) { return true; }
  friend bool operator!=(const sub_group &, const sub_group &) { return false; }
};

namespace ext::oneapi {
using sycl::sub_group;
}

} // namespace _V1
} // namespace sycl
