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
// Whether an Argument is valid in a list of elements of type DataT.
template <class Argument, class DataT>
inline constexpr bool is_part = std::is_convertible_v<Argument, DataT>;
template <class DataT, size_t NumElements>
inline constexpr bool is_part<marray<DataT, NumElements>, DataT> = true;
} // namespace detail

/// An array of `NumElements` elements with arithmetic.
///
/// An marray is a value. Its operators apply to each element; the other operand
/// may be an marray of the same type or a scalar. Comparisons return an marray
/// of `bool`. There is no alignment beyond that of `DataT`.
/// SYCL 2020, section 4.14.3.
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
  /// The type of the elements.
  using value_type = DataT;
  /// A reference to an element.
  using reference = DataT &;
  /// A reference to a constant element.
  using const_reference = const DataT &;
  /// Iterators are pointers.
  using iterator = DataT *;
  /// Iterators over constant elements are pointers.
  using const_iterator = const DataT *;

  /// Value-initializes all elements.
  constexpr marray() : m_data{} {}
  /// All elements are `value`.
  explicit constexpr marray(const DataT &value) : m_data{} {
    for (DataT &element : m_data)
      element = value;
  }
  /// The elements of the arguments in order: scalars and arrays with
  /// `NumElements` elements together.
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

  /// The number of elements.
  static constexpr size_t size() noexcept { return NumElements; }
  /// A reference to the element `index`; it is not checked.
  constexpr DataT &operator[](size_t index) { return m_data[index]; }
  /// As above, for constant arrays.
  constexpr const DataT &operator[](size_t index) const {
    return m_data[index];
  }
  /// Assigns `value` to all elements.
  constexpr marray &operator=(const DataT &value) {
    return *this = marray(value);
  }
  /// The element, for arrays of one element.
  template <size_t SameCount = NumElements, detail::when<SameCount == 1> = 0>
  constexpr operator DataT() const {
    return m_data[0];
  }

  /// The first element.
  constexpr iterator begin() { return m_data; }
  /// As above, for constant arrays.
  constexpr const_iterator begin() const { return m_data; }
  /// The end of the elements.
  constexpr iterator end() { return m_data + NumElements; }
  /// As above, for constant arrays.
  constexpr const_iterator end() const { return m_data + NumElements; }
};

#define TANDEM_MARRAY(type, name)                                              \
  using m##name##2 = marray<type, 2>;                                          \
  using m##name##3 = marray<type, 3>;                                          \
  using m##name##4 = marray<type, 4>;                                          \
  using m##name##8 = marray<type, 8>;                                          \
  using m##name##16 = marray<type, 16>;
/// Aliases for arrays of 2, 3, 4, 8 and 16 elements, such as `mfloat4`: `m`, a
/// name of the element's type and the number of elements.
/// SYCL 2020, section 4.14.3.2.
///@{
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
///@}
#undef TANDEM_MARRAY

} // namespace _V1
} // namespace sycl
