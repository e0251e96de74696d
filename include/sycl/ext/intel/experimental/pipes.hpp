//===- sycl/ext/intel/experimental/pipes.hpp - pipes with a host end ------===//
//
// Part of Tandem, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// Owns: ext::intel::experimental::pipe, a pipe that the host can read and
// write, too. Members with a queue are the host's; the others are for kernels.
#pragma once

#include <sycl/ext/intel/experimental/pipe_properties.hpp>
#include <sycl/impl/pipe_ring.hpp>
#include <sycl/queue.hpp>

namespace sycl {
inline namespace _V1 {
namespace ext::intel::experimental {

/// A first-in, first-out channel of `DataT` words between kernels, and between
/// kernels and the host.
///
/// The type identifies the pipe; there are no objects. Each device and context
/// has its own pipe. The capacity is at least `MinCapacity` words. `DataT` must
/// be trivially copyable. Members with a `queue` are for the host, all others
/// for device code. All members may be called concurrently; the words that one
/// work-item writes keep their order.
///
/// Host members throw `errc::feature_not_supported` if the device does not
/// support host pipes, and `errc::invalid` if the queue records to a graph. The
/// others throw `errc::feature_not_supported` on the host.
/// `sycl_ext_intel_dataflow_pipes`.
template <class Name, class DataT, int32_t MinCapacity = 0,
          class Properties = oneapi::experimental::empty_properties_t>
class pipe {
  static_assert(oneapi::experimental::is_property_list_v<Properties>,
                "the last parameter of pipe is a list of properties");

  using in_kernel = sycl::detail::pipe_in_kernel<pipe, DataT>;
  friend in_kernel;
  using storage = sycl::detail::pipe_storage<DataT, MinCapacity, true>;
  inline static storage tandem_pipe;

  template <class Type>
  using if_properties =
      std::enable_if_t<oneapi::experimental::is_property_list_v<Type>, int>;

  static tandem_device_global variable() {
    return {sizeof(tandem_device_global),
            alignof(storage),
            &tandem_pipe,
            sizeof(storage),
            0,
            0};
  }
  static DataT take(queue &sycl_queue, int *moved) {
    sycl::detail::pipe_word<DataT> word;
    const tandem_device_global pipe_variable = variable();
    sycl::detail::check(tandem_queue_read_pipe(handle_of(sycl_queue),
                                               &pipe_variable, word.bytes,
                                               sizeof(DataT), moved));
    return word.value;
  }
  static void put(queue &sycl_queue, const DataT &word, int *moved) {
    const tandem_device_global pipe_variable = variable();
    sycl::detail::check(tandem_queue_write_pipe(
        handle_of(sycl_queue), &pipe_variable, &word, sizeof(DataT), moved));
  }

public:
  /// The type of a word.
  using value_type = DataT;
  /// The requested capacity, in words.
  static constexpr int32_t min_capacity = MinCapacity;

  /// Pipes have no objects.
  pipe() = delete;

  //===-- On the host -----------------------------------------------------===//
  // The order of memory operations is that of sequential consistency.

  /// Reads a word from the pipe of the queue's device. Blocks until there is
  /// one. On an in-order queue, it first waits for all earlier commands. The
  /// order is always sequentially consistent.
  /// \returns The word.
  static DataT read(queue &sycl_queue, memory_order = memory_order::seq_cst) {
    return take(sycl_queue, nullptr);
  }
  /// Writes a word to the pipe of the queue's device. Blocks until there is
  /// room.
  static void write(queue &sycl_queue, const DataT &word,
                    memory_order = memory_order::seq_cst) {
    put(sycl_queue, word, nullptr);
  }
  /// As above, without blocking for a word: sets `success` to false and returns
  /// an unspecified value if the pipe is empty.
  static DataT read(queue &sycl_queue, bool &success,
                    memory_order = memory_order::seq_cst) {
    int moved = 0;
    DataT word = take(sycl_queue, &moved);
    success = moved;
    return word;
  }
  /// As above, without blocking for room: sets `success` to false if the pipe
  /// is full.
  static void write(queue &sycl_queue, const DataT &word, bool &success,
                    memory_order = memory_order::seq_cst) {
    int moved = 0;
    put(sycl_queue, word, &moved);
    success = moved;
  }

  //===-- In kernels ------------------------------------------------------===//
  // Properties of calls are about the timing of circuits.

  /// Reads a word. Spins until there is one.
  static DataT read() { return in_kernel::read(); }
  /// Writes a word. Spins until there is room.
  static void write(const DataT &word) { in_kernel::write(word); }
  /// Reads a word if there is one, without blocking, and sets `success`
  /// accordingly. The returned value is unspecified if the pipe is empty.
  static DataT read(bool &success) { return in_kernel::read(success); }
  /// Writes a word if there is room, without blocking, and sets `success`
  /// accordingly.
  static void write(const DataT &word, bool &success) {
    in_kernel::write(word, success);
  }
  /// As `read()`. The properties are ignored.
  template <class List, if_properties<List> = 0> static DataT read(List) {
    return read();
  }
  /// As `write(word)`. The properties are ignored.
  template <class List, if_properties<List> = 0>
  static void write(const DataT &word, List) {
    write(word);
  }
  /// As `read(success)`. The properties are ignored.
  template <class List, if_properties<List> = 0>
  static DataT read(bool &success, List) {
    return read(success);
  }
  /// As `write(word, success)`. The properties are ignored.
  template <class List, if_properties<List> = 0>
  static void write(const DataT &word, bool &success, List) {
    write(word, success);
  }
};

} // namespace ext::intel::experimental
} // namespace _V1
} // namespace sycl
