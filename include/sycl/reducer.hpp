//===- sycl/reducer.hpp - class reducer -----------------------------------===//
//
// Part of Tandem, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// Owns: the class by which kernels combine values (SYCL 2020, 4.9.2.3).
#pragma once

#include <sycl/functional.hpp>

#include <new>

namespace sycl {
inline namespace _V1 {

namespace detail {

// The host's description of a reduction (sycl/reduction.hpp).
template <class DataT, class Op, int Dimensions, size_t Extent,
          bool HasIdentity, class Target>
class reduction_variable;

// Combines two values. The order of a reduction is open, so that sums and
// products of floating-point values may be reassociated, and vectorized.
template <class DataT, class Op>
TANDEM_ALWAYS_INLINE DataT combine(const Op &op, const DataT &left,
                                   const DataT &right) {
#ifdef __clang__
  if constexpr (std::is_floating_point_v<DataT> && is_operator<Op, plus>) {
#pragma clang fp reassociate(on)
    return left + right;
  } else if constexpr (std::is_floating_point_v<DataT> &&
                       is_operator<Op, multiplies>) {
#pragma clang fp reassociate(on)
    return left * right;
  } else
#endif
    return op(left, right);
}

// Storage for a value whose type need be neither default constructible nor
// assignable.
template <class DataT> struct partial_value {
  union {
    DataT value;
  };

  TANDEM_ALWAYS_INLINE partial_value() {}
  TANDEM_ALWAYS_INLINE explicit partial_value(const DataT &start)
      : value(start) {}
  partial_value(const partial_value &) = default;
  TANDEM_ALWAYS_INLINE partial_value &operator=(const partial_value &other) {
    put(other.value);
    return *this;
  }
  TANDEM_ALWAYS_INLINE void put(const DataT &other) {
    ::new (static_cast<void *>(__builtin_addressof(value))) DataT(other);
  }
};

// A partial result. Without an identity it starts with no value.
template <class DataT, bool HasIdentity> struct partial : partial_value<DataT> {
  using partial_value<DataT>::partial_value;
  template <class Op>
  TANDEM_ALWAYS_INLINE void add(const Op &op, const DataT &other) {
    this->put(combine(op, this->value, other));
  }
  template <class Op>
  TANDEM_ALWAYS_INLINE void add(const Op &op, const partial &other) {
    add(op, other.value);
  }
  bool is_set() const { return true; }
};
template <class DataT> struct partial<DataT, false> : partial_value<DataT> {
  bool set = false;
  template <class Op>
  TANDEM_ALWAYS_INLINE void add(const Op &op, const DataT &other) {
    this->put(set ? combine(op, this->value, other) : other);
    set = true;
  }
  template <class Op>
  TANDEM_ALWAYS_INLINE void add(const Op &op, const partial &other) {
    if (other.set)
      add(op, other.value);
  }
  bool is_set() const { return set; }
};

// The operators that combine a reducer with a value.
template <class Derived, class DataT, class Op> class reducer_operators {
  Derived &self() const {
    return *static_cast<Derived *>(const_cast<reducer_operators *>(this));
  }

public:
#define TANDEM_COMBINING(op, name)                                             \
  template <class SameOp = Op, when<is_operator<SameOp, name>> = 0>            \
  TANDEM_ALWAYS_INLINE Derived &operator op(const DataT & value) const {       \
    self().combine(value);                                                     \
    return self();                                                             \
  }
  /// Combines the reducer with a value, for reductions with `plus`.
  TANDEM_COMBINING(+=, plus)
  /// As above, for reductions with `multiplies`.
  TANDEM_COMBINING(*=, multiplies)
  /// As above, for reductions with `bit_and`.
  TANDEM_COMBINING(&=, bit_and)
  /// As above, for reductions with `bit_or`.
  TANDEM_COMBINING(|=, bit_or)
  /// As above, for reductions with `bit_xor`.
  TANDEM_COMBINING(^=, bit_xor)
#undef TANDEM_COMBINING
  /// Adds 1, for reductions with `plus`.
  template <class SameOp = Op, when<is_operator<SameOp, plus>> = 0>
  TANDEM_ALWAYS_INLINE Derived &operator++() const {
    return *this += DataT(1);
  }
  /// As above, in postfix form.
  template <class SameOp = Op, when<is_operator<SameOp, plus>> = 0>
  TANDEM_ALWAYS_INLINE void operator++(int) const {
    *this += DataT(1);
  }
};

// An element of a reducer over a span.
template <class DataT, class Op, bool HasIdentity>
class reducer_element
    : public reducer_operators<reducer_element<DataT, Op, HasIdentity>, DataT,
                               Op> {
  partial<DataT, HasIdentity> *m_partial;
  const Op *m_op;

public:
  /// The type of the values.
  using value_type = DataT;
  /// The type of the operator.
  using binary_operation = Op;
  /// An element has no dimensions.
  static constexpr int dimensions = 0;

  reducer_element(partial<DataT, HasIdentity> *partial_result, const Op *op)
      : m_partial(partial_result), m_op(op) {}
  reducer_element(const reducer_element &) = delete;
  /// Combines this element with `value`.
  TANDEM_ALWAYS_INLINE reducer_element &combine(const DataT &value) {
    m_partial->add(*m_op, value);
    return *this;
  }
};

template <class Derived, class DataT, class Op, int Dimensions,
          bool HasIdentity>
class reducer_access : public reducer_operators<Derived, DataT, Op> {
public:
  /// Combines the work-item's partial result with `value`.
  TANDEM_ALWAYS_INLINE Derived &combine(const DataT &value) {
    auto &self = static_cast<Derived &>(*this);
    self.m_partials[0].add(self.m_op, value);
    return self;
  }
};
template <class Derived, class DataT, class Op, bool HasIdentity>
class reducer_access<Derived, DataT, Op, 1, HasIdentity> {
public:
  /// The element `index` of a reduction over a span; it is not checked.
  TANDEM_ALWAYS_INLINE reducer_element<DataT, Op, HasIdentity>
  operator[](size_t index) {
    auto &self = static_cast<Derived &>(*this);
    return {self.m_partials + index, &self.m_op};
  }
};

} // namespace detail

/// Collects the values that a work-item contributes to a reduction.
///
/// Kernels with reductions receive a reference to one reducer for each, after
/// the index; programs cannot create or copy it. `Dimensions` is 1 for
/// reductions over a span of `Extent` values, otherwise 0. The order in which
/// values are combined is unspecified, and sums and products of floating-point
/// numbers may be reassociated.
/// SYCL 2020, section 4.9.2.3.
template <
    class DataT, class BinaryOperation, int Dimensions = 0, size_t Extent = 1,
    bool HasIdentity = detail::identity_for<BinaryOperation, DataT>::known>
class reducer
    : public detail::reducer_access<
          reducer<DataT, BinaryOperation, Dimensions, Extent, HasIdentity>,
          DataT, BinaryOperation, Dimensions, HasIdentity> {
  detail::partial<DataT, HasIdentity> m_partials[Extent];
  BinaryOperation m_op;
  detail::partial<DataT, HasIdentity> m_start;

  template <class, class, int, size_t, bool, class>
  friend class detail::reduction_variable;
  template <class, class, class, int, bool> friend class detail::reducer_access;

  reducer(const detail::partial<DataT, HasIdentity> &start,
          const BinaryOperation &op)
      : m_op(op), m_start(start) {
    for (size_t index = 0; index < Extent; ++index)
      m_partials[index] = start;
  }

public:
  /// The type of the values.
  using value_type = DataT;
  /// The type of the operator.
  using binary_operation = BinaryOperation;
  /// 1 for reductions over a span, otherwise 0.
  static constexpr int dimensions = Dimensions;

  /// Not copyable.
  reducer(const reducer &) = delete;
  /// Not assignable.
  reducer &operator=(const reducer &) = delete;

  /// The identity of the operator, where it is known or was given.
  template <bool Known = HasIdentity, detail::when<Known> = 0>
  DataT identity() const {
    return m_start.value;
  }
};

} // namespace _V1
} // namespace sycl
