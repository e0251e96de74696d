//===- sycl/detail/workspace_pool.hpp - memory of a kernel's own ----------===//
//
// Part of Tandem, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// Owns: buffers that the library uses inside of a single kernel. A thread keeps
// a few and uses one again once its last kernel is complete.
#pragma once

#include <sycl/event.hpp>

namespace sycl::detail {

class workspace_pool {
  struct entry {
    handle<tandem_buffer_t> buffer;
    size_t bytes = 0;
    event last;
    bool in_use = false;
  };
  entry m_entries[4];
  size_t m_next = 0;

  static bool is_free(const entry &e) {
    int status = 2;
    if (tandem_event_t last = handle_of(e.last))
      tandem_event_status(last, &status);
    return !e.in_use && status == 2;
  }

  static void grow(entry &e, size_t bytes) {
    bytes = bytes < 4096 ? 4096 : bytes * 2;
    tandem_buffer_t buffer = nullptr;
    check(tandem_buffer_create(nullptr, bytes, 0, &buffer));
    e.buffer = handle<tandem_buffer_t>(buffer);
    e.bytes = bytes;
    void *memory = nullptr;
    tandem_handle_t access = nullptr;
    check(tandem_host_access_begin(buffer, TANDEM_ACCESS_WRITE, &memory,
                                   &access));
    __builtin_memset(memory, 0, bytes);
    tandem_host_access_end(access);
  }

  entry &choose(size_t bytes) {
    for (entry &e : m_entries)
      if (e.bytes >= bytes && is_free(e))
        return e;
    // The one that was used longest ago; releasing a buffer waits for its work.
    for (size_t i = 0; i < 4; ++i) {
      entry &e = m_entries[m_next++ % 4];
      if (!e.in_use) {
        if (e.bytes < bytes || !is_free(e))
          grow(e, bytes);
        return e;
      }
    }
    throw_error(errc::invalid, "too many nested command groups");
  }

public:
  static workspace_pool &of_thread() {
    static thread_local workspace_pool pool;
    return pool;
  }

  // Memory that begins with zeros; `release` says when it may be used again.
  tandem_buffer_t take(size_t bytes) {
    entry &e = choose(bytes);
    e.in_use = true;
    return handle_of(e.buffer);
  }
  void release(tandem_buffer_t buffer, const event &last) {
    for (entry &e : m_entries)
      if (handle_of(e.buffer) == buffer) {
        e.last = last;
        e.in_use = false;
      }
  }
};

} // namespace sycl::detail
