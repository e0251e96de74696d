//===- sycl/reduction.hpp - reductions of kernels -------------------------===//
//
// Part of Tandem, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// Owns: reduction() and the kernels around functors that take reducers (SYCL
// 2020, 4.9.2).
//
// A reduction is one kernel over an nd_range. Every work-item has reducers,
// which the work-group combines at its end. The results of work-groups are
// combined in a tree: the last of neighbouring groups to arrive combines
// theirs, in a fixed order, and the last of all updates the variable. The
// runtime chooses how a range is divided for the device; a work-item then
// processes many elements. Partial results are in the kernel's scratch memory.
#pragma once

#include <sycl/accessor.hpp>
#include <sycl/atomic_ref.hpp>
#include <sycl/group_barrier.hpp>
#include <sycl/impl/group_instructions.hpp>
#include <sycl/queue.hpp>
#include <sycl/reducer.hpp>
#include <sycl/span.hpp>

namespace sycl {
inline namespace _V1 {

namespace property::reduction {
/// Replaces the variable's old value by the result, instead of combining it
/// with the result.
/// SYCL 2020, section 4.9.2.2.
struct initialize_to_identity
    : detail::flag_property<initialize_to_identity,
                            detail::property_initialize_to_identity> {};
} // namespace property::reduction

namespace detail {

//===-- The variables -----------------------------------------------------===//

// Target is a pointer or an accessor: target[i] is the i-th variable.
template <class DataT, class Op, int Dimensions, size_t Extent,
          bool HasIdentity, class Target>
class reduction_variable {
  using slot = partial<DataT, HasIdentity>;

  Target m_target;
  slot m_start;
  Op m_op;
  bool m_initialize;
  size_t m_offset = 0; // of the partial results in the scratch memory

  slot *slots(char *scratch, size_t worker) const {
    return reinterpret_cast<slot *>(scratch + m_offset) + worker * Extent;
  }

public:
  using reducer_type = reducer<DataT, Op, Dimensions, Extent, HasIdentity>;
  static constexpr bool uses_instruction =
      HasIdentity && has_group_instruction<Op, DataT>;

  reduction_variable(const Target &target, const slot &start, const Op &op,
                     const property_list &properties)
      : m_target(target), m_start(start), m_op(op),
        m_initialize(
            properties
                .has_property<property::reduction::initialize_to_identity>()) {
    properties.tandem_allow(property_set<property_initialize_to_identity>,
                            "a reduction");
  }

  // Reserves its part of the scratch memory; returns the next one's offset.
  size_t place(size_t offset, size_t workers) {
    m_offset = (offset + alignof(slot) - 1) / alignof(slot) * alignof(slot);
    return m_offset + workers * Extent * sizeof(slot);
  }

  TANDEM_ALWAYS_INLINE reducer_type start() const {
    return reducer_type(m_start, m_op);
  }
  TANDEM_ALWAYS_INLINE void publish(char *scratch, size_t worker,
                                    const reducer_type &item_reducer) const {
    for (size_t index = 0; index < Extent; ++index)
      slots(scratch, worker)[index] = item_reducer.m_partials[index];
  }
  // Called by all work-items of a group, which all get the result.
  TANDEM_ALWAYS_INLINE void combine_group(reducer_type &item_reducer) const {
    if constexpr (uses_instruction)
      for (size_t index = 0; index < Extent; ++index)
        item_reducer.m_partials[index].value =
            combine_over<Op, DataT>(spirv::scope_workgroup, group_reduction,
                                    item_reducer.m_partials[index].value);
  }
  // Adds `count` workers' results, `step` apart, to those of a reducer.
  TANDEM_ALWAYS_INLINE void gather(char *scratch, reducer_type &item_reducer,
                                   size_t first, size_t count,
                                   size_t step) const {
    for (size_t index = 0; index < Extent; ++index) {
      slot total = item_reducer.m_partials[index];
      for (size_t worker = 0; worker < count; ++worker)
        total.add(m_op, slots(scratch, first + worker * step)[index]);
      item_reducer.m_partials[index] = total;
    }
  }
  // Combines the first worker's result with the variable.
  void finish(char *scratch) const {
    for (size_t index = 0; index < Extent; ++index) {
      slot total = slots(scratch, 0)[index];
      DataT &variable = m_target[index];
      if (m_initialize)
        variable = total.value;
      else if (total.is_set())
        variable = detail::combine(m_op, variable, total.value);
    }
  }
};

template <class DataT, class Op, int Dimensions, size_t Extent,
          bool HasIdentity, class Target>
inline constexpr bool is_reduction<
    reduction_variable<DataT, Op, Dimensions, Extent, HasIdentity, Target>> =
    true;

template <class DataT, int Dimensions, size_t Extent, class Op, class Target>
auto known_reduction(const Target &target, const Op &op,
                     const property_list &properties) {
  constexpr bool known = has_known_identity_v<Op, DataT>;
  partial<DataT, known> start{};
  if constexpr (known)
    start.value = known_identity_v<Op, DataT>;
  else if (properties
               .has_property<property::reduction::initialize_to_identity>())
    throw_error(errc::invalid, "initialize_to_identity needs an identity");
  return reduction_variable<DataT, Op, Dimensions, Extent, known, Target>(
      target, start, op, properties);
}
template <class DataT, int Dimensions, size_t Extent, class Op, class Target>
auto identity_reduction(const Target &target, const DataT &identity,
                        const Op &op, const property_list &properties) {
  return reduction_variable<DataT, Op, Dimensions, Extent, true, Target>(
      target, partial<DataT, true>{identity}, op, properties);
}

template <class DataT, class AllocatorT>
auto reduction_target(buffer<DataT, 1, AllocatorT> &variable, handler &cgh,
                      const property_list &properties) {
  if (variable.size() != 1)
    throw_error(errc::invalid, "a reduction takes a buffer of one element");
  return properties.has_property<property::reduction::initialize_to_identity>()
             ? accessor<DataT, 1, access_mode::read_write>(variable, cgh,
                                                           no_init)
             : accessor<DataT, 1, access_mode::read_write>(variable, cgh);
}

// A value that the accessor discards is not combined.
template <class Accessor>
property_list initialization_of(const Accessor &variable) {
  if (variable.template has_property<property::no_init>())
    return property::reduction::initialize_to_identity();
  return {};
}

} // namespace detail

/// Describes a reduction of the values of all work-items into the only element
/// of a buffer.
///
/// Pass the result to `parallel_for` before the kernel, whose functor then
/// takes a reference to a `reducer`. The old value is combined with the others
/// unless `properties` has `initialize_to_identity`. `op` must be associative
/// and commutative. If its identity is not known, pass one for better
/// performance.
/// \throws exception with `errc::invalid` if the buffer has not exactly one
/// element, or if `initialize_to_identity` is used without an identity.
/// SYCL 2020, section 4.9.2.1.
template <class DataT, class AllocatorT, class Op>
auto reduction(buffer<DataT, 1, AllocatorT> variable, handler &cgh, Op op,
               const property_list &properties = {}) {
  return detail::known_reduction<DataT, 0, 1>(
      detail::reduction_target(variable, cgh, properties), op, properties);
}
/// As above, with the identity of `op`.
template <class DataT, class AllocatorT, class Op>
auto reduction(buffer<DataT, 1, AllocatorT> variable, handler &cgh,
               const DataT &identity, Op op,
               const property_list &properties = {}) {
  return detail::identity_reduction<DataT, 0, 1>(
      detail::reduction_target(variable, cgh, properties), identity, op,
      properties);
}
/// As above, into the only element of an accessor. An accessor with `no_init`
/// discards the old value. Deprecated: pass the buffer.
template <class DataT, int Dimensions, access_mode Mode,
          access::placeholder Placeholder, class Op>
auto reduction(const accessor<DataT, Dimensions, Mode, target::device,
                              Placeholder> &variable,
               Op op) {
  return detail::known_reduction<DataT, 0, 1>(
      variable, op, detail::initialization_of(variable));
}
/// As above, with the identity of `op`.
template <class DataT, int Dimensions, access_mode Mode,
          access::placeholder Placeholder, class Op>
auto reduction(const accessor<DataT, Dimensions, Mode, target::device,
                              Placeholder> &variable,
               const DataT &identity, Op op) {
  return detail::identity_reduction<DataT, 0, 1>(
      variable, identity, op, detail::initialization_of(variable));
}
/// As above, into a variable in USM that the device can access.
template <class DataT, class Op>
auto reduction(DataT *variable, Op op, const property_list &properties = {}) {
  return detail::known_reduction<DataT, 0, 1>(variable, op, properties);
}
/// As above, with the identity of `op`.
template <class DataT, class Op>
auto reduction(DataT *variable, const DataT &identity, Op op,
               const property_list &properties = {}) {
  return detail::identity_reduction<DataT, 0, 1>(variable, identity, op,
                                                 properties);
}
/// As above, into each of the `Extent` variables of a span in USM. The kernel
/// selects one with `reducer::operator[]`.
template <class DataT, size_t Extent, class Op,
          detail::when<Extent != dynamic_extent> = 0>
auto reduction(span<DataT, Extent> variables, Op op,
               const property_list &properties = {}) {
  return detail::known_reduction<DataT, 1, Extent>(variables.data(), op,
                                                   properties);
}
/// As above, with the identity of `op`.
template <class DataT, size_t Extent, class Op,
          detail::when<Extent != dynamic_extent> = 0>
auto reduction(span<DataT, Extent> variables, const DataT &identity, Op op,
               const property_list &properties = {}) {
  return detail::identity_reduction<DataT, 1, Extent>(variables.data(),
                                                      identity, op, properties);
}

namespace detail {

//===-- Kernels -----------------------------------------------------------===//

// The reductions of a kernel. The reducers live in nested calls.
template <class... Rest> struct reduction_pack {
  static constexpr bool uses_instructions = true;
  size_t place(size_t offset, size_t) { return offset; }
  template <class Body, class Publish, class... Reducers>
  TANDEM_ALWAYS_INLINE void run(const Body &body, const Publish &,
                                Reducers &...reducers) const {
    body(reducers...);
  }
  template <class Visit> void each(const Visit &) const {}
};
template <class Reduction, class... Rest>
struct reduction_pack<Reduction, Rest...> {
  Reduction first;
  reduction_pack<Rest...> rest;

  static constexpr bool uses_instructions =
      Reduction::uses_instruction && reduction_pack<Rest...>::uses_instructions;

  size_t place(size_t offset, size_t workers) {
    return rest.place(first.place(offset, workers), workers);
  }
  // Calls body with a fresh reducer of each, then publish on each.
  template <class Body, class Publish, class... Reducers>
  TANDEM_ALWAYS_INLINE void run(const Body &body, const Publish &publish,
                                Reducers &...reducers) const {
    auto own = first.start();
    rest.run(body, publish, reducers..., own);
    publish(first, own);
  }
  template <class Visit> void each(const Visit &visit) const {
    visit(first);
    rest.each(visit);
  }
};

inline reduction_pack<> pack_reductions() { return {}; }
template <class Reduction, class... Rest>
reduction_pack<Reduction, Rest...> pack_reductions(const Reduction &first,
                                                   const Rest &...rest) {
  return {first, pack_reductions(rest...)};
}

// Scratch memory begins with counters of arrivals, which are zero between
// kernels; partial results follow.
inline constexpr size_t arrivals_bytes = 4096;

inline size_t parts(size_t results, uint32_t part_log2) {
  return ((results - 1) >> part_log2) + 1;
}

// How many results are combined at a time, as a power of two. Small parts are
// faster, but there must be a counter for each part. Half of the counters are
// for parts of parts.
inline uint32_t choose_part(size_t groups) {
  constexpr size_t most_parts = arrivals_bytes / sizeof(uint32_t) / 2;
  uint32_t part_log2 = 5;
  while (parts(groups, part_log2) > most_parts)
    ++part_log2;
  return part_log2;
}

// Whether the caller is the last of `count` to increment a counter. It then
// sees everything that the others have written.
TANDEM_ALWAYS_INLINE bool arrives_last(char *scratch, size_t counter,
                                       size_t count) {
  atomic_ref<uint32_t, memory_order::acq_rel, memory_scope::device,
             access::address_space::global_space>
      arrived(reinterpret_cast<uint32_t *>(scratch)[counter]);
  if (arrived.fetch_add(1) + 1 != count)
    return false;
  arrived.store(0, memory_order::relaxed);
  return true;
}

// Runs `visit` for the indices of `count` elements of the range, by rows.
template <int Dimensions, class Visit>
TANDEM_ALWAYS_INLINE void visit_part(const range<Dimensions> &extent,
                                     size_t begin, size_t count,
                                     const Visit &visit) {
  if constexpr (Dimensions == 1) {
    for (size_t offset = 0; offset < count; ++offset)
      visit(id<1>(begin + offset));
  } else {
    const size_t row = extent[Dimensions - 1];
    for (size_t done = 0; done < count;) {
      const size_t at = begin + done;
      id<Dimensions> index;
      index[Dimensions - 1] = at % row;
      index[Dimensions - 2] = at / row;
      if constexpr (Dimensions == 3) {
        index[0] = index[1] / extent[1];
        index[1] %= extent[1];
      }
      const size_t first = index[Dimensions - 1];
      if (first >= row)
        __builtin_unreachable();
      const size_t left = row - first;
      const size_t here = count - done < left ? count - done : left;
      for (size_t offset = 0; offset < here; ++offset) {
        index[Dimensions - 1] = first + offset;
        visit(index);
      }
      done += here;
    }
  }
}

// The functor of a reduction over a range, for one work-item of the launch.
// Work-items take runs of neighbouring elements in turn. How often is known
// before the loop, so that compilers can have loads of several turns under way.
template <int Dimensions, class KernelFunc> struct range_piece {
  KernelFunc functor;
  range<Dimensions> extent;
  size_t run;   // neighbouring elements that a work-item takes at a time
  size_t turns; // that every work-item has; the first ones may have one more

  template <class... Reducers>
  TANDEM_ALWAYS_INLINE void operator()(const nd_item<1> &it,
                                       Reducers &...reducers) const {
    const size_t all = extent.size();
    const size_t stride = run * it.get_global_range(0);
    size_t at = run * it.get_global_id(0);
    const size_t own = turns + (at + turns * stride < all);
    // Single elements have a separate loop, which compilers unroll.
    if (run == 1)
      for (size_t turn = 0; turn < own; ++turn, at += stride)
        visit(at, 1, reducers...);
    else
      for (size_t turn = 0; turn < own; ++turn, at += stride)
        visit(at, smaller(run, all - at), reducers...);
  }

private:
  template <class... Reducers>
  TANDEM_ALWAYS_INLINE void visit(size_t begin, size_t count,
                                  Reducers &...reducers) const {
    visit_part(extent, begin, count, [&](const id<Dimensions> &index) {
      functor(maker::make<const item<Dimensions, true>>(extent, index),
              reducers...);
    });
  }
  static size_t smaller(size_t left, size_t right) {
    return left < right ? left : right;
  }
};

// If each reduction has an instruction, work-groups combine with it. Otherwise
// each work-item writes a result to memory, and some work-items combine these.
//
// Results of work-groups are first in memory, followed by those of work-items.
template <int Dimensions, class KernelFunc, class Pack>
struct nd_range_reduction {
  KernelFunc functor;
  Pack reductions;
  accessor_memory scratch;
  uint32_t part_log2; // of the number of results that are combined at a time

  static constexpr bool uses_instructions = Pack::uses_instructions;

  // How many results there are in memory.
  static size_t results(const nd_range<Dimensions> &space) {
    const size_t groups = space.get_group_range().size();
    return uses_instructions ? groups
                             : groups + space.get_global_range().size();
  }

  TANDEM_ALWAYS_INLINE void operator()(const nd_item<Dimensions> &it) const {
    TANDEM_MARK_PROPERTIES(KernelFunc);
    const work_group own(it);
    const size_t first = own.count + own.number * own.size;
    reductions.run([&](auto &...reducers) { functor(it, reducers...); },
                   [&](const auto &reduction, auto &reducer) {
                     if constexpr (uses_instructions) {
                       reduction.combine_group(reducer);
                       if (own.local == 0)
                         reduction.publish(memory(), own.number, reducer);
                     } else
                       reduction.publish(memory(), first + own.local, reducer);
                   });
    if constexpr (!uses_instructions)
      combine_items(own, first);
    if (own.local == 0)
      combine_groups(own);
  }

private:
  // The work-group of a work-item.
  struct work_group {
    group<Dimensions> handle;
    size_t number, count; // of all work-groups
    size_t local, size;   // of its work-items

    TANDEM_ALWAYS_INLINE explicit work_group(const nd_item<Dimensions> &it)
        : handle(it.get_group()), number(it.get_group_linear_id()),
          count(handle.get_group_linear_range()),
          local(it.get_local_linear_id()),
          size(handle.get_local_linear_range()) {}
  };

  char *memory() const { return static_cast<char *>(scratch.address()); }

  // Combines `count` results, `stride` apart, and leaves them at `target`.
  void gather(size_t target, size_t first, size_t count, size_t stride) const {
    reductions.run([](auto &...) {},
                   [&](const auto &reduction, auto &reducer) {
                     reduction.gather(memory(), reducer, first, count, stride);
                     reduction.publish(memory(), target, reducer);
                   });
  }

  // Combines the results of a group's work-items, in two steps: some combine
  // those of others, then one combines theirs.
  void combine_items(const work_group &own, size_t first) const {
    constexpr size_t most_combiners = 16;
    const size_t combiners =
        own.size < most_combiners ? own.size : most_combiners;
    group_barrier(own.handle);
    if (own.local < combiners)
      gather(first + own.local, first + own.local,
             (own.size - own.local - 1) / combiners + 1, combiners);
    group_barrier(own.handle);
    if (own.local == 0)
      gather(own.number, first, combiners, 1);
  }

  // Combines the results of work-groups: the last of each part of neighbouring
  // groups to arrive combines those of the part, the last of neighbouring parts
  // those of the parts, and so on. One work-item does it: where the others are
  // threads, they make room for the next work-group.
  void combine_groups(const work_group &own) const {
    size_t count = own.count, number = own.number, stride = 1, counter = 0;
    do {
      const size_t part = number >> part_log2;
      const size_t first = part << part_log2;
      const size_t left = count - first;
      const size_t members = left >> part_log2 ? size_t(1) << part_log2 : left;
      if (!arrives_last(memory(), counter + part, members))
        return;
      gather(first * stride, first * stride, members, stride);
      count = parts(count, part_log2);
      counter += count;
      stride <<= part_log2;
      number = part;
    } while (count > 1);
    reductions.each([&](const auto &reduction) { reduction.finish(memory()); });
  }
};

//===-- Submission --------------------------------------------------------===//

struct reduction_launch {
  template <class Name, int Dimensions, class KernelFunc, class... Rest>
  static void run(handler &cgh, const range<Dimensions> &space,
                  const KernelFunc &functor, const Rest &...reductions) {
    using pack = reduction_pack<Rest...>;
    using kernel =
        nd_range_reduction<1, range_piece<Dimensions, KernelFunc>, pack>;
    const tandem_reduction_plan plan = cgh.plan_reduction(
        kernel_slot<Name, nd_range_kernel<1, kernel>>::get(), space.size());
    const size_t items = plan.groups * plan.group_size;
    run<Name>(cgh, nd_range<1>(items, plan.group_size),
              range_piece<Dimensions, KernelFunc>{
                  functor, space, plan.run, space.size() / (items * plan.run)},
              reductions...);
  }
  template <class Name, int Dimensions, class KernelFunc, class... Rest>
  static void run(handler &cgh, const nd_range<Dimensions> &space,
                  const KernelFunc &functor, const Rest &...reductions) {
    auto pack = pack_reductions(reductions...);
    using kernel = nd_range_reduction<Dimensions, KernelFunc, decltype(pack)>;
    cgh.set_scratch(pack.place(arrivals_bytes, kernel::results(space)));
    cgh.template parallel_for<Name>(
        space, kernel{functor, pack, accessor_memory(TANDEM_SCRATCH),
                      choose_part(space.get_group_range().size())});
  }

  // The functor comes last: moves the arguments before it to the end, one by
  // one.
  template <class Name, size_t Before, class Space, class First, class... Rest>
  static void rotate(handler &cgh, const Space &space, const First &first,
                     const Rest &...rest) {
    if constexpr (Before == 0)
      run<Name>(cgh, space, first, rest...);
    else
      rotate<Name, Before - 1>(cgh, space, rest..., first);
  }
};

} // namespace detail

template <class Name, class Space, class Reduction, class... Rest>
void handler::reduce_over(const Space &space, const Reduction &first,
                          const Rest &...rest) {
  detail::reduction_launch::rotate<Name, sizeof...(Rest)>(*this, space, first,
                                                          rest...);
}

} // namespace _V1
} // namespace sycl
