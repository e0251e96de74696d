//===- sycl/interop_handle.hpp - objects of backends ----------------------===//
//
// Part of Tandem, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// Owns: interoperation (SYCL 2020, 4.5.1 and 4.10.2). The runtime says whether
// an object belongs to the backend that a program asks for; if not, that is an
// error, errc::backend_mismatch. A class without native objects in the backend
// is errc::feature_not_supported. Where there is no other programming
// interface, native handles are PI's.
#pragma once

#include <sycl/access.hpp>
#include <sycl/backend.hpp>
#include <sycl/bundle_state.hpp>
#include <sycl/detail/abi/handle.hpp>
#include <sycl/exception_list.hpp>

#include <vector>

// OpenCL objects, as OpenCL's headers declare them: cl_platform_id is
// _cl_platform_id *, and so on.
struct _cl_platform_id;
struct _cl_device_id;
struct _cl_context;
struct _cl_command_queue;
struct _cl_mem;
struct _cl_program;
struct _cl_kernel;
struct _cl_event;

namespace sycl {
inline namespace _V1 {

class context;
class device;
class event;
class kernel;
class platform;
class queue;
template <class, int, class> class buffer;
template <int, class> class sampled_image;
template <int, class> class unsampled_image;
template <bundle_state> class kernel_bundle;

namespace detail {

/// A native handle that is a pointer, and converts to any pointer type.
///
/// The type that it points to, such as that of `CUstream` or
/// `ze_device_handle_t`, is declared only by the headers of the backend.
class native_pointer {
  void *m_value = nullptr;

public:
  /// A null pointer.
  native_pointer() = default;
  /// Converts a pointer of the backend.
  template <class Pointee> native_pointer(Pointee *value) : m_value(value) {}
  /// The pointer, of the type that the backend declares.
  template <class Pointee> operator Pointee *() const {
    return static_cast<Pointee *>(m_value);
  }
  /// Whether the pointers are equal.
  friend bool operator==(const native_pointer &left,
                         const native_pointer &right) {
    return left.m_value == right.m_value;
  }
  /// Whether the pointers differ.
  friend bool operator!=(const native_pointer &left,
                         const native_pointer &right) {
    return !(left == right);
  }
};

template <backend Backend, class Object> struct native_object {
  using type = native_pointer;
};
template <> struct native_object<backend::opencl, platform> {
  using type = ::_cl_platform_id *;
};
template <> struct native_object<backend::opencl, device> {
  using type = ::_cl_device_id *;
};
template <> struct native_object<backend::opencl, context> {
  using type = ::_cl_context *;
};
template <> struct native_object<backend::opencl, queue> {
  using type = ::_cl_command_queue *;
};
template <> struct native_object<backend::opencl, event> {
  using type = std::vector<::_cl_event *>;
};
template <> struct native_object<backend::opencl, kernel> {
  using type = ::_cl_kernel *;
};
template <int Dimensions, class AllocatorT>
struct native_object<backend::opencl, sampled_image<Dimensions, AllocatorT>> {
  using type = std::vector<::_cl_mem *>;
};
template <int Dimensions, class AllocatorT>
struct native_object<backend::opencl, unsampled_image<Dimensions, AllocatorT>> {
  using type = std::vector<::_cl_mem *>;
};
template <> struct native_object<backend::ext_oneapi_cuda, platform> {
  using type = std::vector<int>;
};
template <> struct native_object<backend::ext_oneapi_cuda, device> {
  using type = int;
};
template <> struct native_object<backend::ext_oneapi_hip, platform> {
  using type = std::vector<int>;
};
template <> struct native_object<backend::ext_oneapi_hip, device> {
  using type = int;
};
template <class DataT, int Dimensions, class AllocatorT>
struct native_object<backend::opencl, buffer<DataT, Dimensions, AllocatorT>> {
  using type = std::vector<::_cl_mem *>;
};
template <class DataT, int Dimensions, class AllocatorT>
struct native_object<backend::ext_oneapi_cuda,
                     buffer<DataT, Dimensions, AllocatorT>> {
  using type = unsigned long long;
};
template <class DataT, int Dimensions, class AllocatorT>
struct native_object<backend::ext_tandem_island,
                     buffer<DataT, Dimensions, AllocatorT>> {
  using type = native_pointer;
};
// Level Zero, HIP, and the CPU: plain pointers.
template <backend Backend, class DataT, int Dimensions, class AllocatorT>
struct native_object<Backend, buffer<DataT, Dimensions, AllocatorT>> {
  using type = DataT *;
};
template <bundle_state State>
struct native_object<backend::opencl, kernel_bundle<State>> {
  using type = std::vector<::_cl_program *>;
};
template <bundle_state State>
struct native_object<backend::ext_oneapi_level_zero, kernel_bundle<State>> {
  using type = std::vector<native_pointer>;
};

// The type that an object is made from, where get_native returns another one.
template <backend Backend, class Object>
struct native_input : native_object<Backend, Object> {};
template <class DataT, int Dimensions, class AllocatorT>
struct native_input<backend::opencl, buffer<DataT, Dimensions, AllocatorT>> {
  using type = ::_cl_mem *;
};
template <int Dimensions, class AllocatorT>
struct native_input<backend::opencl, sampled_image<Dimensions, AllocatorT>> {
  using type = ::_cl_mem *;
};
template <int Dimensions, class AllocatorT>
struct native_input<backend::opencl, unsampled_image<Dimensions, AllocatorT>> {
  using type = ::_cl_mem *;
};
template <bundle_state State>
struct native_input<backend::opencl, kernel_bundle<State>> {
  using type = ::_cl_program *;
};
template <backend Backend, bundle_state State>
struct native_input<Backend, kernel_bundle<State>> {
  using type = native_pointer;
};

// Native objects are pointers, numbers, or lists of these.
template <class Native>
inline constexpr bool is_native_list =
    !std::is_same_v<Native, native_pointer> && !std::is_pointer_v<Native> &&
    !std::is_integral_v<Native>;
template <class Native> Native native_from(uintptr_t handle) {
  if constexpr (std::is_integral_v<Native>) {
    return static_cast<Native>(handle);
  } else {
    // The C interface passes pointers as numbers.
    // NOLINTNEXTLINE(performance-no-int-to-ptr)
    void *const pointer = reinterpret_cast<void *>(handle);
    if constexpr (std::is_pointer_v<Native>)
      return static_cast<Native>(pointer);
    else
      return Native(pointer);
  }
}
template <class Native> uintptr_t native_value(const Native &native) {
  if constexpr (is_native_list<Native>) {
    return native.empty() ? 0 : native_value(native[0]);
  } else if constexpr (std::is_integral_v<Native>) {
    return static_cast<uintptr_t>(native);
  } else {
    const void *pointer = native;
    return reinterpret_cast<uintptr_t>(pointer);
  }
}

// `get` stores up to `capacity` native handles, and returns their number.
template <class Native, class Get> Native native_list_or_one(const Get &get) {
  const auto ask = [&](size_t capacity, uintptr_t *natives) {
    size_t count = 0;
    check(get(capacity, natives, &count));
    return count;
  };
  if constexpr (is_native_list<Native>) {
    std::vector<uintptr_t> natives(ask(0, nullptr));
    if (!natives.empty())
      natives.resize(ask(natives.size(), natives.data()));
    Native list;
    for (uintptr_t native : natives)
      list.push_back(native_from<typename Native::value_type>(native));
    return list;
  } else {
    uintptr_t native = 0;
    if (ask(1, &native) == 0)
      throw_error(errc::invalid, "no command has used the object on a device "
                                 "of the backend yet");
    return native_from<Native>(native);
  }
}
// OpenCL's objects count references, and the program gets one.
constexpr int retains(backend wanted) { return wanted == backend::opencl; }
template <class Native, class Handle>
Native native_of(Handle object, backend wanted) {
  return native_list_or_one<Native>(
      [&](size_t capacity, uintptr_t *natives, size_t *count) {
        return tandem_native_handles(object, uint32_t(wanted), retains(wanted),
                                     capacity, natives, count);
      });
}

template <class Object, class = void>
inline constexpr bool has_native_handle = false;
template <class Object>
inline constexpr bool has_native_handle<
    Object, std::void_t<decltype(handle_of(std::declval<const Object &>()))>> =
    true;

} // namespace detail

/// The native types of a backend's objects. SYCL 2020, section 4.5.1.1.
template <backend Backend> struct backend_traits {
  /// The type that `make_*` creates a SYCL object from.
  template <class Object>
  using input_type = typename detail::native_input<Backend, Object>::type;
  /// The type that `get_native` returns for a SYCL object.
  template <class Object>
  using return_type = typename detail::native_object<Backend, Object>::type;
};
/// The `input_type` of `backend_traits`.
template <backend Backend, class Object>
using backend_input_t =
    typename backend_traits<Backend>::template input_type<Object>;
/// The `return_type` of `backend_traits`.
template <backend Backend, class Object>
using backend_return_t =
    typename backend_traits<Backend>::template return_type<Object>;

/// The native object of a SYCL object.
///
/// OpenCL objects other than platforms are retained: the program has to release
/// them. For a buffer, it is the memory of devices that have used it; commands
/// may still be running.
/// \throws exception with `errc::backend_mismatch` if the object belongs to
/// another backend, `errc::feature_not_supported` if the backend has no such
/// objects, or `errc::invalid` if there is none yet.
/// SYCL 2020, section 4.5.1.2.
template <backend Backend, class Object>
backend_return_t<Backend, Object> get_native(const Object &object) {
  static_assert(detail::has_native_handle<Object>,
                "backends have no objects of this kind");
  return detail::native_of<backend_return_t<Backend, Object>>(handle_of(object),
                                                              Backend);
}

// SYCL's classes are template parameters, since they may be incomplete here.
/// The platform of a native one.
/// \throws exception with `errc::backend_mismatch` if there are no platforms of
/// the backend, or `errc::invalid` if none is the native one.
/// SYCL 2020, section 4.5.1.3.
template <backend Backend, class Platform = platform>
Platform make_platform(const backend_input_t<Backend, Platform> &native) {
  tandem_platform_t made = nullptr;
  detail::check_abi();
  detail::check(tandem_make_platform(uint32_t(Backend),
                                     detail::native_value(native), &made));
  return detail::adopt<Platform>(made);
}
/// The device of a native one. Errors are those of `make_platform`.
template <backend Backend, class Device = device>
Device make_device(const backend_input_t<Backend, Device> &native) {
  tandem_device_t made = nullptr;
  detail::check_abi();
  detail::check(tandem_make_device(uint32_t(Backend),
                                   detail::native_value(native), &made));
  return detail::adopt<Device>(made);
}
/// Creates a context from a native one, which must outlive it, with a handler
/// for asynchronous errors.
/// \throws exception with `errc::backend_mismatch` if there are no platforms of
/// the backend.
template <backend Backend, class Context = context>
Context make_context(const backend_input_t<Backend, Context> &native,
                     const async_handler &handler = {}) {
  tandem_context_t made = nullptr;
  detail::check_abi();
  detail::check(tandem_make_context(uint32_t(Backend),
                                    detail::native_value(native), &made));
  detail::async_state::attach(made, handler);
  return detail::adopt<Context>(made);
}
/// Creates a queue from a native one, which must outlive it, in the context
/// `target`.
/// \throws exception with `errc::backend_mismatch` if the context belongs to
/// another backend.
template <backend Backend, class Queue = queue, class Context>
Queue make_queue(const backend_input_t<Backend, Queue> &native,
                 const Context &target, const async_handler &handler = {}) {
  tandem_queue_t made = nullptr;
  detail::check(tandem_make_queue(uint32_t(Backend),
                                  detail::native_value(native),
                                  handle_of(target), &made));
  if (handler)
    detail::async_state::attach_to_queue(made, handler);
  return detail::adopt<Queue>(made);
}

/// Creates an event that is complete when the native events are, in the context
/// `target`.
/// \throws exception with `errc::backend_mismatch` if the context belongs to
/// another backend.
template <backend Backend, class Event = event, class Context>
Event make_event(const backend_input_t<Backend, Event> &native,
                 const Context &target) {
  tandem_event_t made = nullptr;
  const auto make = [&](const uintptr_t *natives, size_t count) {
    detail::check(tandem_make_event(uint32_t(Backend), natives, count,
                                    handle_of(target), &made));
  };
  if constexpr (detail::is_native_list<backend_input_t<Backend, Event>>) {
    std::vector<uintptr_t> natives;
    for (const auto &one : native)
      natives.push_back(detail::native_value(one));
    make(natives.data(), natives.size());
  } else {
    const uintptr_t value = detail::native_value(native);
    make(&value, 1);
  }
  return detail::adopt<Event>(made);
}

namespace detail {
template <backend Backend, class Buffer, class Native, class Context>
Buffer make_buffer(const Native &native, const Context &target,
                   tandem_event_t available) {
  tandem_buffer_t made = nullptr;
  size_t bytes = 0;
  check(tandem_make_buffer(uint32_t(Backend), native_value(native),
                           handle_of(target), available, &bytes, &made));
  return Buffer::tandem_adopt(made, bytes);
}
} // namespace detail

/// Creates a buffer from native memory, as one row of elements.
///
/// The program must not use the memory while the buffer lives. It has the final
/// contents once the buffer is destroyed.
/// \throws exception with `errc::backend_mismatch` if the context belongs to
/// another backend, or `errc::feature_not_supported` with `native_cpu`.
template <backend Backend, class DataT, int Dimensions = 1,
          class AllocatorT = std::allocator<std::remove_const_t<DataT>>,
          class Context>
buffer<DataT, Dimensions, AllocatorT> make_buffer(
    const backend_input_t<Backend, buffer<DataT, Dimensions, AllocatorT>>
        &native,
    const Context &target) {
  using made = buffer<DataT, Dimensions, AllocatorT>;
  return detail::make_buffer<Backend, made>(native, target, nullptr);
}
/// As above; commands use the memory only after `available` has completed.
template <backend Backend, class DataT, int Dimensions = 1,
          class AllocatorT = std::allocator<std::remove_const_t<DataT>>,
          class Context, class Event>
buffer<DataT, Dimensions, AllocatorT> make_buffer(
    const backend_input_t<Backend, buffer<DataT, Dimensions, AllocatorT>>
        &native,
    const Context &target, const Event &available) {
  using made = buffer<DataT, Dimensions, AllocatorT>;
  return detail::make_buffer<Backend, made>(native, target,
                                            handle_of(available));
}

/// Creates a kernel from a native one. Command groups launch it with the
/// arguments of `handler::set_arg`.
/// \throws exception with `errc::backend_mismatch` if the context belongs to
/// another backend.
template <backend Backend, class Kernel = kernel, class Context>
Kernel make_kernel(const backend_input_t<Backend, Kernel> &native,
                   const Context &target) {
  tandem_kernel_t made = nullptr;
  detail::check(tandem_make_kernel(uint32_t(Backend),
                                   detail::native_value(native),
                                   handle_of(target), &made));
  return detail::adopt<Kernel>(made);
}
/// Creates a kernel bundle from a native program, which is compiled or built as
/// the state needs.
/// \throws exception with `errc::backend_mismatch` if the context belongs to
/// another backend, or `errc::invalid` if the program has been built further
/// than the state.
template <backend Backend, bundle_state State, class Context>
kernel_bundle<State>
make_kernel_bundle(const backend_input_t<Backend, kernel_bundle<State>> &native,
                   const Context &target) {
  tandem_bundle_t made = nullptr;
  detail::check(tandem_make_bundle(uint32_t(Backend),
                                   detail::native_value(native),
                                   handle_of(target), uint32_t(State), &made));
  return detail::adopt<kernel_bundle<State>>(made);
}

/// Gives a host task the native objects of its queue and of the accessors of
/// its command group.
///
/// A host task function with a parameter of this type receives one, which must
/// not be used after the task has ended. SYCL 2020, section 4.10.2.
class interop_handle {
  friend struct detail::maker;
  tandem_queue_t m_queue;
  explicit interop_handle(tandem_queue_t queue) noexcept : m_queue(queue) {}

  template <backend Backend, class Memory>
  Memory memory_of(tandem_buffer_t used) const {
    return detail::native_list_or_one<Memory>(
        [&](size_t capacity, uintptr_t *natives, size_t *count) {
          return tandem_queue_native_memory(m_queue, used, uint32_t(Backend),
                                            detail::retains(Backend), capacity,
                                            natives, count);
        });
  }

public:
  /// The backend of the queue.
  backend get_backend() const noexcept {
    uint32_t value = 0;
    tandem_queue_backend(m_queue, &value);
    return static_cast<backend>(value);
  }

  /// The memory that the queue's device has of an accessor's buffer.
  ///
  /// It contains the elements of the accessor when the task begins. The buffer
  /// has the contents of this memory when the task is complete.
  /// \throws exception with `errc::backend_mismatch` if the queue belongs to
  /// another backend.
  template <backend Backend, class Accessor,
            std::enable_if_t<Accessor::tandem_is_on_device, int> = 0>
  auto get_native_mem(const Accessor &accessor) const {
    using element = std::remove_const_t<typename Accessor::value_type>;
    using memory = backend_return_t<Backend, buffer<element, 1, void>>;
    return memory_of<Backend, memory>(
        detail::accessor_access::buffer(accessor));
  }
  /// As above, for the image of an accessor.
  template <backend Backend, class Accessor,
            std::enable_if_t<Accessor::tandem_is_image_on_device, int> = 0>
  auto get_native_mem(const Accessor &accessor) const {
    using memory = backend_return_t<Backend, typename Accessor::tandem_native>;
    return memory_of<Backend, memory>(accessor.tandem_buffer());
  }
  /// The native queue.
  /// \throws exception with `errc::backend_mismatch` if the queue belongs to
  /// another backend.
  template <backend Backend> auto get_native_queue() const {
    return detail::native_of<backend_return_t<Backend, queue>>(m_queue,
                                                               Backend);
  }
  /// The native device of the queue.
  /// \throws exception with `errc::backend_mismatch` if the queue belongs to
  /// another backend.
  template <backend Backend> auto get_native_device() const {
    tandem_device_t of_queue = nullptr;
    detail::check(tandem_queue_device(m_queue, &of_queue));
    const detail::handle<tandem_device_t> owner(of_queue);
    return detail::native_of<backend_return_t<Backend, device>>(of_queue,
                                                                Backend);
  }
  /// The native context of the queue.
  /// \throws exception with `errc::backend_mismatch` if the queue belongs to
  /// another backend.
  template <backend Backend> auto get_native_context() const {
    tandem_context_t of_queue = nullptr;
    detail::check(tandem_queue_context(m_queue, &of_queue));
    const detail::handle<tandem_context_t> owner(of_queue);
    return detail::native_of<backend_return_t<Backend, context>>(of_queue,
                                                                 Backend);
  }
};

} // namespace _V1
} // namespace sycl
