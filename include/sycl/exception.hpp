//===- sycl/exception.hpp - errors ----------------------------------------===//
//
// Part of Tandem, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#pragma once

#include <sycl/backend.hpp>
#include <sycl/detail/abi/errc.hpp>
#include <sycl/detail/abi/handle.hpp>

#include <exception>
#include <stdexcept>
#include <system_error>

namespace sycl {
inline namespace _V1 {

class context;

namespace detail {

struct backend_error;

struct category final : std::error_category {
  const char *name() const noexcept override { return "sycl"; }
  TANDEM_COLD std::string message(int value) const override {
    static constexpr const char *texts[] = {
        "success",
        "runtime error",
        "kernel error",
        "accessor error",
        "nd_range error",
        "event error",
        "kernel argument error",
        "build error",
        "invalid argument or state",
        "memory allocation error",
        "platform error",
        "profiling error",
        "feature not supported",
        "kernel not supported by the device",
        "backend mismatch"};
    bool known = value >= 0 && size_t(value) < sizeof(texts) / sizeof(*texts);
    return known ? texts[value] : "unknown error";
  }
};

} // namespace detail

/// The category of the codes in `errc`. SYCL 2020, section 4.13.2.
inline const std::error_category &sycl_category() noexcept {
  static const detail::category category;
  return category;
}

/// The error code of a value of `errc`.
inline std::error_code make_error_code(errc value) noexcept {
  return {static_cast<int>(value), sycl_category()};
}

} // namespace _V1
} // namespace sycl

/// Makes values of `errc` convert to `std::error_code`.
template <> struct std::is_error_code_enum<sycl::errc> : std::true_type {};

namespace sycl {
inline namespace _V1 {

/// An error, with a code and a message.
///
/// Copies share the context, if there is one, and never throw.
///
/// SYCL 2020, section 4.13.2.
class exception : public virtual std::exception {
  std::error_code m_code;
  std::runtime_error m_message; // its copies cannot throw
  detail::handle<tandem_context_t> m_context;
  int32_t m_cl_code = 0; // of OpenCL

  friend struct detail::backend_error;

public:
  /// Creates an exception with a code and a message.
  exception(std::error_code code, const std::string &what)
      : m_code(code), m_message(what) {}
  /// As above, with a C string.
  exception(std::error_code code, const char *what)
      : m_code(code), m_message(what) {}
  /// As above, with the message of the code.
  exception(std::error_code code) : exception(code, code.message()) {}
  /// Creates an exception with a value of an error category and a message.
  exception(int value, const std::error_category &category,
            const std::string &what)
      : exception({value, category}, what) {}
  /// As above, with a C string.
  exception(int value, const std::error_category &category, const char *what)
      : exception({value, category}, what) {}
  /// As above, with the message of the code.
  exception(int value, const std::error_category &category)
      : exception(std::error_code(value, category)) {}
  /// As the constructors without a context; the exception also refers to `ctx`.
  exception(const context &ctx, std::error_code code, const std::string &what);
  /// As above, with a C string.
  exception(const context &ctx, std::error_code code, const char *what);
  /// As above, with the message of the code.
  exception(const context &ctx, std::error_code code);
  /// As above, with a value of an error category and a message.
  exception(const context &ctx, int value, const std::error_category &category,
            const std::string &what);
  /// As above, with a C string.
  exception(const context &ctx, int value, const std::error_category &category,
            const char *what);
  /// As above, with the message of the code.
  exception(const context &ctx, int value, const std::error_category &category);

  /// The code of the error. Codes of SYCL compare equal to values of `errc`.
  const std::error_code &code() const noexcept { return m_code; }
  /// The category of the code.
  const std::error_category &category() const noexcept {
    return m_code.category();
  }
  /// The message.
  const char *what() const noexcept override { return m_message.what(); }
  /// OpenCL's error code, or 0 if there is none. SYCL 1.2.1, section 4.9.2.
  /// \deprecated Use `code`, or `opencl::get_error_code`.
  [[deprecated("use code()")]] int32_t get_cl_code() const noexcept {
    return m_cl_code;
  }
  /// Whether the exception refers to a context.
  bool has_context() const noexcept { return handle_of(m_context) != nullptr; }
  /// The context that the exception refers to.
  /// \throws exception with `errc::invalid` if there is none.
  context get_context() const;
};

// The classes of SYCL 1.2.1 (4.9.2), which error codes have replaced.
#define TANDEM_EXCEPTION(name)                                                 \
  using name [[deprecated("use sycl::exception and its code")]] = exception;
/// A class of SYCL 1.2.1. Deprecated: use `exception` with `errc::runtime`.
TANDEM_EXCEPTION(runtime_error)
/// A class of SYCL 1.2.1. Deprecated: use `exception` with `errc::kernel`.
TANDEM_EXCEPTION(kernel_error)
/// A class of SYCL 1.2.1. Deprecated: use `exception` with `errc::accessor`.
TANDEM_EXCEPTION(accessor_error)
/// A class of SYCL 1.2.1. Deprecated: use `exception` with `errc::nd_range`.
TANDEM_EXCEPTION(nd_range_error)
/// A class of SYCL 1.2.1. Deprecated: use `exception` with `errc::event`.
TANDEM_EXCEPTION(event_error)
/// A class of SYCL 1.2.1. Deprecated: use `exception` with `errc::invalid`.
TANDEM_EXCEPTION(invalid_parameter_error)
/// A class of SYCL 1.2.1. Deprecated: use `exception`.
TANDEM_EXCEPTION(device_error)
/// A class of SYCL 1.2.1. Deprecated: use `exception` with `errc::build`.
TANDEM_EXCEPTION(compile_program_error)
/// A class of SYCL 1.2.1. Deprecated: use `exception` with `errc::build`.
TANDEM_EXCEPTION(link_program_error)
/// A class of SYCL 1.2.1. Deprecated: use `exception` with `errc::invalid`.
TANDEM_EXCEPTION(invalid_object_error)
/// A class of SYCL 1.2.1. Deprecated: use `exception` with
/// `errc::memory_allocation`.
TANDEM_EXCEPTION(memory_allocation_error)
/// A class of SYCL 1.2.1. Deprecated: use `exception` with `errc::platform`.
TANDEM_EXCEPTION(platform_error)
/// A class of SYCL 1.2.1. Deprecated: use `exception` with `errc::profiling`.
TANDEM_EXCEPTION(profiling_error)
/// A class of SYCL 1.2.1. Deprecated: use `exception` with
/// `errc::feature_not_supported`.
TANDEM_EXCEPTION(feature_not_supported)
#undef TANDEM_EXCEPTION

namespace detail {

// The codes of backends in exceptions.
struct backend_error {
  // The exception for the error that a call of this thread has returned.
  TANDEM_COLD static exception last(int code) {
    exception made(make_error_code(static_cast<errc>(code)),
                   tandem_last_error());
    uint32_t number = 0;
    const int native = tandem_last_backend_error(&number);
    if (static_cast<backend>(number) == backend::opencl)
      made.m_cl_code = native;
    return made;
  }
  static int32_t opencl(const exception &error) noexcept {
    return error.m_cl_code;
  }
};

} // namespace detail

[[noreturn]] TANDEM_COLD inline void detail::throw_last_error(int code) {
  throw backend_error::last(code);
}

[[noreturn]] TANDEM_COLD inline void detail::throw_error(errc code,
                                                         const char *message) {
  throw exception(make_error_code(code), message);
}

namespace detail {
// No backend of Tandem has separate info descriptors (4.5.1.3).
[[noreturn]] TANDEM_COLD inline void throw_no_backend_info() {
  throw_error(errc::backend_mismatch,
              "the info descriptor belongs to another backend");
}
} // namespace detail

} // namespace _V1
} // namespace sycl
