//===- sycl/specialization_id.hpp - specialization constants --------------===//
//
// Part of Tandem, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// Owns: the declaration of specialization constants, and their names in device
// images (SYCL 2020, 4.9.5; boundaries.md, section 7).
#pragma once

#include <sycl/detail/stable_name.hpp>
#include <tandem/abi.h>

#include <type_traits>
#include <utility>

namespace sycl {
inline namespace _V1 {

namespace detail {
struct spec_access;
}

/// Declares a specialization constant, which gets its value before a kernel is
/// built.
///
/// The object is a `constexpr` or `inline` variable at namespace scope or a
/// static member, and its address identifies the constant. `DataT` must be
/// trivially copyable. SYCL 2020, section 4.9.5.
template <class DataT> class specialization_id {
  static_assert(std::is_trivially_copyable_v<DataT>,
                "the value of a specialization constant is copied as bytes");
  friend struct detail::spec_access;
  DataT m_value; // the only member: the post-link tool reads it as the object

public:
  /// The type of the constant.
  using value_type = DataT;

  /// Declares a constant with the default value `DataT(args...)`.
  template <class... Args,
            class = std::enable_if_t<std::is_constructible_v<DataT, Args...>>>
  explicit constexpr specialization_id(Args &&...args)
      : m_value(std::forward<Args>(args)...) {}

  /// Specialization constants cannot be copied.
  specialization_id(const specialization_id &) = delete;
  /// Specialization constants cannot be moved.
  specialization_id(specialization_id &&) = delete;
  /// Specialization constants cannot be assigned.
  specialization_id &operator=(const specialization_id &) = delete;
  /// Specialization constants cannot be assigned.
  specialization_id &operator=(specialization_id &&) = delete;
};

namespace detail {

// A type that represents the object: the constant has the type's name.
template <auto &Id> struct spec_name;

template <auto &Id>
using spec_type = typename std::remove_reference_t<decltype(Id)>::value_type;

struct spec_access {
  template <class DataT>
  static constexpr const DataT &default_of(const specialization_id<DataT> &id) {
    return id.m_value;
  }
};

// For the C ABI; the value may be null where only the name counts.
template <auto &Id> tandem_spec_value spec_value(const void *value = nullptr) {
  return {sizeof(tandem_spec_value),
          0,
          stable_name<spec_name<Id>>(),
          __SYCL_TU_ID,
          value,
          sizeof(spec_type<Id>)};
}

} // namespace detail
} // namespace _V1
} // namespace sycl
