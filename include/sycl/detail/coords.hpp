//===- sycl/detail/coords.hpp - what id and range have in common ----------===//
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

template <int D> class coords {
  static_assert(D >= 1 && D <= 3, "dimensions are 1, 2 or 3");

protected:
  size_t m_v[D];

  constexpr coords() noexcept : m_v{} {}
  constexpr explicit coords(size_t a) noexcept : m_v{a} {}
  constexpr coords(size_t a, size_t b) noexcept : m_v{a, b} {}
  constexpr coords(size_t a, size_t b, size_t c) noexcept : m_v{a, b, c} {}

public:
  static constexpr int dimensions = D;

  constexpr size_t get(int d) const noexcept { return m_v[d]; }
  constexpr size_t &operator[](int d) noexcept { return m_v[d]; }
  constexpr size_t operator[](int d) const noexcept { return m_v[d]; }
};

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
constexpr TANDEM_ALWAYS_INLINE size_t linear_index(const coords<D> &index,
                                                   const coords<D> &extent) {
  if constexpr (D == 1)
    return index[0];
  else if constexpr (D == 2)
    return index[0] * extent[1] + index[1];
  else
    return (index[0] * extent[1] + index[1]) * extent[2] + index[2];
}

} // namespace detail

#define TANDEM_COORDS_OPERATOR(type, op)                                       \
  template <int D>                                                             \
  constexpr type<D> operator op(const type<D> &a, const type<D> &b) {          \
    type<D> r = a;                                                             \
    for (int d = 0; d < D; ++d)                                                \
      r[d] = a[d] op b[d];                                                     \
    return r;                                                                  \
  }                                                                            \
  template <int D, class T, detail::when<std::is_integral_v<T>> = 0>           \
  constexpr type<D> operator op(const type<D> &a, T b) {                       \
    type<D> r = a;                                                             \
    for (int d = 0; d < D; ++d)                                                \
      r[d] = a[d] op size_t(b);                                                \
    return r;                                                                  \
  }                                                                            \
  template <int D, class T, detail::when<std::is_integral_v<T>> = 0>           \
  constexpr type<D> operator op(T a, const type<D> &b) {                       \
    type<D> r = b;                                                             \
    for (int d = 0; d < D; ++d)                                                \
      r[d] = size_t(a) op b[d];                                                \
    return r;                                                                  \
  }

#define TANDEM_COORDS_ASSIGNMENT(type, op)                                     \
  template <int D>                                                             \
  constexpr type<D> &operator op(type<D> &a, const type<D> &b) {               \
    for (int d = 0; d < D; ++d)                                                \
      a[d] op b[d];                                                            \
    return a;                                                                  \
  }                                                                            \
  template <int D, class T, detail::when<std::is_integral_v<T>> = 0>           \
  constexpr type<D> &operator op(type<D> &a, T b) {                            \
    for (int d = 0; d < D; ++d)                                                \
      a[d] op size_t(b);                                                       \
    return a;                                                                  \
  }

#define TANDEM_COORDS_OPERATORS(type)                                          \
  TANDEM_COORDS_OPERATOR(type, +)                                              \
  TANDEM_COORDS_OPERATOR(type, -)                                              \
  TANDEM_COORDS_OPERATOR(type, *)                                              \
  TANDEM_COORDS_OPERATOR(type, /)                                              \
  TANDEM_COORDS_OPERATOR(type, %)                                              \
  TANDEM_COORDS_OPERATOR(type, <<)                                             \
  TANDEM_COORDS_OPERATOR(type, >>)                                             \
  TANDEM_COORDS_OPERATOR(type, &)                                              \
  TANDEM_COORDS_OPERATOR(type, |)                                              \
  TANDEM_COORDS_OPERATOR(type, ^)                                              \
  TANDEM_COORDS_OPERATOR(type, &&)                                             \
  TANDEM_COORDS_OPERATOR(type, ||)                                             \
  TANDEM_COORDS_OPERATOR(type, <)                                              \
  TANDEM_COORDS_OPERATOR(type, >)                                              \
  TANDEM_COORDS_OPERATOR(type, <=)                                             \
  TANDEM_COORDS_OPERATOR(type, >=)                                             \
  TANDEM_COORDS_ASSIGNMENT(type, +=)                                           \
  TANDEM_COORDS_ASSIGNMENT(type, -=)                                           \
  TANDEM_COORDS_ASSIGNMENT(type, *=)                                           \
  TANDEM_COORDS_ASSIGNMENT(type, /=)                                           \
  TANDEM_COORDS_ASSIGNMENT(type, %=)                                           \
  TANDEM_COORDS_ASSIGNMENT(type, <<=)                                          \
  TANDEM_COORDS_ASSIGNMENT(type, >>=)                                          \
  TANDEM_COORDS_ASSIGNMENT(type, &=)                                           \
  TANDEM_COORDS_ASSIGNMENT(type, |=)                                           \
  TANDEM_COORDS_ASSIGNMENT(type, ^=)                                           \
  template <int D>                                                             \
  constexpr bool operator==(const type<D> &a, const type<D> &b) {              \
    for (int d = 0; d < D; ++d)                                                \
      if (a[d] != b[d])                                                        \
        return false;                                                          \
    return true;                                                               \
  }                                                                            \
  template <int D>                                                             \
  constexpr bool operator!=(const type<D> &a, const type<D> &b) {              \
    return !(a == b);                                                          \
  }                                                                            \
  template <int D> constexpr type<D> operator+(const type<D> &a) {             \
    return a;                                                                  \
  }                                                                            \
  template <int D> constexpr type<D> operator-(const type<D> &a) {             \
    return size_t(0) - a;                                                      \
  }                                                                            \
  template <int D> constexpr type<D> &operator++(type<D> &a) {                 \
    return a += size_t(1);                                                     \
  }                                                                            \
  template <int D> constexpr type<D> &operator--(type<D> &a) {                 \
    return a -= size_t(1);                                                     \
  }                                                                            \
  template <int D> constexpr type<D> operator++(type<D> &a, int) {             \
    type<D> old = a;                                                           \
    ++a;                                                                       \
    return old;                                                                \
  }                                                                            \
  template <int D> constexpr type<D> operator--(type<D> &a, int) {             \
    type<D> old = a;                                                           \
    --a;                                                                       \
    return old;                                                                \
  }

} // namespace sycl
