//===- sycl/host_accessor.hpp - class host_accessor -----------------------===//
//
// Part of Tandem, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// Owns: the host's access to buffers (SYCL 2020, 4.7.6.10). The constructor
// blocks until the bytes are there; commands that conflict wait until the last
// copy of the accessor is gone.
#pragma once

#include <sycl/accessor.hpp>

namespace sycl {
inline namespace _V1 {

/// Gives the host access to the elements of a buffer.
///
/// The constructor blocks until the elements are available on the host.
/// Conflicting commands that are submitted later wait until the last copy of
/// the accessor has been destroyed. Copies share the access.
///
/// SYCL 2020, section 4.7.6.10.
template <class DataT, int Dimensions = 1,
          access_mode Mode = std::is_const_v<DataT> ? access_mode::read
                                                    : access_mode::read_write>
class host_accessor;
template <class DataT, int Dimensions, access_mode Mode>
inline constexpr unsigned
    detail::properties_for<host_accessor<DataT, Dimensions, Mode>> =
        accessor_properties;

template <class DataT, int Dimensions, access_mode Mode>
class host_accessor
    : public detail::element_access<host_accessor<DataT, Dimensions, Mode>,
                                    detail::accessor_element<DataT, Mode>,
                                    detail::storage_dimensions<Dimensions>>,
      public detail::single_element<host_accessor<DataT, Dimensions, Mode>,
                                    detail::accessor_element<DataT, Mode>,
                                    Dimensions> {
  static constexpr int dims = detail::storage_dimensions<Dimensions>;
  using element = detail::accessor_element<DataT, Mode>;
  using index_range = sycl::range<dims>;
  using index_id = id<dims>;

  detail::intrusive_ptr<detail::host_access> m_access;
  element *m_pointer = nullptr;
  size_t m_first = 0;
  index_range m_range, m_extent;
  index_id m_offset;

  friend class detail::element_access<host_accessor, element, dims>;
  template <class, int, access_mode> friend class host_accessor;

  size_t position(const index_id &index) const {
    return m_first + detail::linear_index<dims>(index, m_extent);
  }
  bool without_init() const noexcept {
    return m_access && m_access->mode & TANDEM_ACCESS_NO_INIT;
  }
  template <class Element>
  detail::accessor_iterator<Element, dims> iterate(size_t index) const {
    return {m_pointer, m_range, m_offset, m_extent,
            static_cast<ptrdiff_t>(index)};
  }

  template <class BufferData, int BufferDimensions, class AllocatorT>
  void bind(buffer<BufferData, BufferDimensions, AllocatorT> &accessed,
            handler *cgh, const index_range &range, const index_id &offset,
            const property_list &properties) {
    static_assert(std::is_same_v<std::remove_const_t<BufferData>,
                                 std::remove_const_t<DataT>>,
                  "accessor and buffer have different element types");
    properties.tandem_allow(detail::accessor_properties, "a host accessor");
    bool no_init = properties.has_property<property::no_init>();
    if (no_init && Mode == access_mode::read)
      detail::throw_error(errc::invalid,
                          "a read-only accessor cannot have no_init");
    if constexpr (Dimensions == 0)
      m_extent = index_range(accessed.size());
    else
      m_extent = accessed.get_range();
    if (!detail::has_part(m_extent, range, offset))
      detail::throw_error(errc::invalid,
                          "the accessor exceeds the buffer's range");
    m_range = range;
    m_offset = offset;
    m_first = detail::linear_index<dims>(offset, m_extent);
    const tandem_buffer_t memory = detail::buffer_access::handle(accessed);
    const uint32_t mode = detail::access_bits(Mode, no_init);
    const tandem_access part =
        detail::view_of<dims>(memory, mode, sizeof(DataT), m_range, m_offset,
                              m_extent)
            .access;
    if (cgh) {
      cgh->add_access(part);
      if (accessed.is_sub_buffer())
        cgh->keep_sub_buffer(memory);
      void *address = nullptr;
      detail::check(tandem_buffer_host_pointer(memory, &address));
      m_pointer = static_cast<element *>(address);
    } else {
      m_access = detail::intrusive_ptr(new detail::host_access(part, mode));
      m_pointer = static_cast<element *>(m_access->bytes.data);
    }
  }
  template <class BufferData, int BufferDimensions, class AllocatorT>
  static index_range
  whole(buffer<BufferData, BufferDimensions, AllocatorT> &accessed) {
    if constexpr (Dimensions == 0)
      return index_range(accessed.size() != 0); // nothing of an empty buffer
    else
      return accessed.get_range();
  }

public:
  /// The number of dimensions; 0 for an accessor of one element.
  static constexpr int dimensions = Dimensions;

  /// Creates an accessor of no elements.
  host_accessor() noexcept = default;

  // With a handler, it is DPC++'s accessor of a host task: the command group
  // has the access, and the bytes are the buffer's while the task runs.
#define TANDEM_CONSTRUCTORS(in, with)                                          \
  template <class BufferData, class AllocatorT>                                \
  host_accessor(buffer<BufferData, dims, AllocatorT> &accessed,                \
                in const property_list &properties = {}) {                     \
    bind(accessed, with, whole(accessed), {}, properties);                     \
  }                                                                            \
  template <class BufferData, class AllocatorT, class Tag,                     \
            detail::when_tag<Tag> = 0>                                         \
  host_accessor(buffer<BufferData, dims, AllocatorT> &accessed, in Tag,        \
                const property_list &properties = {}) {                        \
    bind(accessed, with, whole(accessed), {}, properties);                     \
  }                                                                            \
  template <class BufferData, class AllocatorT>                                \
  host_accessor(buffer<BufferData, dims, AllocatorT> &accessed,                \
                in index_range range, const property_list &properties = {}) {  \
    bind(accessed, with, range, {}, properties);                               \
  }                                                                            \
  template <class BufferData, class AllocatorT, class Tag,                     \
            detail::when_tag<Tag> = 0>                                         \
  host_accessor(buffer<BufferData, dims, AllocatorT> &accessed,                \
                in index_range range, Tag,                                     \
                const property_list &properties = {}) {                        \
    bind(accessed, with, range, {}, properties);                               \
  }                                                                            \
  template <class BufferData, class AllocatorT>                                \
  host_accessor(buffer<BufferData, dims, AllocatorT> &accessed,                \
                in index_range range, index_id offset,                         \
                const property_list &properties = {}) {                        \
    bind(accessed, with, range, offset, properties);                           \
  }                                                                            \
  template <class BufferData, class AllocatorT, class Tag,                     \
            detail::when_tag<Tag> = 0>                                         \
  host_accessor(buffer<BufferData, dims, AllocatorT> &accessed,                \
                in index_range range, index_id offset, Tag,                    \
                const property_list &properties = {}) {                        \
    bind(accessed, with, range, offset, properties);                           \
  }
#define TANDEM_HANDLER handler &cgh,
  /// Creates an accessor for a host task, as DPC++ has it.
  ///
  /// The command group has the access, and the elements are available while the
  /// host task runs. Does not block. The arguments after the handler are those
  /// of the constructors without one.
  ///@{
  TANDEM_CONSTRUCTORS(TANDEM_HANDLER, &cgh)
  ///@}
  /// Creates an accessor for the host. Blocks until the elements are available.
  ///
  /// The arguments after the buffer are all optional: the number of elements,
  /// the first element, a tag that selects the mode, and properties. Without a
  /// range, all elements are accessible.
  /// \throws exception with `errc::invalid` if the region exceeds the buffer,
  /// for the property `no_init` on a read-only accessor, or if an accessor
  /// cannot have one of the properties.
  ///@{
  TANDEM_CONSTRUCTORS(, nullptr)
  ///@}
#undef TANDEM_HANDLER
#undef TANDEM_CONSTRUCTORS

  /// Converts a read-write accessor to a read-only one, and between const and
  /// non-const elements of read-only accessors. The two share the access.
  template <class OtherData, access_mode OtherMode,
            detail::when<Mode == access_mode::read &&
                         (OtherMode == access_mode::read ||
                          OtherMode == access_mode::read_write) &&
                         std::is_same_v<std::remove_const_t<OtherData>,
                                        std::remove_const_t<DataT>> &&
                         (OtherMode != Mode ||
                          !std::is_same_v<OtherData, DataT>)> = 0>
  host_accessor(
      const host_accessor<OtherData, Dimensions, OtherMode> &other) noexcept
      : m_access(other.m_access), m_pointer(other.m_pointer),
        m_first(other.m_first), m_range(other.m_range),
        m_extent(other.m_extent), m_offset(other.m_offset) {}

  /// The number of accessible elements in each dimension.
  index_range get_range() const noexcept { return m_range; }
  /// The first accessible element of the buffer.
  index_id get_offset() const noexcept { return m_offset; }
  /// For the library: the buffer's first element.
  element *tandem_pointer() const noexcept { return m_pointer; }
  /// A pointer to the first element of the buffer, whatever the offset of the
  /// accessor.
  element *get_pointer() const noexcept { return m_pointer; }

  /// Assigns to the only element of an accessor without dimensions.
  template <class Value, int SameDimensions = Dimensions,
            detail::when<SameDimensions == 0 &&
                         std::is_convertible_v<Value, DataT>> = 0>
  const host_accessor &operator=(const Value &value) const {
    m_pointer[m_first] = value;
    return *this;
  }

  /// Whether both are copies of the same accessor.
  friend bool operator==(const host_accessor &left,
                         const host_accessor &right) {
    return left.m_access == right.m_access && left.m_range == right.m_range &&
           left.m_offset == right.m_offset;
  }
  /// Whether the two are different accessors.
  friend bool operator!=(const host_accessor &left,
                         const host_accessor &right) {
    return !(left == right);
  }
};

#define TANDEM_GUIDES(in)                                                      \
  template <class DataT, int Dimensions, class AllocatorT>                     \
  host_accessor(buffer<DataT, Dimensions, AllocatorT> &,                       \
                in const property_list & = {})                                 \
      -> host_accessor<DataT, Dimensions>;                                     \
  template <class DataT, int Dimensions, class AllocatorT, class Tag,          \
            detail::when_tag<Tag> = 0>                                         \
  host_accessor(buffer<DataT, Dimensions, AllocatorT> &, in Tag,               \
                const property_list & = {})                                    \
      -> host_accessor<DataT, Dimensions, detail::access_tag<Tag>::mode>;      \
  template <class DataT, int Dimensions, class AllocatorT>                     \
  host_accessor(buffer<DataT, Dimensions, AllocatorT> &, in range<Dimensions>, \
                const property_list & = {})                                    \
      -> host_accessor<DataT, Dimensions>;                                     \
  template <class DataT, int Dimensions, class AllocatorT, class Tag,          \
            detail::when_tag<Tag> = 0>                                         \
  host_accessor(buffer<DataT, Dimensions, AllocatorT> &, in range<Dimensions>, \
                Tag, const property_list & = {})                               \
      -> host_accessor<DataT, Dimensions, detail::access_tag<Tag>::mode>;      \
  template <class DataT, int Dimensions, class AllocatorT>                     \
  host_accessor(buffer<DataT, Dimensions, AllocatorT> &, in range<Dimensions>, \
                id<Dimensions>, const property_list & = {})                    \
      -> host_accessor<DataT, Dimensions>;                                     \
  template <class DataT, int Dimensions, class AllocatorT, class Tag,          \
            detail::when_tag<Tag> = 0>                                         \
  host_accessor(buffer<DataT, Dimensions, AllocatorT> &, in range<Dimensions>, \
                id<Dimensions>, Tag, const property_list & = {})               \
      -> host_accessor<DataT, Dimensions, detail::access_tag<Tag>::mode>;
#define TANDEM_HANDLER handler &,
/// Deduces element type and dimensions from the buffer, and the access mode
/// from the tag if there is one.
///@{
TANDEM_GUIDES(TANDEM_HANDLER)
TANDEM_GUIDES()
///@}
#undef TANDEM_HANDLER
#undef TANDEM_GUIDES

/// A host accessor under its name of SYCL 1.2.1. Deprecated: use
/// `host_accessor`.
template <class DataT, int Dimensions, access_mode Mode,
          access::placeholder Placeholder>
class accessor<DataT, Dimensions, Mode, target::host_buffer, Placeholder>
    : public host_accessor<DataT, Dimensions, Mode> {
public:
  using host_accessor<DataT, Dimensions, Mode>::host_accessor;
  /// Converts a host accessor, and shares its access.
  accessor(const host_accessor<DataT, Dimensions, Mode> &other)
      : host_accessor<DataT, Dimensions, Mode>(other) {}
  /// Always false.
  bool is_placeholder() const noexcept { return false; }
};
/// Deduces the template arguments from the host accessor that is converted.
template <class DataT, int Dimensions, access_mode Mode>
accessor(host_accessor<DataT, Dimensions, Mode>)
    -> accessor<DataT, Dimensions, Mode, target::host_buffer,
                access::placeholder::false_t>;

template <class DataT, int Dimensions, class AllocatorT>
template <access_mode Mode>
auto buffer<DataT, Dimensions, AllocatorT>::get_access() {
  return accessor<DataT, Dimensions, Mode, target::host_buffer>(*this);
}
template <class DataT, int Dimensions, class AllocatorT>
template <access_mode Mode>
auto buffer<DataT, Dimensions, AllocatorT>::get_access(
    sycl::range<Dimensions> range, id<Dimensions> offset) {
  return accessor<DataT, Dimensions, Mode, target::host_buffer>(*this, range,
                                                                offset);
}
template <class DataT, int Dimensions, class AllocatorT>
template <class... Args>
auto buffer<DataT, Dimensions, AllocatorT>::get_host_access(Args &&...args) {
  return host_accessor(*this, static_cast<Args &&>(args)...);
}

} // namespace _V1
} // namespace sycl

/// Hashes `host_accessor`. Copies have equal hashes.
template <class DataT, int Dimensions, sycl::access_mode Mode>
struct std::hash<sycl::host_accessor<DataT, Dimensions, Mode>> {
  size_t operator()(const sycl::host_accessor<DataT, Dimensions, Mode> &object)
      const noexcept {
    return reinterpret_cast<size_t>(object.tandem_pointer());
  }
};
/// Hashes `accessor`. Copies have equal hashes.
template <class DataT, int Dimensions, sycl::access_mode Mode,
          sycl::access::placeholder Placeholder>
struct std::hash<sycl::accessor<DataT, Dimensions, Mode,
                                sycl::target::host_buffer, Placeholder>>
    : std::hash<sycl::host_accessor<DataT, Dimensions, Mode>> {};
