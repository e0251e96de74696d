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
// which the work-group combines at its end. The last work-group to arrive
// combines the groups' results, in a fixed order, with the variable. A range is
// divided as the runtime finds best for the device; there a work-item goes
// through many elements. Partial results are in the kernel's scratch memory.
#pragma once

#include <sycl/accessor.hpp>
#include <sycl/atomic_ref.hpp>
#include <sycl/detail/group_instructions.hpp>
#include <sycl/queue.hpp>
#include <sycl/reducer.hpp>
#include <sycl/span.hpp>

namespace sycl {
inline namespace _V1 {

namespace property::reduction {
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

  // Takes its part of the scratch memory; returns where the next one begins.
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
  // By all work-items of a group: the instruction's result is everybody's.
  TANDEM_ALWAYS_INLINE void combine_group(reducer_type &item_reducer) const {
    if constexpr (uses_instruction)
      for (size_t index = 0; index < Extent; ++index)
        item_reducer.m_partials[index].value =
            combine_over<Op, DataT>(spirv::scope_workgroup, group_reduction,
                                    item_reducer.m_partials[index].value);
  }
  // Combines `count` workers' results, `step` apart, into the first one's.
  void combine_slots(char *scratch, size_t first, size_t count,
                     size_t step) const {
    for (size_t index = 0; index < Extent; ++index) {
      slot total = slots(scratch, first)[index];
      for (size_t worker = 1; worker < count; ++worker)
        total.add(m_op, slots(scratch, first + worker * step)[index]);
      slots(scratch, first)[index] = total;
    }
  }
  void finish(char *scratch, size_t count, size_t step) const {
    combine_slots(scratch, 0, count, step);
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

template <class DataT, class AllocatorT, class Op>
auto reduction(buffer<DataT, 1, AllocatorT> variable, handler &cgh, Op op,
               const property_list &properties = {}) {
  return detail::known_reduction<DataT, 0, 1>(
      detail::reduction_target(variable, cgh, properties), op, properties);
}
template <class DataT, class AllocatorT, class Op>
auto reduction(buffer<DataT, 1, AllocatorT> variable, handler &cgh,
               const DataT &identity, Op op,
               const property_list &properties = {}) {
  return detail::identity_reduction<DataT, 0, 1>(
      detail::reduction_target(variable, cgh, properties), identity, op,
      properties);
}
// What drafts of SYCL 2020 had before buffers: accessors of one element.
template <class DataT, int Dimensions, access_mode Mode,
          access::placeholder Placeholder, class Op>
auto reduction(const accessor<DataT, Dimensions, Mode, target::device,
                              Placeholder> &variable,
               Op op) {
  return detail::known_reduction<DataT, 0, 1>(
      variable, op, detail::initialization_of(variable));
}
template <class DataT, int Dimensions, access_mode Mode,
          access::placeholder Placeholder, class Op>
auto reduction(const accessor<DataT, Dimensions, Mode, target::device,
                              Placeholder> &variable,
               const DataT &identity, Op op) {
  return detail::identity_reduction<DataT, 0, 1>(
      variable, identity, op, detail::initialization_of(variable));
}
template <class DataT, class Op>
auto reduction(DataT *variable, Op op, const property_list &properties = {}) {
  return detail::known_reduction<DataT, 0, 1>(variable, op, properties);
}
template <class DataT, class Op>
auto reduction(DataT *variable, const DataT &identity, Op op,
               const property_list &properties = {}) {
  return detail::identity_reduction<DataT, 0, 1>(variable, identity, op,
                                                 properties);
}
template <class DataT, size_t Extent, class Op,
          detail::when<Extent != dynamic_extent> = 0>
auto reduction(span<DataT, Extent> variables, Op op,
               const property_list &properties = {}) {
  return detail::known_reduction<DataT, 1, Extent>(variables.data(), op,
                                                   properties);
}
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
// kernels; partial results follow. The first counter is of parts of the
// work-groups, the others of the groups of each part.
inline constexpr size_t arrivals_bytes = 64;
inline constexpr size_t most_parts = arrivals_bytes / sizeof(uint32_t) - 1;

// Whether the caller is the last of `count` to come to a counter. It then sees
// what all have written.
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
    for (size_t turn = 0; turn < own; ++turn, at += stride) {
      // One loop is left where runs are single elements.
      const size_t count = run == 1 ? 1 : smaller(run, all - at);
      visit_part(extent, at, count, [&](const id<Dimensions> &index) {
        functor(maker::make<const item<Dimensions, true>>(extent, index),
                reducers...);
      });
    }
  }

private:
  static size_t smaller(size_t left, size_t right) {
    return left < right ? left : right;
  }
};

// Where each reduction has an instruction a group leaves one result, else one
// for each work-item, which the leader combines.
template <int Dimensions, class KernelFunc, class Pack>
struct nd_range_reduction {
  KernelFunc functor;
  Pack reductions;
  accessor_memory scratch;

  static constexpr bool one_per_group = Pack::uses_instructions;

  TANDEM_ALWAYS_INLINE void operator()(const nd_item<Dimensions> &it) const {
    TANDEM_MARK_PROPERTIES(KernelFunc);
    char *memory = static_cast<char *>(scratch.address());
    const size_t items = it.get_group().get_local_linear_range();
    const size_t groups = it.get_group().get_group_linear_range();
    const size_t group = it.get_group_linear_id();
    const size_t local = it.get_local_linear_id();
    const size_t step = one_per_group ? 1 : items;
    reductions.run([&](auto &...reducers) { functor(it, reducers...); },
                   [&](const auto &reduction, auto &reducer) {
                     if constexpr (one_per_group)
                       reduction.combine_group(reducer);
                     if (!one_per_group || local == 0)
                       reduction.publish(
                           memory, one_per_group ? group : group * step + local,
                           reducer);
                   });
    if constexpr (!one_per_group)
      group_barrier(it.get_group(), memory_scope::device);
    if (local != 0)
      return;
    if constexpr (!one_per_group)
      reductions.each([&](const auto &reduction) {
        reduction.combine_slots(memory, group * step, items, 1);
      });
    combine_groups(memory, group, groups, step);
  }

private:
  // Combines the groups' results, `step` apart: the last group of a part of
  // them those of the part, the last of these those of the parts.
  void combine_groups(char *memory, size_t group, size_t groups,
                      size_t step) const {
    const size_t size = (groups + most_parts - 1) / most_parts;
    const size_t parts = (groups + size - 1) / size;
    const size_t part = group / size;
    const size_t left = groups - part * size;
    const size_t count = left < size ? left : size;
    if (!arrives_last(memory, 1 + part, count))
      return;
    reductions.each([&](const auto &reduction) {
      reduction.combine_slots(memory, part * size * step, count, step);
    });
    if (arrives_last(memory, 0, parts))
      reductions.each([&](const auto &reduction) {
        reduction.finish(memory, parts, size * step);
      });
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
    const size_t results = kernel::one_per_group
                               ? space.get_group_range().size()
                               : space.get_global_range().size();
    cgh.set_scratch(pack.place(arrivals_bytes, results));
    cgh.template parallel_for<Name>(
        space, kernel{functor, pack, accessor_memory(TANDEM_SCRATCH)});
  }

  // The functor comes last: takes what stands before it to the end, one by one.
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
