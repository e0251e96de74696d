//===- sycl/sub_group.hpp - class sub_group -------------------------------===//
//
// Part of Tandem, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// Owns: sub_group (SYCL 2020, 4.9.1.8), with the members that DPC++ had before
// there were group algorithms. Those find the algorithms where they are used.
#pragma once

#include <sycl/detail/elementwise.hpp>
#include <sycl/detail/spirv.hpp>
#include <sycl/id.hpp>
#include <sycl/memory_enums.hpp>

namespace sycl {
inline namespace _V1 {

class sub_group {
  friend struct detail::maker;
  constexpr sub_group() noexcept = default;

  // Address of the work-item's own element where each has one.
  template <class T> T *own(T *block) const {
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

  template <class T> std::remove_cv_t<T> load(T *block) const {
    // vec is not copied from volatile memory.
    return *const_cast<std::remove_cv_t<T> *>(own(block));
  }
  template <int N, class T> vec<std::remove_cv_t<T>, N> load(T *block) const {
    vec<std::remove_cv_t<T>, N> values;
    for (int i = 0; i < N; ++i)
      values[i] = own(block)[i * get_max_local_range()[0]];
    return values;
  }
  template <class Pointer, class T = pointed<Pointer>>
  std::remove_cv_t<T> load(const Pointer &block) const {
    return load(static_cast<T *>(block.get()));
  }
  template <int N, class Pointer, class T = pointed<Pointer>>
  vec<std::remove_cv_t<T>, N> load(const Pointer &block) const {
    return load<N>(static_cast<T *>(block.get()));
  }
  template <class T>
  void store(T *block, const std::remove_cv_t<T> &value) const {
    *own(block) = value;
  }
  template <int N, class T>
  void store(T *block, const vec<std::remove_cv_t<T>, N> &values) const {
    for (int i = 0; i < N; ++i)
      own(block)[i * get_max_local_range()[0]] = values[i];
  }
  template <class Pointer, class T = pointed<Pointer>>
  void store(const Pointer &block, const std::remove_cv_t<T> &value) const {
    store(static_cast<T *>(block.get()), value);
  }
  template <int N, class Pointer, class T = pointed<Pointer>>
  void store(const Pointer &block,
             const vec<std::remove_cv_t<T>, N> &values) const {
    store<N>(static_cast<T *>(block.get()), values);
  }

  //===-- Older names of algorithms ---------------------------------------===//

  template <class T> T shuffle(T x, id_type from) const {
    return select_from_group(*this, x, from);
  }
  template <class T> T shuffle_down(T x, uint32_t delta) const {
    return shift_group_left(*this, x, delta);
  }
  template <class T> T shuffle_up(T x, uint32_t delta) const {
    return shift_group_right(*this, x, delta);
  }
  template <class T> T shuffle_xor(T x, id_type mask) const {
    return permute_group_by_xor(*this, x, uint32_t(mask[0]));
  }
  template <class T> T broadcast(T x, id_type from) const {
    return group_broadcast(*this, x, from);
  }
  template <class T, class Op> T reduce(T x, Op op) const {
    return reduce_over_group(*this, x, op);
  }
  template <class T, class Op> T reduce(T x, T init, Op op) const {
    return reduce_over_group(*this, x, init, op);
  }
  template <class T, class Op> T exclusive_scan(T x, Op op) const {
    return exclusive_scan_over_group(*this, x, op);
  }
  template <class T, class Op> T exclusive_scan(T x, T init, Op op) const {
    return exclusive_scan_over_group(*this, x, init, op);
  }
  template <class T, class Op> T inclusive_scan(T x, Op op) const {
    return inclusive_scan_over_group(*this, x, op);
  }
  template <class T, class Op> T inclusive_scan(T x, Op op, T init) const {
    return inclusive_scan_over_group(*this, x, op, init);
  }
  template <class T, detail::when<std::is_same_v<T, bool>> = 0>
  bool any(T predicate) const {
    return any_of_group(*this, predicate);
  }
  template <class T, detail::when<std::is_same_v<T, bool>> = 0>
  bool all(T predicate) const {
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
