//===- sycl/atomic_ref.hpp - class atomic_ref -----------------------------===//
//
// Part of Tandem, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// Owns: atomic_ref and atomic_fence (SYCL 2020, 4.15). Kernels use SPIR-V's
// atomics, the host the compiler's; what neither has is a compare-exchange
// loop.
#pragma once

#include <sycl/detail/index_base.hpp>
#include <sycl/memory_enums.hpp>

namespace sycl {
inline namespace _V1 {

namespace detail {

// The integer of the same size: floating-point and pointer values are loaded,
// stored and exchanged as such.
template <size_t Size>
using atomic_integer = std::conditional_t<Size == 4, uint32_t, uint64_t>;

constexpr memory_order load_order(memory_order order) {
  return order == memory_order::acq_rel   ? memory_order::acquire
         : order == memory_order::release ? memory_order::relaxed
                                          : order;
}
constexpr memory_order store_order(memory_order order) {
  return order == memory_order::acq_rel   ? memory_order::release
         : order == memory_order::acquire ? memory_order::relaxed
                                          : order;
}

constexpr int host_order(memory_order order) {
  switch (order) {
  case memory_order::relaxed:
    return __ATOMIC_RELAXED;
  case memory_order::acquire:
  case memory_order::__consume_unsupported:
    return __ATOMIC_ACQUIRE;
  case memory_order::release:
    return __ATOMIC_RELEASE;
  case memory_order::acq_rel:
    return __ATOMIC_ACQ_REL;
  case memory_order::seq_cst:
    break;
  }
  return __ATOMIC_SEQ_CST;
}

constexpr unsigned space_semantics(access::address_space space) {
  return space == access::address_space::local_space
             ? spirv::sem_workgroup_memory
         : space == access::address_space::global_space
             ? spirv::sem_cross_workgroup_memory
             : spirv::sem_workgroup_memory | spirv::sem_cross_workgroup_memory;
}

} // namespace detail

/// Orders the accesses to memory of this thread or work-item, as the work-items
/// of `scope` see them.
///
/// `memory_order::relaxed` has no effect. In host code, `scope` is ignored.
/// SYCL 2020, section 4.15.1.
inline void atomic_fence(memory_order order, memory_scope scope) {
#ifdef __SYCL_DEVICE_ONLY__
  if (order != memory_order::relaxed)
    __spirv_MemoryBarrier(detail::spirv_scope(scope),
                          detail::spirv_order(order) |
                              detail::spirv::sem_all_memory);
#else
  static_cast<void>(scope);
  __atomic_thread_fence(detail::host_order(order));
#endif
}

/// Applies atomic operations to an object that is not atomic itself.
///
/// The object must outlive all references. While one exists, access the object
/// only through such references. Copies refer to the same object, and any
/// number of threads and work-items may use them. `DataT` is an arithmetic type
/// or a pointer of 4 or 8 bytes.
/// SYCL 2020, section 4.15.3.
template <class DataT, memory_order DefaultOrder, memory_scope DefaultScope,
          access::address_space Space = access::address_space::generic_space>
class atomic_ref {
  static_assert(std::is_trivially_copyable_v<DataT> &&
                    (sizeof(DataT) == 4 || sizeof(DataT) == 8),
                "atomic_ref needs a type of 4 or 8 bytes");
  static_assert(DefaultOrder == memory_order::relaxed ||
                    DefaultOrder == memory_order::acq_rel ||
                    DefaultOrder == memory_order::seq_cst,
                "the default order is relaxed, acq_rel or seq_cst");

  using bits = detail::atomic_integer<sizeof(DataT)>;

  DataT *m_pointer;

  static bits to_bits(DataT value) { return __builtin_bit_cast(bits, value); }
  static DataT from_bits(bits value) {
    return __builtin_bit_cast(DataT, value);
  }
  bits *bits_pointer() const { return reinterpret_cast<bits *>(m_pointer); }
  static constexpr unsigned semantics(memory_order order) {
    return detail::spirv_order(order) | detail::space_semantics(Space);
  }

public:
  /// The type of the object.
  using value_type = DataT;
  /// The type of the operand of additions: the object's, or `ptrdiff_t` for
  /// pointers.
  using difference_type =
      std::conditional_t<std::is_pointer_v<DataT>, ptrdiff_t, DataT>;
  /// The alignment in bytes that the object must have.
  static constexpr size_t required_alignment = alignof(DataT);
  /// All operations are lock-free.
  static constexpr bool is_always_lock_free = true;
  /// The order of loads without one: `DefaultOrder`, with acquire for acq_rel.
  static constexpr memory_order default_read_order =
      detail::load_order(DefaultOrder);
  /// The order of stores without one: `DefaultOrder`, with release for acq_rel.
  static constexpr memory_order default_write_order =
      detail::store_order(DefaultOrder);
  /// The order of other operations without one.
  static constexpr memory_order default_read_modify_write_order = DefaultOrder;
  /// The scope of operations without one.
  static constexpr memory_scope default_scope = DefaultScope;

  /// Refers to `object`.
  explicit atomic_ref(DataT &object) : m_pointer(&object) {}
  /// Refers to the same object.
  atomic_ref(const atomic_ref &) noexcept = default;
  /// Not assignable from another reference.
  atomic_ref &operator=(const atomic_ref &) = delete;
  /// Always true.
  bool is_lock_free() const noexcept { return true; }

  /// Reads the value.
  DataT load(memory_order order = default_read_order,
             memory_scope scope = default_scope) const noexcept {
#ifdef __SYCL_DEVICE_ONLY__
    return from_bits(__spirv_AtomicLoad(
        bits_pointer(), detail::spirv_scope(scope), semantics(order)));
#else
    static_cast<void>(scope);
    return from_bits(
        __atomic_load_n(bits_pointer(), detail::host_order(order)));
#endif
  }
  /// As `load`, with the default order and scope.
  operator DataT() const noexcept { return load(); }

  /// Replaces the value.
  void store(DataT value, memory_order order = default_write_order,
             memory_scope scope = default_scope) const noexcept {
#ifdef __SYCL_DEVICE_ONLY__
    __spirv_AtomicStore(bits_pointer(), detail::spirv_scope(scope),
                        semantics(order), to_bits(value));
#else
    static_cast<void>(scope);
    __atomic_store_n(bits_pointer(), to_bits(value), detail::host_order(order));
#endif
  }
  /// As `store`, with the default order and scope. \returns `value`.
  DataT operator=(DataT value) const noexcept {
    store(value);
    return value;
  }

  /// Replaces the value and returns the previous one.
  DataT exchange(DataT value,
                 memory_order order = default_read_modify_write_order,
                 memory_scope scope = default_scope) const noexcept {
#ifdef __SYCL_DEVICE_ONLY__
    return from_bits(__spirv_AtomicExchange(bits_pointer(),
                                            detail::spirv_scope(scope),
                                            semantics(order), to_bits(value)));
#else
    static_cast<void>(scope);
    return from_bits(__atomic_exchange_n(bits_pointer(), to_bits(value),
                                         detail::host_order(order)));
#endif
  }

  /// Replaces the value by `desired` if its bits are equal to those of
  /// `expected`.
  ///
  /// `success` is the order if the value is replaced, `failure` the order of
  /// the load otherwise.
  /// \returns Whether the value was replaced. Otherwise `expected` receives it.
  bool
  compare_exchange_strong(DataT &expected, DataT desired, memory_order success,
                          memory_order failure,
                          memory_scope scope = default_scope) const noexcept {
    bits wanted = to_bits(expected);
#ifdef __SYCL_DEVICE_ONLY__
    bits found = __spirv_AtomicCompareExchange(
        bits_pointer(), detail::spirv_scope(scope), semantics(success),
        semantics(detail::load_order(failure)), to_bits(desired), wanted);
    bool done = found == wanted;
#else
    static_cast<void>(scope);
    bits found = wanted;
    bool done = __atomic_compare_exchange_n(
        bits_pointer(), &found, to_bits(desired), false,
        detail::host_order(success),
        detail::host_order(detail::load_order(failure)));
#endif
    if (!done)
      expected = from_bits(found);
    return done;
  }
  /// As above, with one order for both cases.
  bool
  compare_exchange_strong(DataT &expected, DataT desired,
                          memory_order order = default_read_modify_write_order,
                          memory_scope scope = default_scope) const noexcept {
    return compare_exchange_strong(expected, desired, order, order, scope);
  }
  /// As `compare_exchange_strong`: there are no spurious failures here.
  bool
  compare_exchange_weak(DataT &expected, DataT desired, memory_order success,
                        memory_order failure,
                        memory_scope scope = default_scope) const noexcept {
    return compare_exchange_strong(expected, desired, success, failure, scope);
  }
  /// As above, with one order for both cases.
  bool
  compare_exchange_weak(DataT &expected, DataT desired,
                        memory_order order = default_read_modify_write_order,
                        memory_scope scope = default_scope) const noexcept {
    return compare_exchange_strong(expected, desired, order, order, scope);
  }

private:
  // Replaces the value by `update(value)`, and returns the old one.
  template <class Update>
  DataT loop(Update update, memory_order order, memory_scope scope) const {
    DataT old = load(memory_order::relaxed, scope);
    while (!compare_exchange_strong(old, update(old), order,
                                    memory_order::relaxed, scope)) {
    }
    return old;
  }

public:
#ifdef __SYCL_DEVICE_ONLY__
#define TANDEM_ATOMIC(operation, expression)                                   \
  return __spirv_Atomic##operation(m_pointer, detail::spirv_scope(scope),      \
                                   semantics(order), operand);
#else
#define TANDEM_ATOMIC(operation, expression)                                   \
  return loop([=](DataT value) { return static_cast<DataT>(expression); },     \
              order, scope);
#endif
#define TANDEM_FETCH(name, on_signed, on_unsigned, on_float, condition,        \
                     expression)                                               \
  template <class SameT = DataT, detail::when<condition> = 0>                  \
  DataT fetch_##name(DataT operand,                                            \
                     memory_order order = default_read_modify_write_order,     \
                     memory_scope scope = default_scope) const noexcept {      \
    if constexpr (std::is_floating_point_v<SameT>) {                           \
      TANDEM_ATOMIC(on_float, expression)                                      \
    } else if constexpr (std::is_signed_v<SameT>) {                            \
      TANDEM_ATOMIC(on_signed, expression)                                     \
    } else {                                                                   \
      TANDEM_ATOMIC(on_unsigned, expression)                                   \
    }                                                                          \
  }
  /// Adds `operand` and returns the previous value; integers wrap around.
  TANDEM_FETCH(add, IAdd, IAdd, FAddEXT, std::is_arithmetic_v<SameT>,
               value + operand)
  /// Replaces the value by the lesser of it and `operand`, and returns the
  /// previous value.
  TANDEM_FETCH(min, SMin, UMin, FMinEXT, std::is_arithmetic_v<SameT>,
               operand < value ? operand : value)
  /// Replaces the value by the greater of it and `operand`, and returns the
  /// previous value.
  TANDEM_FETCH(max, SMax, UMax, FMaxEXT, std::is_arithmetic_v<SameT>,
               operand > value ? operand : value)
  /// Replaces the value by its bitwise and with `operand`, and returns the
  /// previous value.
  TANDEM_FETCH(and, And, And, And, std::is_integral_v<SameT>, value &operand)
  /// As above, with the bitwise or.
  TANDEM_FETCH(or, Or, Or, Or, std::is_integral_v<SameT>, value | operand)
  /// As above, with the bitwise exclusive-or.
  TANDEM_FETCH(xor, Xor, Xor, Xor, std::is_integral_v<SameT>, value ^ operand)
#undef TANDEM_FETCH
#undef TANDEM_ATOMIC

  /// Subtracts `operand` and returns the previous value.
  template <class SameT = DataT, detail::when<std::is_arithmetic_v<SameT>> = 0>
  DataT fetch_sub(DataT operand,
                  memory_order order = default_read_modify_write_order,
                  memory_scope scope = default_scope) const noexcept {
    return fetch_add(static_cast<DataT>(0 - operand), order, scope);
  }
  /// Advances a pointer by `operand` elements and returns the previous one.
  template <class SameT = DataT, detail::when<std::is_pointer_v<SameT>> = 0>
  DataT fetch_add(ptrdiff_t operand,
                  memory_order order = default_read_modify_write_order,
                  memory_scope scope = default_scope) const noexcept {
    return loop([=](DataT value) { return value + operand; }, order, scope);
  }
  /// Moves a pointer back by `operand` elements and returns the previous one.
  template <class SameT = DataT, detail::when<std::is_pointer_v<SameT>> = 0>
  DataT fetch_sub(ptrdiff_t operand,
                  memory_order order = default_read_modify_write_order,
                  memory_scope scope = default_scope) const noexcept {
    return fetch_add(-operand, order, scope);
  }

  /// Adds `operand` and returns the new value.
  DataT operator+=(difference_type operand) const noexcept {
    return fetch_add(operand) + operand;
  }
  /// Subtracts `operand` and returns the new value.
  DataT operator-=(difference_type operand) const noexcept {
    return fetch_sub(operand) - operand;
  }
  /// Adds 1 and returns the new value.
  DataT operator++() const noexcept { return *this += difference_type(1); }
  /// Subtracts 1 and returns the new value.
  DataT operator--() const noexcept { return *this -= difference_type(1); }
  /// Adds 1 and returns the previous value.
  DataT operator++(int) const noexcept { return fetch_add(difference_type(1)); }
  /// Subtracts 1 and returns the previous value.
  DataT operator--(int) const noexcept { return fetch_sub(difference_type(1)); }
  /// Applies a bitwise and with `operand`, and returns the new value.
  template <class SameT = DataT, detail::when<std::is_integral_v<SameT>> = 0>
  DataT operator&=(DataT operand) const noexcept {
    return fetch_and(operand) & operand;
  }
  /// Applies a bitwise or with `operand`, and returns the new value.
  template <class SameT = DataT, detail::when<std::is_integral_v<SameT>> = 0>
  DataT operator|=(DataT operand) const noexcept {
    return fetch_or(operand) | operand;
  }
  /// Applies a bitwise exclusive-or with `operand`, and returns the new value.
  template <class SameT = DataT, detail::when<std::is_integral_v<SameT>> = 0>
  DataT operator^=(DataT operand) const noexcept {
    return fetch_xor(operand) ^ operand;
  }
};

} // namespace _V1
} // namespace sycl
