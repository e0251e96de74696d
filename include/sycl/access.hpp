//===- sycl/access.hpp - access modes, targets and tags -------------------===//
//
// Part of Tandem, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// Owns: the enumerations and tags by which accessors are asked for (SYCL 2020,
// 4.7.6), and what an accessor tells a handler.
#pragma once

#include <sycl/id.hpp>
#include <sycl/memory_enums.hpp>
#include <sycl/property_list.hpp>
#include <tandem/abi.h>

namespace sycl {
inline namespace _V1 {

/// How a command uses the elements of an accessor. SYCL 2020, section 4.7.6.2.
enum class access_mode : unsigned {
  /// Elements are only read.
  read = 1024,
  /// Elements are written. Those that are not keep their values, unless the
  /// accessor has `no_init`.
  write,
  /// Elements are read and written.
  read_write,
  /// SYCL 1.2.1: `write` with `no_init`. Deprecated.
  discard_write,
  /// SYCL 1.2.1: `read_write` with `no_init`. Deprecated.
  discard_read_write,
  /// SYCL 1.2.1: elements are `sycl::atomic` objects. Deprecated.
  atomic,
};

/// The kind of memory that an accessor refers to, and its user. SYCL 2020,
/// section 4.7.6.9.
enum class target : unsigned {
  /// A buffer, used on a device through global memory.
  device = 2014,
  /// SYCL 1.2.1: as `device`. Deprecated.
  global_buffer = device,
  /// A buffer that kernels only read. Deprecated.
  constant_buffer,
  /// Local memory of a work-group. Deprecated: use `local_accessor`.
  local,
  /// SYCL 1.2.1: an image, used on a device. Deprecated.
  image,
  /// SYCL 1.2.1: a buffer, used on the host. Deprecated: use `host_accessor`.
  host_buffer,
  /// SYCL 1.2.1: an image, used on the host. Deprecated.
  host_image,
  /// SYCL 1.2.1: an array of images, used on a device. Deprecated.
  image_array,
  /// A buffer, used in a host task.
  host_task,
};

namespace access {
/// As `sycl::target`, under the name of SYCL 1.2.1.
using sycl::target;
/// As `access_mode`, under the name of SYCL 1.2.1.
using mode = sycl::access_mode;
/// Whether the type of an accessor says that it is a placeholder (`true_t`).
/// SYCL 2020 ignores it: an accessor that was constructed without a handler is
/// a placeholder.
enum class placeholder { false_t, true_t };
} // namespace access

/// The type of a tag that selects the access mode of an accessor.
template <access_mode Mode> struct mode_tag_t {
  /// Only explicit, so that braces do not become a tag.
  explicit mode_tag_t() = default;
};
/// The type of a tag that selects the access mode and the target of an
/// accessor.
template <access_mode Mode, target Target> struct mode_target_tag_t {
  /// Only explicit, so that braces do not become a tag.
  explicit mode_target_tag_t() = default;
};

/// Selects access to read. SYCL 2020, section 4.7.6.3.
inline constexpr mode_tag_t<access_mode::read> read_only{};
/// Selects access to write.
inline constexpr mode_tag_t<access_mode::write> write_only{};
/// Selects access to read and write.
inline constexpr mode_tag_t<access_mode::read_write> read_write{};
/// Selects access to read with `target::constant_buffer`.
inline constexpr mode_target_tag_t<access_mode::read, target::constant_buffer>
    read_constant{};
/// Selects access to read in a host task.
inline constexpr mode_target_tag_t<access_mode::read, target::host_task>
    read_only_host_task{};
/// Selects access to write in a host task.
inline constexpr mode_target_tag_t<access_mode::write, target::host_task>
    write_only_host_task{};
/// Selects access to read and write in a host task.
inline constexpr mode_target_tag_t<access_mode::read_write, target::host_task>
    read_write_host_task{};

namespace detail {

template <class Tag> struct access_tag {
  static constexpr bool is_tag = false;
};
template <access_mode Mode> struct access_tag<mode_tag_t<Mode>> {
  static constexpr bool is_tag = true;
  static constexpr access_mode mode = Mode;
  static constexpr target where = target::device;
};
template <access_mode Mode, target Target>
struct access_tag<mode_target_tag_t<Mode, Target>> {
  static constexpr bool is_tag = true;
  static constexpr access_mode mode = Mode;
  static constexpr target where = Target;
};

template <class Tag> using when_tag = when<access_tag<Tag>::is_tag>;

// tandem_access_mode of a mode, and of the property no_init.
constexpr uint32_t access_bits(access_mode mode, bool no_init) {
  uint32_t bits = mode == access_mode::read    ? TANDEM_ACCESS_READ
                  : mode == access_mode::write ? TANDEM_ACCESS_WRITE
                  : mode == access_mode::discard_write
                      ? TANDEM_ACCESS_WRITE | TANDEM_ACCESS_NO_INIT
                  : mode == access_mode::discard_read_write
                      ? TANDEM_ACCESS_READ_WRITE | TANDEM_ACCESS_NO_INIT
                      : TANDEM_ACCESS_READ_WRITE;
  return no_init ? bits | TANDEM_ACCESS_NO_INIT : bits;
}

// How a command uses `bytes` bytes at `offset` of a buffer; `mode` has bits of
// tandem_access_mode.
inline tandem_access access_of(tandem_buffer_t buffer, uint32_t mode,
                               size_t offset, size_t bytes) {
  return {sizeof(tandem_access), mode, buffer, offset, bytes};
}

// An accessor as copies and fills see it: a box of bytes in a buffer.
struct accessor_view {
  tandem_access access;
  bool contiguous;
  size_t range[3];  // bytes, rows, slices
  size_t origin[3]; // in the buffer: bytes, rows, slices
  size_t pitch[2];  // bytes from row to row, from slice to slice

  size_t bytes() const { return range[0] * range[1] * range[2]; }
};

// Specialised for accessors of buffers.
template <class Type> inline constexpr bool is_accessor = false;

// Reaches into accessors on behalf of handlers.
struct accessor_access {
  template <class Accessor>
  static accessor_view view(const Accessor &accessor) {
    return accessor.view();
  }
  template <class Accessor>
  static tandem_buffer_t buffer(const Accessor &accessor) {
    return accessor.m_memory.buffer();
  }
};

// The view of the box `range` at `offset` in a buffer of `extent` elements.
template <int Dimensions>
accessor_view view_of(tandem_buffer_t buffer, uint32_t mode, size_t element,
                      const sycl::range<Dimensions> &range,
                      const id<Dimensions> &offset,
                      const sycl::range<Dimensions> &extent) {
  accessor_view view{access_of(buffer, mode, 0, 0), true, {1, 1, 1}, {}, {}};
  size_t pitch = element;
  for (int axis = 0; axis < Dimensions; ++axis) { // SPIR-V's order: x first
    int sycl_axis = Dimensions - 1 - axis;
    view.range[axis] = axis ? range[sycl_axis] : range[sycl_axis] * element;
    view.origin[axis] = axis ? offset[sycl_axis] : offset[sycl_axis] * element;
    pitch *= extent[sycl_axis];
    if (axis < 2)
      view.pitch[axis] = pitch;
  }
  for (int axis = Dimensions - 1; axis < 2; ++axis)
    view.pitch[axis] = pitch;
  // Contiguous: only the slowest dimension that counts may be cut.
  bool one_row = true;
  for (int axis = 0; axis < Dimensions; ++axis) {
    if (!one_row && range[axis] != extent[axis])
      view.contiguous = false;
    if (range[axis] != 1)
      one_row = false;
  }
  size_t first = linear_index<Dimensions>(offset, extent) * element,
         last = first;
  if (range.size()) {
    id<Dimensions> end = offset;
    for (int axis = 0; axis < Dimensions; ++axis)
      end[axis] += range[axis] - 1;
    last = (linear_index<Dimensions>(end, extent) + 1) * element;
  }
  view.access.offset = first;
  view.access.bytes = last - first;
  // The runtime sees a range of bytes, of which the box is only a part.
  if (!view.contiguous)
    view.access.mode &= ~uint32_t(TANDEM_ACCESS_NO_INIT);
  return view;
}

} // namespace detail
} // namespace _V1
} // namespace sycl
