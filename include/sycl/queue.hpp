//===- sycl/queue.hpp - class queue ---------------------------------------===//
//
// Part of Tandem, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#pragma once

#include <sycl/context.hpp>
#include <sycl/handler.hpp>

namespace sycl {
inline namespace _V1 {

/// Submits commands to one device of one context.
///
/// Copies share one queue: they compare equal, and any of them may be used to
/// submit or wait. The queue runs commands out of order, subject to their
/// dependencies, unless it has `property::queue::in_order`. Members may be
/// called from several threads at the same time.
///
/// Errors that are found at submission are thrown by the submitting member:
/// among others, `errc::nd_range` for an invalid `nd_range`, `errc::build` for
/// a kernel that does not build and `errc::kernel_not_supported` for one that
/// the device cannot run. All other errors of a command are asynchronous and go
/// to the `async_handler`. Destroying the last copy does not wait for the
/// commands.
///
/// SYCL 2020, section 4.6.5.
class queue : public detail::handle<tandem_queue_t> {
  using image_mem_handle = ext::oneapi::experimental::image_mem_handle;
  using image_descriptor = ext::oneapi::experimental::image_descriptor;
  using external_semaphore = ext::oneapi::experimental::external_semaphore;

  property_list m_properties;

  // Around a backend's queue.
  friend struct detail::maker;
  // A queue that wraps a backend's queue.
  explicit queue(tandem_queue_t owned) : handle(owned) {
    using property::queue::enable_profiling;
    using property::queue::in_order;
    uint32_t flags = 0;
    detail::check(tandem_queue_properties(m_handle, &flags));
    const bool profiling = flags & TANDEM_QUEUE_PROFILING;
    if (flags & TANDEM_QUEUE_IN_ORDER)
      m_properties = profiling ? property_list(in_order(), enable_profiling())
                               : property_list(in_order());
    else if (profiling)
      m_properties = enable_profiling();
  }

  TANDEM_COLD void create(tandem_context_t context, tandem_device_t device,
                          const async_handler &handler) {
    m_properties.tandem_allow(detail::properties_for<queue>, "a queue");
    uint32_t flags = 0;
    if (has_property<property::queue::in_order>())
      flags |= TANDEM_QUEUE_IN_ORDER;
    if (has_property<property::queue::enable_profiling>())
      flags |= TANDEM_QUEUE_PROFILING;
    detail::check(tandem_queue_create(context, device, flags, &m_handle));
    if (handler)
      detail::async_state::attach_to_queue(m_handle, handler);
    else if (detail::async_state *inherited = detail::async_state::of(context))
      detail::async_state::attach_to_queue(m_handle, inherited->handler);
  }

  event copy_pixels(detail::pixel_copy pixels, const void *src, void *dst,
                    detail::wait_list events) {
    tandem_submission submission =
        detail::submission(TANDEM_CMD_COPY_PIXELS, events);
    pixels.set(submission, src, dst);
    return detail::submit(m_handle, submission);
  }
  template <class... Value>
  event use_semaphore(tandem_command command, detail::wait_list events,
                      external_semaphore semaphore, Value... value) {
    tandem_submission submission = detail::submission(command, events);
    detail::set_semaphore(submission, command, semaphore, value...);
    return detail::submit(m_handle, submission);
  }
  event fill_bytes(void *dst, const void *pattern, size_t size, size_t count,
                   uint32_t flags, detail::wait_list events,
                   detail::code_location where) {
    tandem_submission submission = detail::submission(TANDEM_CMD_FILL, events);
    where.store(submission);
    submission.flags = flags;
    detail::set_fill(submission, dst, pattern, size, count);
    return detail::submit(m_handle, submission);
  }
  event on_region(tandem_command command, const void *address, size_t bytes,
                  int advice, detail::wait_list events) {
    tandem_submission submission = detail::submission(command, events);
    detail::set_region(submission, command, address, bytes, advice);
    return detail::submit(m_handle, submission);
  }

  // Arguments after the range: optional events, properties, reductions or an
  // offset, then the kernel.
  template <class Name, class Space, class KernelFunc>
  event launch(const Space &space, detail::wait_list events,
               const KernelFunc &functor) {
    tandem_submission submission = detail::submission(TANDEM_CMD_EMPTY, events);
    detail::set_kernel_over<Name>(submission, space, functor);
    return detail::submit(m_handle, submission);
  }
  template <class Name, class Space, class First, class... Rest>
  event launch(const Space &space, detail::wait_list events, const First &first,
               const Rest &...rest) {
    if constexpr (detail::is_properties<First>)
      return launch<Name>(space, events,
                          detail::with_properties<First>(rest)...);
    else if constexpr (detail::is_reduction<First>)
      return submit([&](handler &cgh) {
        cgh.depends_on(events);
        cgh.parallel_for<Name>(space, first, rest...);
      });
    else if constexpr (std::is_convertible_v<const First &, detail::wait_list>)
      return launch<Name>(space, detail::wait_list(first), rest...);
    else
      return launch<Name>(detail::offset_range<Space::dimensions>{space, first},
                          events, rest...);
  }

  template <tandem_command Command, class DataT, class Properties>
  event copy_global(const detail::device_global<DataT, Properties> &global,
                    void *dst, const void *src, size_t bytes, size_t offset,
                    detail::wait_list events) {
    const tandem_device_global variable =
        detail::device_global_for<Command>(global, bytes, offset);
    tandem_submission submission = detail::submission(Command, events);
    detail::set_device_global_copy(submission, &variable, dst, src, bytes,
                                   offset);
    return detail::submit(m_handle, submission);
  }

public:
  //===-- Construction ----------------------------------------------------===//

  /// Creates a queue on the default device.
  /// \throws exception with `errc::runtime` if there is no device, or
  /// `errc::invalid` if a queue cannot have one of the properties.
  explicit queue(const property_list &properties = {})
      : queue(device(), properties) {}
  /// As above, with a handler for asynchronous errors.
  explicit queue(const async_handler &handler,
                 const property_list &properties = {})
      : queue(device(), handler, properties) {}
  /// Creates a queue on `sycl_device`, in the device's default context.
  ///
  /// Without a handler, the queue uses that of its context. If the context has
  /// none either, an unhandled asynchronous error ends the program.
  /// \throws exception with `errc::invalid` if a queue cannot have one of the
  /// properties.
  explicit queue(const device &sycl_device,
                 const property_list &properties = {})
      : queue(sycl_device, async_handler(), properties) {}
  /// As above, with a handler for asynchronous errors.
  explicit queue(const device &sycl_device, const async_handler &handler,
                 const property_list &properties = {})
      : m_properties(properties) {
    tandem_context_t context = nullptr;
    detail::check(tandem_context_default(handle_of(sycl_device), &context));
    detail::handle<tandem_context_t> owner(context);
    create(context, handle_of(sycl_device), handler);
  }
  /// Creates a queue on `sycl_device` in the context `sycl_context`.
  /// \throws exception with `errc::invalid` if the device is neither one of the
  /// context's devices nor a sub-device of one, or if a queue cannot have one
  /// of the properties.
  explicit queue(const context &sycl_context, const device &sycl_device,
                 const property_list &properties = {})
      : queue(sycl_context, sycl_device, async_handler(), properties) {}
  /// As above, with a handler for asynchronous errors.
  explicit queue(const context &sycl_context, const device &sycl_device,
                 const async_handler &handler,
                 const property_list &properties = {})
      : m_properties(properties) {
    create(handle_of(sycl_context), handle_of(sycl_device), handler);
  }

#define TANDEM_SELECTOR                                                        \
  template <class Selector, detail::when<std::is_invocable_r_v<                \
                                int, const Selector &, const device &>> = 0>
  /// Creates a queue on the device that the selector scores highest.
  /// \throws exception with `errc::runtime` if the selector accepts no device.
  TANDEM_SELECTOR
  explicit queue(const Selector &selector, const property_list &properties = {})
      : queue(detail::select(selector), properties) {}
  /// Creates a queue with a selector of SYCL 1.2.1, also implicitly, as in
  /// `queue q = gpu_selector{}`.
  queue(const device_selector &selector, const property_list &properties = {})
      : queue(selector.select_device(), properties) {}
  /// Creates a queue on the selected device, with a handler for asynchronous
  /// errors.
  TANDEM_SELECTOR
  explicit queue(const Selector &selector, const async_handler &handler,
                 const property_list &properties = {})
      : queue(detail::select(selector), handler, properties) {}
  /// Creates a queue in `sycl_context` on the device of that context that the
  /// selector scores highest.
  /// \throws exception with `errc::runtime` if the selector accepts none of
  /// them.
  TANDEM_SELECTOR
  explicit queue(const context &sycl_context, const Selector &selector,
                 const property_list &properties = {})
      : queue(sycl_context, selector, async_handler(), properties) {}
  /// As above, with a handler for asynchronous errors.
  TANDEM_SELECTOR
  explicit queue(const context &sycl_context, const Selector &selector,
                 const async_handler &handler,
                 const property_list &properties = {})
      : queue(sycl_context,
              detail::select(selector, sycl_context.get_devices()), handler,
              properties) {}
#undef TANDEM_SELECTOR

  //===-- Queries ---------------------------------------------------------===//

  /// The device that the commands run on.
  device get_device() const {
    tandem_device_t device_handle = nullptr;
    detail::check(tandem_queue_device(m_handle, &device_handle));
    return detail::adopt<device>(device_handle);
  }
  /// The context that the queue belongs to.
  context get_context() const {
    tandem_context_t context_handle = nullptr;
    detail::check(tandem_queue_context(m_handle, &context_handle));
    return detail::adopt<context>(context_handle);
  }
  /// The backend of the queue's device.
  backend get_backend() const noexcept { return get_device().get_backend(); }
  /// Always false.
  /// \deprecated SYCL 2020 has no host device.
  [[deprecated("SYCL 2020 has no host device")]] bool is_host() const {
    return false;
  }
  /// Whether commands run in the order of their submission.
  bool is_in_order() const { return has_property<property::queue::in_order>(); }
  /// Whether the queue was constructed with the property.
  template <class Property> bool has_property() const noexcept {
    return m_properties.has_property<Property>();
  }
  /// A copy of the property.
  /// \throws exception with `errc::invalid` if the queue does not have it.
  template <class Property> Property get_property() const {
    return m_properties.get_property<Property>();
  }
  /// Queries `info::queue::context` or `info::queue::device`.
  template <class Info> typename Info::return_type get_info() const {
    if constexpr (std::is_same_v<Info, info::queue::context>) {
      return get_context();
    } else {
      static_assert(std::is_same_v<Info, info::queue::device>,
                    "not an info descriptor of queues");
      return get_device();
    }
  }
  /// There are no such descriptors.
  /// \throws exception always, with `errc::backend_mismatch`.
  template <class Info> typename Info::return_type get_backend_info() const {
    detail::throw_no_backend_info();
  }

  //===-- Synchronisation and errors --------------------------------------===//

  /// Blocks until all commands submitted so far are complete. Asynchronous
  /// errors stay unreported.
  /// \throws exception with `errc::invalid` while the queue records to a graph.
  void wait() { detail::check(tandem_queue_wait(m_handle)); }
  /// As `wait`, then `throw_asynchronous`.
  void wait_and_throw() {
    wait();
    throw_asynchronous();
  }
  /// Passes all unreported asynchronous errors to the handler, on this thread.
  /// Does not block. Without a handler, an unreported error ends the program.
  ///
  /// SYCL 2020, section 4.13.1.
  void throw_asynchronous() { detail::async_state::report(m_handle); }

  /// Whether all commands submitted so far are complete. Does not block.
  /// Extension `sycl_khr_queue_empty_query`.
  bool khr_empty() const { return ext_oneapi_empty(); }
  /// As `khr_empty`. Extension `sycl_ext_oneapi_queue_empty`.
  bool ext_oneapi_empty() const {
    int empty = 0;
    detail::check(tandem_queue_empty(m_handle, &empty));
    return empty;
  }
  /// Submits a barrier: commands submitted to this queue later start after it.
  ///
  /// The barrier completes after `events`, or, without events, after all
  /// commands submitted to this queue before. Extension
  /// `sycl_ext_oneapi_enqueue_barrier`.
  /// \returns The event of the barrier.
  event ext_oneapi_submit_barrier(detail::wait_list events = {}) {
    return detail::submit(m_handle,
                          detail::submission(TANDEM_CMD_BARRIER, events));
  }

  /// As `ext_oneapi_submit_barrier`.
  /// \deprecated Use `ext_oneapi_submit_barrier`.
  [[deprecated("use ext_oneapi_submit_barrier")]] event
  submit_barrier(detail::wait_list events = {}) {
    return ext_oneapi_submit_barrier(events);
  }

  //===-- Graphs (sycl_ext_oneapi_graph), in graph.hpp --------------------===//

  /// Whether submissions run (`executing`) or become nodes of a graph
  /// (`recording`).
  ext::oneapi::experimental::queue_state ext_oneapi_get_state() const;
  /// The graph that the queue records to.
  /// \throws exception with `errc::invalid` if it does not record.
  ext::oneapi::experimental::command_graph<
      ext::oneapi::experimental::graph_state::modifiable>
  ext_oneapi_get_graph() const;
  /// Submits a run of an executable graph, which starts after `events`.
  /// \returns An event that is complete when all nodes are.
  /// \throws exception with `errc::invalid` if queue and graph have different
  /// contexts or devices.
  event
  ext_oneapi_graph(const ext::oneapi::experimental::command_graph<
                       ext::oneapi::experimental::graph_state::executable> &,
                   detail::wait_list events = {});

  //===-- Command groups --------------------------------------------------===//

  /// Calls `command_group` with a handler, then submits the collected command.
  ///
  /// The function is called once, on this thread, before `submit` returns. If
  /// it throws, nothing is submitted, and the exception propagates.
  /// \returns The event of the command.
  /// SYCL 2020, section 4.6.5.1.
  template <class CommandGroupFunc>
  event submit(CommandGroupFunc &&command_group) {
    handler cgh(m_handle);
    command_group(cgh);
    return cgh.finalize();
  }
  /// As above. The secondary queue is ignored: if the submission fails, the
  /// error is reported.
  template <class CommandGroupFunc>
  event submit(CommandGroupFunc &&command_group, queue &) {
    return submit(std::forward<CommandGroupFunc>(command_group));
  }

  //===-- Shortcuts: kernels ----------------------------------------------===//

  /// Runs a kernel with one work-item.
  ///
  /// `functor` is called without arguments, or with a `kernel_handler`. Its
  /// captures are copied.
  /// \returns The event of the kernel.
  /// SYCL 2020, section 4.6.5.2.
  template <class Name = detail::unnamed, class KernelFunc>
  event single_task(const KernelFunc &functor) {
    return single_task<Name>(detail::wait_list(), functor);
  }
  /// As above; the kernel starts after `events`.
  template <class Name = detail::unnamed, class KernelFunc>
  event single_task(detail::wait_list events, const KernelFunc &functor) {
    tandem_submission submission =
        detail::submission(TANDEM_CMD_SINGLE_TASK, events);
    detail::set_kernel<Name, detail::task_kernel<KernelFunc>>(submission,
                                                              functor);
    return detail::submit(m_handle, submission);
  }

  /// As above, with kernel properties (`sycl_ext_oneapi_kernel_properties`).
  template <class Name = detail::unnamed, class Properties, class KernelFunc,
            detail::when<detail::is_properties<Properties>> = 0>
  event single_task(Properties, const KernelFunc &functor) {
    return single_task<Name>(detail::with_properties<Properties>(functor));
  }
  /// As above, with properties and events to wait for.
  template <class Name = detail::unnamed, class Properties, class KernelFunc,
            detail::when<detail::is_properties<Properties>> = 0>
  event single_task(detail::wait_list events, Properties,
                    const KernelFunc &functor) {
    return single_task<Name>(events,
                             detail::with_properties<Properties>(functor));
  }

  // No templates over the dimension, so that `{n, m}` makes a range. The last
  // argument is the functor; events, properties, reductions or an offset come
  // before.
#define TANDEM_PARALLEL_FOR(Dimensions)                                        \
  template <class Name = detail::unnamed, class First, class... Rest>          \
  event parallel_for(range<Dimensions> space, const First &first,              \
                     const Rest &...rest) {                                    \
    return launch<Name>(space, {}, first, rest...);                            \
  }                                                                            \
  template <class Name = detail::unnamed, class First, class... Rest>          \
  event parallel_for(range<Dimensions> space, detail::wait_list events,        \
                     const First &first, const Rest &...rest) {                \
    return launch<Name>(space, events, first, rest...);                        \
  }                                                                            \
  template <class Name = detail::unnamed, class KernelFunc>                    \
  event parallel_for(range<Dimensions> space, id<Dimensions> offset,           \
                     const KernelFunc &functor) {                              \
    return launch<Name>(space, {}, offset, functor);                           \
  }                                                                            \
  template <class Name = detail::unnamed, class KernelFunc>                    \
  event parallel_for(range<Dimensions> space, id<Dimensions> offset,           \
                     detail::wait_list events, const KernelFunc &functor) {    \
    return launch<Name>(space, events, offset, functor);                       \
  }
  /// Runs a kernel over a range of one dimension.
  ///
  /// The last argument is the kernel function. Before it come, in this order,
  /// the events to wait for, properties, then reductions or an offset, all of
  /// them optional. Offsets are deprecated. The function is called for each
  /// index with an `item`, an `id` or a type that an `item` converts to, then
  /// the reducers, and optionally a `kernel_handler`.
  /// \returns The event of the kernel.
  /// \throws exception with `errc::invalid` if the work-items cannot be counted
  /// in `size_t`, or `errc::kernel_argument` if the kernel captures a
  /// `local_accessor`.
  /// SYCL 2020, section 4.6.5.2.
  ///@{
  TANDEM_PARALLEL_FOR(1)
  ///@}
  /// As above, for two dimensions.
  ///@{
  TANDEM_PARALLEL_FOR(2)
  ///@}
  /// As above, for three dimensions.
  ///@{
  TANDEM_PARALLEL_FOR(3)
  ///@}
#undef TANDEM_PARALLEL_FOR
  /// Runs a kernel over an `nd_range`.
  ///
  /// The last argument is the kernel function. Properties and reductions come
  /// before it. The function is called with an `nd_item`, the reducers, and
  /// optionally a `kernel_handler`.
  /// \returns The event of the kernel.
  /// \throws exception with `errc::nd_range` if the local range does not divide
  /// the global one, or is too large for the device or not the size that the
  /// kernel requires.
  template <class Name = detail::unnamed, int Dimensions, class First,
            class... Rest>
  event parallel_for(nd_range<Dimensions> space, const First &first,
                     const Rest &...rest) {
    return launch<Name>(space, {}, first, rest...);
  }
  /// As above; the kernel starts after `events`.
  template <class Name = detail::unnamed, int Dimensions, class First,
            class... Rest>
  event parallel_for(nd_range<Dimensions> space, detail::wait_list events,
                     const First &first, const Rest &...rest) {
    return launch<Name>(space, events, first, rest...);
  }

  //===-- Shortcuts: memory -----------------------------------------------===//

  /// Copies `bytes` bytes from `src` to `dst`.
  ///
  /// Each pointer may be USM or ordinary host memory. The ranges must not
  /// overlap. The copy starts after `events`.
  /// \returns The event of the copy.
  /// \throws exception with `errc::invalid` if a pointer is null and `bytes` is
  /// not 0.
  /// SYCL 2020, section 4.6.5.2.
  event memcpy(void *dst, const void *src, size_t bytes,
               detail::wait_list events = {},
               detail::code_location where = detail::code_location::current()) {
    tandem_submission submission =
        detail::submission(TANDEM_CMD_MEMCPY, events);
    where.store(submission);
    detail::set_copy(submission, dst, src, bytes);
    return detail::submit(m_handle, submission);
  }
  /// Copies `count` elements from `src` to `dst`, as `memcpy` does.
  /// \throws exception with `errc::invalid` if `size_t` cannot hold the number
  /// of bytes.
  template <class DataT>
  event copy(const DataT *src, DataT *dst, size_t count,
             detail::wait_list events = {},
             detail::code_location where = detail::code_location::current()) {
    return memcpy(dst, src, detail::command_bytes(count, sizeof(DataT)), events,
                  where);
  }
  /// Writes `count` copies of `pattern` to `dst`. The pattern is copied before
  /// `fill` returns.
  /// \returns The event of the fill.
  /// \throws exception with `errc::invalid` if `dst` is null and `count` is not
  /// 0, or if `size_t` cannot hold the number of bytes.
  template <class DataT>
  event fill(void *dst, const DataT &pattern, size_t count,
             detail::wait_list events = {},
             detail::code_location where = detail::code_location::current()) {
    static_assert(is_device_copyable_v<DataT>,
                  "the pattern is not device copyable");
    return fill_bytes(dst, &pattern, sizeof(DataT), count, 0, events, where);
  }
  /// Sets `bytes` bytes at `dst` to `value`, converted to `unsigned char`.
  /// \returns The event of the fill.
  /// \throws exception with `errc::invalid` if `dst` is null and `bytes` is not
  /// 0.
  event memset(void *dst, int value, size_t bytes,
               detail::wait_list events = {},
               detail::code_location where = detail::code_location::current()) {
    const auto byte = static_cast<unsigned char>(value);
    return fill_bytes(dst, &byte, 1, bytes, TANDEM_FILL_BYTES, events, where);
  }
  /// Hints that the device will soon use `bytes` bytes of shared USM at
  /// `address`.
  /// \returns The event of the hint.
  /// \throws exception with `errc::invalid` if `address` is null.
  event prefetch(const void *address, size_t bytes,
                 detail::wait_list events = {}) {
    return on_region(TANDEM_CMD_PREFETCH, address, bytes, 0, events);
  }
  /// Gives a hint about `bytes` bytes of shared USM at `address`. The values of
  /// `advice` are the backend's.
  /// \returns The event of the hint.
  /// \throws exception with `errc::invalid` if `address` is null.
  event mem_advise(const void *address, size_t bytes, int advice,
                   detail::wait_list events = {}) {
    return on_region(TANDEM_CMD_ADVISE, address, bytes, advice, events);
  }

  //===-- Pixels (sycl_ext_oneapi_bindless_images) ------------------------===//

  /// Copies all pixels of an image from host memory at `src`, where rows have
  /// no gaps, to the image memory `dst`.
  ///
  /// Extension `sycl_ext_oneapi_bindless_images`. The copy starts after
  /// `events`, as in all overloads.
  /// \returns The event of the copy.
  /// \throws exception with `errc::invalid` if the members of `desc` contradict
  /// each other.
  event ext_oneapi_copy(const void *src, image_mem_handle dst,
                        const image_descriptor &desc,
                        detail::wait_list events = {}) {
    return copy_pixels(detail::pixel_copy(TANDEM_PIXELS_TO_DEVICE, desc), src,
                       dst.raw_handle, events);
  }
  /// Copies a box of `extent` pixels from host memory to image memory.
  ///
  /// The offsets are the first pixels of the box on each side. `src_extent` is
  /// the number of pixels that host memory has in each direction. An extent is
  /// 1 in a direction that the image does not have.
  event ext_oneapi_copy(const void *src, range<3> src_offset,
                        range<3> src_extent, image_mem_handle dst,
                        range<3> dst_offset, const image_descriptor &desc,
                        range<3> extent, detail::wait_list events = {}) {
    return copy_pixels(detail::pixel_copy(TANDEM_PIXELS_TO_DEVICE, desc,
                                          src_offset, dst_offset, src_extent,
                                          extent),
                       src, dst.raw_handle, events);
  }
  /// Copies all pixels of an image to host memory.
  event ext_oneapi_copy(image_mem_handle src, void *dst,
                        const image_descriptor &desc,
                        detail::wait_list events = {}) {
    return copy_pixels(detail::pixel_copy(TANDEM_PIXELS_TO_HOST, desc),
                       src.raw_handle, dst, events);
  }
  /// Copies a box of `extent` pixels from image memory to host memory, which
  /// has `dst_extent` pixels.
  event ext_oneapi_copy(image_mem_handle src, range<3> src_offset,
                        const image_descriptor &desc, void *dst,
                        range<3> dst_offset, range<3> dst_extent,
                        range<3> extent, detail::wait_list events = {}) {
    return copy_pixels(detail::pixel_copy(TANDEM_PIXELS_TO_HOST, desc,
                                          src_offset, dst_offset, dst_extent,
                                          extent),
                       src.raw_handle, dst, events);
  }
  /// Copies all pixels from one image memory to another.
  event ext_oneapi_copy(image_mem_handle src, image_mem_handle dst,
                        const image_descriptor &desc,
                        detail::wait_list events = {}) {
    return copy_pixels(detail::pixel_copy(TANDEM_PIXELS_ON_DEVICE, desc),
                       src.raw_handle, dst.raw_handle, events);
  }
  /// Copies a box of `extent` pixels from one image memory to another. Both
  /// images have the shape `desc`; the second descriptor is ignored.
  event ext_oneapi_copy(image_mem_handle src, range<3> src_offset,
                        const image_descriptor &desc, image_mem_handle dst,
                        range<3> dst_offset, const image_descriptor &,
                        range<3> extent, detail::wait_list events = {}) {
    return copy_pixels(detail::pixel_copy(TANDEM_PIXELS_ON_DEVICE, desc,
                                          src_offset, dst_offset, extent,
                                          extent),
                       src.raw_handle, dst.raw_handle, events);
  }
  /// Copies all pixels from or to an image in USM, the rows of which are
  /// `device_row_pitch` bytes apart.
  ///
  /// The side in device memory is the image. If neither is in device memory, it
  /// is the side in shared memory.
  /// \throws exception with `errc::invalid` if neither side is device or shared
  /// USM.
  event ext_oneapi_copy(const void *src, void *dst,
                        const image_descriptor &desc, size_t device_row_pitch,
                        detail::wait_list events = {}) {
    return copy_pixels(
        detail::pixel_copy(TANDEM_PIXELS_BY_USM, desc, device_row_pitch), src,
        dst, events);
  }
  /// As above, for a box of `extent` pixels. Host memory has `host_extent`
  /// pixels.
  event ext_oneapi_copy(const void *src, range<3> src_offset, void *dst,
                        range<3> dst_offset, const image_descriptor &desc,
                        size_t device_row_pitch, range<3> host_extent,
                        range<3> extent, detail::wait_list events = {}) {
    return copy_pixels(detail::pixel_copy(TANDEM_PIXELS_BY_USM, desc,
                                          src_offset, dst_offset, host_extent,
                                          extent, device_row_pitch),
                       src, dst, events);
  }

  /// Waits for a semaphore that the program has imported. The wait starts after
  /// `events`, as in all overloads.
  ///
  /// Extension `sycl_ext_oneapi_bindless_images`. A queue that records a graph
  /// throws `errc::invalid`.
  /// \returns The event of the command.
  event ext_oneapi_wait_external_semaphore(external_semaphore semaphore,
                                           detail::wait_list events = {}) {
    return use_semaphore(TANDEM_CMD_WAIT_SEMAPHORE, events, semaphore);
  }
  /// Waits until a timeline semaphore has reached `value`.
  event ext_oneapi_wait_external_semaphore(external_semaphore semaphore,
                                           uint64_t value,
                                           detail::wait_list events = {}) {
    return use_semaphore(TANDEM_CMD_WAIT_SEMAPHORE, events, semaphore, value);
  }
  /// Signals a semaphore that the program has imported.
  event ext_oneapi_signal_external_semaphore(external_semaphore semaphore,
                                             detail::wait_list events = {}) {
    return use_semaphore(TANDEM_CMD_SIGNAL_SEMAPHORE, events, semaphore);
  }
  /// Sets the value of a timeline semaphore.
  event ext_oneapi_signal_external_semaphore(external_semaphore semaphore,
                                             uint64_t value,
                                             detail::wait_list events = {}) {
    return use_semaphore(TANDEM_CMD_SIGNAL_SEMAPHORE, events, semaphore, value);
  }

  /// Copies `bytes` bytes from `src` to a `device_global`, from byte `offset`
  /// on.
  ///
  /// Extension `sycl_ext_oneapi_device_global`.
  /// \returns The event of the copy.
  /// \throws exception with `errc::invalid` if the range exceeds the variable,
  /// or `errc::kernel_not_supported` if no kernel for the device uses it and it
  /// has `device_image_scope`.
  template <class DataT, class Properties>
  event memcpy(detail::device_global<DataT, Properties> &dst, const void *src,
               size_t bytes = sizeof(DataT), size_t offset = 0,
               detail::wait_list events = {}) {
    return copy_global<TANDEM_CMD_DEVICE_GLOBAL_WRITE>(dst, nullptr, src, bytes,
                                                       offset, events);
  }
  /// Copies `bytes` bytes from a `device_global`, from byte `offset` on, to
  /// `dst`. Errors are those of the copy to it.
  template <class DataT, class Properties>
  event memcpy(void *dst, const detail::device_global<DataT, Properties> &src,
               size_t bytes = sizeof(DataT), size_t offset = 0,
               detail::wait_list events = {}) {
    return copy_global<TANDEM_CMD_DEVICE_GLOBAL_READ>(src, dst, nullptr, bytes,
                                                      offset, events);
  }
  /// Copies `count` elements from `src` to a `device_global`, from element
  /// `start` on. Errors are those of `memcpy`.
  template <class DataT, class Properties>
  event copy(const detail::device_global_element<DataT> *src,
             detail::device_global<DataT, Properties> &dst,
             size_t count = detail::device_global_count<DataT>,
             size_t start = 0, detail::wait_list events = {}) {
    return memcpy(dst, src, detail::device_global_bytes<DataT>(count),
                  detail::device_global_bytes<DataT>(start), events);
  }
  /// Copies `count` elements from a `device_global`, from element `start` on,
  /// to `dst`. Errors are those of `memcpy`.
  template <class DataT, class Properties>
  event copy(const detail::device_global<DataT, Properties> &src,
             detail::device_global_element<DataT> *dst,
             size_t count = detail::device_global_count<DataT>,
             size_t start = 0, detail::wait_list events = {}) {
    return memcpy(dst, src, detail::device_global_bytes<DataT>(count),
                  detail::device_global_bytes<DataT>(start), events);
  }

  /// Copies between two accessors, or between an accessor and memory that a
  /// pointer or a `std::shared_ptr` points to.
  ///
  /// Placeholder accessors are required automatically. The copy starts after
  /// `events`. As much is copied as the source has, or, from memory, as the
  /// destination accessor has.
  /// \returns The event of the copy.
  /// \throws exception with `errc::invalid` if the destination accessor is
  /// smaller than the source.
  template <class Source, class Destination,
            detail::when<detail::is_accessor<Source> ||
                         detail::is_accessor<Destination>> = 0>
  event copy(Source src, Destination dst, detail::wait_list events = {},
             detail::code_location where = detail::code_location::current()) {
    return submit([&](handler &cgh) {
      cgh.depends_on(events);
      if constexpr (detail::is_accessor<Source>)
        cgh.require(src);
      if constexpr (detail::is_accessor<Destination>)
        cgh.require(dst);
      cgh.copy(src, dst, where);
    });
  }
  /// Fills the range of a placeholder accessor with `pattern`, after `events`.
  /// \returns The event of the fill.
  template <class Accessor, class DataT,
            detail::when<detail::is_accessor<Accessor>> = 0>
  event fill(Accessor dst, const DataT &pattern,
             detail::wait_list events = {}) {
    return submit([&](handler &cgh) {
      cgh.depends_on(events);
      cgh.require(dst);
      cgh.fill(dst, pattern);
    });
  }
  /// Updates the host's copy of the range of a placeholder accessor, after
  /// `events`.
  /// \returns The event of the update.
  template <class Accessor>
  event update_host(Accessor accessor, detail::wait_list events = {}) {
    return submit([&](handler &cgh) {
      cgh.depends_on(events);
      cgh.require(accessor);
      cgh.update_host(accessor);
    });
  }
};

} // namespace _V1
} // namespace sycl

/// Hashes `queue`. Copies have equal hashes.
template <>
struct std::hash<sycl::queue> : sycl::detail::handle_hash<sycl::queue> {};
