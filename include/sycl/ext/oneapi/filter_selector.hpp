//===- sycl/ext/oneapi/filter_selector.hpp --------------------------------===//
//
// Part of Tandem, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// Owns: sycl_ext_oneapi_filter_selector: devices by a text such as
// "cuda:gpu:1,cpu". A filter is a backend, a type of devices and a number, with
// a colon between those that there are. The number counts the devices that the
// others leave. Of the devices that some filter fits, the default selector
// chooses.
#pragma once

#include <sycl/device_selector.hpp>

namespace sycl {
inline namespace _V1 {
namespace ext::oneapi {

/// A device selector that takes a text such as `cuda:gpu:1,cpu`.
///
/// The text is a list of filters, separated by commas. A filter is a backend
/// (`opencl`, `level_zero`, `cuda`, `hip`, `native_cpu`), a device type (`cpu`,
/// `gpu`, `acc`) and a number, separated by colons, each of them optional; `*`
/// matches everything. The number counts the devices that match the rest of the
/// filter, from 0. Among the devices that match any filter, the default
/// selector chooses. `sycl_ext_oneapi_filter_selector`.
class filter_selector : public device_selector {
  struct filter {
    backend of = backend::all;
    sycl::info::device_type type = sycl::info::device_type::all;
    size_t number = 0;
    bool has_number = false;

    bool fits_kind(const device &sycl_device) const {
      return (of == backend::all || sycl_device.get_backend() == of) &&
             (type == sycl::info::device_type::all ||
              sycl_device.get_info<sycl::info::device::device_type>() == type);
    }
    bool fits(const device &sycl_device) const {
      if (!fits_kind(sycl_device))
        return false;
      if (!has_number)
        return true;
      size_t before = 0;
      for (const device &other : device::get_devices()) {
        if (other == sycl_device)
          return before == number;
        before += fits_kind(other);
      }
      return false;
    }
  };
  std::vector<filter> m_filters;

  // The text up to the separator, which goes.
  static std::string take(std::string &text, char separator) {
    const size_t end = text.find(separator);
    std::string first = text.substr(0, end);
    text = end == std::string::npos ? std::string() : text.substr(end + 1);
    return first;
  }

  static bool read(const std::string &word, filter &into) {
    static constexpr struct {
      const char *name;
      backend value;
    } backends[] = {{"opencl", backend::opencl},
                    {"level_zero", backend::ext_oneapi_level_zero},
                    {"cuda", backend::ext_oneapi_cuda},
                    {"hip", backend::ext_oneapi_hip},
                    {"native_cpu", backend::ext_oneapi_native_cpu},
                    {"*", backend::all}};
    static constexpr struct {
      const char *name;
      sycl::info::device_type value;
    } types[] = {{"cpu", sycl::info::device_type::cpu},
                 {"gpu", sycl::info::device_type::gpu},
                 {"acc", sycl::info::device_type::accelerator},
                 {"accelerator", sycl::info::device_type::accelerator},
                 {"*", sycl::info::device_type::all}};
    for (const auto &known : backends)
      if (word == known.name) {
        into.of = known.value;
        return true;
      }
    for (const auto &known : types)
      if (word == known.name) {
        into.type = known.value;
        return true;
      }
    for (char digit : word) {
      if (digit < '0' || digit > '9')
        return false;
      into.number = 10 * into.number + size_t(digit - '0');
    }
    return into.has_number = !word.empty();
  }

public:
  /// A selector for `filters`.
  /// \throws exception with `errc::runtime` if a filter is malformed.
  explicit filter_selector(const std::string &filters) {
    std::string rest = filters;
    do {
      std::string words = take(rest, ',');
      filter next;
      do {
        const std::string word = take(words, ':');
        if (next.has_number || !read(word, next))
          sycl::detail::throw_error(
              errc::runtime, ("`" + word + "` in the filter `" + filters +
                              "` does not fit BACKEND:TYPE:NUMBER")
                                 .c_str());
      } while (!words.empty());
      m_filters.push_back(next);
    } while (!rest.empty());
  }

  /// The score of a device: that of the default selector, or -1 if no filter
  /// matches.
  int operator()(const device &sycl_device) const override {
    for (const filter &one : m_filters)
      if (one.fits(sycl_device))
        return default_selector_v(sycl_device);
    return -1;
  }
};

} // namespace ext::oneapi

namespace detail {
inline wanted_device describe_selector(const ext::oneapi::filter_selector &) {
  return {"filter_selector", 0, 0};
}
} // namespace detail
} // namespace _V1
} // namespace sycl
