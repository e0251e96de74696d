//===- sycl/device.hpp - class device -------------------------------------===//
//
// Part of Tandem, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#pragma once

#include <sycl/platform.hpp>

namespace sycl {
inline namespace _V1 {

namespace ext::oneapi {
/// Whether a device can access another device's memory (`access_supported`),
/// also with atomic operations (`atomics_supported`). Extension
/// `sycl_ext_oneapi_peer_access`.
enum class peer_access { access_supported, atomics_supported };
} // namespace ext::oneapi

/// A device that can run kernels, or a part of one.
///
/// Copies refer to one device and compare equal. Members may be called from
/// several threads at the same time.
///
/// SYCL 2020, section 4.6.4.
class device : public detail::handle<tandem_device_t> {
  friend struct detail::maker;
  explicit device(tandem_device_t owned) : handle(owned) {}

  // A query that the device does not know counts as zero.
  uint64_t bits(uint32_t code) const noexcept {
    uint64_t value = 0;
    return tandem_device_info(m_handle, code, sizeof value, &value, nullptr)
               ? 0
               : value;
  }

public:
  /// The default device: that of `default_selector_v`.
  /// \throws exception with `errc::runtime` if there is no device.
  device(); // the default device; in device_selector.hpp
  /// The device that the selector scores highest.
  /// \throws exception with `errc::runtime` if the selector accepts no device.
  template <class Selector,
            class = decltype(int(std::declval<const Selector &>()(
                std::declval<const device &>())))>
  explicit device(const Selector &selector);

  /// All devices of a type, on all platforms.
  template <class Device = device, class Platform = platform>
  static std::vector<Device>
  get_devices(info::device_type type = info::device_type::all) {
    std::vector<Device> all;
    for (const Platform &sycl_platform : Platform::get_platforms())
      for (Device &sycl_device : sycl_platform.get_devices(type))
        all.push_back(sycl_device);
    return all;
  }

  /// The platform of the device.
  platform get_platform() const {
    tandem_platform_t platform_handle;
    detail::check(tandem_device_platform(m_handle, &platform_handle));
    return detail::adopt<platform>(platform_handle);
  }
  /// The backend of the device.
  backend get_backend() const noexcept { return get_platform().get_backend(); }

  /// Queries a descriptor of `info::device`.
  /// \throws exception with `errc::feature_not_supported` if the device lacks
  /// the aspect that an extension's descriptor needs, or `errc::invalid` for
  /// the parent of a device that is no sub-device.
  /// SYCL 2020, section 4.6.4.2.
  template <class Info> typename Info::return_type get_info() const {
    if constexpr (std::is_same_v<Info, info::device::platform>)
      return get_platform();
    else if constexpr (std::is_same_v<Info, info::device::parent_device>)
      return get_parent();
    else if constexpr (std::is_same_v<Info, info::device::queue_profiling>)
      return has(aspect::queue_profiling);
    else if constexpr (std::is_same_v<Info, info::device::built_in_kernel_ids>)
      return detail::collect<typename Info::return_type::value_type,
                             tandem_kernel_id_t>(
          [&](size_t capacity, tandem_kernel_id_t *out, size_t *count) {
            return tandem_device_built_in_kernel_ids(m_handle, capacity, out,
                                                     count);
          });
    else if constexpr (detail::is_fixed_info<Info>)
      return Info::value();
    else if constexpr (detail::is_optional_info<Info>)
      return get_optional_info<Info>();
    else if constexpr (std::is_same_v<Info, info::device::aspects>) {
      typename Info::return_type all;
      for (unsigned value = 0;
           value <= unsigned(aspect::ext_oneapi_limited_graph); ++value)
        if (has(static_cast<aspect>(value)))
          all.push_back(static_cast<aspect>(value));
      return all;
    } else
      return read_info<Info>();
  }

  /// There are no such descriptors.
  /// \throws exception always, with `errc::backend_mismatch`.
  template <class Info> typename Info::return_type get_backend_info() const {
    detail::throw_no_backend_info();
  }

  /// Whether the device is a CPU.
  bool is_cpu() const { return has(aspect::cpu); }
  /// Whether the device is a GPU.
  bool is_gpu() const { return has(aspect::gpu); }
  /// Always false.
  /// \deprecated SYCL 2020 has no host device.
  [[deprecated("SYCL 2020 has no host device")]] bool is_host() const {
    return false;
  }
  /// Whether the device is an accelerator.
  bool is_accelerator() const { return has(aspect::accelerator); }
  /// Whether the device reports an extension of this name. SYCL 2020 deprecates
  /// it: use `has`.
  bool has_extension(const std::string &name) const {
    return detail::contains_word(get_info_text(info::device::extensions::code),
                                 name);
  }

  /// Whether the device has an aspect.
  TANDEM_COLD bool has(aspect value) const {
    int yes = 0;
    detail::check(tandem_device_has(m_handle, unsigned(value), &yes));
    return yes;
  }

  /// Divides the device into sub-devices of `count` compute units each. Compute
  /// units that are left over are not used.
  /// \throws exception with `errc::feature_not_supported` if the device cannot
  /// be divided in this way, or `errc::invalid` if it has fewer compute units.
  /// SYCL 2020, section 4.6.4.1.
  template <info::partition_property Property, class Device = device>
  std::enable_if_t<Property == info::partition_property::partition_equally,
                   std::vector<Device>>
  create_sub_devices(size_t count) const {
    return partition<Device>(Property, {count});
  }
  /// Divides the device into sub-devices with these numbers of compute units.
  /// Zeros are skipped.
  /// \throws exception with `errc::feature_not_supported` if the device cannot
  /// be divided in this way, or `errc::invalid` if the numbers exceed the
  /// compute units that it has.
  template <info::partition_property Property, class Device = device>
  std::enable_if_t<Property == info::partition_property::partition_by_counts,
                   std::vector<Device>>
  create_sub_devices(const std::vector<size_t> &counts) const {
    return partition<Device>(Property, counts);
  }
  /// Divides the device into the parts of an affinity domain, such as the NUMA
  /// nodes.
  /// \throws exception with `errc::feature_not_supported` if the device is not
  /// divided by this domain.
  template <info::partition_property Property, class Device = device>
  std::enable_if_t<Property ==
                       info::partition_property::partition_by_affinity_domain,
                   std::vector<Device>>
  create_sub_devices(info::partition_affinity_domain domain) const {
    // The bits of PI are in the order of SYCL's enumerators.
    return partition<Device>(Property, {(size_t(1) << unsigned(domain)) >> 1});
  }

  /// The attributes of `ext_oneapi_can_access_peer`.
  using peer_access = ext::oneapi::peer_access;
  /// Whether this device can access the memory of `peer`. Extension
  /// `sycl_ext_oneapi_peer_access`.
  bool ext_oneapi_can_access_peer(
      const device &peer,
      peer_access attribute = peer_access::access_supported) const {
    int yes = 0;
    detail::check(tandem_device_can_access_peer(
        m_handle, handle_of(peer), static_cast<uint32_t>(attribute), &yes));
    return yes;
  }
  /// Lets this device access the memory of `peer`.
  /// \throws exception with `errc::invalid` if it cannot.
  void ext_oneapi_enable_peer_access(const device &peer) const {
    detail::check(tandem_device_set_peer_access(m_handle, handle_of(peer), 1));
  }
  /// Ends this device's access to the memory of `peer`.
  /// \throws exception with `errc::invalid` if it has none.
  void ext_oneapi_disable_peer_access(const device &peer) const {
    detail::check(tandem_device_set_peer_access(m_handle, handle_of(peer), 0));
  }

private:
  template <class Device>
  std::vector<Device> partition(info::partition_property property,
                                const std::vector<size_t> &values) const {
    return detail::collect<Device, tandem_device_t>(
        [&](size_t capacity, tandem_device_t *out, size_t *count) {
          return tandem_device_partition(m_handle, unsigned(property),
                                         values.size(), values.data(), capacity,
                                         out, count);
        });
  }
  device get_parent() const {
    tandem_device_t parent;
    detail::check(tandem_device_parent(m_handle, &parent));
    return detail::adopt<device>(parent);
  }
  template <class Info> typename Info::return_type read_info() const {
    return detail::read_info<Info>([&](size_t size, void *value, size_t *ret) {
      return tandem_device_info(m_handle, Info::code, size, value, ret);
    });
  }
  template <class Info> typename Info::return_type get_optional_info() const {
    if (!has(Info::needed))
      detail::throw_error(errc::feature_not_supported,
                          "the device lacks the aspect that the query needs");
    return read_info<Info>();
  }
  TANDEM_COLD std::string get_info_text(uint32_t code) const {
    return detail::read_string([&](size_t size, void *value, size_t *ret) {
      return tandem_device_info(m_handle, code, size, value, ret);
    });
  }
};

/// Whether a device of the program may have the aspect. Always true: kernels
/// are portable code, which may run on devices that are not known when the
/// program is compiled.
/// SYCL 2020, section 4.6.4.3.
template <aspect Aspect> struct any_device_has : std::true_type {};
/// Whether all devices of the program have the aspect. Always false, for the
/// same reason.
template <aspect Aspect> struct all_devices_have : std::false_type {};
/// The value of `any_device_has`.
template <aspect Aspect>
inline constexpr bool any_device_has_v = any_device_has<Aspect>::value;
/// The value of `all_devices_have`.
template <aspect Aspect>
inline constexpr bool all_devices_have_v = all_devices_have<Aspect>::value;

template <class Device>
std::vector<Device> platform::get_devices(info::device_type type) const {
  return detail::collect<Device, tandem_device_t>(
      [&](size_t capacity, tandem_device_t *out, size_t *count) {
        return tandem_platform_devices(m_handle, detail::pi_device_type(type),
                                       capacity, out, count);
      });
}

// A platform has an aspect when all of its devices have it.
template <class Device> bool platform::has(aspect value) const {
  for (const Device &sycl_device : get_devices<Device>())
    if (!sycl_device.has(value))
      return false;
  return true;
}

} // namespace _V1
} // namespace sycl

/// Hashes `device`. Copies have equal hashes.
template <>
struct std::hash<sycl::device> : sycl::detail::handle_hash<sycl::device> {};
