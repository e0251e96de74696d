//===- sycl/event.hpp - class event ---------------------------------------===//
//
// Part of Tandem, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#pragma once

#include <sycl/detail/abi/submission.hpp>
#include <sycl/device_selector.hpp>
#include <sycl/exception_list.hpp>

namespace sycl {
inline namespace _V1 {

namespace detail {
struct wait_list;
}

// One handle and nothing else: the library passes arrays of events to the
// runtime as arrays of handles. A null handle is an event that is complete.
class event : public detail::handle<tandem_event_t> {
  friend struct detail::maker;
  explicit event(tandem_event_t owned) noexcept : handle(owned) {}

public:
  event() noexcept = default;

  void wait() {
    if (m_handle)
      detail::check(tandem_event_wait(m_handle));
  }
  void wait_and_throw() {
    wait();
    detail::async_state::report(m_handle);
  }
  static void wait(detail::wait_list events);
  static void wait_and_throw(detail::wait_list events);

  // Without complete events, which the runtime forgets.
  template <class Event = event> std::vector<Event> get_wait_list() const {
    if (!m_handle)
      return {};
    return detail::collect<Event, tandem_event_t>(
        [&](size_t capacity, tandem_event_t *out, size_t *count) {
          return tandem_event_wait_list(m_handle, capacity, out, count);
        });
  }

  // A default event belongs to the default device.
  [[deprecated("no device is the host")]] bool is_host() const { return false; }
  TANDEM_COLD backend get_backend() const noexcept {
    tandem_queue_t made_by = nullptr;
    tandem_device_t device_handle = nullptr;
    if (m_handle)
      tandem_event_queue(m_handle, &made_by);
    detail::handle<tandem_queue_t> owner(made_by);
    if (!made_by || tandem_queue_device(made_by, &device_handle))
      return device().get_backend();
    return detail::adopt<device>(device_handle).get_backend();
  }
  template <class Info> typename Info::return_type get_backend_info() const {
    detail::throw_no_backend_info();
  }

  template <class Info> typename Info::return_type get_info() const {
    static_assert(std::is_same_v<Info, info::event::command_execution_status>,
                  "not an info descriptor of events");
    int status = int(info::event_command_status::complete);
    if (m_handle)
      detail::check(tandem_event_status(m_handle, &status));
    return static_cast<info::event_command_status>(status);
  }
  template <class Info> typename Info::return_type get_profiling_info() const {
    if (!m_handle)
      detail::throw_error(errc::invalid,
                          "a default event has no profiling information");
    uint64_t nanoseconds = 0;
    detail::check(tandem_event_profiling(m_handle, Info::code, &nanoseconds));
    return nanoseconds;
  }
};
static_assert(sizeof(event) == sizeof(tandem_event_t));

namespace detail {

// A parameter that takes nothing, an event, or several: the handles are those
// of the arguments, and live as long.
struct wait_list : event_handles {
  wait_list() = default;
  wait_list(const event &dependency) : wait_list(&dependency, 1) {}
  template <class Allocator>
  wait_list(const std::vector<event, Allocator> &events)
      : wait_list(events.data(), events.size()) {}
  wait_list(std::initializer_list<event> events)
      : wait_list(events.begin(), events.size()) {}

private:
  wait_list(const event *events, size_t count)
      : event_handles{reinterpret_cast<const tandem_event_t *>(events), count} {
  }
};

inline event submit(tandem_queue_t queue, const tandem_submission &submission) {
  tandem_event_t done = nullptr;
  check(tandem_submit(queue, &submission, &done));
  return adopt<event>(done);
}

} // namespace detail

inline void event::wait(detail::wait_list events) {
  for (size_t index = 0; index < events.count; ++index)
    if (events.data[index])
      detail::check(tandem_event_wait(events.data[index]));
}
inline void event::wait_and_throw(detail::wait_list events) {
  wait(events);
  for (size_t index = 0; index < events.count; ++index)
    detail::async_state::report(events.data[index]);
}

} // namespace _V1
} // namespace sycl

template <>
struct std::hash<sycl::event> : sycl::detail::handle_hash<sycl::event> {};
