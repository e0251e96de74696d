//===- sycl/exception_list.hpp - asynchronous errors ----------------------===//
//
// Part of Tandem, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// Owns: exception_list, async_handler, and the way of an asynchronous error
// from the runtime to the handler (SYCL 2020, 4.13.1).
#pragma once

#include <sycl/detail/intrusive_ptr.hpp>
#include <sycl/exception.hpp>

#include <cstdio>
#include <functional>
#include <string>

namespace sycl {

namespace detail {
struct async_state;
}

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
      for (size_t i = 0; i < m_block->size; ++i)
        bigger[i] = static_cast<std::exception_ptr &&>(m_block->errors[i]);
      delete[] m_block->errors;
      m_block->errors = bigger;
    }
    m_block->errors[m_block->size++] =
        static_cast<std::exception_ptr &&>(error);
  }

public:
  using value_type = std::exception_ptr;
  using reference = value_type &;
  using const_reference = const value_type &;
  using size_type = size_t;
  using iterator = const std::exception_ptr *;
  using const_iterator = iterator;

  size_type size() const { return m_block ? m_block->size : 0; }
  iterator begin() const { return m_block ? m_block->errors : nullptr; }
  iterator end() const { return begin() + size(); }
};

using async_handler = std::function<void(exception_list)>;

namespace detail {

// What the headers attach to a queue or a context (tandem_set_data): its
// handler, and the exceptions that its host tasks threw. The runtime carries
// the code and the text of an error; the exception itself waits here.
struct async_state {
  struct host_error {
    host_error *next;
    std::exception_ptr error;
    std::string message;
  };
  const async_handler handler;
  host_error *host_errors = nullptr;
  char lock = 0;

  explicit async_state(const async_handler &handler) : handler(handler) {}

  struct guard {
    char &lock;
    explicit guard(char &lock) : lock(lock) {
      while (__atomic_test_and_set(&lock, __ATOMIC_ACQUIRE)) {
      }
    }
    ~guard() { __atomic_clear(&lock, __ATOMIC_RELEASE); }
  };

  TANDEM_COLD ~async_state() {
    while (host_error *first = host_errors) {
      host_errors = first->next;
      delete first;
    }
  }

  TANDEM_COLD static void attach(tandem_handle_t object,
                                 const async_handler &handler) {
    if (!handler)
      return;
    check(tandem_set_data(object, new async_state(handler), [](void *data) {
      delete static_cast<async_state *>(data);
    }));
  }
  static async_state *of(tandem_handle_t object) {
    return object ? static_cast<async_state *>(tandem_data(object)) : nullptr;
  }

  TANDEM_COLD void keep(std::exception_ptr error, const char *message) {
    guard g(lock);
    host_errors = new host_error{
        host_errors, static_cast<std::exception_ptr &&>(error), message};
  }
  // The exception behind an error that the runtime reports.
  TANDEM_COLD std::exception_ptr take(int code, const char *message) {
    guard g(lock);
    for (host_error **link = &host_errors; *link; link = &(*link)->next) {
      host_error *found = *link;
      if (__builtin_strcmp(found->message.c_str(), message) != 0)
        continue;
      std::exception_ptr error = found->error;
      *link = found->next;
      delete found;
      return error;
    }
    try {
      throw exception(make_error_code(static_cast<errc>(code)), message);
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
      errors.push_back(state->take(code, tandem_last_error()));
    }
    if (errors.size())
      state->handler(errors);
  }
  // The same for the queue that made the event.
  TANDEM_COLD static void report(tandem_event_t event) {
    tandem_queue_t queue = nullptr;
    if (event)
      check(tandem_event_queue(event, &queue));
    handle<tandem_queue_t> owner(queue);
    if (queue)
      report(queue);
  }
};

} // namespace detail
} // namespace sycl
