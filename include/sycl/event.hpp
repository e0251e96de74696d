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

/// The state of a submitted command.
///
/// Copies share one event. Members may be called from several threads at the
/// same time. A default-constructed event is complete; all default-constructed
/// events compare equal.
///
/// SYCL 2020, section 4.6.6.
class event : public detail::handle<tandem_event_t> {
  // Only a handle: the library passes arrays of events to the runtime as arrays
  // of handles. A null handle is an event that is complete.
  friend struct detail::maker;
  explicit event(tandem_event_t owned) noexcept : handle(owned) {}

public:
  /// Creates an event that is complete, without a command.
  event() noexcept = default;

  /// Blocks until the command is complete. Asynchronous errors stay unreported.
  /// \throws exception with `errc::invalid` for the event of a command that was
  /// recorded to a graph.
  void wait() {
    if (m_handle)
      detail::check(tandem_event_wait(m_handle));
  }
  /// As `wait`, then passes all unreported errors of the event's queue to its
  /// handler, on this thread.
  void wait_and_throw() {
    wait();
    detail::async_state::report(m_handle);
  }
  /// Blocks until all of `events`, a vector or list of events, are complete.
  static void wait(detail::wait_list events);
  /// As `wait`, then passes all unreported errors of the queues of these events
  /// to their handlers.
  static void wait_and_throw(detail::wait_list events);

  /// The incomplete events that this command waits for directly, as long as it
  /// waits on the host. Empty once the command has been passed to the device.
  template <class Event = event> std::vector<Event> get_wait_list() const {
    if (!m_handle)
      return {};
    return detail::collect<Event, tandem_event_t>(
        [&](size_t capacity, tandem_event_t *out, size_t *count) {
          return tandem_event_wait_list(m_handle, capacity, out, count);
        });
  }

  /// Always false.
  /// \deprecated SYCL 2020 has no host device.
  [[deprecated("SYCL 2020 has no host device")]] bool is_host() const {
    return false;
  }
  /// The backend of the queue that made the event; that of the default device
  /// for a default-constructed event.
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
  /// There are no such descriptors.
  /// \throws exception always, with `errc::backend_mismatch`.
  template <class Info> typename Info::return_type get_backend_info() const {
    detail::throw_no_backend_info();
  }

  /// Queries `info::event::command_execution_status`. Does not block.
  /// \throws exception with `errc::invalid` for the event of a command that was
  /// recorded to a graph.
  template <class Info> typename Info::return_type get_info() const {
    static_assert(std::is_same_v<Info, info::event::command_execution_status>,
                  "not an info descriptor of events");
    int status = int(info::event_command_status::complete);
    if (m_handle)
      detail::check(tandem_event_status(m_handle, &status));
    return static_cast<info::event_command_status>(status);
  }
  /// Queries a time of `info::event_profiling`, in nanoseconds. Blocks until
  /// the command is complete for `command_start` and `command_end`.
  /// \throws exception with `errc::invalid` for a default-constructed event,
  /// for the event of a command that was recorded to a graph, or if the queue
  /// was created without `property::queue::enable_profiling`.
  /// SYCL 2020, section 4.6.6.1.
  template <class Info> typename Info::return_type get_profiling_info() const {
    if (!m_handle)
      detail::throw_error(
          errc::invalid,
          "a default-constructed event has no profiling information");
    uint64_t nanoseconds = 0;
    detail::check(tandem_event_profiling(m_handle, Info::code, &nanoseconds));
    return nanoseconds;
  }
};
static_assert(sizeof(event) == sizeof(tandem_event_t));

namespace detail {

/// A parameter that accepts no event, one event, or several. It refers to the
/// arguments, and must not outlive them.
struct wait_list : event_handles {
  /// No events.
  wait_list() = default;
  /// One event.
  wait_list(const event &dependency) : wait_list(&dependency, 1) {}
  /// All events of a vector.
  template <class Allocator>
  wait_list(const std::vector<event, Allocator> &events)
      : wait_list(events.data(), events.size()) {}
  /// All events of a list.
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

/// Hashes `event`. Copies have equal hashes.
template <>
struct std::hash<sycl::event> : sycl::detail::handle_hash<sycl::event> {};
