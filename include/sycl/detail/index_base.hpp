//===- sycl/detail/index_base.hpp - what id and range have in common ------===//
//
// Part of Tandem, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// Owns: storage and arithmetic of id and range (SYCL 2020, 4.9.1.1, 4.9.1.3).
#pragma once

#include <sycl/detail/config.hpp>

#include <type_traits>

namespace sycl {
inline namespace _V1 {

template <int Dimensions> class range;
template <int Dimensions> class id;

namespace detail {

template <bool Condition> using when = std::enable_if_t<Condition, int>;

// Grants the library access to private constructors of the classes that
// programs only receive (item, group, ...).
struct maker {
  template <class Type, class... Args>
  static constexpr TANDEM_ALWAYS_INLINE Type make(const Args &...args) {
    return Type(args...);
  }
};

// The namespace of the operators of id and range. Argument-dependent lookup
// leads there through the base class, from these two and from nothing else: no
// other expression has to consider the operators.
namespace indices {
template <int Dimensions> class index_base {
  static_assert(Dimensions >= 1 && Dimensions <= 3, "dimensions are 1, 2 or 3");

protected:
  size_t m_v[Dimensions];

  constexpr index_base() noexcept : m_v{} {}
  constexpr explicit index_base(size_t first) noexcept : m_v{first} {}
  constexpr index_base(size_t first, size_t second) noexcept
      : m_v{first, second} {}
  constexpr index_base(size_t first, size_t second, size_t third) noexcept
      : m_v{first, second, third} {}

public:
  /// The number of dimensions: 1, 2 or 3.
  static constexpr int dimensions = Dimensions;

  /// The component `dimension`, from 0 to `dimensions - 1`; it is not checked.
  constexpr size_t get(int dimension) const noexcept { return m_v[dimension]; }
  /// A reference to the component `dimension`; it is not checked.
  constexpr size_t &operator[](int dimension) noexcept {
    return m_v[dimension];
  }
  /// The component `dimension`; it is not checked.
  constexpr size_t operator[](int dimension) const noexcept {
    return m_v[dimension];
  }
};
} // namespace indices
using indices::index_base;

// Implicit conversion of one-dimensional indices; no template, so that it also
// serves `bool` and the built-in operators.
template <class Index, int Dimensions> class index_conversion {};
template <class Index> class index_conversion<Index, 1> {
public:
  /// The only component, for objects of one dimension.
  constexpr operator size_t() const noexcept {
    return (*static_cast<const Index *>(this))[0];
  }
};

// The linear index of `index` in a box of size `extent`: the last dimension
// varies fastest (SYCL 2020, 3.11.1).
template <int Dimensions>
constexpr TANDEM_ALWAYS_INLINE size_t linear_index(
    const index_base<Dimensions> &index, const index_base<Dimensions> &extent) {
  if constexpr (Dimensions == 1)
    return index[0];
  else if constexpr (Dimensions == 2)
    return index[0] * extent[1] + index[1];
  else
    return (index[0] * extent[1] + index[1]) * extent[2] + index[2];
}

} // namespace detail

// One set of operators serves id and range; `Index` is either template.
template <int> class range;
template <int> class id;
namespace detail {
template <template <int> class Index>
inline constexpr bool is_index_template = false;
template <> inline constexpr bool is_index_template<range> = true;
template <> inline constexpr bool is_index_template<id> = true;

namespace indices {

template <class Type> inline constexpr bool is_index = false;
template <template <int> class Index, int Dimensions>
inline constexpr bool is_index<Index<Dimensions>> = is_index_template<Index>;
template <class Index, class Other>
inline constexpr bool takes =
    is_index<Index> && std::is_convertible_v<const Other &, Index>;

// The type of `left op right`. One operand is an index. The other is an index
// of the same type, an object that converts to it (an item to its id), or an
// integer.
template <class Left, class Right, bool = std::is_integral_v<Left>,
          bool = std::is_integral_v<Right>>
struct operation {};
template <class Left, class Right>
struct operation<Left, Right, false, true>
    : std::enable_if<is_index<Left>, Left> {};
template <class Left, class Right>
struct operation<Left, Right, true, false>
    : std::enable_if<is_index<Right>, Right> {};
template <class Left, class Right>
struct operation<Left, Right, false, false>
    : std::enable_if<takes<Left, Right> || takes<Right, Left>,
                     std::conditional_t<takes<Left, Right>, Left, Right>> {};
template <class Index> struct operation<Index, Index, false, false> {
  using type = Index;
};
template <class Left, class Right>
using result = typename operation<Left, Right>::type;
template <class Left, class Right>
using assigned =
    std::enable_if_t<std::is_same_v<Left, result<Left, Right>>, Left>;

// An operand in the form in which it is used.
template <class Result, class Operand>
using operand =
    std::conditional_t<std::is_integral_v<Operand>, size_t, const Result &>;
template <int Dimensions>
constexpr size_t at(const index_base<Dimensions> &operand, int axis) {
  return operand[axis];
}
constexpr size_t at(size_t operand, int) { return operand; }

#define TANDEM_BINARY(op)                                                      \
  template <class Left, class Right, class Result = result<Left, Right>>       \
  constexpr Result operator op(const Left &left, const Right &right) {         \
    operand<Result, Left> left_operand = left;                                 \
    operand<Result, Right> right_operand = right;                              \
    Result result;                                                             \
    for (int axis = 0; axis < Result::dimensions; ++axis)                      \
      result[axis] = at(left_operand, axis) op at(right_operand, axis);        \
    return result;                                                             \
  }
#define TANDEM_ASSIGNMENT(op)                                                  \
  template <class Left, class Right = Left>                                    \
  constexpr assigned<Left, Right> &operator op(Left & left,                    \
                                               const Right & right) {          \
    operand<Left, Right> right_operand = right;                                \
    for (int axis = 0; axis < Left::dimensions; ++axis)                        \
      left[axis] op at(right_operand, axis);                                   \
    return left;                                                               \
  }
#define TANDEM_INDEX_TEMPLATE                                                  \
  template <template <int> class Index, int Dimensions,                        \
            when<is_index_template<Index>> = 0>

/// Applies the operator to each component of `left` and `right`. An integer
/// counts as an index with this value in all components. Comparisons and
/// logical operators give 0 or 1 in each component.
TANDEM_BINARY(+)
TANDEM_BINARY(-)
TANDEM_BINARY(*)
TANDEM_BINARY(/)
TANDEM_BINARY(%)
TANDEM_BINARY(<<)
TANDEM_BINARY(>>)
TANDEM_BINARY(&)
TANDEM_BINARY(|)
TANDEM_BINARY(^)
TANDEM_BINARY(&&)
TANDEM_BINARY(||)
TANDEM_BINARY(<)
TANDEM_BINARY(>)
TANDEM_BINARY(<=)
TANDEM_BINARY(>=)
/// Applies the operator to each component of `left` in place. An integer counts
/// as an index with this value in all components.
TANDEM_ASSIGNMENT(+=)
TANDEM_ASSIGNMENT(-=)
TANDEM_ASSIGNMENT(*=)
TANDEM_ASSIGNMENT(/=)
TANDEM_ASSIGNMENT(%=)
TANDEM_ASSIGNMENT(<<=)
TANDEM_ASSIGNMENT(>>=)
TANDEM_ASSIGNMENT(&=)
TANDEM_ASSIGNMENT(|=)
TANDEM_ASSIGNMENT(^=)

/// Whether all components are equal.
TANDEM_INDEX_TEMPLATE constexpr bool
operator==(const Index<Dimensions> &left, const Index<Dimensions> &right) {
  for (int axis = 0; axis < Dimensions; ++axis)
    if (left[axis] != right[axis])
      return false;
  return true;
}
/// Whether a component differs.
TANDEM_INDEX_TEMPLATE constexpr bool
operator!=(const Index<Dimensions> &left, const Index<Dimensions> &right) {
  return !(left == right);
}
/// A copy of `index`.
TANDEM_INDEX_TEMPLATE constexpr Index<Dimensions>
operator+(const Index<Dimensions> &index) {
  return index;
}
/// Negates each component, modulo 2 to the power of the bits of `size_t`.
TANDEM_INDEX_TEMPLATE constexpr Index<Dimensions>
operator-(const Index<Dimensions> &index) {
  return size_t(0) - index;
}
/// Adds 1 to each component.
TANDEM_INDEX_TEMPLATE constexpr Index<Dimensions> &
operator++(Index<Dimensions> &index) {
  return index += size_t(1);
}
/// Subtracts 1 from each component.
TANDEM_INDEX_TEMPLATE constexpr Index<Dimensions> &
operator--(Index<Dimensions> &index) {
  return index -= size_t(1);
}
/// Adds 1 to each component and returns the previous value.
TANDEM_INDEX_TEMPLATE constexpr Index<Dimensions>
operator++(Index<Dimensions> &index, int) {
  Index<Dimensions> old = index;
  ++index;
  return old;
}
/// Subtracts 1 from each component and returns the previous value.
TANDEM_INDEX_TEMPLATE constexpr Index<Dimensions>
operator--(Index<Dimensions> &index, int) {
  Index<Dimensions> old = index;
  --index;
  return old;
}

#undef TANDEM_ASSIGNMENT
#undef TANDEM_BINARY
#undef TANDEM_INDEX_TEMPLATE

} // namespace indices
} // namespace detail
} // namespace _V1
} // namespace sycl
