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
namespace detail {

template <bool Condition> using when = std::enable_if_t<Condition, int>;

// Grants the library access to private constructors of the classes that
// programs only receive (item, group, ...).
struct maker {
  template <class T, class... Args>
  static constexpr TANDEM_ALWAYS_INLINE T make(const Args &...args) {
    return T(args...);
  }
};

// The namespace of the operators of id and range. Argument-dependent lookup
// leads there through the base class, from these two and from nothing else: no
// other expression has to consider the operators.
namespace indices {
template <int D> class index_base {
  static_assert(D >= 1 && D <= 3, "dimensions are 1, 2 or 3");

protected:
  size_t m_v[D];

  constexpr index_base() noexcept : m_v{} {}
  constexpr explicit index_base(size_t a) noexcept : m_v{a} {}
  constexpr index_base(size_t a, size_t b) noexcept : m_v{a, b} {}
  constexpr index_base(size_t a, size_t b, size_t c) noexcept : m_v{a, b, c} {}

public:
  static constexpr int dimensions = D;

  constexpr size_t get(int d) const noexcept { return m_v[d]; }
  constexpr size_t &operator[](int d) noexcept { return m_v[d]; }
  constexpr size_t operator[](int d) const noexcept { return m_v[d]; }
};
} // namespace indices
using indices::index_base;

// Implicit conversion of one-dimensional indices; no template, so that it also
// serves `bool` and the built-in operators.
template <class Index, int D> class index_conversion {};
template <class Index> class index_conversion<Index, 1> {
public:
  constexpr operator size_t() const noexcept {
    return (*static_cast<const Index *>(this))[0];
  }
};

// The linear index of `index` in a box of size `extent`: the last dimension
// varies fastest (SYCL 2020, 3.11.1).
template <int D>
constexpr TANDEM_ALWAYS_INLINE size_t
linear_index(const index_base<D> &index, const index_base<D> &extent) {
  if constexpr (D == 1)
    return index[0];
  else if constexpr (D == 2)
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

template <class T> inline constexpr bool is_index = false;
template <template <int> class Index, int D>
inline constexpr bool is_index<Index<D>> = is_index_template<Index>;
template <class A, class B>
inline constexpr bool takes =
    is_index<A> && std::is_convertible_v<const B &, A>;

// What `a op b` is: an operand, and beside it another like it, what converts to
// it (an item to its id), or an integer.
template <class A, class B, bool = std::is_integral_v<A>,
          bool = std::is_integral_v<B>>
struct operation {};
template <class A, class B>
struct operation<A, B, false, true> : std::enable_if<is_index<A>, A> {};
template <class A, class B>
struct operation<A, B, true, false> : std::enable_if<is_index<B>, B> {};
template <class A, class B>
struct operation<A, B, false, false>
    : std::enable_if<takes<A, B> || takes<B, A>,
                     std::conditional_t<takes<A, B>, A, B>> {};
template <class A> struct operation<A, A, false, false> {
  using type = A;
};
template <class A, class B> using result = typename operation<A, B>::type;
template <class A, class B>
using assigned = std::enable_if_t<std::is_same_v<A, result<A, B>>, A>;

// An operand in the form in which it is used.
template <class R, class T>
using operand = std::conditional_t<std::is_integral_v<T>, size_t, const R &>;
template <int D> constexpr size_t at(const index_base<D> &operand, int d) {
  return operand[d];
}
constexpr size_t at(size_t operand, int) { return operand; }

#define TANDEM_BINARY(op)                                                      \
  template <class A, class B, class R = result<A, B>>                          \
  constexpr R operator op(const A &a, const B &b) {                            \
    operand<R, A> x = a;                                                       \
    operand<R, B> y = b;                                                       \
    R r;                                                                       \
    for (int d = 0; d < R::dimensions; ++d)                                    \
      r[d] = at(x, d) op at(y, d);                                             \
    return r;                                                                  \
  }
#define TANDEM_ASSIGNMENT(op)                                                  \
  template <class A, class B = A>                                              \
  constexpr assigned<A, B> &operator op(A & a, const B & b) {                  \
    operand<A, B> y = b;                                                       \
    for (int d = 0; d < A::dimensions; ++d)                                    \
      a[d] op at(y, d);                                                        \
    return a;                                                                  \
  }
#define TANDEM_INDEX_TEMPLATE                                                  \
  template <template <int> class Index, int D,                                 \
            when<is_index_template<Index>> = 0>

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

TANDEM_INDEX_TEMPLATE constexpr bool operator==(const Index<D> &a,
                                                const Index<D> &b) {
  for (int d = 0; d < D; ++d)
    if (a[d] != b[d])
      return false;
  return true;
}
TANDEM_INDEX_TEMPLATE constexpr bool operator!=(const Index<D> &a,
                                                const Index<D> &b) {
  return !(a == b);
}
TANDEM_INDEX_TEMPLATE constexpr Index<D> operator+(const Index<D> &a) {
  return a;
}
TANDEM_INDEX_TEMPLATE constexpr Index<D> operator-(const Index<D> &a) {
  return size_t(0) - a;
}
TANDEM_INDEX_TEMPLATE constexpr Index<D> &operator++(Index<D> &a) {
  return a += size_t(1);
}
TANDEM_INDEX_TEMPLATE constexpr Index<D> &operator--(Index<D> &a) {
  return a -= size_t(1);
}
TANDEM_INDEX_TEMPLATE constexpr Index<D> operator++(Index<D> &a, int) {
  Index<D> old = a;
  ++a;
  return old;
}
TANDEM_INDEX_TEMPLATE constexpr Index<D> operator--(Index<D> &a, int) {
  Index<D> old = a;
  --a;
  return old;
}

#undef TANDEM_ASSIGNMENT
#undef TANDEM_BINARY
#undef TANDEM_INDEX_TEMPLATE

} // namespace indices
} // namespace detail
} // namespace _V1
} // namespace sycl
