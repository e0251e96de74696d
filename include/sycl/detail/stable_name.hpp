//===- sycl/detail/stable_name.hpp - names of types in device images ------===//
//
// Part of Tandem, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// Owns: the name of a type as both passes compute it (boundaries.md,
// section 1).
#pragma once

#include <sycl/detail/config.hpp>

#ifndef TANDEM_HAS_STABLE_NAMES
#include <string>
#include <typeinfo>
#endif

namespace sycl {
inline namespace _V1 {
namespace detail {

#ifdef TANDEM_HAS_STABLE_NAMES
template <class Type> constexpr const char *stable_name() {
  return __builtin_sycl_unique_stable_name(Type);
}
#else
// Other host compilers have the run-time type information.
template <class Type> const char *stable_name() {
  // A pointer, as names may be incomplete types; its mangling begins with P.
  static const std::string name =
      std::string("_ZTS") + (typeid(Type *).name() + 1);
  return name.c_str();
}
#endif

} // namespace detail
} // namespace _V1
} // namespace sycl
