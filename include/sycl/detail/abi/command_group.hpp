//===- sycl/detail/abi/command_group.hpp - what command groups own --------===//
//
// Part of Tandem, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// Owns: the members of a handler that hold memory and references until the
// command group is submitted. Nothing here is copied.
#pragma once

#include <sycl/detail/abi/handle.hpp>
#include <sycl/detail/host/small_array.hpp>

namespace sycl {
inline namespace _V1 {

class event;

namespace detail {

// An array of handles with a reference of each.
template <class Handle, size_t NumInline> class kept_handles {
  small_array<Handle, NumInline> m_handles;

public:
  kept_handles() noexcept = default;
  kept_handles(const kept_handles &) = delete;
  ~kept_handles() {
    for (Handle kept : m_handles)
      tandem_release(kept);
  }
  void keep(Handle other) {
    m_handles.push_back(other);
    tandem_retain(other);
  }
  Handle *data() noexcept { return m_handles.data(); }
  size_t size() const noexcept { return m_handles.size(); }
};

// A copy of a closure or of a pattern; small ones need no allocation.
class closure_copy {
  static constexpr size_t space = 256;

  void *m_heap = nullptr;
  std::align_val_t m_heap_alignment{};
  alignas(16) char m_inline[space];

public:
  // Not defaulted: the bytes stay uninitialized.
  closure_copy() noexcept {} // NOLINT(modernize-use-equals-default)
  closure_copy(const closure_copy &) = delete;
  ~closure_copy() {
    if (m_heap)
      ::operator delete(m_heap, m_heap_alignment);
  }
  // Called once at most.
  void *copy(const void *bytes, size_t size, size_t alignment) {
    void *place = m_inline;
    if (size > space || alignment > alignof(max_align_t)) {
      m_heap_alignment = std::align_val_t(alignment < 64 ? 64 : alignment);
      place = m_heap = ::operator new(size, m_heap_alignment);
    }
    return __builtin_memcpy(place, bytes, size);
  }
};

// The specialization constants that a command group sets.
class spec_values {
  small_array<tandem_spec_value, 1> m_values; // the bytes are on the heap

public:
  spec_values() noexcept = default;
  spec_values(const spec_values &) = delete;
  ~spec_values() {
    for (const tandem_spec_value &value : m_values)
      ::operator delete(const_cast<void *>(value.value));
  }
  // The copy of a constant's value; null where none was set.
  TANDEM_COLD void *find(const char *name) {
    for (const tandem_spec_value &known : m_values)
      if (!__builtin_strcmp(known.name, name))
        return const_cast<void *>(known.value);
    return nullptr;
  }
  // The same, or a new one.
  TANDEM_COLD void *find_or_add(tandem_spec_value wanted) {
    if (void *known = find(wanted.name))
      return known;
    void *copy = ::operator new(wanted.value_size);
    wanted.value = copy;
    m_values.push_back(wanted);
    return copy;
  }
  tandem_spec_value *data() noexcept { return m_values.data(); }
  size_t size() const noexcept { return m_values.size(); }
};

// What the library submits behind a command, with the command's event; the
// event that it leaves there is the command group's.
struct follow_up {
  follow_up *next;
  void (*submit)(follow_up *, tandem_queue_t, event &done); // takes ownership
  void (*drop)(follow_up *);
};

// A list of them, in the order of their submission.
class follow_ups {
  follow_up *m_first = nullptr;

  follow_up *take() noexcept {
    follow_up *first = m_first;
    m_first = first->next;
    return first;
  }

public:
  follow_ups() noexcept = default;
  follow_ups(const follow_ups &) = delete;
  ~follow_ups() {
    while (m_first) {
      follow_up *first = take();
      first->drop(first);
    }
  }
  bool empty() const noexcept { return !m_first; }
  // Takes ownership.
  void add(follow_up *last) noexcept {
    follow_up **end = &m_first;
    while (*end)
      end = &(*end)->next;
    *end = last;
  }
  void submit(tandem_queue_t queue, event &done) {
    while (m_first) {
      follow_up *first = take();
      first->submit(first, queue, done);
    }
  }
};

// The arguments of a kernel that is no SYCL function. It drops itself: what it
// is made of is not known here.
struct kernel_call_base {
  void (*drop)(kernel_call_base *);
};
class kernel_call;

// One of them, made when it is asked for.
class kernel_call_slot {
  kernel_call_base *m_call = nullptr;

public:
  kernel_call_slot() noexcept = default;
  kernel_call_slot(const kernel_call_slot &) = delete;
  ~kernel_call_slot() {
    if (m_call)
      m_call->drop(m_call);
  }
  template <class Call> Call &get() {
    if (!m_call)
      m_call = new Call;
    return *static_cast<Call *>(m_call);
  }
};

// The data of a host task, or what a command keeps alive. The runtime takes it
// over with the submission.
class task_data {
  void *m_data = nullptr;
  void (*m_delete)(void *) = nullptr;

public:
  task_data() noexcept = default;
  task_data(const task_data &) = delete;
  ~task_data() {
    if (m_data)
      m_delete(m_data);
  }
  void set(tandem_submission &submission, void *data,
           void (*destroy)(void *)) noexcept {
    submission.host_task_data = m_data = data;
    submission.host_task_delete = m_delete = destroy;
  }
  void release() noexcept { m_data = nullptr; }
};

} // namespace detail
} // namespace _V1
} // namespace sycl
