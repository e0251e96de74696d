//===- sycl/kernel.hpp - class kernel -------------------------------------===//
//
// Part of Tandem, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// Owns: kernels as objects, and the info descriptors of kernels (SYCL 2020,
// 4.11.14).
#pragma once

#include <sycl/bundle_state.hpp>
#include <sycl/context.hpp>
#include <sycl/kernel_id.hpp>

namespace sycl {
inline namespace _V1 {

namespace detail {
struct kernel_range {
  size_t sizes[3];
};
inline void convert_info(const kernel_range &raw, range<3> &out) {
  out = {raw.sizes[0], raw.sizes[1], raw.sizes[2]};
}
} // namespace detail

#define TANDEM_INFO(name, query, ...)                                          \
  struct name : detail::info_query<detail::query, __VA_ARGS__> {}

namespace info::kernel {
/// The name of the kernel's function.
TANDEM_INFO(function_name, PI_KERNEL_INFO_FUNCTION_NAME, std::string);
/// The number of arguments. Only for built-in kernels and those of a backend.
TANDEM_INFO(num_args, PI_KERNEL_INFO_NUM_ARGS, uint32_t);
/// The number of references to the kernel in the backend. Deprecated.
TANDEM_INFO(reference_count, PI_KERNEL_INFO_REFERENCE_COUNT, uint32_t);
/// The attributes of the kernel, separated by blanks.
TANDEM_INFO(attributes, PI_KERNEL_INFO_ATTRIBUTES, std::string);
/// The context of the kernel.
struct context {
  /// The type of the answer.
  using return_type = sycl::context;
};
} // namespace info::kernel

// Ranges come in SYCL's order.
namespace info::kernel_device_specific {
/// The largest number of work-items in a work-group.
TANDEM_INFO(work_group_size, PI_KERNEL_GROUP_INFO_WORK_GROUP_SIZE, size_t);
/// The work-group size that the kernel requires; zeros if it requires none.
TANDEM_INFO(compile_work_group_size,
            PI_KERNEL_GROUP_INFO_COMPILE_WORK_GROUP_SIZE, sycl::range<3>,
            detail::kernel_range);
/// A number of work-items that work-groups should be a multiple of.
TANDEM_INFO(preferred_work_group_size_multiple,
            PI_KERNEL_GROUP_INFO_PREFERRED_WORK_GROUP_SIZE_MULTIPLE, size_t);
/// The private memory that each work-item needs, in bytes.
TANDEM_INFO(private_mem_size, PI_KERNEL_GROUP_INFO_PRIVATE_MEM_SIZE, size_t);
/// The largest range. Only for built-in kernels and custom devices: otherwise
/// the query throws an exception with `errc::invalid`.
TANDEM_INFO(global_work_size, PI_KERNEL_GROUP_INFO_GLOBAL_WORK_SIZE,
            sycl::range<3>, detail::kernel_range);
/// The number of registers that each work-item needs.
TANDEM_INFO(ext_codeplay_num_regs, PI_KERNEL_GROUP_INFO_NUM_REGS, uint32_t);
/// The largest number of work-items in a sub-group.
TANDEM_INFO(max_sub_group_size, PI_KERNEL_MAX_SUB_GROUP_SIZE, uint32_t);
/// The largest number of sub-groups in a work-group.
TANDEM_INFO(max_num_sub_groups, PI_KERNEL_MAX_NUM_SUB_GROUPS, uint32_t);
/// The number of sub-groups that the kernel requires in a work-group; 0 if it
/// requires none.
TANDEM_INFO(compile_num_sub_groups, PI_KERNEL_COMPILE_NUM_SUB_GROUPS, uint32_t);
/// The sub-group size that the kernel requires; 0 if it requires none.
TANDEM_INFO(compile_sub_group_size, PI_KERNEL_COMPILE_SUB_GROUP_SIZE_INTEL,
            uint32_t);
} // namespace info::kernel_device_specific

#undef TANDEM_INFO

/// A kernel of an executable kernel bundle, to query or to launch.
///
/// Copies refer to the same kernel and compare equal. Members may be called
/// from several threads at the same time.
///
/// SYCL 2020, section 4.11.14.
class kernel : public detail::handle<tandem_kernel_t> {
  friend struct detail::maker;
  explicit kernel(tandem_kernel_t owned) noexcept : handle(owned) {}

public:
  /// Kernels come from `kernel_bundle::get_kernel` and `make_kernel`.
  kernel() = delete;

  /// The context of the kernel.
  context get_context() const {
    detail::handle<tandem_bundle_t> bundle(bundle_handle());
    tandem_context_t context_handle = nullptr;
    detail::check(tandem_bundle_context(handle_of(bundle), &context_handle));
    return detail::adopt<context>(context_handle);
  }
  /// The backend of the kernel.
  backend get_backend() const noexcept { return get_context().get_backend(); }
  /// The bundle that the kernel is from.
  template <class Bundle = kernel_bundle<bundle_state::executable>>
  Bundle get_kernel_bundle() const {
    return detail::adopt<Bundle>(bundle_handle());
  }

  /// There are no such descriptors.
  /// \throws exception always, with `errc::backend_mismatch`.
  template <class Info> typename Info::return_type get_backend_info() const {
    detail::throw_no_backend_info();
  }
  /// Queries a descriptor of `info::kernel`.
  /// \throws exception with `errc::invalid` for `num_args` of a kernel that is
  /// a SYCL function.
  template <class Info> typename Info::return_type get_info() const {
    if constexpr (std::is_same_v<Info, info::kernel::context>)
      return get_context();
    else
      return read<Info>(nullptr);
  }
  /// Queries a descriptor of `info::kernel_device_specific`.
  /// \throws exception with `errc::invalid` if the kernel was not built for the
  /// device.
  template <class Info>
  typename Info::return_type get_info(const device &sycl_device) const {
    return read<Info>(handle_of(sycl_device));
  }
  /// As above. The work-group size is ignored.
  template <class Info>
  typename Info::return_type get_info(const device &sycl_device,
                                      const range<3> &) const {
    return read<Info>(handle_of(sycl_device));
  }
  /// Queries a descriptor of an extension, such as
  /// `sycl_ext_oneapi_root_group`.
  template <class Info, class... Args>
  typename Info::return_type ext_oneapi_get_info(const Args &...args) const {
    return Info::of(*this, args...);
  }

private:
  tandem_bundle_t bundle_handle() const {
    tandem_bundle_t bundle = nullptr;
    detail::check(tandem_kernel_bundle(m_handle, &bundle));
    return bundle;
  }
  template <class Info>
  typename Info::return_type read(tandem_device_t device_handle) const {
    return detail::read_info<Info>([&](size_t size, void *value, size_t *ret) {
      return tandem_kernel_info(m_handle, device_handle, Info::code, size,
                                value, ret);
    });
  }
};

} // namespace _V1
} // namespace sycl

/// Hashes `kernel`. Copies have equal hashes.
template <>
struct std::hash<sycl::kernel> : sycl::detail::handle_hash<sycl::kernel> {};
