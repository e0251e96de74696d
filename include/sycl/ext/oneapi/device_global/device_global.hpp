//===- sycl/ext/oneapi/device_global/device_global.hpp --------------------===//
//
// Part of Tandem, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// Owns: class device_global (sycl_ext_oneapi_device_global): a variable that
// every device has for itself. In both passes the object holds the initial
// value. Device code seems to use that member; the post-link tool puts the
// device's memory in its place (boundaries.md, section 9). It knows definitions
// by the destructor, and declarations by the names of class and base.
#pragma once

#include <sycl/exception.hpp>
#include <sycl/ext/oneapi/device_global/properties.hpp>
#include <sycl/multi_ptr.hpp>

#ifdef __SYCL_DEVICE_ONLY__
extern "C" void __tandem_device_global(const void *object, int image_scope);
#endif

namespace sycl {
inline namespace _V1 {

namespace detail {

// One for each device and context, or one for each device image.
template <class DataT> struct device_shared_value {
  DataT tandem_value;
};
template <class DataT> struct device_image_value {
  DataT tandem_value;
};

template <class Type> inline constexpr bool is_device_global_class = false;
template <class DataT, class Properties>
inline constexpr bool is_device_global_class<
    ext::oneapi::experimental::device_global<DataT, Properties>> = true;

[[noreturn]] TANDEM_COLD inline void throw_host_device_global() {
  throw_error(errc::feature_not_supported,
              "a device_global has a value in device code only; on the host, "
              "copy from and to it with queue::copy or queue::memcpy");
}

} // namespace detail

namespace ext::oneapi::experimental {

/// Whether `Type` is a `device_global`.
template <class Type> struct is_device_global : std::false_type {};
template <class DataT, class Properties>
struct is_device_global<device_global<DataT, Properties>> : std::true_type {};
/// Whether `Type` is a `device_global`.
template <class Type>
inline constexpr bool is_device_global_v = is_device_global<Type>::value;

#ifdef __SYCL_DEVICE_ONLY__
#define TANDEM_DEVICE_VALUE this->tandem_value
#else
#define TANDEM_DEVICE_VALUE                                                    \
  (sycl::detail::throw_host_device_global(), this->tandem_value)
#endif

/// A global variable in device memory. Each device and context has one copy, or
/// each device image with
/// `device_image_scope`.
///
/// Objects have static storage duration. Device code reads and writes the
/// variable through `get()` and the operators; the host copies from and to it
/// with `queue::copy`, `queue::memcpy` and the members of `handler`. On the
/// host, `get()` and the operators terminate the program. Concurrent accesses
/// from kernels need atomic operations or barriers.
/// `sycl_ext_oneapi_device_global`.
template <class DataT, class Properties = empty_properties_t>
class device_global
    : std::conditional_t<
          Properties::template has_property<device_image_scope_key>(),
          sycl::detail::device_image_value<DataT>,
          sycl::detail::device_shared_value<DataT>> {
  using base = std::conditional_t<
      Properties::template has_property<device_image_scope_key>(),
      sycl::detail::device_image_value<DataT>,
      sycl::detail::device_shared_value<DataT>>;

  template <class Subscripted>
  using subscript = std::remove_reference_t<
      decltype(std::declval<Subscripted &>()[ptrdiff_t()])>;

public:
  /// The type of the variable, or of the elements of an array.
  using element_type = std::remove_extent_t<DataT>;

  static_assert(
      is_property_list_v<Properties>,
      "the second parameter of device_global is a list of properties");
  static_assert(std::is_trivially_destructible_v<DataT>,
                "the type of a device_global must be trivially destructible");

#ifdef __cpp_consteval
  /// Initializes the variable from constant arguments (C++20).
  template <class... Args,
            std::enable_if_t<(sizeof...(Args) != 1) ||
                                 !(sycl::detail::is_device_global_class<
                                       std::decay_t<Args>> ||
                                   ...),
                             int> = 0>
  consteval explicit device_global(Args &&...args)
      : base{
            { static_cast<Args &&>(args)... }} {}
#else
  static_assert(std::is_trivially_default_constructible_v<DataT>,
                "before C++20, the type of a device_global must be trivially "
                "default constructible");
  /// Zero-initializes the variable. Before C++20, there are no other initial
  /// values.
  constexpr device_global() : base{} {}
#endif
  /// Not copyable or movable.
  device_global(const device_global &) = delete;
  /// Not copyable or movable.
  device_global(device_global &&) = delete;
  /// Not copyable or movable.
  device_global &operator=(const device_global &) = delete;
  /// Not copyable or movable.
  device_global &operator=(device_global &&) = delete;
#ifdef __SYCL_DEVICE_ONLY__
  ~device_global() {
    constexpr int image_scope = has_property<device_image_scope_key>();
    __tandem_device_global(this, image_scope);
  }
#endif

  /// A pointer to the variable in global memory. For device code.
  template <access::decorated Decorated>
  multi_ptr<DataT, access::address_space::global_space, Decorated>
  get_multi_ptr() noexcept {
    return multi_ptr<DataT, access::address_space::global_space, Decorated>(
        &TANDEM_DEVICE_VALUE);
  }
  /// As above, to a constant.
  template <access::decorated Decorated>
  multi_ptr<const DataT, access::address_space::global_space, Decorated>
  get_multi_ptr() const noexcept {
    return multi_ptr<const DataT, access::address_space::global_space,
                     Decorated>(&TANDEM_DEVICE_VALUE);
  }

  /// A reference to the variable. For device code.
  DataT &get() noexcept { return TANDEM_DEVICE_VALUE; }
  /// As above, to a constant.
  const DataT &get() const noexcept { return TANDEM_DEVICE_VALUE; }
  /// A reference to the variable. For device code.
  operator DataT &() noexcept { return get(); }
  /// As above, to a constant.
  operator const DataT &() const noexcept { return get(); }
  /// Assigns to the variable. For device code.
  device_global &operator=(const DataT &value) noexcept {
    get() = value;
    return *this;
  }
  /// The element at `index` of an array or of a class with `operator[]`. For
  /// device code.
  template <class SameT = DataT>
  subscript<SameT> &operator[](ptrdiff_t index) noexcept {
    return get()[index];
  }
  /// As above, for a constant.
  template <class SameT = DataT>
  const subscript<const SameT> &operator[](ptrdiff_t index) const noexcept {
    return get()[index];
  }
  /// The variable, whose type has its own `operator->`. For device code.
  DataT &operator->() noexcept { return get(); }
  /// As above, for a constant.
  const DataT &operator->() const noexcept { return get(); }

  /// Whether the variable has a property, given by its key.
  template <class Property> static constexpr bool has_property() {
    return Properties::template has_property<Property>();
  }
  /// The value of a property, given by its key. The variable must have the
  /// property.
  template <class Property> static constexpr auto get_property() {
    return Properties::template get_property<Property>();
  }
};
#undef TANDEM_DEVICE_VALUE

} // namespace ext::oneapi::experimental
} // namespace _V1
} // namespace sycl
