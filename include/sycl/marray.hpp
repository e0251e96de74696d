//===- sycl/marray.hpp - class marray -------------------------------------===//
//
// Part of Tandem, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#pragma once

#include <sycl/detail/elementwise.hpp>

namespace sycl {
inline namespace _V1 {

namespace detail {
// Whether A may stand in a list of elements of type T.
template <class A, class T>
inline constexpr bool is_part = std::is_convertible_v<A, T>;
template <class T, size_t N>
inline constexpr bool is_part<marray<T, N>, T> = true;
} // namespace detail

template <class T, size_t N> class marray : detail::elementwise::operators {
  T m_data[N];

  template <class Arg> constexpr void append(size_t &at, const Arg &arg) {
    if constexpr (detail::is_vector<Arg>)
      for (size_t i = 0; i < Arg::size(); ++i)
        m_data[at++] = arg[i];
    else
      m_data[at++] = static_cast<T>(arg);
  }

public:
  using value_type = T;
  using reference = T &;
  using const_reference = const T &;
  using iterator = T *;
  using const_iterator = const T *;

  constexpr marray() : m_data{} {}
  explicit constexpr marray(const T &value) : m_data{} {
    for (T &element : m_data)
      element = value;
  }
  // Scalars and arrays that make up N elements.
  template <class A, class... Rest,
            detail::when<(detail::elements_in<A> + ... +
                          detail::elements_in<Rest>) == int(N) &&
                         (N > 1) && detail::is_part<A, T> &&
                         (detail::is_part<Rest, T> && ...) &&
                         !std::is_same_v<A, marray>> = 0>
  constexpr marray(const A &first, const Rest &...rest) : m_data{} {
    size_t at = 0;
    append(at, first);
    (append(at, rest), ...);
  }

  static constexpr size_t size() noexcept { return N; }
  constexpr T &operator[](size_t i) { return m_data[i]; }
  constexpr const T &operator[](size_t i) const { return m_data[i]; }
  constexpr marray &operator=(const T &value) { return *this = marray(value); }
  template <size_t M = N, detail::when<M == 1> = 0>
  constexpr operator T() const {
    return m_data[0];
  }

  constexpr iterator begin() { return m_data; }
  constexpr const_iterator begin() const { return m_data; }
  constexpr iterator end() { return m_data + N; }
  constexpr const_iterator end() const { return m_data + N; }
};

#define TANDEM_MARRAY(type, name)                                              \
  using m##name##2 = marray<type, 2>;                                          \
  using m##name##3 = marray<type, 3>;                                          \
  using m##name##4 = marray<type, 4>;                                          \
  using m##name##8 = marray<type, 8>;                                          \
  using m##name##16 = marray<type, 16>;
TANDEM_MARRAY(bool, bool)
TANDEM_MARRAY(signed char, char)
TANDEM_MARRAY(signed char, schar)
TANDEM_MARRAY(unsigned char, uchar)
TANDEM_MARRAY(short, short)
TANDEM_MARRAY(unsigned short, ushort)
TANDEM_MARRAY(int, int)
TANDEM_MARRAY(unsigned, uint)
TANDEM_MARRAY(long, long)
TANDEM_MARRAY(unsigned long, ulong)
TANDEM_MARRAY(long long, longlong)
TANDEM_MARRAY(unsigned long long, ulonglong)
TANDEM_MARRAY(half, half)
TANDEM_MARRAY(float, float)
TANDEM_MARRAY(double, double)
#undef TANDEM_MARRAY

} // namespace _V1
} // namespace sycl
