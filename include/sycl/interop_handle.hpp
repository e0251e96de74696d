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

// Stands for a handle that is a pointer: only the backend's own headers declare
// what it points to (cl_device_id, CUstream, ze_device_handle_t).
class native_pointer {
  void *m_value = nullptr;

public:
  native_pointer() = default;
  template <class T> native_pointer(T *value) : m_value(value) {}
  template <class T> operator T *() const { return static_cast<T *>(m_value); }
};

template <backend Backend, class Object> struct native_object {
  using type = native_pointer;
};
template <> struct native_object<backend::opencl, event> {
  using type = std::vector<native_pointer>;
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
template <class T, int D, class A>
struct native_object<backend::opencl, buffer<T, D, A>> {
  using type = std::vector<native_pointer>;
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
  using type = std::vector<native_pointer>;
};
template <bundle_state State>
struct native_object<backend::ext_oneapi_level_zero, kernel_bundle<State>> {
  using type = std::vector<native_pointer>;
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
