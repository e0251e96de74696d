//===- sycl/ext/intel/pipes.hpp - pipes between kernels -------------------===//
//
// Part of Tandem, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// Owns: ext::intel::pipe (sycl_ext_intel_dataflow_pipes), a queue of words
// between kernels, or between work-items of one. The type is the pipe: there
// are no objects of it.
#pragma once

#include <sycl/impl/pipe_ring.hpp>

namespace sycl {
inline namespace _V1 {
namespace ext::intel {

/// A first-in, first-out channel of `DataT` words between kernels, or between
/// the work-items of one kernel.
///
/// The type identifies the pipe; there are no objects. Each device and context
/// has its own pipe. The capacity is at least `MinCapacity` words. `DataT` must
/// be trivially copyable. All members are for device code; on the host they
/// throw `errc::feature_not_supported`. They may be called concurrently; the
/// words that one work-item writes keep their order.
/// `sycl_ext_intel_dataflow_pipes`.
template <class Name, class DataT, int32_t MinCapacity = 0> class pipe {
  using in_kernel = sycl::detail::pipe_in_kernel<pipe, DataT>;
  friend in_kernel;
  inline static sycl::detail::pipe_storage<DataT, MinCapacity, false>
      tandem_pipe;

public:
  /// The type of a word.
  using value_type = DataT;
  /// The requested capacity, in words.
  static constexpr int32_t min_capacity = MinCapacity;

  /// Pipes have no objects.
  pipe() = delete;

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
};

} // namespace ext::intel
} // namespace _V1
} // namespace sycl
