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

// The elements are one behind the other, all of them.
template <class DataT, int> using local_iterator = DataT *;

#ifdef __SYCL_DEVICE_ONLY__
template <>
inline constexpr mark_kind mark_of<local_memory> = mark_local_accessor;
#endif

} // namespace detail

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
  template <access::decorated Decorated>
  using accessor_ptr =
      multi_ptr<DataT, access::address_space::local_space, Decorated>;
  static constexpr int dimensions = Dimensions;

  local_accessor() noexcept = default;
  template <int SameDimensions = Dimensions,
            detail::when<SameDimensions == 0> = 0>
  local_accessor(handler &, const property_list &properties = {})
      : m_memory(sizeof(DataT)), m_range(1),
        m_identity(detail::next_local_identity()) {
    properties.tandem_allow(0, "a local accessor");
  }
  template <int SameDimensions = Dimensions,
            detail::when<(SameDimensions > 0)> = 0>
  local_accessor(sycl::range<dims> size, handler &,
                 const property_list &properties = {})
      : m_memory(detail::allocation_bytes(size, sizeof(DataT))), m_range(size),
        m_identity(detail::next_local_identity()) {
    properties.tandem_allow(0, "a local accessor");
  }
  template <class OtherData,
            detail::when<std::is_same_v<const OtherData, DataT>> = 0>
  local_accessor(const local_accessor<OtherData, Dimensions> &other) noexcept
      : m_memory(other.m_memory), m_range(other.m_range),
        m_identity(other.m_identity) {}

  sycl::range<dims> get_range() const noexcept { return m_range; }

  size_t tandem_hash() const noexcept { return m_identity; }
  static constexpr access::address_space tandem_space =
      access::address_space::local_space;
  TANDEM_ALWAYS_INLINE DataT *tandem_pointer() const noexcept {
    return static_cast<DataT *>(m_memory.address());
  }
  template <access::decorated Decorated>
  accessor_ptr<Decorated> get_multi_ptr() const noexcept {
    return accessor_ptr<Decorated>(tandem_pointer());
  }
  local_ptr<DataT> get_pointer() const noexcept {
    return local_ptr<DataT>(tandem_pointer());
  }

  template <class Value, int SameDimensions = Dimensions,
            detail::when<SameDimensions == 0 &&
                         std::is_convertible_v<Value, DataT>> = 0>
  const local_accessor &operator=(const Value &value) const {
    *tandem_pointer() = value;
    return *this;
  }

  friend bool operator==(const local_accessor &left,
                         const local_accessor &right) {
    return left.m_identity == right.m_identity && left.m_range == right.m_range;
  }
  friend bool operator!=(const local_accessor &left,
                         const local_accessor &right) {
    return !(left == right);
  }
};

template <class DataT, int Dimensions>
multi_ptr(const local_accessor<DataT, Dimensions> &)
    -> multi_ptr<DataT, access::address_space::local_space,
                 access::decorated::no>;

// How SYCL 1.2.1 spells it.
template <class DataT, int Dimensions, access_mode Mode,
          access::placeholder Placeholder>
class accessor<DataT, Dimensions, Mode, target::local, Placeholder>
    : public local_accessor<DataT, Dimensions> {
public:
  using local_accessor<DataT, Dimensions>::local_accessor;
};

} // namespace _V1
} // namespace sycl

template <class DataT, int Dimensions>
struct std::hash<sycl::local_accessor<DataT, Dimensions>> {
  size_t operator()(
      const sycl::local_accessor<DataT, Dimensions> &object) const noexcept {
    return object.tandem_hash();
  }
};
template <class DataT, int Dimensions, sycl::access_mode Mode,
          sycl::access::placeholder Placeholder>
struct std::hash<
    sycl::accessor<DataT, Dimensions, Mode, sycl::target::local, Placeholder>>
    : std::hash<sycl::local_accessor<DataT, Dimensions>> {};
