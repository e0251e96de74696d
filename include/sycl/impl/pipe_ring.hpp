//===- sycl/impl/pipe_ring.hpp - the memory of a pipe ---------------------===//
//
// Part of Tandem, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// Owns: what a pipe is in memory (sycl_ext_intel_dataflow_pipes): a ring of
// slots with any number of readers and writers. Each device has one for itself,
// by the way of device globals (boundaries.md, section 9). Commands of host
// pipes use the same ring (`tandem_device::PipeRing`), so its layout is ABI.
//
// Slot i has a turn, counted from i. At position p of the pipe, which is slot
// p % capacity, the turn is p when the slot is free for the writer of p, p + 1
// when it holds that word, and p + capacity once that is read. Positions wrap
// around; the capacity is a power of two.
#pragma once

#include <sycl/atomic_ref.hpp>
#include <sycl/exception.hpp>
#include <sycl/ext/oneapi/device_global/device_global.hpp>

#include <cstdint>
#include <type_traits>

#ifdef __SYCL_DEVICE_ONLY__
extern "C" void __tandem_host_pipe(const void *object, uint32_t word_size);
#endif

namespace sycl {
inline namespace _V1 {
namespace detail {

template <class DataT> struct pipe_slot {
  uint32_t turn;
  alignas(DataT) unsigned char word[sizeof(DataT)];
};

// The number of slots: 16 at least, and what fits into 4 KiB, so that kernels
// on few processors seldom wait for each other. With one slot, "read" and
// "written" would have the same turn.
template <class DataT> constexpr uint32_t pipe_capacity(int32_t min_capacity) {
  uint32_t capacity = 16;
  while (capacity < static_cast<uint32_t>(min_capacity) ||
         sizeof(pipe_slot<DataT>) * 2 * capacity <= 4096)
    capacity *= 2;
  return capacity;
}

template <class DataT, uint32_t Capacity> struct alignas(64) pipe_ring {
  // The layout, for the host.
  uint32_t capacity;
  uint32_t word_size;
  uint32_t slot_size;
  uint32_t word_offset; // in a slot
  uint32_t slots_offset;
  // Positions.
  alignas(64) uint32_t written;
  alignas(64) uint32_t read;
  alignas(64) pipe_slot<DataT> slots[Capacity];
};

template <class DataT, uint32_t Capacity>
constexpr pipe_ring<DataT, Capacity> empty_pipe_ring() {
  using ring = pipe_ring<DataT, Capacity>;
  using slot = pipe_slot<DataT>;
  return {Capacity,
          sizeof(DataT),
          sizeof(slot),
          static_cast<uint32_t>(__builtin_offsetof(slot, word)),
          static_cast<uint32_t>(__builtin_offsetof(ring, slots)),
          0,
          0,
          {}};
}

using pipe_counter =
    atomic_ref<uint32_t, memory_order::relaxed, memory_scope::device,
               access::address_space::global_space>;

// Writes a word, unless the pipe is full.
template <class DataT, uint32_t Capacity>
bool pipe_try_write(pipe_ring<DataT, Capacity> &ring, const DataT &word) {
  pipe_counter written(ring.written);
  uint32_t position = written.load();
  while (true) {
    const uint32_t index = position % Capacity;
    pipe_slot<DataT> &slot = ring.slots[index];
    pipe_counter turn(slot.turn);
    const auto lead = static_cast<int32_t>(turn.load(memory_order::acquire) +
                                           index - position);
    if (lead < 0)
      return false;
    if (lead > 0) {
      position = written.load();
    } else if (written.compare_exchange_strong(position, position + 1)) {
      __builtin_memcpy(slot.word, &word, sizeof(DataT));
      turn.store(position + 1 - index, memory_order::release);
      return true;
    }
  }
}

// Reads a word, unless the pipe is empty.
template <class DataT, uint32_t Capacity>
bool pipe_try_read(pipe_ring<DataT, Capacity> &ring, void *word) {
  pipe_counter read(ring.read);
  uint32_t position = read.load();
  while (true) {
    const uint32_t index = position % Capacity;
    pipe_slot<DataT> &slot = ring.slots[index];
    pipe_counter turn(slot.turn);
    const auto lead = static_cast<int32_t>(turn.load(memory_order::acquire) +
                                           index - (position + 1));
    if (lead < 0)
      return false;
    if (lead > 0) {
      position = read.load();
    } else if (read.compare_exchange_strong(position, position + 1)) {
      __builtin_memcpy(word, slot.word, sizeof(DataT));
      turn.store(position + Capacity - index, memory_order::release);
      return true;
    }
  }
}

[[noreturn]] TANDEM_COLD inline void throw_host_pipe_call() {
  throw_error(errc::feature_not_supported,
              "this member of a pipe is for device code; the host reads and "
              "writes with the members of "
              "sycl::ext::intel::experimental::pipe that take a queue");
}

// A word that a read fills in, of types without a default constructor, too.
template <class DataT> union pipe_word {
  static_assert(std::is_trivially_copyable_v<DataT>,
                "the words of a pipe must be trivially copyable");
  unsigned char bytes[sizeof(DataT)];
  DataT value;
  constexpr pipe_word() : bytes{} {}
};

// The object that stands for the ring, as a device_global is one.
template <class DataT, int32_t MinCapacity, bool IsHostPipe>
class pipe_storage
    : device_shared_value<pipe_ring<DataT, pipe_capacity<DataT>(MinCapacity)>> {
  static constexpr uint32_t capacity = pipe_capacity<DataT>(MinCapacity);
  using base = device_shared_value<pipe_ring<DataT, capacity>>;

public:
  static_assert(MinCapacity >= 0, "the capacity of a pipe is negative");
  static_assert(MinCapacity <= (1 << 30),
                "the capacity of a pipe is beyond 2^30 words");

  constexpr pipe_storage() : base{empty_pipe_ring<DataT, capacity>()} {}
  pipe_storage(const pipe_storage &) = delete;
  pipe_storage &operator=(const pipe_storage &) = delete;

#ifdef __SYCL_DEVICE_ONLY__
  ~pipe_storage() {
    __tandem_device_global(this, 0);
    if constexpr (IsHostPipe)
      __tandem_host_pipe(this, sizeof(DataT));
  }

  bool try_read(pipe_word<DataT> &word) {
    return pipe_try_read(this->tandem_value, word.bytes);
  }
  bool try_write(const DataT &word) {
    return pipe_try_write(this->tandem_value, word);
  }
#else
  // Device code that is compiled for the host, too, names the object there, so
  // that each module that uses a pipe has it.
  bool try_read(pipe_word<DataT> &) { throw_host_pipe_call(); }
  bool try_write(const DataT &) { throw_host_pipe_call(); }
#endif
};

// The members of both classes for device code.
template <class Pipe, class DataT> struct pipe_in_kernel {
  static DataT read() {
    pipe_word<DataT> word;
    while (!Pipe::tandem_pipe.try_read(word)) {
    }
    return word.value;
  }
  static DataT read(bool &success) {
    pipe_word<DataT> word;
    success = Pipe::tandem_pipe.try_read(word);
    return word.value;
  }
  static void write(const DataT &word) {
    while (!Pipe::tandem_pipe.try_write(word)) {
    }
  }
  static void write(const DataT &word, bool &success) {
    success = Pipe::tandem_pipe.try_write(word);
  }
};

} // namespace detail
} // namespace _V1
} // namespace sycl
