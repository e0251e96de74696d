//===- sycl/bit_cast.hpp - bit_cast ---------------------------------------===//
//
// Part of Tandem, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#pragma once

#include <type_traits>

namespace sycl {
inline namespace _V1 {

/// Reinterprets the bits of `from` as a `To`.
///
/// Both types must be trivially copyable and of the same size. C++20's
/// `std::bit_cast` for C++17 programs.
template <class To, class From>
constexpr std::enable_if_t<sizeof(To) == sizeof(From) &&
                               std::is_trivially_copyable_v<From> &&
                               std::is_trivially_copyable_v<To>,
                           To>
bit_cast(const From &from) noexcept {
  return __builtin_bit_cast(To, from);
}

} // namespace _V1
} // namespace sycl
