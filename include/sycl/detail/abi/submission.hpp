//===- sycl/detail/abi/submission.hpp - building command groups -----------===//
//
// Part of Tandem, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// Owns: the parts of a tandem_submission. A queue's shortcut fills one struct
// and makes one call (design decision D8).
#pragma once

#include <sycl/detail/abi/byte_count.hpp>
#include <sycl/detail/kernel/entry.hpp>

namespace sycl {
inline namespace _V1 {

template <int Dimensions> class nd_range;

namespace detail {

// The handles of events, in memory of the caller.
struct event_handles {
  const tandem_event_t *data = nullptr;
  size_t count = 0;
};

inline tandem_submission submission(tandem_command command,
                                    event_handles events = {}) {
  tandem_submission submission{};
  submission.size = sizeof submission;
  submission.command = command;
  submission.deps = events.data;
  submission.num_deps = events.count;
  submission.access_stride = sizeof(tandem_access);
  submission.spec_value_stride = sizeof(tandem_spec_value);
  submission.dims = 1;
  for (int axis = 0; axis < 3; ++axis)
    submission.global[axis] = submission.local[axis] = 1;
  return submission;
}

template <int Dimensions>
void set_range(tandem_submission &submission, const range<Dimensions> &global,
               const id<Dimensions> &offset = {}) {
  submission.command = TANDEM_CMD_RANGE;
  submission.dims = Dimensions;
  for (int axis = 0; axis < Dimensions; ++axis) {
    submission.global[axis] = global[axis];
    submission.offset[axis] = offset[axis];
  }
}

// A range with an offset, as an index space.
template <int Dimensions> struct offset_range {
  range<Dimensions> global;
  id<Dimensions> offset;
};
template <int Dimensions>
void set_range(tandem_submission &submission,
               const offset_range<Dimensions> &space) {
  set_range(submission, space.global, space.offset);
}
template <int Dimensions>
void set_range(tandem_submission &submission,
               const nd_range<Dimensions> &space) {
  set_range(submission, space.get_global_range(), space.get_offset());
  submission.command = TANDEM_CMD_ND_RANGE;
  range<Dimensions> local = space.get_local_range();
  for (int axis = 0; axis < Dimensions; ++axis)
    submission.local[axis] = local[axis];
}

// What a hierarchical kernel runs over: logical work-items.
template <int Dimensions> struct work_groups {
  static constexpr int dimensions = Dimensions;
  range<Dimensions> groups, local;
};
template <int Dimensions>
void set_range(tandem_submission &submission,
               const work_groups<Dimensions> &space) {
  set_range(submission, space.groups);
  submission.command = TANDEM_CMD_WORK_GROUPS;
  for (int axis = 0; axis < Dimensions; ++axis)
    submission.local[axis] = space.local[axis];
}

// The wrapper of boundaries.md, section 1, that suits an index space.
template <class Space, class KernelFunc> struct wrapper_for;
template <int Dimensions, class KernelFunc>
struct wrapper_for<range<Dimensions>, KernelFunc> {
  using type = range_kernel<Dimensions, KernelFunc>;
};
template <int Dimensions, class KernelFunc>
struct wrapper_for<offset_range<Dimensions>, KernelFunc> {
  using type = range_kernel<Dimensions, KernelFunc>;
};
template <int Dimensions, class KernelFunc>
struct wrapper_for<nd_range<Dimensions>, KernelFunc> {
  using type = nd_range_kernel<Dimensions, KernelFunc>;
};
template <int Dimensions, class KernelFunc>
struct wrapper_for<work_groups<Dimensions>, KernelFunc> {
  using type = nd_range_kernel<Dimensions, KernelFunc>;
};

template <class Name, class Wrapper, class KernelFunc>
void set_kernel(tandem_submission &submission, const KernelFunc &functor) {
  static_assert(sizeof(Wrapper) == sizeof(KernelFunc));
  submission.slot = kernel_slot<Name, Wrapper>::get();
  submission.closure = &functor;
  submission.closure_size = sizeof(Wrapper);
}
template <class Name, class Space, class KernelFunc>
void set_kernel_over(tandem_submission &submission, const Space &space,
                     const KernelFunc &functor) {
  set_range(submission, space);
  if constexpr (properties_of<KernelFunc>::type::tandem_root_sync)
    submission.flags |= TANDEM_KERNEL_COOPERATIVE;
  set_kernel<Name, typename wrapper_for<Space, KernelFunc>::type>(submission,
                                                                  functor);
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
  void store(tandem_submission &submission) const {
    submission.file = file;
    submission.line = line;
  }
};

inline void set_copy(tandem_submission &submission, void *dst, const void *src,
                     size_t bytes) {
  submission.command = TANDEM_CMD_MEMCPY;
  submission.dst = dst;
  submission.src = src;
  submission.bytes = bytes;
}

// `pattern` must live until the submission.
inline void set_fill(tandem_submission &submission, void *dst,
                     const void *pattern, size_t pattern_size, size_t count) {
  submission.command = TANDEM_CMD_FILL;
  submission.dst = dst;
  submission.closure = pattern;
  submission.closure_size = pattern_size;
  submission.bytes = command_bytes(count, pattern_size);
}

inline void set_region(tandem_submission &submission, tandem_command command,
                       const void *address, size_t bytes, int advice = 0) {
  submission.command = command;
  submission.dst = const_cast<void *>(address);
  submission.bytes = bytes;
  submission.flags = static_cast<uint32_t>(advice);
}

// An accessor of a command group: what the runtime knows of it, and whether its
// target is the device.
struct accessor_use : tandem_access {
  bool is_on_device;
};

} // namespace detail
} // namespace _V1
} // namespace sycl
