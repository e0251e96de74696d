//===- sycl/ext/tandem/device_dlopen.hpp - device code from files ---------===//
//
// Part of Tandem, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// sycl::ext::tandem::device_dlopen makes the SYCL_EXTERNAL functions of a file
// known to kernels that are built later, as dlopen does for functions of the
// host. The file is a SPIR-V module, or an object, executable, shared library
// or archive that tandem++ made; it is only read.
//
//===----------------------------------------------------------------------===//
#pragma once

#include <sycl/exception.hpp>

#include <string>

namespace sycl {
inline namespace _V1 {
namespace ext::tandem {

/// An open file with device code. Copies share it. After the last copy is
/// closed or destroyed, programs that are built later do not find its
/// functions; kernels that were built with them keep working. See
/// docs/dynamic-linking.md.
class device_library : public detail::handle<tandem_device_library_t> {
public:
  using handle::handle;

  /// Closes this copy.
  void close() noexcept { *this = device_library(); }
  /// Whether the object refers to an open file.
  explicit operator bool() const noexcept { return m_handle != nullptr; }
};

/// Makes the `SYCL_EXTERNAL` functions of a file available to kernels that are
/// built later. The file is a SPIR-V module, or an object, executable, shared
/// library or archive with device code, which is only read.
/// \throws exception with `errc::invalid` if the file cannot be read or
/// contains no device code.
inline device_library device_dlopen(const std::string &path) {
  tandem_device_library_t library = nullptr;
  detail::check_abi();
  detail::check(tandem_device_library_open(path.c_str(), &library));
  return device_library(library);
}

} // namespace ext::tandem
} // namespace _V1
} // namespace sycl
