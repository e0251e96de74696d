//===- sycl/device_selector.hpp - device selection ------------------------===//
//
// Part of Tandem, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// Owns: the standard selectors, aspect_selector, and the choice of the device
// with the highest score (SYCL 2020, 4.6.1.1).
#pragma once

#include <sycl/device.hpp>

namespace sycl {

namespace detail {

template <info::device_type Type> struct type_selector {
  int operator()(const device &d) const {
    return d.get_info<info::device::device_type>() == Type ? 1000 : -1;
  }
};

struct default_selector {
  int operator()(const device &d) const {
    switch (d.get_info<info::device::device_type>()) {
    case info::device_type::gpu:
      return 500;
    case info::device_type::cpu:
      return 300;
    case info::device_type::accelerator:
      return 75;
    default:
      return 0;
    }
  }
};

struct all_aspects {
  std::vector<aspect> wanted, unwanted;
  int operator()(const device &d) const {
    for (aspect value : wanted)
      if (!d.has(value))
        return -1;
    for (aspect value : unwanted)
      if (d.has(value))
        return -1;
    return 1000 + default_selector()(d);
  }
};

template <class Selector>
device select(const Selector &selector,
              const std::vector<device> &candidates = device::get_devices()) {
  device best = maker::make<device>(tandem_device_t(nullptr));
  int best_score = -1;
  for (const device &d : candidates) {
    int score = selector(d);
    if (score > best_score) {
      best_score = score;
      best = d;
    }
  }
  if (best_score < 0)
    throw_error(errc::runtime, "no device of the requested kind is available");
  return best;
}

} // namespace detail

inline constexpr detail::default_selector default_selector_v;
inline constexpr detail::type_selector<info::device_type::cpu> cpu_selector_v;
inline constexpr detail::type_selector<info::device_type::gpu> gpu_selector_v;
inline constexpr detail::type_selector<info::device_type::accelerator>
    accelerator_selector_v;

// The selectors of SYCL 1.2.1 are classes.
class device_selector {
public:
  virtual ~device_selector() = default;
  virtual int operator()(const device &d) const = 0;
  device select_device() const { return detail::select(*this); }
};

#define TANDEM_SELECTOR_CLASS(name)                                            \
  class name : public device_selector {                                        \
  public:                                                                      \
    int operator()(const device &d) const override { return name##_v(d); }     \
  };
TANDEM_SELECTOR_CLASS(default_selector)
TANDEM_SELECTOR_CLASS(cpu_selector)
TANDEM_SELECTOR_CLASS(gpu_selector)
TANDEM_SELECTOR_CLASS(accelerator_selector)
#undef TANDEM_SELECTOR_CLASS

inline auto aspect_selector(const std::vector<aspect> &wanted,
                            const std::vector<aspect> &unwanted = {}) {
  return detail::all_aspects{wanted, unwanted};
}
template <class... Aspects,
          detail::when<(std::is_same_v<Aspects, aspect> && ...)> = 0>
auto aspect_selector(Aspects... wanted) {
  return detail::all_aspects{{wanted...}, {}};
}
template <aspect... Wanted> auto aspect_selector() {
  return detail::all_aspects{{Wanted...}, {}};
}

inline device::device() : device(detail::select(default_selector_v)) {}
template <class Selector, class>
device::device(const Selector &selector) : device(detail::select(selector)) {}
inline platform::platform() : platform(device().get_platform()) {}
template <class Selector, class>
platform::platform(const Selector &selector)
    : platform(device(selector).get_platform()) {}

} // namespace sycl
