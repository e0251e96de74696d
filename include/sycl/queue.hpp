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

class queue : public detail::handle<tandem_queue_t> {
  using image_mem_handle = ext::oneapi::experimental::image_mem_handle;
  using image_descriptor = ext::oneapi::experimental::image_descriptor;

  property_list m_properties;

  // Around a backend's queue.
  friend struct detail::maker;
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

  // What follows an index space in parallel_for: the functor, or something and
  // the rest.
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

  explicit queue(const property_list &properties = {})
      : queue(device(), properties) {}
  explicit queue(const async_handler &handler,
                 const property_list &properties = {})
      : queue(device(), handler, properties) {}
  explicit queue(const device &sycl_device,
                 const property_list &properties = {})
      : queue(sycl_device, async_handler(), properties) {}
  explicit queue(const device &sycl_device, const async_handler &handler,
                 const property_list &properties = {})
      : m_properties(properties) {
    tandem_context_t context = nullptr;
    detail::check(tandem_context_default(handle_of(sycl_device), &context));
    detail::handle<tandem_context_t> owner(context);
    create(context, handle_of(sycl_device), handler);
  }
  explicit queue(const context &sycl_context, const device &sycl_device,
                 const property_list &properties = {})
      : queue(sycl_context, sycl_device, async_handler(), properties) {}
  explicit queue(const context &sycl_context, const device &sycl_device,
                 const async_handler &handler,
                 const property_list &properties = {})
      : m_properties(properties) {
    create(handle_of(sycl_context), handle_of(sycl_device), handler);
  }

#define TANDEM_SELECTOR                                                        \
  template <class Selector, detail::when<std::is_invocable_r_v<                \
                                int, const Selector &, const device &>> = 0>
  TANDEM_SELECTOR
  explicit queue(const Selector &selector, const property_list &properties = {})
      : queue(detail::select(selector), properties) {}
  // A selector of SYCL 1.2.1 becomes a queue by itself, as in
  // `queue q = gpu_selector{}`. No template, so the constructor above serves
  // all others.
  queue(const device_selector &selector, const property_list &properties = {})
      : queue(selector.select_device(), properties) {}
  TANDEM_SELECTOR
  explicit queue(const Selector &selector, const async_handler &handler,
                 const property_list &properties = {})
      : queue(detail::select(selector), handler, properties) {}
  TANDEM_SELECTOR
  explicit queue(const context &sycl_context, const Selector &selector,
                 const property_list &properties = {})
      : queue(sycl_context, selector, async_handler(), properties) {}
  TANDEM_SELECTOR
  explicit queue(const context &sycl_context, const Selector &selector,
                 const async_handler &handler,
                 const property_list &properties = {})
      : queue(sycl_context,
              detail::select(selector, sycl_context.get_devices()), handler,
              properties) {}
#undef TANDEM_SELECTOR

  //===-- Queries ---------------------------------------------------------===//

  device get_device() const {
    tandem_device_t device_handle = nullptr;
    detail::check(tandem_queue_device(m_handle, &device_handle));
    return detail::adopt<device>(device_handle);
  }
  context get_context() const {
    tandem_context_t context_handle = nullptr;
    detail::check(tandem_queue_context(m_handle, &context_handle));
    return detail::adopt<context>(context_handle);
  }
  backend get_backend() const noexcept { return get_device().get_backend(); }
  [[deprecated("no device is the host")]] bool is_host() const { return false; }
  bool is_in_order() const { return has_property<property::queue::in_order>(); }
  template <class Property> bool has_property() const noexcept {
    return m_properties.has_property<Property>();
  }
  template <class Property> Property get_property() const {
    return m_properties.get_property<Property>();
  }
  template <class Info> typename Info::return_type get_info() const {
    if constexpr (std::is_same_v<Info, info::queue::context>) {
      return get_context();
    } else {
      static_assert(std::is_same_v<Info, info::queue::device>,
                    "not an info descriptor of queues");
      return get_device();
    }
  }
  template <class Info> typename Info::return_type get_backend_info() const {
    detail::throw_no_backend_info();
  }

  //===-- Synchronisation and errors --------------------------------------===//

  void wait() { detail::check(tandem_queue_wait(m_handle)); }
  void wait_and_throw() {
    wait();
    throw_asynchronous();
  }
  void throw_asynchronous() { detail::async_state::report(m_handle); }

  bool khr_empty() const { return ext_oneapi_empty(); }
  bool ext_oneapi_empty() const {
    int empty = 0;
    detail::check(tandem_queue_empty(m_handle, &empty));
    return empty;
  }
  // Waits for the events, or, without any, for all that was submitted before.
  event ext_oneapi_submit_barrier(detail::wait_list events = {}) {
    return detail::submit(m_handle,
                          detail::submission(TANDEM_CMD_BARRIER, events));
  }

  [[deprecated("use ext_oneapi_submit_barrier")]] event
  submit_barrier(detail::wait_list events = {}) {
    return ext_oneapi_submit_barrier(events);
  }

  //===-- Graphs (sycl_ext_oneapi_graph), in graph.hpp --------------------===//

  ext::oneapi::experimental::queue_state ext_oneapi_get_state() const;
  ext::oneapi::experimental::command_graph<
      ext::oneapi::experimental::graph_state::modifiable>
  ext_oneapi_get_graph() const;
  event
  ext_oneapi_graph(const ext::oneapi::experimental::command_graph<
                       ext::oneapi::experimental::graph_state::executable> &,
                   detail::wait_list events = {});

  //===-- Command groups --------------------------------------------------===//

  template <class CommandGroupFunc>
  event submit(CommandGroupFunc &&command_group) {
    handler cgh(m_handle);
    command_group(cgh);
    return cgh.finalize();
  }
  // The secondary queue is for implementations that can move a command group
  // after a failed submission; here the error is reported instead.
  template <class CommandGroupFunc>
  event submit(CommandGroupFunc &&command_group, queue &) {
    return submit(std::forward<CommandGroupFunc>(command_group));
  }

  //===-- Shortcuts: kernels ----------------------------------------------===//

  template <class Name = detail::unnamed, class KernelFunc>
  event single_task(const KernelFunc &functor) {
    return single_task<Name>(detail::wait_list(), functor);
  }
  template <class Name = detail::unnamed, class KernelFunc>
  event single_task(detail::wait_list events, const KernelFunc &functor) {
    tandem_submission submission =
        detail::submission(TANDEM_CMD_SINGLE_TASK, events);
    detail::set_kernel<Name, detail::task_kernel<KernelFunc>>(submission,
                                                              functor);
    return detail::submit(m_handle, submission);
  }

  template <class Name = detail::unnamed, class Properties, class KernelFunc,
            detail::when<detail::is_properties<Properties>> = 0>
  event single_task(Properties, const KernelFunc &functor) {
    return single_task<Name>(detail::with_properties<Properties>(functor));
  }
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
  TANDEM_PARALLEL_FOR(1)
  TANDEM_PARALLEL_FOR(2)
  TANDEM_PARALLEL_FOR(3)
#undef TANDEM_PARALLEL_FOR
  template <class Name = detail::unnamed, int Dimensions, class First,
            class... Rest>
  event parallel_for(nd_range<Dimensions> space, const First &first,
                     const Rest &...rest) {
    return launch<Name>(space, {}, first, rest...);
  }
  template <class Name = detail::unnamed, int Dimensions, class First,
            class... Rest>
  event parallel_for(nd_range<Dimensions> space, detail::wait_list events,
                     const First &first, const Rest &...rest) {
    return launch<Name>(space, events, first, rest...);
  }

  //===-- Shortcuts: memory -----------------------------------------------===//

  event memcpy(void *dst, const void *src, size_t bytes,
               detail::wait_list events = {},
               detail::code_location where = detail::code_location::current()) {
    tandem_submission submission =
        detail::submission(TANDEM_CMD_MEMCPY, events);
    where.store(submission);
    detail::set_copy(submission, dst, src, bytes);
    return detail::submit(m_handle, submission);
  }
  template <class DataT>
  event copy(const DataT *src, DataT *dst, size_t count,
             detail::wait_list events = {},
             detail::code_location where = detail::code_location::current()) {
    return memcpy(dst, src, detail::command_bytes(count, sizeof(DataT)), events,
                  where);
  }
  template <class DataT>
  event fill(void *dst, const DataT &pattern, size_t count,
             detail::wait_list events = {},
             detail::code_location where = detail::code_location::current()) {
    static_assert(is_device_copyable_v<DataT>,
                  "the pattern is not device copyable");
    return fill_bytes(dst, &pattern, sizeof(DataT), count, 0, events, where);
  }
  event memset(void *dst, int value, size_t bytes,
               detail::wait_list events = {},
               detail::code_location where = detail::code_location::current()) {
    const auto byte = static_cast<unsigned char>(value);
    return fill_bytes(dst, &byte, 1, bytes, TANDEM_FILL_BYTES, events, where);
  }
  event prefetch(const void *address, size_t bytes,
                 detail::wait_list events = {}) {
    return on_region(TANDEM_CMD_PREFETCH, address, bytes, 0, events);
  }
  event mem_advise(const void *address, size_t bytes, int advice,
                   detail::wait_list events = {}) {
    return on_region(TANDEM_CMD_ADVISE, address, bytes, advice, events);
  }

  //===-- Pixels (sycl_ext_oneapi_bindless_images) ------------------------===//

  event ext_oneapi_copy(const void *src, image_mem_handle dst,
                        const image_descriptor &desc,
                        detail::wait_list events = {}) {
    return copy_pixels(detail::pixel_copy(TANDEM_PIXELS_TO_DEVICE, desc), src,
                       dst.raw_handle, events);
  }
  event ext_oneapi_copy(const void *src, range<3> src_offset,
                        range<3> src_extent, image_mem_handle dst,
                        range<3> dst_offset, const image_descriptor &desc,
                        range<3> extent, detail::wait_list events = {}) {
    return copy_pixels(detail::pixel_copy(TANDEM_PIXELS_TO_DEVICE, desc,
                                          src_offset, dst_offset, src_extent,
                                          extent),
                       src, dst.raw_handle, events);
  }
  event ext_oneapi_copy(image_mem_handle src, void *dst,
                        const image_descriptor &desc,
                        detail::wait_list events = {}) {
    return copy_pixels(detail::pixel_copy(TANDEM_PIXELS_TO_HOST, desc),
                       src.raw_handle, dst, events);
  }
  event ext_oneapi_copy(image_mem_handle src, range<3> src_offset,
                        const image_descriptor &desc, void *dst,
                        range<3> dst_offset, range<3> dst_extent,
                        range<3> extent, detail::wait_list events = {}) {
    return copy_pixels(detail::pixel_copy(TANDEM_PIXELS_TO_HOST, desc,
                                          src_offset, dst_offset, dst_extent,
                                          extent),
                       src.raw_handle, dst, events);
  }
  event ext_oneapi_copy(image_mem_handle src, image_mem_handle dst,
                        const image_descriptor &desc,
                        detail::wait_list events = {}) {
    return copy_pixels(detail::pixel_copy(TANDEM_PIXELS_ON_DEVICE, desc),
                       src.raw_handle, dst.raw_handle, events);
  }
  event ext_oneapi_copy(image_mem_handle src, range<3> src_offset,
                        const image_descriptor &desc, image_mem_handle dst,
                        range<3> dst_offset, const image_descriptor &,
                        range<3> extent, detail::wait_list events = {}) {
    return copy_pixels(detail::pixel_copy(TANDEM_PIXELS_ON_DEVICE, desc,
                                          src_offset, dst_offset, extent,
                                          extent),
                       src.raw_handle, dst.raw_handle, events);
  }
  event ext_oneapi_copy(const void *src, void *dst,
                        const image_descriptor &desc, size_t device_row_pitch,
                        detail::wait_list events = {}) {
    return copy_pixels(
        detail::pixel_copy(TANDEM_PIXELS_BY_USM, desc, device_row_pitch), src,
        dst, events);
  }
  event ext_oneapi_copy(const void *src, range<3> src_offset, void *dst,
                        range<3> dst_offset, const image_descriptor &desc,
                        size_t device_row_pitch, range<3> host_extent,
                        range<3> extent, detail::wait_list events = {}) {
    return copy_pixels(detail::pixel_copy(TANDEM_PIXELS_BY_USM, desc,
                                          src_offset, dst_offset, host_extent,
                                          extent, device_row_pitch),
                       src, dst, events);
  }

  // Device globals (sycl_ext_oneapi_device_global).
  template <class DataT, class Properties>
  event memcpy(detail::device_global<DataT, Properties> &dst, const void *src,
               size_t bytes = sizeof(DataT), size_t offset = 0,
               detail::wait_list events = {}) {
    return copy_global<TANDEM_CMD_DEVICE_GLOBAL_WRITE>(dst, nullptr, src, bytes,
                                                       offset, events);
  }
  template <class DataT, class Properties>
  event memcpy(void *dst, const detail::device_global<DataT, Properties> &src,
               size_t bytes = sizeof(DataT), size_t offset = 0,
               detail::wait_list events = {}) {
    return copy_global<TANDEM_CMD_DEVICE_GLOBAL_READ>(src, dst, nullptr, bytes,
                                                      offset, events);
  }
  template <class DataT, class Properties>
  event copy(const detail::device_global_element<DataT> *src,
             detail::device_global<DataT, Properties> &dst,
             size_t count = detail::device_global_count<DataT>,
             size_t start = 0, detail::wait_list events = {}) {
    return memcpy(dst, src, detail::device_global_bytes<DataT>(count),
                  detail::device_global_bytes<DataT>(start), events);
  }
  template <class DataT, class Properties>
  event copy(const detail::device_global<DataT, Properties> &src,
             detail::device_global_element<DataT> *dst,
             size_t count = detail::device_global_count<DataT>,
             size_t start = 0, detail::wait_list events = {}) {
    return memcpy(dst, src, detail::device_global_bytes<DataT>(count),
                  detail::device_global_bytes<DataT>(start), events);
  }

  // On placeholder accessors, which the command group requires.
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

template <>
struct std::hash<sycl::queue> : sycl::detail::handle_hash<sycl::queue> {};
