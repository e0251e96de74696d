//===- sycl/functional.hpp - function objects -----------------------------===//
//
// Part of Tandem, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// Owns: the function objects of reductions and group algorithms (SYCL 2020,
// 4.17.1), and the hash of half.
#pragma once

#include <sycl/detail/kernel/elementwise.hpp>

#include <functional>

namespace sycl {
inline namespace _V1 {

namespace detail {

// The lesser or the greater of two values; of vectors, element by element.
template <bool Lesser, class Left, class Right>
constexpr auto choose(const Left &left, const Right &right) {
  if constexpr (is_vector<Left>) {
    value_of<Left> result{};
    for (int index = 0; index < count_of<Left>; ++index)
      result[index] = choose<Lesser, element_of<Left>, element_of<Left>>(
          left[index], right[index]);
    return result;
  } else if constexpr (Lesser) {
    return right < left ? right : left;
  } else {
    return left < right ? right : left;
  }
}

} // namespace detail

#define TANDEM_FUNCTION_OBJECT(name, result, expression)                       \
  template <class DataT = void> struct name {                                  \
    /** Applies the operator. */                                               \
    constexpr result operator()(const DataT &left, const DataT &right) const { \
      return expression;                                                       \
    }                                                                          \
  };                                                                           \
  /** Deduces the types of the operands. */                                    \
  template <> struct name<void> {                                              \
    /** Tells containers that operands of any types are accepted. */           \
    using is_transparent = void;                                               \
    /** Applies the operator. */                                               \
    template <class Left, class Right>                                         \
    constexpr auto operator()(const Left &left, const Right &right) const      \
        -> std::decay_t<decltype(expression)> {                                \
      return expression;                                                       \
    }                                                                          \
  };

/// Adds two values.
///
/// Like all function objects here, `plus<>` accepts and combines any two types.
/// They are the operators of reductions and group algorithms.
/// SYCL 2020, section 4.17.1.
TANDEM_FUNCTION_OBJECT(plus, DataT, left + right)
/// Multiplies two values.
TANDEM_FUNCTION_OBJECT(multiplies, DataT, left *right)
/// The bitwise and of two values.
TANDEM_FUNCTION_OBJECT(bit_and, DataT, left &right)
/// The bitwise or of two values.
TANDEM_FUNCTION_OBJECT(bit_or, DataT, left | right)
/// The bitwise exclusive-or of two values.
TANDEM_FUNCTION_OBJECT(bit_xor, DataT, left ^ right)
/// Whether both values are true.
TANDEM_FUNCTION_OBJECT(logical_and, bool, (left && right))
/// Whether at least one value is true.
TANDEM_FUNCTION_OBJECT(logical_or, bool, (left || right))
/// The lesser of two values; of vectors, element by element.
TANDEM_FUNCTION_OBJECT(minimum, DataT, detail::choose<true>(left, right))
/// The greater of two values; of vectors, element by element.
TANDEM_FUNCTION_OBJECT(maximum, DataT, detail::choose<false>(left, right))

#undef TANDEM_FUNCTION_OBJECT

/// The function objects under their names from before SYCL 2020.
namespace ext::oneapi {
using sycl::bit_and;
using sycl::bit_or;
using sycl::bit_xor;
using sycl::logical_and;
using sycl::logical_or;
using sycl::maximum;
using sycl::minimum;
using sycl::multiplies;
using sycl::plus;
} // namespace ext::oneapi

namespace detail {

// Whether a type is one of the operators above, whatever its argument.
template <class Op, template <class> class Template>
inline constexpr bool is_operator = false;
template <class DataT, template <class> class Template>
inline constexpr bool is_operator<Template<DataT>, Template> = true;

template <class Op> struct canonical_operator {
  using type = Op;
};
// The standard's operators are equivalent to SYCL's of the same names.
#define TANDEM_STANDARD(name)                                                  \
  template <class DataT>                                                       \
  inline constexpr bool is_operator<std::name<DataT>, name> = true;            \
  template <class DataT> struct canonical_operator<std::name<DataT>> {         \
    using type = name<DataT>;                                                  \
  };
TANDEM_STANDARD(plus)
TANDEM_STANDARD(multiplies)
TANDEM_STANDARD(bit_and)
TANDEM_STANDARD(bit_or)
TANDEM_STANDARD(bit_xor)
TANDEM_STANDARD(logical_and)
TANDEM_STANDARD(logical_or)
#undef TANDEM_STANDARD

template <class DataT>
inline constexpr bool is_arithmetic =
    std::is_arithmetic_v<DataT> ||
    std::is_same_v<std::remove_cv_t<DataT>, half>;

// The ends of a type's order, infinities included.
template <class DataT> constexpr DataT greatest() {
  if constexpr (!std::is_integral_v<DataT>)
    return DataT(__builtin_huge_valf());
  else if constexpr (std::is_same_v<DataT, bool>)
    return true;
  else
    return static_cast<DataT>(
        static_cast<std::make_unsigned_t<DataT>>(~DataT(0)) >>
        std::is_signed_v<DataT>);
}
template <class DataT> constexpr DataT least() {
  if constexpr (std::is_integral_v<DataT>)
    return std::is_signed_v<DataT> ? static_cast<DataT>(~greatest<DataT>())
                                   : DataT(0);
  else
    return DataT(-__builtin_huge_valf());
}

// The identity of an operator on DataT, if it has one (table in 4.9.2).
template <class Op, class DataT, class = void> struct identity {
  static constexpr bool known = false;
};
#define TANDEM_IDENTITY(name, condition, identity_value)                       \
  template <class DataT, class OperandT>                                       \
  struct identity<                                                             \
      name<OperandT>, DataT,                                                   \
      std::enable_if_t<(condition) && (std::is_void_v<OperandT> ||             \
                                       std::is_same_v<OperandT, DataT>)>> {    \
    static constexpr bool known = true;                                        \
    static constexpr DataT value = identity_value;                             \
  };
TANDEM_IDENTITY(plus, is_arithmetic<DataT>, DataT(0))
TANDEM_IDENTITY(multiplies, is_arithmetic<DataT>, DataT(1))
TANDEM_IDENTITY(bit_or, std::is_integral_v<DataT>, DataT(0))
TANDEM_IDENTITY(bit_xor, std::is_integral_v<DataT>, DataT(0))
TANDEM_IDENTITY(bit_and, std::is_integral_v<DataT>, DataT(~DataT(0)))
TANDEM_IDENTITY(logical_and, (std::is_same_v<DataT, bool>), true)
TANDEM_IDENTITY(logical_or, (std::is_same_v<DataT, bool>), false)
TANDEM_IDENTITY(minimum, is_arithmetic<DataT>, greatest<DataT>())
TANDEM_IDENTITY(maximum, is_arithmetic<DataT>, least<DataT>())
#undef TANDEM_IDENTITY

template <class Op, class DataT>
using identity_for =
    identity<typename canonical_operator<std::decay_t<Op>>::type,
             std::decay_t<DataT>>;

} // namespace detail

/// Whether the operator `Op` has an identity for values of type `DataT` that
/// the library knows.
///
/// True for SYCL's function objects, and the standard's of the same name, with
/// the types of the specification's table. SYCL 2020, section 4.9.2.
template <class Op, class DataT>
struct has_known_identity
    : std::bool_constant<detail::identity_for<Op, DataT>::known> {};
/// The value of `has_known_identity`.
template <class Op, class DataT>
inline constexpr bool has_known_identity_v =
    has_known_identity<Op, DataT>::value;
/// The identity of the operator `Op` for values of type `DataT`; only where
/// `has_known_identity_v` is true.
template <class Op, class DataT> struct known_identity {
  /// The identity: combining it with a value gives that value.
  static constexpr std::decay_t<DataT> value =
      detail::identity_for<Op, DataT>::value;
};
/// The value of `known_identity`.
template <class Op, class DataT>
inline constexpr std::decay_t<DataT> known_identity_v =
    known_identity<Op, DataT>::value;

} // namespace _V1
} // namespace sycl

/// Hashes a half as the float of the same value.
template <> struct std::hash<sycl::half> {
  /// The hash of `value`.
  size_t operator()(sycl::half value) const noexcept {
    return std::hash<float>()(value);
  }
};
