//===- sycl/ext/oneapi/experimental/enqueue_functions.hpp -----------------===//
//
// Part of Tandem, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// Owns: sycl_ext_oneapi_enqueue_functions: submission by free functions, for a
// queue or for a handler, that only return an event where it is asked for.
#pragma once

#include <sycl/ext/oneapi/properties/properties.hpp>
#include <sycl/queue.hpp>

namespace sycl {
inline namespace _V1 {
namespace ext::oneapi::experimental {

/// A range, or nd-range, and the properties of a kernel launch.
/// `sycl_ext_oneapi_enqueue_functions`.
template <class Range, class Properties = empty_properties_t>
class launch_config {
  Range m_range;
  Properties m_properties;

public:
  /// A configuration with this range and these properties.
  launch_config(Range range, Properties properties = {})
      : m_range(range), m_properties(properties) {}
  /// The range of the launch.
  const Range &get_range() const noexcept { return m_range; }
  /// The properties of the launch.
  const Properties &get_properties() const noexcept { return m_properties; }
};

/// Submits a command group, without an event.
/// `sycl_ext_oneapi_enqueue_functions`.
template <class CommandGroupFunc>
void submit(queue sycl_queue, CommandGroupFunc &&command_group) {
  sycl_queue.submit(std::forward<CommandGroupFunc>(command_group));
}
/// Submits a command group.
/// \returns The event of its command.
template <class CommandGroupFunc>
event submit_with_event(queue sycl_queue, CommandGroupFunc &&command_group) {
  return sycl_queue.submit(std::forward<CommandGroupFunc>(command_group));
}
/// As `submit(sycl_queue, command_group)`. The properties are ignored.
template <class Pack, class CommandGroupFunc>
void submit(queue sycl_queue, properties<Pack>,
            CommandGroupFunc &&command_group) {
  sycl_queue.submit(std::forward<CommandGroupFunc>(command_group));
}
/// As `submit_with_event(sycl_queue, command_group)`. The properties are
/// ignored.
template <class Pack, class CommandGroupFunc>
event submit_with_event(queue sycl_queue, properties<Pack>,
                        CommandGroupFunc &&command_group) {
  return sycl_queue.submit(std::forward<CommandGroupFunc>(command_group));
}

// All functions, for a queue or for a handler. Unlike in the members that they
// call, the functor precedes the reductions. The variable arguments precede the
// code location in calls.
#define TANDEM_ENQUEUE(Target, ...)                                            \
  template <class Name = detail::unnamed, class KernelFunc>                    \
  void single_task(Target target, const KernelFunc &functor) {                 \
    target.template single_task<Name>(functor);                                \
  }                                                                            \
  template <class Name = detail::unnamed, int Dimensions, class KernelFunc,    \
            class... Reductions>                                               \
  void parallel_for(Target target, range<Dimensions> space,                    \
                    const KernelFunc &functor,                                 \
                    const Reductions &...reductions) {                         \
    target.template parallel_for<Name>(space, reductions..., functor);         \
  }                                                                            \
  template <class Name = detail::unnamed, int Dimensions, class Properties,    \
            class KernelFunc, class... Reductions>                             \
  void parallel_for(                                                           \
      Target target, launch_config<range<Dimensions>, Properties> config,      \
      const KernelFunc &functor, const Reductions &...reductions) {            \
    target.template parallel_for<Name>(                                        \
        config.get_range(), config.get_properties(), reductions..., functor);  \
  }                                                                            \
  template <class Name = detail::unnamed, int Dimensions, class KernelFunc,    \
            class... Reductions>                                               \
  void nd_launch(Target target, nd_range<Dimensions> space,                    \
                 const KernelFunc &functor, const Reductions &...reductions) { \
    target.template parallel_for<Name>(space, reductions..., functor);         \
  }                                                                            \
  template <class Name = detail::unnamed, int Dimensions, class Properties,    \
            class KernelFunc, class... Reductions>                             \
  void nd_launch(Target target,                                                \
                 launch_config<nd_range<Dimensions>, Properties> config,       \
                 const KernelFunc &functor, const Reductions &...reductions) { \
    target.template parallel_for<Name>(                                        \
        config.get_range(), config.get_properties(), reductions..., functor);  \
  }                                                                            \
  inline void memcpy(Target target, void *dst, const void *src, size_t bytes,  \
                     ::sycl::detail::code_location where =                     \
                         ::sycl::detail::code_location::current()) {           \
    target.memcpy(dst, src, bytes, __VA_ARGS__ where);                         \
  }                                                                            \
  template <class DataT>                                                       \
  void copy(Target target, const DataT *src, DataT *dst, size_t count,         \
            ::sycl::detail::code_location where =                              \
                ::sycl::detail::code_location::current()) {                    \
    target.copy(src, dst, count, __VA_ARGS__ where);                           \
  }                                                                            \
  inline void memset(Target target, void *dst, int value, size_t bytes,        \
                     ::sycl::detail::code_location where =                     \
                         ::sycl::detail::code_location::current()) {           \
    target.memset(dst, value, bytes, __VA_ARGS__ where);                       \
  }                                                                            \
  template <class DataT>                                                       \
  void fill(Target target, DataT *dst, const DataT &pattern, size_t count,     \
            ::sycl::detail::code_location where =                              \
                ::sycl::detail::code_location::current()) {                    \
    target.fill(dst, pattern, count, __VA_ARGS__ where);                       \
  }                                                                            \
  inline void prefetch(Target target, void *address, size_t bytes) {           \
    target.prefetch(address, bytes);                                           \
  }                                                                            \
  inline void mem_advise(Target target, void *address, size_t bytes,           \
                         int advice) {                                         \
    target.mem_advise(address, bytes, advice);                                 \
  }
/// Enqueues one command to a queue, without an event: a kernel (`single_task`,
/// `parallel_for`, `nd_launch`), or a USM operation (`memcpy`, `copy`,
/// `memset`, `fill`, `prefetch`, `mem_advise`). The command and its errors are
/// those of the member of `queue`; `nd_launch` is `parallel_for` with an
/// nd-range. The function object comes before the reductions.
/// `sycl_ext_oneapi_enqueue_functions`.
///@{
TANDEM_ENQUEUE(queue, {}, )
///@}
/// As above, as the command of a command group.
///@{
TANDEM_ENQUEUE(handler &, )
///@}
#undef TANDEM_ENQUEUE

/// Enqueues a barrier: it waits for all earlier commands, and later commands
/// wait for it.
inline void barrier(queue sycl_queue) {
  sycl_queue.ext_oneapi_submit_barrier();
}
/// As above, as the command of a command group.
inline void barrier(handler &cgh) { cgh.ext_oneapi_barrier(); }
/// Enqueues a barrier that waits for `events`; later commands of the queue wait
/// for it.
inline void partial_barrier(queue sycl_queue,
                            const std::vector<event> &events) {
  sycl_queue.ext_oneapi_submit_barrier(events);
}
/// As above, as the command of a command group.
inline void partial_barrier(handler &cgh, const std::vector<event> &events) {
  cgh.ext_oneapi_barrier(events);
}

} // namespace ext::oneapi::experimental
} // namespace _V1
} // namespace sycl
