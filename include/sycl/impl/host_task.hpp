//===- sycl/impl/host_task.hpp - host tasks of command groups -------------===//
//
// Part of Tandem, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#pragma once

#include <sycl/interop_handle.hpp>

namespace sycl {
inline namespace _V1 {
namespace detail {

// A host task on the heap. The runtime calls `run` once and `destroy` once.
template <class Function> struct host_call {
  static constexpr bool uses_backend = !std::is_invocable_v<Function &>;
  Function functor;
  tandem_queue_t queue; // which the runtime keeps until the task has run

  static int run(void *data) {
    auto *call = static_cast<host_call *>(data);
    try {
      if constexpr (uses_backend)
        call->functor(maker::make<interop_handle>(call->queue));
      else
        call->functor();
      return TANDEM_SUCCESS;
    } catch (const exception &error) {
      return fail(error.what(), error.code().category() == sycl_category()
                                    ? error.code().value()
                                    : int(errc::runtime));
    } catch (const std::exception &error) {
      return fail(error.what(), int(errc::runtime));
    } catch (...) {
      return fail("a host task threw", int(errc::runtime));
    }
  }
  static void destroy(void *data) { delete static_cast<host_call *>(data); }

private:
  // Records the exception that is being handled.
  static int fail(const char *message, int code) {
    tandem_set_error(message);
    tandem_set_exception(new std::exception_ptr(std::current_exception()),
                         [](void *exception) {
                           delete static_cast<std::exception_ptr *>(exception);
                         });
    return code ? code : int(errc::runtime);
  }
};

} // namespace detail
} // namespace _V1
} // namespace sycl
