//===- sycl/marray.hpp - class marray -------------------------------------===//
//
// Part of Tandem, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#pragma once

#include <sycl/detail/kernel/elementwise.hpp>

namespace sycl {
inline namespace _V1 {

namespace detail {
// Whether A may stand in a list of elements of type T.
template <class Argument, class DataT>
inline constexpr bool is_part = std::is_convertible_v<Argument, DataT>;
template <class DataT, size_t NumElements>
inline constexpr bool is_part<marray<DataT, NumElements>, DataT> = true;
} // namespace detail

template <class DataT, size_t NumElements>
class marray : detail::elementwise::operators {
  DataT m_data[NumElements];

  template <class Arg> constexpr void append(size_t &at, const Arg &arg) {
    if constexpr (detail::is_vector<Arg>)
      for (size_t index = 0; index < Arg::size(); ++index)
        m_data[at++] = arg[index];
    else
      m_data[at++] = static_cast<DataT>(arg);
  }

public:
  using value_type = DataT;
  using reference = DataT &;
  using const_reference = const DataT &;
  using iterator = DataT *;
  using const_iterator = const DataT *;

  constexpr marray() : m_data{} {}
  explicit constexpr marray(const DataT &value) : m_data{} {
    for (DataT &element : m_data)
      element = value;
  }
  // Scalars and arrays that make up NumElements elements.
  template <class First, class... Rest,
            detail::when<(detail::elements_in<First> + ... +
                          detail::elements_in<Rest>) == int(NumElements) &&
                         (NumElements > 1) && detail::is_part<First, DataT> &&
                         (detail::is_part<Rest, DataT> && ...) &&
                         !std::is_same_v<First, marray>> = 0>
  constexpr marray(const First &first, const Rest &...rest) : m_data{} {
    size_t at = 0;
    append(at, first);
    (append(at, rest), ...);
  }

  static constexpr size_t size() noexcept { return NumElements; }
  constexpr DataT &operator[](size_t index) { return m_data[index]; }
  constexpr const DataT &operator[](size_t index) const {
    return m_data[index];
  }
  constexpr marray &operator=(const DataT &value) {
    return *this = marray(value);
  }
  template <size_t SameCount = NumElements, detail::when<SameCount == 1> = 0>
  constexpr operator DataT() const {
    return m_data[0];
  }

  constexpr iterator begin() { return m_data; }
  constexpr const_iterator begin() const { return m_data; }
  constexpr iterator end() { return m_data + NumElements; }
  constexpr const_iterator end() const { return m_data + NumElements; }
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
