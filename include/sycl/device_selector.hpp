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
inline namespace _V1 {

namespace detail {

template <aspect Aspect> struct type_selector {
  /// The score of a device: negative if it is of another type.
  int operator()(const device &sycl_device) const {
    return sycl_device.has(Aspect) ? 1000 : -1;
  }
};

struct default_selector {
  /// The score of a device, which depends on its type.
  int operator()(const device &sycl_device) const {
    return sycl_device.has(aspect::gpu)           ? 500
           : sycl_device.has(aspect::cpu)         ? 300
           : sycl_device.has(aspect::accelerator) ? 75
                                                  : 0;
  }
};

// Sets of aspects, as bits.
struct all_aspects {
  uint64_t wanted = 0, unwanted = 0;

  static constexpr uint64_t bit(aspect value) {
    return uint64_t(1) << unsigned(value);
  }
  /// The score of a device: negative if it lacks a wanted aspect or has an
  /// unwanted one.
  int operator()(const device &sycl_device) const {
    for (unsigned value = 0; value < 64; ++value)
      if ((wanted | unwanted) >> value & 1)
        if (sycl_device.has(static_cast<aspect>(value)) !=
            bool(wanted >> value & 1))
          return -1;
    return 1000 + default_selector()(sycl_device);
  }
};

// The aspects that a selector requires, for the error if no device fits.
struct wanted_device {
  const char *selector;
  uint64_t wanted, unwanted;
};
template <class Selector> wanted_device describe_selector(const Selector &) {
  return {nullptr, 0, 0}; // the program's own
}
inline wanted_device describe_selector(const all_aspects &selector) {
  return {"aspect_selector", selector.wanted, selector.unwanted};
}
inline wanted_device describe_selector(const default_selector &) {
  return {"default_selector_v", 0, 0};
}
inline wanted_device describe_selector(const type_selector<aspect::cpu> &) {
  return {"cpu_selector_v", all_aspects::bit(aspect::cpu), 0};
}
inline wanted_device describe_selector(const type_selector<aspect::gpu> &) {
  return {"gpu_selector_v", all_aspects::bit(aspect::gpu), 0};
}
inline wanted_device
describe_selector(const type_selector<aspect::accelerator> &) {
  return {"accelerator_selector_v", all_aspects::bit(aspect::accelerator), 0};
}

// Keeps the device with the highest score so far.
struct best_device {
  device best = maker::make<device>(tandem_device_t(nullptr));
  int best_score = -1;

  template <class Selector>
  TANDEM_COLD void consider(const device &candidate, const Selector &selector) {
    int score = selector(candidate);
    if (score <= best_score)
      return;
    best_score = score;
    best = candidate;
  }
  TANDEM_COLD device take(const wanted_device &wanted) const {
    if (best_score < 0)
      check(tandem_no_device(wanted.selector, wanted.wanted, wanted.unwanted));
    return best;
  }
};

template <class Selector, class Devices>
TANDEM_COLD device select(const Selector &selector, const Devices &candidates) {
  best_device best;
  for (const device &sycl_device : candidates)
    best.consider(sycl_device, selector);
  return best.take(describe_selector(selector));
}

// Among all devices, without the containers of get_devices.
template <class Selector> TANDEM_COLD device select(const Selector &selector) {
  constexpr size_t limit = 64;
  tandem_platform_t platforms[limit];
  tandem_device_t devices[limit];
  size_t num_platforms = 0, num_devices = 0;
  best_device best;
  check_abi();
  check(tandem_platforms(limit, platforms, &num_platforms));
  for (size_t platform_index = 0;
       platform_index < num_platforms && platform_index < limit;
       ++platform_index) {
    handle<tandem_platform_t> owner(platforms[platform_index]);
    check(tandem_platform_devices(platforms[platform_index],
                                  pi_device_type(info::device_type::all), limit,
                                  devices, &num_devices));
    for (size_t device_index = 0;
         device_index < num_devices && device_index < limit; ++device_index)
      best.consider(adopt<device>(devices[device_index]), selector);
  }
  return best.take(describe_selector(selector));
}

// The runtime evaluates the standard selectors. Most programs then need no loop
// over devices, and backends without a wanted device are not loaded.
TANDEM_COLD inline device default_device() {
  tandem_device_t best = nullptr;
  check_abi();
  check(tandem_default_device(&best));
  return adopt<device>(best);
}
TANDEM_COLD inline device select(const wanted_device &wanted) {
  tandem_device_t best = nullptr;
  check_abi();
  check(tandem_select_device(wanted.selector, wanted.wanted, wanted.unwanted,
                             &best));
  return adopt<device>(best);
}
inline device select(const default_selector &) { return default_device(); }
template <aspect Aspect> device select(const type_selector<Aspect> &selector) {
  return select(describe_selector(selector));
}
inline device select(const all_aspects &selector) {
  return select(describe_selector(selector));
}

} // namespace detail

/// Selects a GPU before a CPU before an accelerator before any other device.
/// SYCL 2020, section 4.6.1.1.
inline constexpr detail::default_selector default_selector_v;
/// Selects a CPU.
inline constexpr detail::type_selector<aspect::cpu> cpu_selector_v;
/// Selects a GPU.
inline constexpr detail::type_selector<aspect::gpu> gpu_selector_v;
/// Selects an accelerator.
inline constexpr detail::type_selector<aspect::accelerator>
    accelerator_selector_v;

/// The base of selectors in SYCL 1.2.1. Deprecated: a selector is any function
/// object that scores a device.
class device_selector {
public:
  /// Selectors may be destroyed through this class.
  virtual ~device_selector() = default;
  /// The score of a device. Negative scores reject it.
  virtual int operator()(const device &sycl_device) const = 0;
  /// The device with the highest score.
  /// \throws exception with `errc::runtime` if all are rejected.
  device select_device() const { return detail::select(*this); }
};

#define TANDEM_SELECTOR_CLASS(name)                                            \
  class name : public device_selector {                                        \
  public:                                                                      \
    int operator()(const device &sycl_device) const override {                 \
      return name##_v(sycl_device);                                            \
    }                                                                          \
  };                                                                           \
  namespace detail {                                                           \
  inline wanted_device describe_selector(const ::sycl::name &) {               \
    return describe_selector(name##_v);                                        \
  }                                                                            \
  }
/// `default_selector_v` as a class of SYCL 1.2.1. Deprecated.
TANDEM_SELECTOR_CLASS(default_selector)
/// `cpu_selector_v` as a class of SYCL 1.2.1. Deprecated.
TANDEM_SELECTOR_CLASS(cpu_selector)
/// `gpu_selector_v` as a class of SYCL 1.2.1. Deprecated.
TANDEM_SELECTOR_CLASS(gpu_selector)
/// `accelerator_selector_v` as a class of SYCL 1.2.1. Deprecated.
TANDEM_SELECTOR_CLASS(accelerator_selector)
#undef TANDEM_SELECTOR_CLASS

/// A selector of devices that have all of the aspects `wanted` and none of
/// `unwanted`. It prefers those that the default selector prefers.
/// SYCL 2020, section 4.6.1.1.
template <class Allocator>
auto aspect_selector(const std::vector<aspect, Allocator> &wanted,
                     const std::vector<aspect, Allocator> &unwanted = {}) {
  detail::all_aspects selector;
  for (aspect value : wanted)
    selector.wanted |= selector.bit(value);
  for (aspect value : unwanted)
    selector.unwanted |= selector.bit(value);
  return selector;
}
/// As above, with lists in braces.
inline auto aspect_selector(std::initializer_list<aspect> wanted,
                            std::initializer_list<aspect> unwanted = {}) {
  detail::all_aspects selector;
  for (aspect value : wanted)
    selector.wanted |= selector.bit(value);
  for (aspect value : unwanted)
    selector.unwanted |= selector.bit(value);
  return selector;
}
/// As above, with the wanted aspects as arguments.
template <class... Aspects,
          detail::when<(std::is_same_v<Aspects, aspect> && ...)> = 0>
auto aspect_selector(Aspects... wanted) {
  return aspect_selector({wanted...});
}
/// As above, with the wanted aspects as template arguments.
template <aspect... Wanted> auto aspect_selector() {
  return aspect_selector({Wanted...});
}

inline device::device() : device(detail::default_device()) {}
template <class Selector, class>
device::device(const Selector &selector) : device(detail::select(selector)) {}
inline platform::platform() : platform(device().get_platform()) {}
template <class Selector, class>
platform::platform(const Selector &selector)
    : platform(device(selector).get_platform()) {}

} // namespace _V1
} // namespace sycl
