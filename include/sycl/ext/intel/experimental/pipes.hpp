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
  using value_type = DataT;
  static constexpr int32_t min_capacity = MinCapacity;

  pipe() = delete;

  //===-- On the host -----------------------------------------------------===//
  // The order of memory operations is that of sequential consistency.

  static DataT read(queue &sycl_queue, memory_order = memory_order::seq_cst) {
    return take(sycl_queue, nullptr);
  }
  static void write(queue &sycl_queue, const DataT &word,
                    memory_order = memory_order::seq_cst) {
    put(sycl_queue, word, nullptr);
  }
  static DataT read(queue &sycl_queue, bool &success,
                    memory_order = memory_order::seq_cst) {
    int moved = 0;
    DataT word = take(sycl_queue, &moved);
    success = moved;
    return word;
  }
  static void write(queue &sycl_queue, const DataT &word, bool &success,
                    memory_order = memory_order::seq_cst) {
    int moved = 0;
    put(sycl_queue, word, &moved);
    success = moved;
  }

  //===-- In kernels ------------------------------------------------------===//
  // Properties of calls are about the timing of circuits.

  static DataT read() { return in_kernel::read(); }
  static void write(const DataT &word) { in_kernel::write(word); }
  static DataT read(bool &success) { return in_kernel::read(success); }
  static void write(const DataT &word, bool &success) {
    in_kernel::write(word, success);
  }
  template <class List, if_properties<List> = 0> static DataT read(List) {
    return read();
  }
  template <class List, if_properties<List> = 0>
  static void write(const DataT &word, List) {
    write(word);
  }
  template <class List, if_properties<List> = 0>
  static DataT read(bool &success, List) {
    return read(success);
  }
  template <class List, if_properties<List> = 0>
  static void write(const DataT &word, bool &success, List) {
    write(word, success);
  }
};

} // namespace ext::intel::experimental
} // namespace _V1
} // namespace sycl
