//===- sycl/local_accessor.hpp - class local_accessor ---------------------===//
//
// Part of Tandem, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// Owns: memory of a work-group (SYCL 2020, 4.7.6.11). On the host the pointer's
// place holds the size in bytes (boundaries.md, section 1).
#pragma once

#include <sycl/accessor.hpp>

namespace sycl {
inline namespace _V1 {

namespace detail {

class local_memory {
  void *m_value = nullptr;

public:
  constexpr local_memory() noexcept = default;
  explicit local_memory(size_t bytes) noexcept
      // NOLINTNEXTLINE(performance-no-int-to-ptr): on the host, a size
      : m_value(reinterpret_cast<void *>(bytes)) {}
  void *address() const noexcept { return m_value; }
};

// Tells accessors apart before they have addresses.
inline size_t next_local_identity() noexcept {
  static size_t last = 0;
  return __atomic_add_fetch(&last, 1, __ATOMIC_RELAXED);
}

// All elements are contiguous.
template <class DataT, int> using local_iterator = DataT *;

#ifdef __SYCL_DEVICE_ONLY__
template <>
inline constexpr mark_kind mark_of<local_memory> = mark_local_accessor;
#endif

} // namespace detail

/// Memory that the work-items of a work-group share.
///
/// Each work-group has its own elements, which are not initialised. Copies
/// refer to the same memory and are equal. Only kernels over an `nd_range` may
/// use local accessors.
///
/// SYCL 2020, section 4.7.6.11.
template <class DataT, int Dimensions = 1>
class local_accessor
    : public detail::element_access<local_accessor<DataT, Dimensions>, DataT,
                                    detail::storage_dimensions<Dimensions>,
                                    detail::local_iterator>,
      public detail::single_element<local_accessor<DataT, Dimensions>, DataT,
                                    Dimensions> {
  static constexpr int dims = detail::storage_dimensions<Dimensions>;

  detail::local_memory m_memory;
  sycl::range<dims> m_range;
  size_t m_identity = 0; // copies share it

  friend class detail::element_access<local_accessor, DataT, dims,
                                      detail::local_iterator>;
  template <class, int> friend class local_accessor;

  TANDEM_ALWAYS_INLINE size_t position(const id<dims> &index) const {
    return detail::linear_index<dims>(index, m_range);
  }
  template <class Element> Element *iterate(size_t index) const {
    return tandem_pointer() + index;
  }
  static constexpr bool without_init() noexcept { return false; }

public:
  /// The type of `get_multi_ptr`.
  template <access::decorated Decorated>
  using accessor_ptr =
      multi_ptr<DataT, access::address_space::local_space, Decorated>;
  /// The number of dimensions; 0 for an accessor of one element.
  static constexpr int dimensions = Dimensions;

  /// Creates an accessor of no elements.
  local_accessor() noexcept = default;
  /// Creates an accessor of one element.
  /// \throws exception with `errc::invalid` if the list has a property.
  template <int SameDimensions = Dimensions,
            detail::when<SameDimensions == 0> = 0>
  local_accessor(handler &, const property_list &properties = {})
      : m_memory(sizeof(DataT)), m_range(1),
        m_identity(detail::next_local_identity()) {
    properties.tandem_allow(0, "a local accessor");
  }
  /// Creates an accessor of `size` elements in each work-group.
  /// \throws exception with `errc::memory_allocation` if `size_t` cannot hold
  /// the size in bytes, or `errc::invalid` if the list has a property. If the
  /// device has less local memory, the launch fails.
  template <int SameDimensions = Dimensions,
            detail::when<(SameDimensions > 0)> = 0>
  local_accessor(sycl::range<dims> size, handler &,
                 const property_list &properties = {})
      : m_memory(detail::allocation_bytes(size, sizeof(DataT))), m_range(size),
        m_identity(detail::next_local_identity()) {
    properties.tandem_allow(0, "a local accessor");
  }
  /// Converts to an accessor of const elements.
  template <class OtherData,
            detail::when<std::is_same_v<const OtherData, DataT>> = 0>
  local_accessor(const local_accessor<OtherData, Dimensions> &other) noexcept
      : m_memory(other.m_memory), m_range(other.m_range),
        m_identity(other.m_identity) {}

  /// The number of elements in each dimension.
  sycl::range<dims> get_range() const noexcept { return m_range; }

  /// For the library: the value of `std::hash`.
  size_t tandem_hash() const noexcept { return m_identity; }
  /// For the library: the address space of the elements.
  static constexpr access::address_space tandem_space =
      access::address_space::local_space;
  /// For the library: the first element.
  TANDEM_ALWAYS_INLINE DataT *tandem_pointer() const noexcept {
    return static_cast<DataT *>(m_memory.address());
  }
  /// A `multi_ptr` to the first element.
  template <access::decorated Decorated>
  accessor_ptr<Decorated> get_multi_ptr() const noexcept {
    return accessor_ptr<Decorated>(tandem_pointer());
  }
  /// A pointer to the first element. Deprecated: use `get_multi_ptr`.
  local_ptr<DataT> get_pointer() const noexcept {
    return local_ptr<DataT>(tandem_pointer());
  }

  /// Assigns to the only element of an accessor without dimensions.
  template <class Value, int SameDimensions = Dimensions,
            detail::when<SameDimensions == 0 &&
                         std::is_convertible_v<Value, DataT>> = 0>
  const local_accessor &operator=(const Value &value) const {
    *tandem_pointer() = value;
    return *this;
  }

  /// Whether both are copies of the same accessor.
  friend bool operator==(const local_accessor &left,
                         const local_accessor &right) {
    return left.m_identity == right.m_identity && left.m_range == right.m_range;
  }
  /// Whether the two are different accessors.
  friend bool operator!=(const local_accessor &left,
                         const local_accessor &right) {
    return !(left == right);
  }
};

/// Deduces an undecorated pointer to local memory.
template <class DataT, int Dimensions>
multi_ptr(const local_accessor<DataT, Dimensions> &)
    -> multi_ptr<DataT, access::address_space::local_space,
                 access::decorated::no>;

/// A local accessor under its name of SYCL 1.2.1. Deprecated: use
/// `local_accessor`.
template <class DataT, int Dimensions, access_mode Mode,
          access::placeholder Placeholder>
class accessor<DataT, Dimensions, Mode, target::local, Placeholder>
    : public local_accessor<DataT, Dimensions> {
public:
  using local_accessor<DataT, Dimensions>::local_accessor;
};

} // namespace _V1
} // namespace sycl

/// Hashes `local_accessor`. Copies have equal hashes.
template <class DataT, int Dimensions>
struct std::hash<sycl::local_accessor<DataT, Dimensions>> {
  size_t operator()(
      const sycl::local_accessor<DataT, Dimensions> &object) const noexcept {
    return object.tandem_hash();
  }
};
/// Hashes `accessor`. Copies have equal hashes.
template <class DataT, int Dimensions, sycl::access_mode Mode,
          sycl::access::placeholder Placeholder>
struct std::hash<
    sycl::accessor<DataT, Dimensions, Mode, sycl::target::local, Placeholder>>
    : std::hash<sycl::local_accessor<DataT, Dimensions>> {};
