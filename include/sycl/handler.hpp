//===- sycl/handler.hpp - class handler -----------------------------------===//
//
// Part of Tandem, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// A command group is collected here and submitted, in one call, when the
// command-group function returns.
#pragma once

#include <sycl/access.hpp>
#include <sycl/aspects.hpp>
#include <sycl/bundle_state.hpp>
#include <sycl/detail/abi/command_group.hpp>
#include <sycl/detail/abi/submission.hpp>
#include <sycl/event.hpp>
#include <sycl/ext/oneapi/experimental/image_descriptor.hpp>
#include <sycl/hierarchical.hpp>
#include <sycl/impl/device_global_copy.hpp>
#include <sycl/impl/host_task.hpp>
#include <sycl/is_device_copyable.hpp>
#include <sycl/kernel_handler.hpp>

namespace sycl {
inline namespace _V1 {

namespace ext::oneapi::experimental {
enum class queue_state { executing, recording };
enum class graph_state { modifiable, executable };
template <graph_state State> class command_graph;
} // namespace ext::oneapi::experimental

class handler {
  using image_mem_handle = ext::oneapi::experimental::image_mem_handle;
  using image_descriptor = ext::oneapi::experimental::image_descriptor;

  tandem_queue_t m_queue;
  tandem_submission m_group = detail::submission(TANDEM_CMD_EMPTY);
  tandem_rect m_rect;
  detail::small_array<detail::accessor_use, 8> m_accesses;
  detail::kept_handles<tandem_event_t, 8> m_events;
  detail::kept_handles<tandem_buffer_t, 2> m_sub_buffers;
  detail::spec_values m_constants;
  detail::handle<tandem_bundle_t> m_bundle;
  detail::follow_ups m_follow_ups;
  detail::kernel_call_slot m_call;
  detail::handle<tandem_handle_t> m_object; // see keep_object
  detail::task_data m_task_data;
  bool m_uses_backend = false; // a host task with an interop_handle
  detail::closure_copy m_closure;

  friend class queue;
  explicit handler(tandem_queue_t queue) noexcept : m_queue(queue) {}

  event finalize() {
    m_group.accesses = m_accesses.data();
    m_group.num_accesses = m_accesses.size();
    m_group.access_stride = sizeof(detail::accessor_use);
    if (m_uses_backend)
      for (detail::accessor_use &use : m_accesses)
        if (use.is_on_device)
          use.mode |= TANDEM_ACCESS_NATIVE;
    m_group.deps = m_events.data();
    m_group.num_deps = m_events.size();
    m_group.spec_values = m_constants.data();
    m_group.num_spec_values = m_constants.size();
    if (!m_follow_ups.empty())
      refuse_in_graph();
    m_task_data.release();
    event done = detail::submit(m_queue, m_group);
    m_follow_ups.submit(m_queue, done);
    return done;
  }

  // The command-group function may go on after its command, so what lives on
  // its stack is copied. Closures are device copyable: bytes are enough.
  void keep_closure(const void *bytes, size_t size, size_t alignment) {
    m_group.closure = m_closure.copy(bytes, size, alignment);
    m_group.closure_size = size;
  }

  void begin_command() {
    if (m_group.command != TANDEM_CMD_EMPTY)
      detail::throw_error(errc::invalid,
                          "a command group can hold only one command");
  }

  // The functor was put there by set_kernel.
  template <class KernelFunc> void keep_functor() {
    keep_closure(m_group.closure, m_group.closure_size, alignof(KernelFunc));
  }

  // What follows an index space in parallel_for: the functor, or something and
  // the rest.
  template <class Name, class Space, class KernelFunc>
  void launch(const Space &space, const KernelFunc &functor) {
    begin_command();
    if constexpr (std::is_same_v<KernelFunc, kernel>) {
      detail::set_range(m_group, space);
      call_kernel(functor);
    } else {
      detail::set_kernel_over<Name>(m_group, space, functor);
      keep_functor<KernelFunc>();
    }
  }
  template <class Name, class Space, class First, class... Rest>
  void launch(const Space &space, const First &first, const Rest &...rest) {
    if constexpr (detail::is_properties<First>)
      launch<Name>(space, detail::with_properties<First>(rest)...);
    else if constexpr (detail::is_reduction<First>)
      reduce_over<Name>(space, first, rest...);
    else
      launch<Name>(detail::offset_range<Space::dimensions>{space, first},
                   rest...);
  }

  template <tandem_command Command, class DataT, class Properties>
  void copy_global(const detail::device_global<DataT, Properties> &global,
                   void *dst, const void *src, size_t bytes, size_t offset) {
    const tandem_device_global variable =
        detail::device_global_for<Command>(global, bytes, offset);
    begin_command();
    keep_closure(&variable, sizeof variable, alignof(tandem_device_global));
    m_group.command = Command;
    detail::set_device_global_copy(m_group, m_group.closure, dst, src, bytes,
                                   offset);
  }

  void copy_pixels(const detail::pixel_copy &pixels, const void *src,
                   void *dst) {
    begin_command();
    keep_closure(&pixels, sizeof pixels, alignof(detail::pixel_copy));
    const_cast<detail::pixel_copy *>(
        static_cast<const detail::pixel_copy *>(m_group.closure))
        ->set(m_group, src, dst);
  }

  // Commands on accessors name theirs by position, before all others.
  void set_accessors(const detail::accessor_view *first,
                     const detail::accessor_view *second = nullptr) {
    detail::small_array<detail::accessor_use, 8> others;
    for (const detail::accessor_use &use : m_accesses)
      if (use.buffer != first->access.buffer &&
          (!second || use.buffer != second->access.buffer))
        others.push_back(use);
    m_accesses.clear();
    add_access(first->access);
    if (second)
      add_access(second->access);
    for (const detail::accessor_use &use : others)
      m_accesses.push_back(use);
  }

  // A null view stands for dense memory of the program.
  void set_rect(const detail::accessor_view *src,
                const detail::accessor_view *dst) {
    const detail::accessor_view &box = src ? *src : *dst;
    if (src && dst && dst->bytes() < src->bytes())
      detail::throw_error(
          errc::invalid,
          "the destination of a copy is smaller than its source");
    m_group.bytes = box.bytes();
    if ((!src || src->contiguous) && (!dst || dst->contiguous))
      return;
    m_rect = {};
    m_rect.size = sizeof m_rect;
    auto side = [&](const detail::accessor_view *view, size_t *origin,
                    size_t *pitch) {
      for (int axis = 0; axis < 3; ++axis) {
        m_rect.range[axis] = box.range[axis];
        m_rect.dst_range[axis] = dst ? dst->range[axis] : box.range[axis];
        origin[axis] = view ? view->origin[axis] : 0;
      }
      pitch[0] = view ? view->pitch[0] : box.range[0];
      pitch[1] = view ? view->pitch[1] : box.range[0] * box.range[1];
    };
    side(src, m_rect.src_origin, m_rect.src_pitch);
    side(dst, m_rect.dst_origin, m_rect.dst_pitch);
    m_group.rect = &m_rect;
  }

  TANDEM_COLD void take_kernels_from(tandem_bundle_t bundle) {
    if (m_constants.size())
      detail::throw_error(errc::invalid,
                          "a command group that sets specialization constants "
                          "cannot use a kernel bundle");
    detail::check(tandem_bundle_check_queue(bundle, m_queue));
    tandem_retain(bundle);
    m_bundle = detail::handle<tandem_bundle_t>(bundle);
    m_group.bundle = bundle;
  }

  template <class Kernel> void take_kernels_of(const Kernel &sycl_kernel) {
    tandem_bundle_t bundle = nullptr;
    detail::check(tandem_kernel_bundle(handle_of(sycl_kernel), &bundle));
    const detail::handle<tandem_bundle_t> owner(bundle);
    take_kernels_from(bundle);
  }

  // The kernel or graph that the command runs, of which the program may have
  // nothing left when the command-group function is over.
  template <class Handle> Handle keep_object(Handle object) {
    tandem_retain(object);
    m_object = detail::handle<tandem_handle_t>(object);
    return object;
  }

  // Kernels that are no SYCL functions have arguments instead of a closure.
  // detail::kernel_call comes after accessors, which need this class.
  template <class Kernel, class Call = detail::kernel_call>
  void call_kernel(const Kernel &sycl_kernel) {
    m_group.call = m_call.get<Call>().of(keep_object(handle_of(sycl_kernel)));
  }

  // What follows a command is submitted for one run of it.
  TANDEM_COLD void refuse_in_graph() const {
    tandem_graph_t graph = nullptr;
    detail::check(tandem_queue_graph(m_queue, &graph));
    if (!graph)
      return;
    tandem_release(graph);
    detail::throw_error(errc::feature_not_supported,
                        "a command that is recorded to a graph has a stream");
  }

  // The constants of a kernel bundle are its own.
  void refuse_bundle() const {
    if (m_group.bundle)
      detail::throw_error(errc::invalid,
                          "the command group uses a kernel bundle, which "
                          "holds the specialization constants");
  }

  // Where memory of the program is. What a shared pointer owns lives until the
  // command is complete.
  template <class DataT> DataT *memory_of(DataT *pointer) { return pointer; }
  template <class Shared> auto *memory_of(const Shared &pointer) {
    m_task_data.set(m_group, new Shared(pointer),
                    [](void *shared) { delete static_cast<Shared *>(shared); });
    return pointer.get();
  }

  // Reductions, then the functor; in reduction.hpp.
  template <class Name, class Space, class Reduction, class... Rest>
  void reduce_over(const Space &space, const Reduction &first,
                   const Rest &...rest);

public:
  handler(const handler &) = delete;
  handler &operator=(const handler &) = delete;

  void depends_on(detail::wait_list events) {
    for (size_t index = 0; index < events.count; ++index)
      if (tandem_event_t event_handle = events.data[index])
        m_events.keep(event_handle);
  }

  // Binds a placeholder accessor to this command group.
  template <class Accessor> void require(const Accessor &accessor) {
    add_access(detail::accessor_access::view(accessor).access,
               Accessor::tandem_is_on_device);
  }
  // For the library: what an accessor's constructor calls. `is_on_device` is
  // whether its target is the device, and not a host task.
  void add_access(const tandem_access &access, bool is_on_device = false) {
    m_accesses.push_back({access, is_on_device});
  }
  // For the library: keeps a sub-buffer until the command group is submitted.
  void keep_sub_buffer(tandem_buffer_t sub_buffer) {
    m_sub_buffers.keep(sub_buffer);
  }
  // For the library: refuses images on devices without them.
  TANDEM_COLD void check_images() const {
    tandem_device_t handle = nullptr;
    int yes = 0;
    detail::check(tandem_queue_device(m_queue, &handle));
    detail::check(tandem_device_has(handle, uint32_t(aspect::image), &yes));
    tandem_release(handle);
    if (!yes)
      detail::throw_error(errc::feature_not_supported,
                          "the device has no images");
  }
  // For the library: takes ownership.
  void add_follow_up(detail::follow_up *last) { m_follow_ups.add(last); }

  //===-- Kernel bundles and specialization constants ---------------------===//

  template <class Bundle,
            detail::when<std::is_same_v<
                Bundle, kernel_bundle<bundle_state::executable>>> = 0>
  void use_kernel_bundle(const Bundle &bundle) {
    take_kernels_from(handle_of(bundle));
  }

  template <auto &Id>
  void set_specialization_constant(detail::spec_type<Id> value) {
    refuse_bundle();
    void *copy = m_constants.find_or_add(detail::spec_value<Id>());
    __builtin_memcpy(copy, &value, sizeof value);
  }
  template <auto &Id> detail::spec_type<Id> get_specialization_constant() {
    refuse_bundle();
    detail::spec_type<Id> value = detail::spec_access::default_of(Id);
    if (void *copy = m_constants.find(detail::spec_value<Id>().name))
      __builtin_memcpy(&value, copy, sizeof value);
    return value;
  }

  //===-- Kernels ---------------------------------------------------------===//

  template <class Name = detail::unnamed, class KernelFunc>
  void single_task(const KernelFunc &functor) {
    begin_command();
    m_group.command = TANDEM_CMD_SINGLE_TASK;
    if constexpr (std::is_same_v<KernelFunc, kernel>) {
      call_kernel(functor);
    } else {
      detail::set_kernel<Name, detail::task_kernel<KernelFunc>>(m_group,
                                                                functor);
      keep_functor<KernelFunc>();
    }
  }

  template <class Name = detail::unnamed, class Properties, class KernelFunc,
            detail::when<detail::is_properties<Properties>> = 0>
  void single_task(Properties, const KernelFunc &functor) {
    single_task<Name>(detail::with_properties<Properties>(functor));
  }

  // SYCL 1.2.1: a kernel object and its functor. The kernel is taken from the
  // bundle of the object, and the functor has the arguments.
  template <class Name = detail::unnamed, class Kernel, class KernelFunc,
            detail::when<std::is_same_v<Kernel, kernel>> = 0>
  void single_task(const Kernel &sycl_kernel, const KernelFunc &functor) {
    take_kernels_of(sycl_kernel);
    single_task<Name>(functor);
  }
  template <class Name = detail::unnamed, class Kernel, class Space,
            class... Rest, detail::when<std::is_same_v<Kernel, kernel>> = 0>
  void parallel_for(const Kernel &sycl_kernel, const Space &space,
                    const Rest &...rest) {
    take_kernels_of(sycl_kernel);
    parallel_for<Name>(space, rest...);
  }
  template <class Name = detail::unnamed, class Kernel, class Space,
            class... Rest, detail::when<std::is_same_v<Kernel, kernel>> = 0>
  void parallel_for_work_group(const Kernel &sycl_kernel, const Space &groups,
                               const Rest &...rest) {
    take_kernels_of(sycl_kernel);
    parallel_for_work_group<Name>(groups, rest...);
  }

  // Built-in kernels have arguments (SYCL 2020, 4.9.4.2.4). Kernels of SYCL
  // functions take their captures; the runtime refuses arguments for them.
  template <class Argument, class Call = detail::kernel_call>
  void set_arg(int index, Argument &&arg) {
    m_call.get<Call>().set_arg(index, arg);
  }
  template <class... Ts> void set_args(Ts &&...args) {
    int index = 0;
    (set_arg(index++, std::forward<Ts>(args)), ...);
  }

  // For the library: the kernel's scratch memory, and the shape of a reduction.
  void set_scratch(size_t bytes) { m_group.scratch_bytes = bytes; }
  tandem_reduction_plan plan_reduction(tandem_kernel_slot *slot,
                                       size_t items) const {
    tandem_reduction_plan plan{sizeof plan, 0, 1, 1, items};
    detail::check(tandem_queue_plan_reduction(m_queue, slot, items, &plan));
    return plan;
  }

  // No templates over the dimension, so that `{n, m}` makes a range. The last
  // argument is the functor; properties, reductions or an offset come before.
#define TANDEM_PARALLEL_FOR(Dimensions)                                        \
  template <class Name = detail::unnamed, class First, class... Rest>          \
  void parallel_for(range<Dimensions> space, const First &first,               \
                    const Rest &...rest) {                                     \
    launch<Name>(space, first, rest...);                                       \
  }                                                                            \
  template <class Name = detail::unnamed, class KernelFunc>                    \
  void parallel_for(range<Dimensions> space, id<Dimensions> offset,            \
                    const KernelFunc &functor) {                               \
    launch<Name>(space, offset, functor);                                      \
  }
  TANDEM_PARALLEL_FOR(1)
  TANDEM_PARALLEL_FOR(2)
  TANDEM_PARALLEL_FOR(3)
#undef TANDEM_PARALLEL_FOR
  template <class Name = detail::unnamed, int Dimensions, class First,
            class... Rest>
  void parallel_for(nd_range<Dimensions> space, const First &first,
                    const Rest &...rest) {
    launch<Name>(space, first, rest...);
  }

  template <class Name = detail::unnamed, int Dimensions, class KernelFunc>
  void parallel_for_work_group(range<Dimensions> groups,
                               range<Dimensions> local,
                               const KernelFunc &functor) {
    launch<Name>(
        detail::work_groups<Dimensions>{groups, local},
        detail::work_group_kernel<Dimensions, KernelFunc>{functor, local, {}});
  }
  template <class Name = detail::unnamed, int Dimensions, class KernelFunc>
  void parallel_for_work_group(range<Dimensions> groups,
                               const KernelFunc &functor) {
    parallel_for_work_group<Name>(groups, detail::single_item<Dimensions>(),
                                  functor);
  }

  template <class Function> void host_task(Function &&functor) {
    begin_command();
    using call = detail::host_call<std::decay_t<Function>>;
    m_group.command = TANDEM_CMD_HOST_TASK;
    m_uses_backend = call::uses_backend;
    m_group.host_task = call::run;
    m_task_data.set(m_group, new call{std::forward<Function>(functor), m_queue},
                    call::destroy);
  }

  //===-- USM -------------------------------------------------------------===//

  void memcpy(void *dst, const void *src, size_t bytes,
              detail::code_location where = detail::code_location::current()) {
    begin_command();
    where.store(m_group);
    detail::set_copy(m_group, dst, src, bytes);
  }
  template <class DataT>
  void copy(const DataT *src, DataT *dst, size_t count,
            detail::code_location where = detail::code_location::current()) {
    memcpy(dst, src, detail::command_bytes(count, sizeof(DataT)), where);
  }
  void memset(void *dst, int value, size_t bytes,
              detail::code_location where = detail::code_location::current()) {
    fill(dst, static_cast<unsigned char>(value), bytes, where);
    m_group.flags = TANDEM_FILL_BYTES;
  }
  template <class DataT>
  void fill(void *dst, const DataT &pattern, size_t count,
            detail::code_location where = detail::code_location::current()) {
    static_assert(is_device_copyable_v<DataT>,
                  "the pattern is not device copyable");
    begin_command();
    where.store(m_group);
    keep_closure(&pattern, sizeof(DataT), alignof(DataT));
    detail::set_fill(m_group, dst, m_group.closure, sizeof(DataT), count);
  }
  void prefetch(const void *address, size_t bytes) {
    begin_command();
    detail::set_region(m_group, TANDEM_CMD_PREFETCH, address, bytes);
  }
  void mem_advise(const void *address, size_t bytes, int advice) {
    begin_command();
    detail::set_region(m_group, TANDEM_CMD_ADVISE, address, bytes, advice);
  }

  //===-- Pixels (sycl_ext_oneapi_bindless_images) ------------------------===//

  // Between memory of the program, memory of images, and images over USM.
  void ext_oneapi_copy(const void *src, image_mem_handle dst,
                       const image_descriptor &desc) {
    copy_pixels(detail::pixel_copy(TANDEM_PIXELS_TO_DEVICE, desc), src,
                dst.raw_handle);
  }
  void ext_oneapi_copy(const void *src, range<3> src_offset,
                       range<3> src_extent, image_mem_handle dst,
                       range<3> dst_offset, const image_descriptor &desc,
                       range<3> extent) {
    copy_pixels(detail::pixel_copy(TANDEM_PIXELS_TO_DEVICE, desc, src_offset,
                                   dst_offset, src_extent, extent),
                src, dst.raw_handle);
  }
  void ext_oneapi_copy(image_mem_handle src, void *dst,
                       const image_descriptor &desc) {
    copy_pixels(detail::pixel_copy(TANDEM_PIXELS_TO_HOST, desc), src.raw_handle,
                dst);
  }
  void ext_oneapi_copy(image_mem_handle src, range<3> src_offset,
                       const image_descriptor &desc, void *dst,
                       range<3> dst_offset, range<3> dst_extent,
                       range<3> extent) {
    copy_pixels(detail::pixel_copy(TANDEM_PIXELS_TO_HOST, desc, src_offset,
                                   dst_offset, dst_extent, extent),
                src.raw_handle, dst);
  }
  void ext_oneapi_copy(image_mem_handle src, image_mem_handle dst,
                       const image_descriptor &desc) {
    copy_pixels(detail::pixel_copy(TANDEM_PIXELS_ON_DEVICE, desc),
                src.raw_handle, dst.raw_handle);
  }
  void ext_oneapi_copy(image_mem_handle src, range<3> src_offset,
                       const image_descriptor &desc, image_mem_handle dst,
                       range<3> dst_offset, const image_descriptor &,
                       range<3> extent) {
    copy_pixels(detail::pixel_copy(TANDEM_PIXELS_ON_DEVICE, desc, src_offset,
                                   dst_offset, extent, extent),
                src.raw_handle, dst.raw_handle);
  }
  void ext_oneapi_copy(const void *src, void *dst, const image_descriptor &desc,
                       size_t device_row_pitch) {
    copy_pixels(
        detail::pixel_copy(TANDEM_PIXELS_BY_USM, desc, device_row_pitch), src,
        dst);
  }
  void ext_oneapi_copy(const void *src, range<3> src_offset, void *dst,
                       range<3> dst_offset, const image_descriptor &desc,
                       size_t device_row_pitch, range<3> host_extent,
                       range<3> extent) {
    copy_pixels(detail::pixel_copy(TANDEM_PIXELS_BY_USM, desc, src_offset,
                                   dst_offset, host_extent, extent,
                                   device_row_pitch),
                src, dst);
  }

  //===-- Device globals (sycl_ext_oneapi_device_global) ------------------===//

  template <class DataT, class Properties>
  void memcpy(detail::device_global<DataT, Properties> &dst, const void *src,
              size_t bytes = sizeof(DataT), size_t offset = 0) {
    copy_global<TANDEM_CMD_DEVICE_GLOBAL_WRITE>(dst, nullptr, src, bytes,
                                                offset);
  }
  template <class DataT, class Properties>
  void memcpy(void *dst, const detail::device_global<DataT, Properties> &src,
              size_t bytes = sizeof(DataT), size_t offset = 0) {
    copy_global<TANDEM_CMD_DEVICE_GLOBAL_READ>(src, dst, nullptr, bytes,
                                               offset);
  }
  template <class DataT, class Properties>
  void copy(const detail::device_global_element<DataT> *src,
            detail::device_global<DataT, Properties> &dst,
            size_t count = detail::device_global_count<DataT>,
            size_t start = 0) {
    memcpy(dst, src, detail::device_global_bytes<DataT>(count),
           detail::device_global_bytes<DataT>(start));
  }
  template <class DataT, class Properties>
  void copy(const detail::device_global<DataT, Properties> &src,
            detail::device_global_element<DataT> *dst,
            size_t count = detail::device_global_count<DataT>,
            size_t start = 0) {
    memcpy(dst, src, detail::device_global_bytes<DataT>(count),
           detail::device_global_bytes<DataT>(start));
  }

  //===-- Accessors -------------------------------------------------------===//

  // Between accessors, or between an accessor and dense memory of the program,
  // which a pointer or a shared pointer leads to.
  template <class Source, class Destination,
            detail::when<detail::is_accessor<Source> ||
                         detail::is_accessor<Destination>> = 0>
  void copy(Source src, Destination dst,
            detail::code_location where = detail::code_location::current()) {
    begin_command();
    where.store(m_group);
    m_group.command = TANDEM_CMD_COPY;
    if constexpr (!detail::is_accessor<Source>) {
      detail::accessor_view to = detail::accessor_access::view(dst);
      m_group.src = memory_of(src);
      set_accessors(&to);
      set_rect(nullptr, &to);
    } else if constexpr (!detail::is_accessor<Destination>) {
      detail::accessor_view from = detail::accessor_access::view(src);
      m_group.dst = memory_of(dst);
      set_accessors(&from);
      set_rect(&from, nullptr);
    } else {
      detail::accessor_view from = detail::accessor_access::view(src);
      detail::accessor_view to = detail::accessor_access::view(dst);
      set_accessors(&from, &to);
      set_rect(&from, &to);
    }
  }
  template <class Accessor, class DataT,
            detail::when<detail::is_accessor<Accessor>> = 0>
  void fill(Accessor dst, const DataT &pattern) {
    using element = std::remove_const_t<typename Accessor::value_type>;
    begin_command();
    const element value = pattern;
    keep_closure(&value, sizeof value, alignof(element));
    m_group.command = TANDEM_CMD_BUFFER_FILL;
    detail::accessor_view to = detail::accessor_access::view(dst);
    set_accessors(&to);
    set_rect(nullptr, &to);
  }
  template <class Accessor> void update_host(Accessor accessor) {
    begin_command();
    m_group.command = TANDEM_CMD_UPDATE_HOST;
    detail::accessor_view view = detail::accessor_access::view(accessor);
    set_accessors(&view);
  }

  //===-- Extensions of oneAPI --------------------------------------------===//

  void ext_oneapi_graph(
      const ext::oneapi::experimental::command_graph<
          ext::oneapi::experimental::graph_state::executable> &); // graph.hpp

  void ext_oneapi_barrier() {
    begin_command();
    m_group.command = TANDEM_CMD_BARRIER;
  }
  void ext_oneapi_barrier(detail::wait_list events) {
    ext_oneapi_barrier();
    depends_on(events);
  }
  // DPC++'s names of the year 2020.
  template <class... Events>
  [[deprecated("use ext_oneapi_barrier")]] void
  barrier(const Events &...events) {
    ext_oneapi_barrier(events...);
  }
  template <class Function>
  [[deprecated("use host_task")]] void codeplay_host_task(Function &&functor) {
    host_task(std::forward<Function>(functor));
  }
};

} // namespace _V1
} // namespace sycl
