//===- sycl/kernel_bundle.hpp - class kernel_bundle -----------------------===//
//
// Part of Tandem, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// Owns: kernel bundles and the functions on them (SYCL 2020, 4.11).
#pragma once

#include <sycl/device_image.hpp>
#include <sycl/impl/kernel_call.hpp>

namespace sycl {
inline namespace _V1 {

/// The device images of kernels for the devices of a context, all in one state.
///
/// Copies refer to the same bundle and compare equal. SYCL 2020, section
/// 4.11.12.
template <bundle_state State>
class kernel_bundle : public detail::handle<tandem_bundle_t> {
  using image = device_image<State>;

  friend struct detail::maker;
  explicit kernel_bundle(tandem_bundle_t owned)
      : handle(owned),
        m_images(detail::collect<image, tandem_device_image_t>(
            [&](size_t capacity, tandem_device_image_t *out, size_t *count) {
              return tandem_bundle_images(owned, capacity, out, count);
            })) {}

  std::vector<image> m_images;

  bool has(const kernel_id &id, tandem_device_t device_handle) const noexcept {
    int yes = 0;
    tandem_bundle_has_kernel(m_handle, handle_of(id), device_handle, &yes);
    return yes;
  }

public:
  /// For the library: the state of the bundle.
  static constexpr bundle_state tandem_state = State; // for the library
  /// An iterator over the images, which cannot be changed.
  using device_image_iterator = typename std::vector<image>::const_iterator;

  /// Bundles come from `get_kernel_bundle` and the functions that translate or
  /// join them.
  kernel_bundle() = delete;

  /// Whether there are no images.
  bool empty() const noexcept { return m_images.empty(); }
  /// The first image.
  device_image_iterator begin() const { return m_images.begin(); }
  /// The end of the images.
  device_image_iterator end() const { return m_images.end(); }

  /// The context of the bundle.
  context get_context() const {
    tandem_context_t context_handle = nullptr;
    detail::check(tandem_bundle_context(m_handle, &context_handle));
    return detail::adopt<context>(context_handle);
  }
  /// The backend of the bundle.
  backend get_backend() const noexcept { return get_context().get_backend(); }
  /// The devices that the bundle is for.
  std::vector<device> get_devices() const {
    return detail::collect<device, tandem_device_t>(
        [&](size_t capacity, tandem_device_t *out, size_t *count) {
          return tandem_bundle_devices(m_handle, capacity, out, count);
        });
  }

  //===-- Kernels ---------------------------------------------------------===//

  /// Whether an image contains the kernel.
  bool has_kernel(const kernel_id &id) const noexcept {
    return has(id, nullptr);
  }
  /// Whether an image contains the kernel, and `sycl_device` can run it.
  bool has_kernel(const kernel_id &id,
                  const device &sycl_device) const noexcept {
    return has(id, handle_of(sycl_device));
  }
  /// Whether an image contains the kernel with this name.
  template <class KernelName> bool has_kernel() const noexcept {
    return has_kernel(get_kernel_id<KernelName>());
  }
  /// Whether an image contains the kernel with this name, and `sycl_device` can
  /// run it.
  template <class KernelName>
  bool has_kernel(const device &sycl_device) const noexcept {
    return has_kernel(get_kernel_id<KernelName>(), sycl_device);
  }
  /// The identities of all kernels in the bundle.
  std::vector<kernel_id> get_kernel_ids() const {
    return detail::collect<kernel_id, tandem_kernel_id_t>(
        [&](size_t capacity, tandem_kernel_id_t *out, size_t *count) {
          return tandem_bundle_kernel_ids(m_handle, capacity, out, count);
        });
  }
  /// The kernel with this identity.
  /// \throws exception with `errc::invalid` if the bundle does not contain it.
  template <bundle_state SameState = State,
            detail::when<SameState == bundle_state::executable> = 0>
  kernel get_kernel(const kernel_id &id) const {
    tandem_kernel_t kernel_handle = nullptr;
    detail::check(
        tandem_bundle_kernel(m_handle, handle_of(id), &kernel_handle));
    return detail::adopt<kernel>(kernel_handle);
  }
  /// The kernel with this name.
  /// \throws exception with `errc::invalid` if the bundle does not contain it.
  template <class KernelName, bundle_state SameState = State,
            detail::when<SameState == bundle_state::executable> = 0>
  kernel get_kernel() const {
    return get_kernel(get_kernel_id<KernelName>());
  }

  //===-- Specialization constants ----------------------------------------===//

  /// Whether a kernel of the bundle uses specialization constants.
  bool contains_specialization_constants() const noexcept {
    int yes = 0;
    tandem_bundle_has_spec_constant(m_handle, nullptr, &yes);
    return yes;
  }
  /// Whether all specialization constants get their values before code is
  /// generated: true if there are any.
  bool native_specialization_constant() const noexcept {
    return contains_specialization_constants();
  }
  /// Whether a kernel of the bundle uses the constant `Id`.
  template <auto &Id> bool has_specialization_constant() const noexcept {
    tandem_spec_value name = detail::spec_value<Id>();
    int yes = 0;
    tandem_bundle_has_spec_constant(m_handle, &name, &yes);
    return yes;
  }
  /// Sets the value that the constant `Id` has when the bundle is compiled or
  /// built.
  template <auto &Id, bundle_state SameState = State,
            detail::when<SameState == bundle_state::input> = 0>
  void set_specialization_constant(detail::spec_type<Id> value) {
    tandem_spec_value constant = detail::spec_value<Id>(&value);
    detail::check(tandem_bundle_set_spec_constant(m_handle, &constant));
  }
  /// The value that was set for the constant `Id`, or else its default value.
  template <auto &Id>
  detail::spec_type<Id> get_specialization_constant() const {
    detail::spec_type<Id> value = detail::spec_access::default_of(Id);
    tandem_spec_value name = detail::spec_value<Id>();
    detail::check(tandem_bundle_spec_constant(m_handle, &name, &value));
    return value;
  }
};

namespace detail {

template <class Bundle, bundle_state State>
using in_state = when<std::is_same_v<Bundle, kernel_bundle<State>>>;

// The request of get_kernel_bundle and has_kernel_bundle.
template <class Device>
tandem_bundle_request bundle_request(bundle_state state,
                                     const context &sycl_context,
                                     const std::vector<Device> &devices) {
  tandem_bundle_request request{};
  request.size = sizeof request;
  request.state = static_cast<uint32_t>(state);
  request.context = handle_of(sycl_context);
  request.devices = reinterpret_cast<const tandem_device_t *>(devices.data());
  request.num_devices = devices.size();
  return request;
}
template <class KernelId>
void only_kernels(tandem_bundle_request &request,
                  const std::vector<KernelId> &ids) {
  request.some_kernels = 1;
  request.kernels = reinterpret_cast<const tandem_kernel_id_t *>(ids.data());
  request.num_kernels = ids.size();
}
template <bundle_state State>
kernel_bundle<State> get_bundle(const tandem_bundle_request &request) {
  tandem_bundle_t bundle = nullptr;
  check(tandem_bundle_get(&request, &bundle));
  return adopt<kernel_bundle<State>>(bundle);
}
inline bool bundle_exists(const tandem_bundle_request &request) {
  int yes = 0;
  check(tandem_bundle_exists(&request, &yes));
  return yes;
}

// Carries what the user's selector throws past the C ABI.
template <bundle_state State, class Selector> struct image_selector {
  Selector &select;
  std::exception_ptr thrown;

  static int accept(void *data, tandem_device_image_t image) noexcept {
    auto *self = static_cast<image_selector *>(data);
    if (self->thrown)
      return 0;
    try {
      tandem_retain(image);
      return bool(self->select(adopt<device_image<State>>(image)));
    } catch (...) {
      self->thrown = std::current_exception();
      return 0;
    }
  }
};

template <bundle_state State>
std::vector<tandem_bundle_t>
bundle_handles(const std::vector<kernel_bundle<State>> &bundles) {
  std::vector<tandem_bundle_t> handles;
  handles.reserve(bundles.size());
  for (const kernel_bundle<State> &bundle : bundles)
    handles.push_back(handle_of(bundle));
  return handles;
}

// Null devices are those that the bundles share.
template <class To, bundle_state From>
To convert(const std::vector<kernel_bundle<From>> &bundles,
           const std::vector<device> *devices) {
  static const tandem_device_t none =
      nullptr; // an empty list is not a null one
  const tandem_device_t *list = nullptr;
  if (devices)
    list = devices->empty()
               ? &none
               : reinterpret_cast<const tandem_device_t *>(devices->data());
  std::vector<tandem_bundle_t> handles = bundle_handles(bundles);
  tandem_bundle_t result = nullptr;
  check(tandem_bundle_convert(handles.data(), handles.size(),
                              static_cast<uint32_t>(To::tandem_state), list,
                              devices ? devices->size() : 0, &result));
  return adopt<To>(result);
}

} // namespace detail

//===-- Finding bundles ---------------------------------------------------===//

/// The kernels of the program for these devices, in this state.
///
/// `executable` bundles are built, or taken from the cache. Duplicate devices
/// count once.
/// \throws exception with `errc::invalid` if there are no devices, if one is
/// not a device of the context, or if one lacks the aspect that the state
/// needs; `errc::build` if device code does not build.
/// SYCL 2020, section 4.11.7.
template <bundle_state State>
kernel_bundle<State> get_kernel_bundle(const context &sycl_context,
                                       const std::vector<device> &devices) {
  return detail::get_bundle<State>(
      detail::bundle_request(State, sycl_context, devices));
}
/// As above, with the images that contain the kernels `ids`.
/// \throws exception with `errc::invalid` also if a kernel runs on none of the
/// devices.
template <bundle_state State>
kernel_bundle<State> get_kernel_bundle(const context &sycl_context,
                                       const std::vector<device> &devices,
                                       const std::vector<kernel_id> &ids) {
  tandem_bundle_request request =
      detail::bundle_request(State, sycl_context, devices);
  detail::only_kernels(request, ids);
  return detail::get_bundle<State>(request);
}
/// As above, with the images that `selector` returns true for. Its exceptions
/// are passed on.
template <bundle_state State, class Selector,
          detail::when<std::is_invocable_r_v<bool, Selector &,
                                             const device_image<State> &>> = 0>
kernel_bundle<State> get_kernel_bundle(const context &sycl_context,
                                       const std::vector<device> &devices,
                                       Selector selector) {
  detail::image_selector<State, Selector> state{selector, nullptr};
  tandem_bundle_request request =
      detail::bundle_request(State, sycl_context, devices);
  request.accept = state.accept;
  request.accept_data = &state;
  tandem_bundle_t bundle = nullptr;
  int code = tandem_bundle_get(&request, &bundle);
  detail::handle<tandem_bundle_t> owner(bundle);
  if (state.thrown)
    std::rethrow_exception(state.thrown);
  detail::check(code);
  tandem_retain(bundle);
  return detail::adopt<kernel_bundle<State>>(bundle);
}
/// As above, with the images that contain the kernel with this name.
template <class KernelName, bundle_state State>
kernel_bundle<State> get_kernel_bundle(const context &sycl_context,
                                       const std::vector<device> &devices) {
  return get_kernel_bundle<State>(sycl_context, devices,
                                  {get_kernel_id<KernelName>()});
}
/// The kernels of the program for all devices of the context.
template <bundle_state State>
kernel_bundle<State> get_kernel_bundle(const context &sycl_context) {
  return get_kernel_bundle<State>(sycl_context, sycl_context.get_devices());
}
/// As above, with the images that contain the kernels `ids`.
template <bundle_state State>
kernel_bundle<State> get_kernel_bundle(const context &sycl_context,
                                       const std::vector<kernel_id> &ids) {
  return get_kernel_bundle<State>(sycl_context, sycl_context.get_devices(),
                                  ids);
}
/// As above, with the images that `selector` returns true for.
template <bundle_state State, class Selector,
          detail::when<std::is_invocable_r_v<bool, Selector &,
                                             const device_image<State> &>> = 0>
kernel_bundle<State> get_kernel_bundle(const context &sycl_context,
                                       Selector selector) {
  return get_kernel_bundle<State>(sycl_context, sycl_context.get_devices(),
                                  selector);
}
/// As above, with the images that contain the kernel with this name.
template <class KernelName, bundle_state State>
kernel_bundle<State> get_kernel_bundle(const context &sycl_context) {
  return get_kernel_bundle<KernelName, State>(sycl_context,
                                              sycl_context.get_devices());
}

/// Whether there are images for a bundle in this state for these devices.
/// Builds nothing. SYCL 2020, section 4.11.8.
/// \throws exception with `errc::invalid` if there are no devices or one is not
/// a device of the context.
template <bundle_state State>
bool has_kernel_bundle(const context &sycl_context,
                       const std::vector<device> &devices) {
  return detail::bundle_exists(
      detail::bundle_request(State, sycl_context, devices));
}
/// As above; there must be images of all kernels `ids`.
template <bundle_state State>
bool has_kernel_bundle(const context &sycl_context,
                       const std::vector<device> &devices,
                       const std::vector<kernel_id> &ids) {
  tandem_bundle_request request =
      detail::bundle_request(State, sycl_context, devices);
  detail::only_kernels(request, ids);
  return detail::bundle_exists(request);
}
/// As above; there must be an image of the kernel with this name.
template <class KernelName, bundle_state State>
bool has_kernel_bundle(const context &sycl_context,
                       const std::vector<device> &devices) {
  return has_kernel_bundle<State>(sycl_context, devices,
                                  {get_kernel_id<KernelName>()});
}
/// Whether there are images for all devices of the context.
template <bundle_state State>
bool has_kernel_bundle(const context &sycl_context) {
  return has_kernel_bundle<State>(sycl_context, sycl_context.get_devices());
}
/// As above; there must be images of all kernels `ids`.
template <bundle_state State>
bool has_kernel_bundle(const context &sycl_context,
                       const std::vector<kernel_id> &ids) {
  return has_kernel_bundle<State>(sycl_context, sycl_context.get_devices(),
                                  ids);
}
/// As above; there must be an image of the kernel with this name.
template <class KernelName, bundle_state State>
bool has_kernel_bundle(const context &sycl_context) {
  return has_kernel_bundle<KernelName, State>(sycl_context,
                                              sycl_context.get_devices());
}

/// Whether the device can run all of these kernels. SYCL 2020, section 4.11.9.
template <class KernelId = kernel_id>
bool is_compatible(const std::vector<KernelId> &ids,
                   const device &sycl_device) {
  int yes = 0;
  detail::check(tandem_kernels_compatible(
      reinterpret_cast<const tandem_kernel_id_t *>(ids.data()), ids.size(),
      handle_of(sycl_device), &yes));
  return yes;
}
/// Whether the device can run the kernel with this name.
template <class KernelName> bool is_compatible(const device &sycl_device) {
  return is_compatible({get_kernel_id<KernelName>()}, sycl_device);
}

//===-- Bundles from bundles ----------------------------------------------===//

/// A bundle with the images of all bundles, each once. Without bundles, it is
/// empty, for the default device.
/// \throws exception with `errc::invalid` if the bundles have different
/// contexts or devices.
/// SYCL 2020, section 4.11.10.
template <bundle_state State>
kernel_bundle<State> join(const std::vector<kernel_bundle<State>> &bundles) {
  std::vector<tandem_bundle_t> handles = detail::bundle_handles(bundles);
  tandem_bundle_t result = nullptr;
  detail::check(tandem_bundle_join(handles.data(), handles.size(), &result));
  return detail::adopt<kernel_bundle<State>>(result);
}

// Templates, results included, so that bundles are instantiated only where they
// are used. The parameters have the defaults that lists in braces need.
#define TANDEM_BUNDLE(Name, state)                                             \
  class Name = kernel_bundle<bundle_state::state>
#define TANDEM_FROM(Name, state) detail::in_state<Name, bundle_state::state> = 0

/// Compiles a bundle for some of its devices.
/// \throws exception with `errc::invalid` if the bundle does not have one of
/// the devices, or if there are none; `errc::build` if device code does not
/// compile.
/// SYCL 2020, section 4.11.11.
template <TANDEM_BUNDLE(Input, input), TANDEM_BUNDLE(Object, object),
          TANDEM_FROM(Input, input)>
Object compile(const Input &bundle, const std::vector<device> &devices,
               const property_list & = {}) {
  return detail::convert<Object>(std::vector{bundle}, &devices);
}
/// As above, for all devices of the bundle.
template <TANDEM_BUNDLE(Input, input), TANDEM_BUNDLE(Object, object),
          TANDEM_FROM(Input, input)>
Object compile(const Input &bundle, const property_list & = {}) {
  return detail::convert<Object>(std::vector{bundle}, nullptr);
}

/// Links bundles for some of the devices that they share.
/// \throws exception with `errc::invalid` if there are no bundles or no
/// devices, if the bundles have different contexts, or if one does not have a
/// device; `errc::build` if a symbol is not defined.
/// SYCL 2020, section 4.11.11.
template <TANDEM_BUNDLE(Object, object), TANDEM_BUNDLE(Executable, executable),
          TANDEM_FROM(Object, object)>
Executable link(const std::vector<Object> &bundles,
                const std::vector<device> &devices,
                const property_list & = {}) {
  return detail::convert<Executable>(bundles, &devices);
}
/// As above, for all devices that the bundles share.
template <TANDEM_BUNDLE(Object, object), TANDEM_BUNDLE(Executable, executable),
          TANDEM_FROM(Object, object)>
Executable link(const std::vector<Object> &bundles,
                const property_list & = {}) {
  return detail::convert<Executable>(bundles, nullptr);
}
/// Links one bundle for some of its devices.
template <TANDEM_BUNDLE(Object, object), TANDEM_BUNDLE(Executable, executable),
          TANDEM_FROM(Object, object)>
Executable link(const Object &bundle, const std::vector<device> &devices,
                const property_list & = {}) {
  return link(std::vector{bundle}, devices);
}
/// Links one bundle for all of its devices.
template <TANDEM_BUNDLE(Object, object), TANDEM_BUNDLE(Executable, executable),
          TANDEM_FROM(Object, object)>
Executable link(const Object &bundle, const property_list & = {}) {
  return link(std::vector{bundle});
}

/// Compiles and links a bundle for some of its devices. Errors are those of
/// `compile` and `link`.
/// SYCL 2020, section 4.11.11.
template <TANDEM_BUNDLE(Input, input), TANDEM_BUNDLE(Executable, executable),
          TANDEM_FROM(Input, input)>
Executable build(const Input &bundle, const std::vector<device> &devices,
                 const property_list & = {}) {
  return detail::convert<Executable>(std::vector{bundle}, &devices);
}
/// As above, for all devices of the bundle.
template <TANDEM_BUNDLE(Input, input), TANDEM_BUNDLE(Executable, executable),
          TANDEM_FROM(Input, input)>
Executable build(const Input &bundle, const property_list & = {}) {
  return detail::convert<Executable>(std::vector{bundle}, nullptr);
}
#undef TANDEM_FROM
#undef TANDEM_BUNDLE

} // namespace _V1
} // namespace sycl

/// Hashes `kernel_bundle`. Copies have equal hashes.
template <sycl::bundle_state State>
struct std::hash<sycl::kernel_bundle<State>>
    : sycl::detail::handle_hash<sycl::kernel_bundle<State>> {};
