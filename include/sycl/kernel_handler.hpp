//===- sycl/kernel_handler.hpp - class kernel_handler ---------------------===//
//
// Part of Tandem, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#pragma once

#include <sycl/detail/index_base.hpp>
#include <sycl/specialization_id.hpp>

#ifdef __SYCL_DEVICE_ONLY__
// Writes the value of the constant that `id` declares to `result`.
extern "C" void __tandem_spec_constant(const char *name, const void *id,
                                       void *result) noexcept;
#endif

namespace sycl {
inline namespace _V1 {

/// Gives a kernel its specialization constants.
///
/// A kernel function that has a parameter of this type after all others
/// receives one. SYCL 2020, section 4.9.6.
class kernel_handler {
  friend struct detail::maker;
  kernel_handler() = default;

public:
  /// The value of the constant `Id` in this launch. The compiler treats it as a
  /// constant.
  template <auto &Id>
  TANDEM_ALWAYS_INLINE detail::spec_type<Id> get_specialization_constant() {
#ifdef __SYCL_DEVICE_ONLY__
    union storage { // the value need not have a default constructor
      detail::spec_type<Id> value;
      storage() {}
    } result;
    __tandem_spec_constant(
        __builtin_sycl_unique_stable_name(detail::spec_name<Id>), &Id, &result);
    return result.value;
#else
    return detail::spec_access::default_of(Id);
#endif
  }
};

} // namespace _V1
} // namespace sycl
