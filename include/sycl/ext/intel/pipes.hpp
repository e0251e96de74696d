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

template <class Name, class DataT, int32_t MinCapacity = 0> class pipe {
  using in_kernel = sycl::detail::pipe_in_kernel<pipe, DataT>;
  friend in_kernel;
  inline static sycl::detail::pipe_storage<DataT, MinCapacity, false>
      tandem_pipe;

public:
  using value_type = DataT;
  static constexpr int32_t min_capacity = MinCapacity;

  pipe() = delete;

  // Wait until there is a word, or room for one.
  static DataT read() { return in_kernel::read(); }
  static void write(const DataT &word) { in_kernel::write(word); }

  // Do not wait: where the pipe is empty or full, it stays as it is.
  static DataT read(bool &success) { return in_kernel::read(success); }
  static void write(const DataT &word, bool &success) {
    in_kernel::write(word, success);
  }
};

} // namespace ext::intel
} // namespace _V1
} // namespace sycl
