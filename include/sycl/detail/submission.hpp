//===- sycl/detail/submission.hpp - building command groups ---------------===//
//
// Part of Tandem, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// Owns: the parts of a tandem_submission, small arrays that live on the stack,
// and host tasks. A queue's shortcut fills one struct and makes one call
// (design decision D8).
#pragma once

#include <sycl/detail/kernel.hpp>
#include <sycl/event.hpp>
#include <sycl/interop_handle.hpp>

#include <new>

namespace sycl {
inline namespace _V1 {
namespace detail {

inline tandem_submission submission(tandem_command command,
                                    wait_list events = {}) {
  tandem_submission s{};
  s.size = sizeof s;
  s.command = command;
  s.deps = events.data;
  s.num_deps = events.count;
  s.access_stride = sizeof(tandem_access);
  s.spec_value_stride = sizeof(tandem_spec_value);
  s.dims = 1;
  for (int d = 0; d < 3; ++d)
    s.global[d] = s.local[d] = 1;
  return s;
}

template <int D>
void set_range(tandem_submission &s, const range<D> &global,
               const id<D> &offset = {}) {
  s.command = TANDEM_CMD_RANGE;
  s.dims = D;
  for (int d = 0; d < D; ++d) {
    s.global[d] = global[d];
    s.offset[d] = offset[d];
  }
}

// A range with an offset, as an index space.
template <int D> struct offset_range {
  range<D> global;
  id<D> offset;
};
template <int D>
void set_range(tandem_submission &s, const offset_range<D> &space) {
  set_range(s, space.global, space.offset);
}
template <int D>
void set_range(tandem_submission &s, const nd_range<D> &space) {
  set_range(s, space.get_global_range(), space.get_offset());
  s.command = TANDEM_CMD_ND_RANGE;
  range<D> local = space.get_local_range();
  for (int d = 0; d < D; ++d)
    s.local[d] = local[d];
}

// What a hierarchical kernel runs over: logical work-items.
template <int D> struct work_groups {
  static constexpr int dimensions = D;
  range<D> groups, local;
};
template <int D>
void set_range(tandem_submission &s, const work_groups<D> &space) {
  set_range(s, space.groups);
  s.command = TANDEM_CMD_WORK_GROUPS;
  for (int d = 0; d < D; ++d)
    s.local[d] = space.local[d];
}

// The wrapper of boundaries.md, section 1, that suits an index space.
template <class Space, class F> struct wrapper_for;
template <int D, class F> struct wrapper_for<range<D>, F> {
  using type = range_kernel<D, F>;
};
template <int D, class F> struct wrapper_for<offset_range<D>, F> {
  using type = range_kernel<D, F>;
};
template <int D, class F> struct wrapper_for<nd_range<D>, F> {
  using type = nd_range_kernel<D, F>;
};
template <int D, class F> struct wrapper_for<work_groups<D>, F> {
  using type = nd_range_kernel<D, F>;
};

template <class Name, class Wrapper, class F>
void set_kernel(tandem_submission &s, const F &functor) {
  static_assert(sizeof(Wrapper) == sizeof(F));
  s.slot = kernel_slot<Name, Wrapper>::get();
  s.closure = &functor;
  s.closure_size = sizeof(Wrapper);
}
template <class Name, class Space, class F>
void set_kernel_over(tandem_submission &s, const Space &space,
                     const F &functor) {
  set_range(s, space);
  if constexpr (properties_of<F>::type::tandem_root_sync)
    s.flags |= TANDEM_KERNEL_COOPERATIVE;
  set_kernel<Name, typename wrapper_for<Space, F>::type>(s, functor);
}

// Where the program calls a function that has `current()` as the default value
// of its last parameter.
struct code_location {
  const char *file;
  uint32_t line;

  static constexpr code_location
  current(const char *file = __builtin_FILE(),
          uint32_t line = __builtin_LINE()) noexcept {
    return {file, line};
  }
  void store(tandem_submission &s) const {
    s.file = file;
    s.line = line;
  }
};

inline void set_copy(tandem_submission &s, void *dst, const void *src,
                     size_t bytes) {
  s.command = TANDEM_CMD_MEMCPY;
  s.dst = dst;
  s.src = src;
  s.bytes = bytes;
}

// `pattern` must live until the submission.
inline void set_fill(tandem_submission &s, void *dst, const void *pattern,
                     size_t pattern_size, size_t count) {
  s.command = TANDEM_CMD_FILL;
  s.dst = dst;
  s.closure = pattern;
  s.closure_size = pattern_size;
  s.bytes = pattern_size * count;
}

inline void set_region(tandem_submission &s, tandem_command command,
                       const void *address, size_t bytes, int advice = 0) {
  s.command = command;
  s.dst = const_cast<void *>(address);
  s.bytes = bytes;
  s.flags = static_cast<uint32_t>(advice);
}

inline event submit(tandem_queue_t queue, const tandem_submission &s) {
  tandem_event_t done = nullptr;
  check(tandem_submit(queue, &s, &done));
  return adopt<event>(done);
}

// What the library submits behind a command, with the command's event; the
// event that it leaves there is the command group's.
struct follow_up {
  follow_up *next;
  void (*submit)(follow_up *, tandem_queue_t, event &done); // takes ownership
  void (*drop)(follow_up *);
};

// An accessor of a command group: what the runtime knows of it, and whether its
// target is the device.
struct accessor_use : tandem_access {
  bool is_on_device;
};

// An array of trivial elements whose first N need no allocation.
template <class T, size_t N> class small_array {
  T m_inline[N];
  T *m_data = m_inline;
  size_t m_size = 0, m_capacity = N;

public:
  // Not defaulted: the elements stay uninitialized.
  small_array() noexcept {} // NOLINT(modernize-use-equals-default)
  small_array(const small_array &) = delete;
  ~small_array() {
    if (m_data != m_inline)
      ::operator delete(m_data);
  }
  void push_back(const T &value) {
    if (m_size == m_capacity) {
      T *bigger = static_cast<T *>(::operator new(2 * m_capacity * sizeof(T)));
      __builtin_memcpy(bigger, m_data, m_size * sizeof(T));
      if (m_data != m_inline)
        ::operator delete(m_data);
      m_data = bigger;
      m_capacity *= 2;
    }
    m_data[m_size++] = value;
  }
  void clear() noexcept { m_size = 0; }
  T *data() noexcept { return m_data; }
  size_t size() const noexcept { return m_size; }
  T *begin() noexcept { return m_data; }
  T *end() noexcept { return m_data + m_size; }
};

// A host task on the heap: the runtime calls `run` once and `destroy` once.
template <class F> struct host_call {
  static constexpr bool uses_backend = !std::is_invocable_v<F &>;
  F functor;
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
  // Of the exception that is being handled.
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
