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
TANDEM_INFO(function_name, PI_KERNEL_INFO_FUNCTION_NAME, std::string);
TANDEM_INFO(num_args, PI_KERNEL_INFO_NUM_ARGS, uint32_t);
TANDEM_INFO(reference_count, PI_KERNEL_INFO_REFERENCE_COUNT, uint32_t);
TANDEM_INFO(attributes, PI_KERNEL_INFO_ATTRIBUTES, std::string);
struct context {
  using return_type = sycl::context;
};
} // namespace info::kernel

// Ranges come in SYCL's order.
namespace info::kernel_device_specific {
TANDEM_INFO(work_group_size, PI_KERNEL_GROUP_INFO_WORK_GROUP_SIZE, size_t);
TANDEM_INFO(compile_work_group_size,
            PI_KERNEL_GROUP_INFO_COMPILE_WORK_GROUP_SIZE, sycl::range<3>,
            detail::kernel_range);
TANDEM_INFO(preferred_work_group_size_multiple,
            PI_KERNEL_GROUP_INFO_PREFERRED_WORK_GROUP_SIZE_MULTIPLE, size_t);
TANDEM_INFO(private_mem_size, PI_KERNEL_GROUP_INFO_PRIVATE_MEM_SIZE, size_t);
TANDEM_INFO(global_work_size, PI_KERNEL_GROUP_INFO_GLOBAL_WORK_SIZE,
            sycl::range<3>, detail::kernel_range);
TANDEM_INFO(ext_codeplay_num_regs, PI_KERNEL_GROUP_INFO_NUM_REGS, uint32_t);
TANDEM_INFO(max_sub_group_size, PI_KERNEL_MAX_SUB_GROUP_SIZE, uint32_t);
TANDEM_INFO(max_num_sub_groups, PI_KERNEL_MAX_NUM_SUB_GROUPS, uint32_t);
TANDEM_INFO(compile_num_sub_groups, PI_KERNEL_COMPILE_NUM_SUB_GROUPS, uint32_t);
TANDEM_INFO(compile_sub_group_size, PI_KERNEL_COMPILE_SUB_GROUP_SIZE_INTEL,
            uint32_t);
} // namespace info::kernel_device_specific

#undef TANDEM_INFO

class kernel : public detail::handle<tandem_kernel_t> {
  friend struct detail::maker;
  explicit kernel(tandem_kernel_t owned) noexcept : handle(owned) {}

public:
  kernel() = delete;

  context get_context() const {
    detail::handle<tandem_bundle_t> bundle(bundle_handle());
    tandem_context_t context_handle = nullptr;
    detail::check(tandem_bundle_context(handle_of(bundle), &context_handle));
    return detail::adopt<context>(context_handle);
  }
  backend get_backend() const noexcept { return get_context().get_backend(); }
  template <class Bundle = kernel_bundle<bundle_state::executable>>
  Bundle get_kernel_bundle() const {
    return detail::adopt<Bundle>(bundle_handle());
  }

  template <class Info> typename Info::return_type get_backend_info() const {
    detail::throw_no_backend_info();
  }
  template <class Info> typename Info::return_type get_info() const {
    if constexpr (std::is_same_v<Info, info::kernel::context>)
      return get_context();
    else
      return read<Info>(nullptr);
  }
  template <class Info>
  typename Info::return_type get_info(const device &sycl_device) const {
    return read<Info>(handle_of(sycl_device));
  }
  template <class Info>
  typename Info::return_type get_info(const device &sycl_device,
                                      const range<3> &) const {
    return read<Info>(handle_of(sycl_device));
  }
  // Queries of extensions answer themselves.
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

template <>
struct std::hash<sycl::kernel> : sycl::detail::handle_hash<sycl::kernel> {};
