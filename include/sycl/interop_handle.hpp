//===- sycl/interop_handle.hpp - objects of backends ----------------------===//
//
// Part of Tandem, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// Owns: interoperation (SYCL 2020, 4.5.1 and 4.10.2), as far as there is any:
// the CPU device has no programming interface of its own. Programs that ask
// for other backends' objects where they find such a backend compile, and get
// errc::backend_mismatch if they ask nevertheless.
#pragma once

#include <sycl/backend.hpp>
#include <sycl/bundle_state.hpp>
#include <sycl/exception.hpp>

#include <vector>

// What the backends' own headers declare.
struct _cl_platform_id;
struct _cl_device_id;
struct _cl_context;
struct _cl_command_queue;
struct _cl_event;
struct _cl_mem;
struct _cl_kernel;
struct _cl_program;
struct _ze_driver_handle_t;
struct _ze_device_handle_t;
struct _ze_context_handle_t;
struct _ze_command_queue_handle_t;
struct _ze_event_handle_t;
struct _ze_kernel_handle_t;
struct _ze_module_handle_t;
struct CUctx_st;
struct CUstream_st;
struct CUevent_st;
struct ihipCtx_t;
struct ihipStream_t;
struct ihipEvent_t;

namespace sycl {

class context;
class device;
class event;
class kernel;
class platform;
class queue;
template <class, int, class> class buffer;
template <bundle_state> class kernel_bundle;

namespace detail {

template <backend Backend, class Object> struct native_object;
#define TANDEM_NATIVE(which, object, ...)                                      \
  template <> struct native_object<backend::which, object> {                   \
    using type = __VA_ARGS__;                                                  \
  };
TANDEM_NATIVE(opencl, platform, _cl_platform_id *)
TANDEM_NATIVE(opencl, device, _cl_device_id *)
TANDEM_NATIVE(opencl, context, _cl_context *)
TANDEM_NATIVE(opencl, queue, _cl_command_queue *)
TANDEM_NATIVE(opencl, event, std::vector<_cl_event *>)
TANDEM_NATIVE(opencl, kernel, _cl_kernel *)
TANDEM_NATIVE(ext_oneapi_level_zero, platform, _ze_driver_handle_t *)
TANDEM_NATIVE(ext_oneapi_level_zero, device, _ze_device_handle_t *)
TANDEM_NATIVE(ext_oneapi_level_zero, context, _ze_context_handle_t *)
TANDEM_NATIVE(ext_oneapi_level_zero, queue, _ze_command_queue_handle_t *)
TANDEM_NATIVE(ext_oneapi_level_zero, event, _ze_event_handle_t *)
TANDEM_NATIVE(ext_oneapi_level_zero, kernel, _ze_kernel_handle_t *)
TANDEM_NATIVE(ext_oneapi_cuda, platform, std::vector<int>)
TANDEM_NATIVE(ext_oneapi_cuda, device, int)
TANDEM_NATIVE(ext_oneapi_cuda, context, CUctx_st *)
TANDEM_NATIVE(ext_oneapi_cuda, queue, CUstream_st *)
TANDEM_NATIVE(ext_oneapi_cuda, event, CUevent_st *)
TANDEM_NATIVE(ext_oneapi_hip, platform, std::vector<int>)
TANDEM_NATIVE(ext_oneapi_hip, device, int)
TANDEM_NATIVE(ext_oneapi_hip, context, ihipCtx_t *)
TANDEM_NATIVE(ext_oneapi_hip, queue, ihipStream_t *)
TANDEM_NATIVE(ext_oneapi_hip, event, ihipEvent_t *)
#undef TANDEM_NATIVE

template <class T, int D, class A>
struct native_object<backend::opencl, buffer<T, D, A>> {
  using type = std::vector<_cl_mem *>;
};
template <class T, int D, class A>
struct native_object<backend::ext_oneapi_cuda, buffer<T, D, A>> {
  using type = unsigned long long;
};
// Level Zero, HIP, and the CPU: plain pointers.
template <backend Backend, class T, int D, class A>
struct native_object<Backend, buffer<T, D, A>> {
  using type = T *;
};
template <bundle_state State>
struct native_object<backend::opencl, kernel_bundle<State>> {
  using type = std::vector<_cl_program *>;
};
template <bundle_state State>
struct native_object<backend::ext_oneapi_level_zero, kernel_bundle<State>> {
  using type = std::vector<_ze_module_handle_t *>;
};

[[noreturn]] TANDEM_COLD inline void throw_no_native() {
  throw_error(errc::backend_mismatch,
              "the object does not belong to the backend whose object is "
              "asked for");
}

} // namespace detail

template <backend Backend> struct backend_traits {
  template <class Object>
  using input_type = typename detail::native_object<Backend, Object>::type;
  template <class Object>
  using return_type = typename detail::native_object<Backend, Object>::type;
};
template <backend Backend, class Object>
using backend_input_t =
    typename backend_traits<Backend>::template input_type<Object>;
template <backend Backend, class Object>
using backend_return_t =
    typename backend_traits<Backend>::template return_type<Object>;

template <backend Backend, class Object>
backend_return_t<Backend, Object> get_native(const Object &) {
  detail::throw_no_native();
}

class interop_handle {
  friend struct detail::maker;
  interop_handle() = default;

public:
  backend get_backend() const noexcept {
    return backend::ext_oneapi_native_cpu;
  }

  // The memory of an accessor of a buffer.
  template <backend Backend, class Accessor>
  auto get_native_mem(const Accessor &accessor) const {
    using element = typename Accessor::value_type;
    if constexpr (Backend == backend::ext_oneapi_native_cpu) {
      return static_cast<element *>(accessor.tandem_pointer());
    } else {
      using memory = buffer<std::remove_const_t<element>, 1, void>;
      return native<Backend, memory>();
    }
  }
  template <backend Backend> auto get_native_queue() const {
    return native<Backend, queue>();
  }
  template <backend Backend> auto get_native_device() const {
    return native<Backend, device>();
  }
  template <backend Backend> auto get_native_context() const {
    return native<Backend, context>();
  }

private:
  template <backend Backend, class Object>
  static backend_return_t<Backend, Object> native() {
    detail::throw_no_native();
  }
};

} // namespace sycl
