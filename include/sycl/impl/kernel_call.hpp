//===- sycl/impl/kernel_call.hpp - launches of kernel objects -------------===//
//
// Part of Tandem, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// Owns: the arguments that handler::set_arg sets for kernels that are no SYCL
// functions (SYCL 2020, 4.9.4.2.4): built-in kernels of devices.
#pragma once

#include <sycl/accessor.hpp>
#include <sycl/local_accessor.hpp>

#include <memory>
#include <string>
#include <vector>

namespace sycl {
inline namespace _V1 {
namespace detail {

// Accessors of images, and samplers: known by their members, since their
// headers come later.
template <class Type, class = void>
inline constexpr bool is_image_argument = false;
template <class Type>
inline constexpr bool
    is_image_argument<Type, std::enable_if_t<Type::tandem_is_image_on_device>> =
        true;
template <class Type, class = void>
inline constexpr bool is_sampler_argument = false;
template <class Type>
inline constexpr bool is_sampler_argument<
    Type, std::void_t<decltype(std::declval<const Type &>().tandem_word())>> =
    true;

// The arguments of one launch, by their index. Values are copied.
class kernel_call : public kernel_call_base {
  tandem_kernel_call m_call{};
  std::vector<tandem_kernel_arg> m_args;
  std::vector<std::unique_ptr<char[]>> m_values;

  void set(int index, uint32_t kind, const void *value, size_t bytes) {
    if (index < 0)
      throw_error(errc::kernel_argument,
                  "the index of an argument is negative");
    if (size_t(index) >= m_args.size())
      m_args.resize(size_t(index) + 1);
    m_args[size_t(index)] = {sizeof(tandem_kernel_arg), kind, value, bytes};
  }

public:
  kernel_call() noexcept
      : kernel_call_base{[](kernel_call_base *call) {
          delete static_cast<kernel_call *>(call);
        }} {}

  template <class DataT> void set_arg(int index, const DataT &value) {
    if constexpr (is_image_argument<DataT>) {
      set(index, TANDEM_ARG_ACCESSOR, value.tandem_buffer(), 0);
    } else if constexpr (is_sampler_argument<DataT>) {
      set(index, TANDEM_ARG_SAMPLER, nullptr, value.tandem_word().value());
    } else if constexpr (std::is_pointer_v<DataT>) {
      set(index, TANDEM_ARG_POINTER, static_cast<const void *>(value), 0);
    } else {
      static_assert(is_device_copyable_v<DataT>,
                    "an argument of a kernel is an accessor, a pointer, a "
                    "sampler or a value that can be copied to devices");
      m_values.emplace_back(new char[sizeof(DataT)]);
      __builtin_memcpy(m_values.back().get(), &value, sizeof(DataT));
      set(index, TANDEM_ARG_VALUE, m_values.back().get(), sizeof(DataT));
    }
  }
  template <class DataT, int Dimensions, access_mode Mode,
            access::placeholder Placeholder>
  void set_arg(int index,
               const accessor<DataT, Dimensions, Mode, target::device,
                              Placeholder> &accessed) {
    set(index, TANDEM_ARG_ACCESSOR,
        accessor_access::view(accessed).access.buffer, 0);
  }
  template <class DataT, int Dimensions>
  void set_arg(int index, const local_accessor<DataT, Dimensions> &local) {
    set(index, TANDEM_ARG_LOCAL, nullptr, local.byte_size());
  }

  // The launch of a kernel; lives as long as this does.
  const tandem_kernel_call *of(tandem_kernel_t kernel) {
    for (size_t index = 0; index < m_args.size(); ++index)
      if (!m_args[index].size)
        throw_error(
            errc::kernel_argument,
            ("argument " + std::to_string(index) + " is not set").c_str());
    m_call = {sizeof m_call, 0,
              kernel,        m_args.data(),
              m_args.size(), sizeof(tandem_kernel_arg)};
    return &m_call;
  }
};

} // namespace detail
} // namespace _V1
} // namespace sycl
