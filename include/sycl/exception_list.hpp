//===- sycl/exception_list.hpp - asynchronous errors ----------------------===//
//
// Part of Tandem, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// Owns: exception_list, async_handler, and the way of an asynchronous error
// from the runtime to the handler (SYCL 2020, 4.13.1).
#pragma once

#include <sycl/detail/host/intrusive_ptr.hpp>
#include <sycl/exception.hpp>

#include <cstdio>
#include <functional>

namespace sycl {
inline namespace _V1 {

namespace detail {
struct async_state;
}

/// Asynchronous errors, in their order. Copies share them.
///
/// SYCL 2020, section 4.13.2.
class exception_list {
  // Shared by the copies.
  struct block : detail::ref_counted {
    size_t size = 0, capacity = 0;
    std::exception_ptr *errors = nullptr;
    ~block() { delete[] errors; }
  };
  detail::intrusive_ptr<block> m_block;
  friend struct detail::async_state;

  void push_back(std::exception_ptr error) {
    if (!m_block)
      m_block = detail::intrusive_ptr(new block);
    if (m_block->size == m_block->capacity) {
      size_t capacity = m_block->capacity = 2 * m_block->capacity + 4;
      auto *bigger = new std::exception_ptr[capacity];
      for (size_t index = 0; index < m_block->size; ++index)
        bigger[index] =
            static_cast<std::exception_ptr &&>(m_block->errors[index]);
      delete[] m_block->errors;
      m_block->errors = bigger;
    }
    m_block->errors[m_block->size++] =
        static_cast<std::exception_ptr &&>(error);
  }

public:
  /// The type of the errors.
  using value_type = std::exception_ptr;
  /// A reference to an error.
  using reference = value_type &;
  /// A reference to an error that cannot be changed.
  using const_reference = const value_type &;
  /// The type of the size.
  using size_type = size_t;
  /// An iterator over the errors, which cannot be changed.
  using iterator = const std::exception_ptr *;
  /// As `iterator`.
  using const_iterator = iterator;

  /// The number of errors.
  size_type size() const { return m_block ? m_block->size : 0; }
  /// The first error.
  iterator begin() const { return m_block ? m_block->errors : nullptr; }
  /// The end of the errors.
  iterator end() const { return begin() + size(); }
};

/// The function that asynchronous errors of a queue or a context are passed to.
///
/// It is called by `queue::throw_asynchronous`, `queue::wait_and_throw` and
/// `event::wait_and_throw` on their thread, and for errors left when the queue
/// is destroyed or found later, then on any thread.
/// SYCL 2020, section 4.13.1.1.
using async_handler = std::function<void(exception_list)>;

namespace detail {

// The data that the headers attach to a queue or a context (tandem_set_data).
struct async_state {
  const async_handler handler;

  explicit async_state(const async_handler &handler) : handler(handler) {}

  TANDEM_COLD static void attach(tandem_handle_t object,
                                 const async_handler &handler) {
    if (!handler)
      return;
    auto *state = new async_state(handler);
    if (int status = tandem_set_data(object, state, destroy)) {
      delete state;
      check(status);
    }
  }
  // As above, for a queue. Errors that are unreported when the queue is
  // destroyed, and those found later, are reported as well.
  TANDEM_COLD static void attach_to_queue(tandem_queue_t queue,
                                          const async_handler &handler) {
    attach(queue, handler);
    if (handler)
      check(tandem_queue_on_unhandled_errors(queue, report_unhandled));
  }
  static async_state *of(tandem_handle_t object) {
    return object ? static_cast<async_state *>(tandem_data(object)) : nullptr;
  }

  // The exception for the error that a call of this thread has returned: the
  // one that a host task threw, or one with the code and the message.
  TANDEM_COLD static std::exception_ptr to_exception(int code) {
    if (void *thrown = tandem_last_exception())
      return *static_cast<std::exception_ptr *>(thrown);
    try {
      throw backend_error::last(code);
    } catch (...) {
      return std::current_exception();
    }
  }

  // Without a handler, unhandled errors end the program (4.13.1.2).
  [[noreturn]] TANDEM_COLD static void die(const char *message) {
    std::fprintf(stderr,
                 "terminate called after an unhandled asynchronous SYCL "
                 "error: %s\n",
                 message);
    std::terminate();
  }

  // Hands all unreported errors of the queue to its handler.
  TANDEM_COLD static void report(tandem_queue_t queue) {
    async_state *state = of(queue);
    exception_list errors;
    while (int code = tandem_queue_take_error(queue)) {
      if (!state)
        die(tandem_last_error());
      errors.push_back(to_exception(code));
    }
    if (errors.size())
      state->handler(errors);
  }
  // As above, for the queue that made the event.
  TANDEM_COLD static void report(tandem_event_t event) {
    tandem_queue_t queue = nullptr;
    if (event)
      check(tandem_event_queue(event, &queue));
    handle<tandem_queue_t> owner(queue);
    if (queue)
      report(queue);
  }

private:
  TANDEM_COLD static void report_unhandled(void *data, int (*next)(void *),
                                           void *errors) noexcept {
    exception_list unhandled;
    while (int code = next(errors))
      unhandled.push_back(to_exception(code));
    static_cast<async_state *>(data)->handler(unhandled);
  }
  TANDEM_COLD static void destroy(void *data) noexcept {
    delete static_cast<async_state *>(data);
  }
};

} // namespace detail
} // namespace _V1
} // namespace sycl
