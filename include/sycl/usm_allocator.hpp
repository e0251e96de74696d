//===- sycl/usm_allocator.hpp - class usm_allocator -----------------------===//
//
// Part of Tandem, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#pragma once

#include <sycl/usm.hpp>

namespace sycl {
inline namespace _V1 {

/// An allocator of host or shared USM for containers.
///
/// Copies allocate from the same context and device. SYCL 2020, section
/// 4.8.3.5.
template <class DataT, usm::alloc Kind, size_t Alignment = 0>
class usm_allocator
    : public detail::without_properties<usm_allocator<DataT, Kind, Alignment>> {
  static_assert(Kind != usm::alloc::device,
                "containers cannot use device memory");
  context m_context;
  device m_device;

  template <class, usm::alloc, size_t> friend class usm_allocator;

public:
  /// The type of the elements.
  using value_type = DataT;
  /// Copy assignment of a container copies the allocator.
  using propagate_on_container_copy_assignment = std::true_type;
  /// Move assignment of a container moves the allocator.
  using propagate_on_container_move_assignment = std::true_type;
  /// Swapping containers swaps the allocators.
  using propagate_on_container_swap = std::true_type;
  /// The allocator type for elements of type `OtherT`.
  template <class OtherT> struct rebind {
    /// The allocator type.
    using other = usm_allocator<OtherT, Kind, Alignment>;
  };

  /// An allocator needs a context and a device.
  usm_allocator() = delete;
  /// Creates an allocator of memory for a device in a context.
  /// \throws exception with `errc::invalid` if the list has a property.
  usm_allocator(const context &sycl_context, const device &sycl_device,
                const property_list &properties = {})
      : m_context(sycl_context), m_device(sycl_device) {
    properties.tandem_allow(0, "a usm_allocator");
  }
  /// As above, with the context and the device of a queue.
  explicit usm_allocator(const queue &sycl_queue,
                         const property_list &properties = {})
      : usm_allocator(sycl_queue.get_context(), sycl_queue.get_device(),
                      properties) {}
  /// Converts an allocator of elements of another type.
  template <class OtherT>
  usm_allocator(const usm_allocator<OtherT, Kind, Alignment> &other) noexcept
      : m_context(other.m_context), m_device(other.m_device) {}

  /// Allocates memory of `count` elements.
  /// \throws exception with `errc::memory_allocation` if that fails.
  DataT *allocate(size_t count) {
    DataT *memory =
        aligned_alloc<DataT>(Alignment, count, m_device, m_context, Kind);
    if (!memory)
      detail::throw_error(errc::memory_allocation,
                          "USM allocation of a container failed");
    return memory;
  }
  /// Frees memory from `allocate`.
  void deallocate(DataT *memory, size_t) {
    if (memory)
      free(memory, m_context);
  }

  /// Whether each can free memory of the other.
  friend bool operator==(const usm_allocator &left,
                         const usm_allocator &right) {
    return left.m_context == right.m_context && left.m_device == right.m_device;
  }
  /// Whether they cannot free each other's memory.
  friend bool operator!=(const usm_allocator &left,
                         const usm_allocator &right) {
    return !(left == right);
  }
};

/// As above, for allocators of different types.
template <class LeftData, usm::alloc LeftKind, size_t LeftAlignment,
          class RightData, usm::alloc RightKind, size_t RightAlignment,
          detail::when<!std::is_same_v<
              usm_allocator<LeftData, LeftKind, LeftAlignment>,
              usm_allocator<RightData, RightKind, RightAlignment>>> = 0>
bool operator==(
    const usm_allocator<LeftData, LeftKind, LeftAlignment> &left,
    const usm_allocator<RightData, RightKind, RightAlignment> &right) noexcept {
  if constexpr (LeftKind == RightKind && LeftAlignment == RightAlignment)
    return left == usm_allocator<LeftData, LeftKind, LeftAlignment>(right);
  else
    return false;
}
/// As above, for allocators of different types.
template <class LeftData, usm::alloc LeftKind, size_t LeftAlignment,
          class RightData, usm::alloc RightKind, size_t RightAlignment,
          detail::when<!std::is_same_v<
              usm_allocator<LeftData, LeftKind, LeftAlignment>,
              usm_allocator<RightData, RightKind, RightAlignment>>> = 0>
bool operator!=(
    const usm_allocator<LeftData, LeftKind, LeftAlignment> &left,
    const usm_allocator<RightData, RightKind, RightAlignment> &right) noexcept {
  return !(left == right);
}

} // namespace _V1
} // namespace sycl
