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
#include <sycl/ext/oneapi/experimental/external_semaphore.hpp>
#include <sycl/ext/oneapi/experimental/image_descriptor.hpp>
#include <sycl/hierarchical.hpp>
#include <sycl/impl/device_global_copy.hpp>
#include <sycl/impl/host_task.hpp>
#include <sycl/is_device_copyable.hpp>
#include <sycl/kernel_handler.hpp>

namespace sycl {
inline namespace _V1 {

namespace ext::oneapi::experimental {
/// Whether a queue runs its submissions (`executing`) or adds them to a graph
/// (`recording`). Extension `sycl_ext_oneapi_graph`.
enum class queue_state { executing, recording };
/// Whether nodes can be added to a graph (`modifiable`) or the graph can be run
/// (`executable`). Extension `sycl_ext_oneapi_graph`.
enum class graph_state { modifiable, executable };
/// A graph of commands, in the header `sycl/ext/oneapi/experimental/graph.hpp`.
/// Extension `sycl_ext_oneapi_graph`.
template <graph_state State> class command_graph;
} // namespace ext::oneapi::experimental

/// Collects the command, the accessors and the dependencies of one command
/// group.
///
/// `queue::submit` creates a handler, passes it to the command-group function
/// and submits the command when the function returns. A handler cannot be
/// copied, and must not be used after the function has returned or from another
/// thread.
///
/// A command group holds at most one command: a second one throws an exception
/// with `errc::invalid`. Without a command, its event is complete when the
/// dependencies are.
///
/// SYCL 2020, section 4.9.4.
class handler {
  using image_mem_handle = ext::oneapi::experimental::image_mem_handle;
  using image_descriptor = ext::oneapi::experimental::image_descriptor;
  using external_semaphore = ext::oneapi::experimental::external_semaphore;

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

  // The command-group function may continue after its command, so everything on
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

  // Arguments after the range: optional properties, reductions or an offset,
  // then the kernel.
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

  // The box of bytes to copy. A null view means dense host memory.
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

  // Keeps the kernel or graph of the command, which the program may release
  // before the command is submitted.
  template <class Handle> Handle keep_object(Handle object) {
    tandem_retain(object);
    m_object = detail::handle<tandem_handle_t>(object);
    return object;
  }

  // Kernels that are not SYCL functions have arguments instead of a closure.
  // `detail::kernel_call` is defined after accessors, which need this class.
  template <class Kernel, class Call = detail::kernel_call>
  void call_kernel(const Kernel &sycl_kernel) {
    m_group.call = m_call.get<Call>().of(keep_object(handle_of(sycl_kernel)));
  }

  // Commands with follow-ups cannot be recorded: a follow-up is submitted once.
  TANDEM_COLD void refuse_in_graph() const {
    tandem_graph_t graph = nullptr;
    detail::check(tandem_queue_graph(m_queue, &graph));
    if (!graph)
      return;
    tandem_release(graph);
    detail::throw_error(
        errc::feature_not_supported,
        "a command that is recorded to a graph cannot use a stream");
  }

  // A kernel bundle holds its specialization constants.
  void refuse_bundle() const {
    if (m_group.bundle)
      detail::throw_error(errc::invalid,
                          "the command group uses a kernel bundle, which "
                          "holds the specialization constants");
  }

  // The memory that a pointer or a shared pointer points to. An object with a
  // shared owner lives until the command is complete.
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
  /// Handlers cannot be copied.
  handler(const handler &) = delete;
  /// Handlers cannot be assigned.
  handler &operator=(const handler &) = delete;

  /// Starts the command after `events`, an event or a vector or list of events,
  /// have completed. Calls add up. Default-constructed events are complete.
  void depends_on(detail::wait_list events) {
    for (size_t index = 0; index < events.count; ++index)
      if (tandem_event_t event_handle = events.data[index])
        m_events.keep(event_handle);
  }

  /// Binds a placeholder accessor to this command group, so that the command
  /// may use it.
  template <class Accessor> void require(const Accessor &accessor) {
    add_access(detail::accessor_access::view(accessor).access,
               Accessor::tandem_is_on_device);
  }
  /// For the library: adds an accessor, from its constructor. `is_on_device` is
  /// whether its target is the device, as opposed to a host task.
  void add_access(const tandem_access &access, bool is_on_device = false) {
    m_accesses.push_back({access, is_on_device});
  }
  /// For the library: keeps a sub-buffer until the command group is submitted.
  void keep_sub_buffer(tandem_buffer_t sub_buffer) {
    m_sub_buffers.keep(sub_buffer);
  }
  /// For the library: checks that the device supports images.
  /// \throws exception with `errc::feature_not_supported` if it does not.
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
  /// For the library: adds a command that is submitted after this one. Takes
  /// ownership.
  void add_follow_up(detail::follow_up *last) { m_follow_ups.add(last); }

  //===-- Kernel bundles and specialization constants ---------------------===//

  /// Takes the kernel of this command group from `bundle`, with its
  /// specialization constants.
  /// \throws exception with `errc::invalid` if the bundle belongs to another
  /// context than the queue, or if the command group has set a specialization
  /// constant. If the bundle does not contain the kernel, the submission throws
  /// `errc::kernel_not_supported`.
  /// SYCL 2020, section 4.9.4.
  template <class Bundle,
            detail::when<std::is_same_v<
                Bundle, kernel_bundle<bundle_state::executable>>> = 0>
  void use_kernel_bundle(const Bundle &bundle) {
    take_kernels_from(handle_of(bundle));
  }

  /// Sets the specialization constant `Id` for the kernel of this command
  /// group. Other command groups are not affected.
  /// \throws exception with `errc::invalid` if the command group uses a kernel
  /// bundle.
  /// SYCL 2020, section 4.9.5.
  template <auto &Id>
  void set_specialization_constant(detail::spec_type<Id> value) {
    refuse_bundle();
    void *copy = m_constants.find_or_add(detail::spec_value<Id>());
    __builtin_memcpy(copy, &value, sizeof value);
  }
  /// The value that this command group has set, or else the default value of
  /// the constant.
  /// \throws exception with `errc::invalid` if the command group uses a kernel
  /// bundle.
  template <auto &Id> detail::spec_type<Id> get_specialization_constant() {
    refuse_bundle();
    detail::spec_type<Id> value = detail::spec_access::default_of(Id);
    if (void *copy = m_constants.find(detail::spec_value<Id>().name))
      __builtin_memcpy(&value, copy, sizeof value);
    return value;
  }

  //===-- Kernels ---------------------------------------------------------===//

  /// Runs a kernel with one work-item.
  ///
  /// `functor` is called without arguments, or with a `kernel_handler`; it is
  /// copied. A `kernel` object from another language is launched with the
  /// arguments of `set_arg`.
  /// SYCL 2020, section 4.9.4.2.1.
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

  /// As above, with kernel properties (`sycl_ext_oneapi_kernel_properties`).
  template <class Name = detail::unnamed, class Properties, class KernelFunc,
            detail::when<detail::is_properties<Properties>> = 0>
  void single_task(Properties, const KernelFunc &functor) {
    single_task<Name>(detail::with_properties<Properties>(functor));
  }

  /// SYCL 1.2.1: as above, with the kernel taken from the bundle of
  /// `sycl_kernel` and the captures of `functor` as its arguments.
  template <class Name = detail::unnamed, class Kernel, class KernelFunc,
            detail::when<std::is_same_v<Kernel, kernel>> = 0>
  void single_task(const Kernel &sycl_kernel, const KernelFunc &functor) {
    take_kernels_of(sycl_kernel);
    single_task<Name>(functor);
  }
  /// SYCL 1.2.1: as `parallel_for` without the kernel object, with the kernel
  /// taken from the bundle of `sycl_kernel`.
  template <class Name = detail::unnamed, class Kernel, class Space,
            class... Rest, detail::when<std::is_same_v<Kernel, kernel>> = 0>
  void parallel_for(const Kernel &sycl_kernel, const Space &space,
                    const Rest &...rest) {
    take_kernels_of(sycl_kernel);
    parallel_for<Name>(space, rest...);
  }
  /// SYCL 1.2.1: as `parallel_for_work_group` without the kernel object, with
  /// the kernel taken from the bundle of `sycl_kernel`.
  template <class Name = detail::unnamed, class Kernel, class Space,
            class... Rest, detail::when<std::is_same_v<Kernel, kernel>> = 0>
  void parallel_for_work_group(const Kernel &sycl_kernel, const Space &groups,
                               const Rest &...rest) {
    take_kernels_of(sycl_kernel);
    parallel_for_work_group<Name>(groups, rest...);
  }

  /// Sets an argument of a kernel that is not a SYCL function: a built-in
  /// kernel, or one from `make_kernel`.
  ///
  /// `arg` is an accessor, a `local_accessor`, a sampler, a USM pointer or a
  /// device copyable value. Values are copied. Kernels of SYCL functions take
  /// their captures instead: the submission throws if they are given arguments.
  /// \throws exception with `errc::kernel_argument` if `index` is negative. The
  /// launch throws the same error if an argument below the highest index is not
  /// set.
  /// SYCL 2020, section 4.9.4.2.4.
  template <class Argument, class Call = detail::kernel_call>
  void set_arg(int index, Argument &&arg) {
    m_call.get<Call>().set_arg(index, arg);
  }
  /// Sets all arguments in their order, from index 0.
  template <class... Ts> void set_args(Ts &&...args) {
    int index = 0;
    (set_arg(index++, std::forward<Ts>(args)), ...);
  }

  /// For the library: sets the size of the kernel's scratch memory in bytes.
  void set_scratch(size_t bytes) { m_group.scratch_bytes = bytes; }
  /// For the library: how to divide a reduction over `items` elements on the
  /// device.
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
  /// Runs a kernel over a range of one dimension.
  ///
  /// The last argument is the kernel function, or a `kernel` object from
  /// another language. Properties, then reductions or an offset, may come
  /// before it. Offsets are deprecated. The function is called for each index
  /// with an `item`, an `id` or a type that an `item` converts to, then the
  /// reducers, and optionally a `kernel_handler`. It is copied.
  /// SYCL 2020, section 4.9.4.2.2.
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
  /// The last argument is the kernel function, which is called with an
  /// `nd_item`, the reducers, and optionally a `kernel_handler`. Properties and
  /// reductions may come before it. If the local range does not divide the
  /// global one, or the device or the kernel cannot have work-groups of its
  /// size, the submission throws `errc::nd_range`.
  /// SYCL 2020, section 4.9.4.2.2.
  template <class Name = detail::unnamed, int Dimensions, class First,
            class... Rest>
  void parallel_for(nd_range<Dimensions> space, const First &first,
                    const Rest &...rest) {
    launch<Name>(space, first, rest...);
  }

  /// Runs a hierarchical kernel: `functor` is called with a `group` for each of
  /// the work-groups, which have `local` work-items each. Deprecated in SYCL
  /// 2020: use `parallel_for` with an `nd_range`.
  template <class Name = detail::unnamed, int Dimensions, class KernelFunc>
  void parallel_for_work_group(range<Dimensions> groups,
                               range<Dimensions> local,
                               const KernelFunc &functor) {
    launch<Name>(
        detail::work_groups<Dimensions>{groups, local},
        detail::work_group_kernel<Dimensions, KernelFunc>{functor, local, {}});
  }
  /// As above, with one work-item in each work-group.
  template <class Name = detail::unnamed, int Dimensions, class KernelFunc>
  void parallel_for_work_group(range<Dimensions> groups,
                               const KernelFunc &functor) {
    parallel_for_work_group<Name>(groups, detail::single_item<Dimensions>(),
                                  functor);
  }

  /// Runs `functor` on a thread of the runtime once the dependencies of the
  /// command group are complete.
  ///
  /// The functor is called without arguments or with an `interop_handle`. An
  /// exception that it throws becomes an asynchronous error.
  /// SYCL 2020, section 4.10.
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

  /// Copies `bytes` bytes from `src` to `dst`.
  ///
  /// Each pointer may be USM or ordinary host memory. The ranges must not
  /// overlap. The submission throws `errc::invalid` if a pointer is null and
  /// `bytes` is not 0.
  /// SYCL 2020, section 4.9.4.3.
  void memcpy(void *dst, const void *src, size_t bytes,
              detail::code_location where = detail::code_location::current()) {
    begin_command();
    where.store(m_group);
    detail::set_copy(m_group, dst, src, bytes);
  }
  /// Copies `count` elements from `src` to `dst`, as `memcpy` does.
  /// \throws exception with `errc::invalid` if `size_t` cannot hold the number
  /// of bytes.
  template <class DataT>
  void copy(const DataT *src, DataT *dst, size_t count,
            detail::code_location where = detail::code_location::current()) {
    memcpy(dst, src, detail::command_bytes(count, sizeof(DataT)), where);
  }
  /// Sets `bytes` bytes at `dst` to `value`, converted to `unsigned char`.
  void memset(void *dst, int value, size_t bytes,
              detail::code_location where = detail::code_location::current()) {
    fill(dst, static_cast<unsigned char>(value), bytes, where);
    m_group.flags = TANDEM_FILL_BYTES;
  }
  /// Writes `count` copies of `pattern`, which is copied, to `dst`.
  /// \throws exception with `errc::invalid` if `size_t` cannot hold the number
  /// of bytes.
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
  /// Hints that the device will soon use `bytes` bytes of shared USM at
  /// `address`.
  void prefetch(const void *address, size_t bytes) {
    begin_command();
    detail::set_region(m_group, TANDEM_CMD_PREFETCH, address, bytes);
  }
  /// Gives a hint about `bytes` bytes of shared USM at `address`. The values of
  /// `advice` are the backend's.
  void mem_advise(const void *address, size_t bytes, int advice) {
    begin_command();
    detail::set_region(m_group, TANDEM_CMD_ADVISE, address, bytes, advice);
  }

  //===-- Pixels (sycl_ext_oneapi_bindless_images) ------------------------===//

  /// Copies all pixels of an image from host memory at `src`, where rows have
  /// no gaps, to the image memory `dst`.
  ///
  /// Extension `sycl_ext_oneapi_bindless_images`.
  /// \throws exception with `errc::invalid` if the members of `desc` contradict
  /// each other.
  void ext_oneapi_copy(const void *src, image_mem_handle dst,
                       const image_descriptor &desc) {
    copy_pixels(detail::pixel_copy(TANDEM_PIXELS_TO_DEVICE, desc), src,
                dst.raw_handle);
  }
  /// Copies a box of `extent` pixels from host memory to image memory.
  ///
  /// The offsets are the first pixels of the box on each side. `src_extent` is
  /// the number of pixels that host memory has in each direction. An extent is
  /// 1 in a direction that the image does not have.
  void ext_oneapi_copy(const void *src, range<3> src_offset,
                       range<3> src_extent, image_mem_handle dst,
                       range<3> dst_offset, const image_descriptor &desc,
                       range<3> extent) {
    copy_pixels(detail::pixel_copy(TANDEM_PIXELS_TO_DEVICE, desc, src_offset,
                                   dst_offset, src_extent, extent),
                src, dst.raw_handle);
  }
  /// Copies all pixels of an image to host memory.
  void ext_oneapi_copy(image_mem_handle src, void *dst,
                       const image_descriptor &desc) {
    copy_pixels(detail::pixel_copy(TANDEM_PIXELS_TO_HOST, desc), src.raw_handle,
                dst);
  }
  /// Copies a box of `extent` pixels from image memory to host memory, which
  /// has `dst_extent` pixels.
  void ext_oneapi_copy(image_mem_handle src, range<3> src_offset,
                       const image_descriptor &desc, void *dst,
                       range<3> dst_offset, range<3> dst_extent,
                       range<3> extent) {
    copy_pixels(detail::pixel_copy(TANDEM_PIXELS_TO_HOST, desc, src_offset,
                                   dst_offset, dst_extent, extent),
                src.raw_handle, dst);
  }
  /// Copies all pixels from one image memory to another.
  void ext_oneapi_copy(image_mem_handle src, image_mem_handle dst,
                       const image_descriptor &desc) {
    copy_pixels(detail::pixel_copy(TANDEM_PIXELS_ON_DEVICE, desc),
                src.raw_handle, dst.raw_handle);
  }
  /// Copies a box of `extent` pixels from one image memory to another. Both
  /// images have the shape `desc`; the second descriptor is ignored.
  void ext_oneapi_copy(image_mem_handle src, range<3> src_offset,
                       const image_descriptor &desc, image_mem_handle dst,
                       range<3> dst_offset, const image_descriptor &,
                       range<3> extent) {
    copy_pixels(detail::pixel_copy(TANDEM_PIXELS_ON_DEVICE, desc, src_offset,
                                   dst_offset, extent, extent),
                src.raw_handle, dst.raw_handle);
  }
  /// Copies all pixels from or to an image in USM, the rows of which are
  /// `device_row_pitch` bytes apart.
  ///
  /// The side in device memory is the image. If neither is in device memory, it
  /// is the side in shared memory. If neither is in shared memory either, the
  /// submission throws `errc::invalid`.
  void ext_oneapi_copy(const void *src, void *dst, const image_descriptor &desc,
                       size_t device_row_pitch) {
    copy_pixels(
        detail::pixel_copy(TANDEM_PIXELS_BY_USM, desc, device_row_pitch), src,
        dst);
  }
  /// As above, for a box of `extent` pixels. Host memory has `host_extent`
  /// pixels.
  void ext_oneapi_copy(const void *src, range<3> src_offset, void *dst,
                       range<3> dst_offset, const image_descriptor &desc,
                       size_t device_row_pitch, range<3> host_extent,
                       range<3> extent) {
    copy_pixels(detail::pixel_copy(TANDEM_PIXELS_BY_USM, desc, src_offset,
                                   dst_offset, host_extent, extent,
                                   device_row_pitch),
                src, dst);
  }

  /// Waits for a semaphore that the program has imported. A command of the
  /// device's queue, as the other members for semaphores.
  ///
  /// Extension `sycl_ext_oneapi_bindless_images`. A graph cannot record it.
  void ext_oneapi_wait_external_semaphore(external_semaphore semaphore) {
    begin_command();
    detail::set_semaphore(m_group, TANDEM_CMD_WAIT_SEMAPHORE, semaphore);
  }
  /// Waits until a timeline semaphore has reached `value`.
  void ext_oneapi_wait_external_semaphore(external_semaphore semaphore,
                                          uint64_t value) {
    begin_command();
    detail::set_semaphore(m_group, TANDEM_CMD_WAIT_SEMAPHORE, semaphore, value);
  }
  /// Signals a semaphore that the program has imported.
  void ext_oneapi_signal_external_semaphore(external_semaphore semaphore) {
    begin_command();
    detail::set_semaphore(m_group, TANDEM_CMD_SIGNAL_SEMAPHORE, semaphore);
  }
  /// Sets the value of a timeline semaphore.
  void ext_oneapi_signal_external_semaphore(external_semaphore semaphore,
                                            uint64_t value) {
    begin_command();
    detail::set_semaphore(m_group, TANDEM_CMD_SIGNAL_SEMAPHORE, semaphore,
                          value);
  }

  //===-- Device globals (sycl_ext_oneapi_device_global) ------------------===//

  /// Copies `bytes` bytes from `src` to a `device_global`, from byte `offset`
  /// on.
  ///
  /// Extension `sycl_ext_oneapi_device_global`. If the variable has
  /// `device_image_scope` and no kernel for the device uses it, the submission
  /// throws `errc::kernel_not_supported`.
  /// \throws exception with `errc::invalid` if the range exceeds the variable.
  template <class DataT, class Properties>
  void memcpy(detail::device_global<DataT, Properties> &dst, const void *src,
              size_t bytes = sizeof(DataT), size_t offset = 0) {
    copy_global<TANDEM_CMD_DEVICE_GLOBAL_WRITE>(dst, nullptr, src, bytes,
                                                offset);
  }
  /// Copies `bytes` bytes from a `device_global`, from byte `offset` on, to
  /// `dst`. Errors are those of the copy to it.
  template <class DataT, class Properties>
  void memcpy(void *dst, const detail::device_global<DataT, Properties> &src,
              size_t bytes = sizeof(DataT), size_t offset = 0) {
    copy_global<TANDEM_CMD_DEVICE_GLOBAL_READ>(src, dst, nullptr, bytes,
                                               offset);
  }
  /// Copies `count` elements from `src` to a `device_global`, from element
  /// `start` on. Errors are those of `memcpy`.
  template <class DataT, class Properties>
  void copy(const detail::device_global_element<DataT> *src,
            detail::device_global<DataT, Properties> &dst,
            size_t count = detail::device_global_count<DataT>,
            size_t start = 0) {
    memcpy(dst, src, detail::device_global_bytes<DataT>(count),
           detail::device_global_bytes<DataT>(start));
  }
  /// Copies `count` elements from a `device_global`, from element `start` on,
  /// to `dst`. Errors are those of `memcpy`.
  template <class DataT, class Properties>
  void copy(const detail::device_global<DataT, Properties> &src,
            detail::device_global_element<DataT> *dst,
            size_t count = detail::device_global_count<DataT>,
            size_t start = 0) {
    memcpy(dst, src, detail::device_global_bytes<DataT>(count),
           detail::device_global_bytes<DataT>(start));
  }

  //===-- Accessors -------------------------------------------------------===//

  /// Copies between two accessors, or between an accessor and memory that a
  /// pointer or a `std::shared_ptr` points to.
  ///
  /// In memory that a pointer points to, rows have no gaps. As much is copied
  /// as the source accessor has, or, from memory, as the destination accessor
  /// has. A shared pointer is kept until the copy is complete.
  /// \throws exception with `errc::invalid` if the destination accessor is
  /// smaller than the source.
  /// SYCL 2020, section 4.9.4.3.
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
  /// Fills the range of an accessor with `pattern`, converted to its element
  /// type.
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
  /// Updates the host's copy of the range of an accessor.
  template <class Accessor> void update_host(Accessor accessor) {
    begin_command();
    m_group.command = TANDEM_CMD_UPDATE_HOST;
    detail::accessor_view view = detail::accessor_access::view(accessor);
    set_accessors(&view);
  }

  //===-- Extensions of oneAPI --------------------------------------------===//

  /// Runs an executable graph.
  ///
  /// The command group must have no accessors; with accessors, or if queue and
  /// graph have different contexts or devices, the submission throws
  /// `errc::invalid`. Extension `sycl_ext_oneapi_graph`.
  void ext_oneapi_graph(
      const ext::oneapi::experimental::command_graph<
          ext::oneapi::experimental::graph_state::executable> &); // graph.hpp

  /// Makes commands that are submitted to the queue later start after all those
  /// submitted before. Extension `sycl_ext_oneapi_enqueue_barrier`.
  void ext_oneapi_barrier() {
    begin_command();
    m_group.command = TANDEM_CMD_BARRIER;
  }
  /// Makes commands that are submitted to the queue later start after `events`.
  void ext_oneapi_barrier(detail::wait_list events) {
    ext_oneapi_barrier();
    depends_on(events);
  }
  /// Deprecated: use `ext_oneapi_barrier`.
  template <class... Events>
  [[deprecated("use ext_oneapi_barrier")]] void
  barrier(const Events &...events) {
    ext_oneapi_barrier(events...);
  }
  /// Deprecated: use `host_task`.
  template <class Function>
  [[deprecated("use host_task")]] void codeplay_host_task(Function &&functor) {
    host_task(std::forward<Function>(functor));
  }
};

} // namespace _V1
} // namespace sycl
