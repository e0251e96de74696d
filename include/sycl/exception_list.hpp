//===- sycl/exception_list.hpp - asynchronous errors ----------------------===//
//
// Part of Tandem, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// Owns: exception_list, async_handler, and the way of an asynchronous error
// from the runtime to the handler (SYCL 2020, 4.13.1).
#pragma once

#include <sycl/exception.hpp>

#include <string>

namespace sycl {

namespace detail {
struct async_state;
}

class exception_list {
  std::vector<std::exception_ptr> m_errors;
  friend struct detail::async_state;

public:
  using value_type = std::exception_ptr;
  using reference = value_type &;
  using const_reference = const value_type &;
  using size_type = size_t;
  using iterator = std::vector<std::exception_ptr>::const_iterator;
  using const_iterator = iterator;

  size_type size() const { return m_errors.size(); }
  iterator begin() const { return m_errors.begin(); }
  iterator end() const { return m_errors.end(); }
};

// Any callable that takes an exception_list. A class of its own, because
// std::function costs as much to parse as half of this library.
class async_handler {
  struct target {
    size_t references = 1;
    virtual void call(exception_list errors) = 0;
    virtual ~target() = default;
  };
  template <class F> struct target_of final : target {
    F callable;
    template <class G> explicit target_of(G &&g) : callable(std::forward<G>(g)) {}
    void call(exception_list errors) override { callable(std::move(errors)); }
  };
  target *m_target = nullptr;

public:
  async_handler() noexcept = default;
  async_handler(std::nullptr_t) noexcept {}
  template <class F,
            detail::when<std::is_invocable_v<std::decay_t<F> &, exception_list> &&
                         !std::is_same_v<std::decay_t<F>, async_handler>> = 0>
  async_handler(F &&callable)
      : m_target(new target_of<std::decay_t<F>>(std::forward<F>(callable))) {}
  async_handler(const async_handler &other) noexcept : m_target(other.m_target) {
    if (m_target)
      __atomic_fetch_add(&m_target->references, 1, __ATOMIC_RELAXED);
  }
  async_handler(async_handler &&other) noexcept : m_target(other.m_target) {
    other.m_target = nullptr;
  }
  async_handler &operator=(async_handler other) noexcept {
    std::swap(m_target, other.m_target);
    return *this;
  }
  ~async_handler() {
    if (m_target &&
        __atomic_sub_fetch(&m_target->references, 1, __ATOMIC_ACQ_REL) == 0)
      delete m_target;
  }

  explicit operator bool() const noexcept { return m_target != nullptr; }
  void operator()(exception_list errors) const {
    m_target->call(std::move(errors));
  }
};

namespace detail {

// What the headers attach to a queue or a context (tandem_set_data): its
// handler, and the exceptions that its host tasks threw. The runtime carries
// the code and the text of an error; the exception itself waits here.
struct async_state {
  struct host_error {
    std::exception_ptr error;
    std::string message;
  };
  async_handler handler;
  std::vector<host_error> host_errors;
  char lock = 0;

  struct guard {
    char &lock;
    explicit guard(char &lock) : lock(lock) {
      while (__atomic_test_and_set(&lock, __ATOMIC_ACQUIRE)) {
      }
    }
    ~guard() { __atomic_clear(&lock, __ATOMIC_RELEASE); }
  };

  static void attach(tandem_handle_t object, const async_handler &handler) {
    if (!handler)
      return;
    auto *state = new async_state;
    state->handler = handler;
    check(tandem_set_data(object, state, [](void *data) {
      delete static_cast<async_state *>(data);
    }));
  }
  static async_state *of(tandem_handle_t object) {
    return object ? static_cast<async_state *>(tandem_data(object)) : nullptr;
  }

  void keep(std::exception_ptr error, const char *message) {
    guard g(lock);
    host_errors.push_back({std::move(error), message});
  }
  // The exception behind an error that the runtime reports.
  std::exception_ptr take(int code, const char *message) {
    guard g(lock);
    for (auto it = host_errors.begin(); it != host_errors.end(); ++it)
      if (it->message == message) {
        std::exception_ptr error = std::move(it->error);
        host_errors.erase(it);
        return error;
      }
    return std::make_exception_ptr(
        exception(make_error_code(static_cast<errc>(code)), message));
  }

  // Without a handler, unhandled errors end the program (4.13.1.2).
  [[noreturn]] static void die(const char *message) {
    __builtin_printf("terminate called after an unhandled asynchronous SYCL "
                     "error: %s\n",
                     message);
    std::terminate();
  }

  // Hands all unreported errors of the queue to its handler.
  static void report(tandem_queue_t queue) {
    async_state *state = of(queue);
    exception_list errors;
    while (int code = tandem_queue_take_error(queue)) {
      if (!state)
        die(tandem_last_error());
      errors.m_errors.push_back(state->take(code, tandem_last_error()));
    }
    if (errors.size())
      state->handler(std::move(errors));
  }
};

} // namespace detail
} // namespace sycl
