//===- sycl/backend/opencl.hpp - the backend of OpenCL --------------------===//
//
// Part of Tandem, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// Owns: functions that only the OpenCL backend has (SYCL 2020, appendix C.7).
// <sycl/sycl.hpp> has the functions of all backends. <CL/cl.h> is not included:
// programs that call OpenCL include the version that they need.
#pragma once

#include <sycl/device.hpp>
#include <sycl/exception.hpp>
#include <sycl/interop_handle.hpp>
#include <sycl/kernel.hpp>
#include <sycl/kernel_bundle.hpp>
#include <sycl/opencl_types.hpp>
#include <sycl/platform.hpp>
#include <sycl/queue.hpp>

#include <algorithm>
#include <string>
#include <vector>

namespace sycl {
inline namespace _V1 {
namespace detail {

template <class Object>
bool has_opencl_extension(const Object &object,
                          const std::vector<std::string> &extensions,
                          const std::string &extension) {
  if (object.get_backend() != backend::opencl)
    throw_error(errc::backend_mismatch,
                "the object does not belong to the backend opencl");
  return std::find(extensions.begin(), extensions.end(), extension) !=
         extensions.end();
}

// Each query of OpenCL is found where the function is used, by the type of its
// first argument: <CL/cl.h> has to be included there, not here.
template <class Query> uint32_t opencl_count(const Query &query) {
  uint32_t count = 0;
  const int32_t code = query(sizeof count, &count);
  if (code != 0)
    throw_error(errc::invalid, "the object is not valid in OpenCL");
  return count;
}

} // namespace detail

namespace opencl {

/// Whether an OpenCL platform has an extension. SYCL 2020, appendix C.
/// \throws exception with `errc::backend_mismatch` if the platform belongs to
/// another backend.
inline bool has_extension(const sycl::platform &sycl_platform,
                          const std::string &extension) {
  return detail::has_opencl_extension(
      sycl_platform, sycl_platform.get_info<info::platform::extensions>(),
      extension);
}
/// Whether an OpenCL device has an extension.
/// \throws exception with `errc::backend_mismatch` if the device belongs to
/// another backend.
inline bool has_extension(const sycl::device &sycl_device,
                          const std::string &extension) {
  return detail::has_opencl_extension(
      sycl_device, sycl_device.get_info<info::device::extensions>(), extension);
}

/// The error code of OpenCL because of which an exception was thrown, such as
/// `CL_BUILD_PROGRAM_FAILURE`; `CL_SUCCESS`, which is 0, if there is none. SYCL
/// 2020, appendix C, "Errors and limitations".
inline cl_int get_error_code(const sycl::exception &error) noexcept {
  return detail::backend_error::opencl(error);
}

// How many references an object has: for tests and for finding leaks, since any
// thread may take one meanwhile. Needs <CL/cl.h>, and linking with OpenCL.
#define TANDEM_REFERENCE_COUNT(type, query, number)                            \
  template <class Object,                                                      \
            std::enable_if_t<std::is_same_v<Object, ::type *>, int> = 0>       \
  uint32_t get_reference_count(Object object) {                                \
    return detail::opencl_count([object](size_t size, void *value) {           \
      return query(object, number, size, value, nullptr);                      \
    });                                                                        \
  }
/// The number of references to an OpenCL object, for tests and to find leaks.
/// Other threads may change it. Needs `<CL/cl.h>`, and linking with OpenCL.
/// \throws exception with `errc::invalid` if the object is not valid in OpenCL.
TANDEM_REFERENCE_COUNT(_cl_device_id, clGetDeviceInfo, 0x1047)
/// As above, for a context.
TANDEM_REFERENCE_COUNT(_cl_context, clGetContextInfo, 0x1080)
/// As above, for a queue.
TANDEM_REFERENCE_COUNT(_cl_command_queue, clGetCommandQueueInfo, 0x1092)
/// As above, for a memory object.
TANDEM_REFERENCE_COUNT(_cl_mem, clGetMemObjectInfo, 0x1105)
/// As above, for a program.
TANDEM_REFERENCE_COUNT(_cl_program, clGetProgramInfo, 0x1160)
/// As above, for a kernel.
TANDEM_REFERENCE_COUNT(_cl_kernel, clGetKernelInfo, 0x1192)
/// As above, for an event.
TANDEM_REFERENCE_COUNT(_cl_event, clGetEventInfo, 0x11D2)
#undef TANDEM_REFERENCE_COUNT

} // namespace opencl

namespace detail {

// All devices must be of the context, which programs have their own list of.
inline void check_devices(const context &target,
                          const std::vector<device> &devices) {
  const std::vector<device> known = target.get_devices();
  for (const device &one : devices)
    if (std::find(known.begin(), known.end(), one) == known.end())
      throw_error(errc::invalid, "a device does not belong to the context");
}

} // namespace detail

namespace opencl {

/// A bundle of OpenCL programs, each of which is compiled or built as the state
/// needs.
/// \throws exception with `errc::invalid` if one of `devices` is not a device
/// of the context, or if the programs are for different devices.
template <bundle_state State>
kernel_bundle<State>
create_bundle(const context &target, const std::vector<device> &devices,
              const std::vector<::_cl_program *> &programs) {
  detail::check_devices(target, devices);
  std::vector<kernel_bundle<State>> bundles;
  bundles.reserve(programs.size());
  for (::_cl_program *program : programs)
    bundles.push_back(
        make_kernel_bundle<backend::opencl, State>(program, target));
  return join(bundles);
}

/// A bundle of the programs that OpenCL kernels are from.
/// \throws exception with `errc::invalid` if one of `devices` is not a device
/// of the context, or if the programs are for different devices.
inline kernel_bundle<bundle_state::executable>
create_bundle(const context &target, const std::vector<device> &devices,
              const std::vector<::_cl_kernel *> &kernels) {
  detail::check_devices(target, devices);
  std::vector<kernel_bundle<bundle_state::executable>> bundles;
  bundles.reserve(kernels.size());
  for (::_cl_kernel *one : kernels)
    bundles.push_back(
        make_kernel<backend::opencl>(one, target).get_kernel_bundle());
  return join(bundles);
}

} // namespace opencl
} // namespace _V1
} // namespace sycl
