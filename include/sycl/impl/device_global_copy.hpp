//===- sycl/impl/device_global_copy.hpp - copies of device globals --------===//
//
// Part of Tandem, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// Owns: what queue::copy and handler::copy, and their memcpy, make of a
// device_global (sycl_ext_oneapi_device_global).
#pragma once

#include <sycl/detail/abi/submission.hpp>
#include <sycl/ext/oneapi/device_global/properties.hpp>
#include <sycl/is_device_copyable.hpp>
#include <sycl/range.hpp>

namespace sycl {
inline namespace _V1 {
namespace detail {

template <class DataT, class Properties>
using device_global =
    ext::oneapi::experimental::device_global<DataT, Properties>;
template <class DataT>
using device_global_element =
    std::remove_cv_t<std::remove_all_extents_t<DataT>>;
template <class DataT>
inline constexpr size_t device_global_count =
    sizeof(DataT) / sizeof(device_global_element<DataT>);

// Whether the host may copy to a variable, or from it.
template <class Properties>
constexpr bool
host_may_access(ext::oneapi::experimental::host_access_enum how) {
  using ext::oneapi::experimental::host_access_enum;
  using ext::oneapi::experimental::host_access_key;
  if constexpr (Properties::template has_property<host_access_key>()) {
    constexpr host_access_enum allowed =
        decltype(Properties::template get_property<host_access_key>())::value;
    return allowed == host_access_enum::read_write || allowed == how;
  } else {
    return true;
  }
}

// The variable for a command that copies to it or from it. Throws if the range
// is not within it.
template <tandem_command Command, class DataT, class Properties>
tandem_device_global
device_global_for(const device_global<DataT, Properties> &global, size_t bytes,
                  size_t offset) {
  using ext::oneapi::experimental::device_image_scope_key;
  using ext::oneapi::experimental::host_access_enum;
  static_assert(is_device_copyable_v<device_global_element<DataT>>,
                "the type of the device_global is not device copyable");
  static_assert(Command != TANDEM_CMD_DEVICE_GLOBAL_WRITE ||
                    host_may_access<Properties>(host_access_enum::write),
                "host_access forbids the host to write to this device_global");
  static_assert(Command != TANDEM_CMD_DEVICE_GLOBAL_READ ||
                    host_may_access<Properties>(host_access_enum::read),
                "host_access forbids the host to read from this device_global");
  if (offset > sizeof(DataT) || bytes > sizeof(DataT) - offset)
    throw_error(errc::invalid,
                "the copy goes beyond the end of the device_global");
  return {sizeof(tandem_device_global),
          alignof(DataT),
          &global,
          sizeof(DataT),
          Properties::template has_property<device_image_scope_key>(),
          0};
}

// The number of bytes of elements; too many stay too many.
template <class DataT> size_t device_global_bytes(size_t count) {
  size_t bytes;
  const size_t element = sizeof(device_global_element<DataT>);
  return count_bytes(range<1>(count), element, bytes) ? bytes : ~size_t();
}

// `global` must live until the submission.
inline void set_device_global_copy(tandem_submission &submission,
                                   const void *global, void *dst,
                                   const void *src, size_t bytes,
                                   size_t offset) {
  submission.closure = global;
  submission.closure_size = sizeof(tandem_device_global);
  submission.dst = dst;
  submission.src = src;
  submission.bytes = bytes;
  submission.offset[0] = offset;
}

} // namespace detail
} // namespace _V1
} // namespace sycl
