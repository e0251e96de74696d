//===- sycl/accessor.hpp - class accessor ---------------------------------===//
//
// Part of Tandem, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// Owns: accessors of buffers in commands (SYCL 2020, 4.7.6.9).
//
// An accessor is plain data: in a kernel, the runtime has put the address of
// the memory where the host side holds the buffer (boundaries.md, section 4).
// The layout is the same in both passes.
#pragma once

#include <sycl/buffer.hpp>
#include <sycl/impl/accessor_base.hpp>

namespace sycl {
inline namespace _V1 {

namespace detail {

// The 8 bytes that become a separate kernel argument.
class accessor_memory {
  void *m_value = nullptr;

public:
  constexpr accessor_memory() noexcept = default;
  explicit accessor_memory(tandem_buffer_t buffer) noexcept : m_value(buffer) {}

  tandem_buffer_t buffer() const noexcept {
    return static_cast<tandem_buffer_t>(m_value);
  }
#ifdef __SYCL_DEVICE_ONLY__
  void *address() const noexcept { return m_value; }
#else
  // In host tasks. The address never changes, so it may be hoisted.
  __attribute__((const)) void *address() const noexcept {
    return host_address(buffer());
  }

private:
  __attribute__((const, noinline)) static void *
  host_address(tandem_buffer_t buffer) noexcept {
    void *address = nullptr;
    if (buffer)
      tandem_buffer_host_pointer(buffer, &address);
    return address;
  }
#endif
};

#ifdef __SYCL_DEVICE_ONLY__
template <> inline constexpr mark_kind mark_of<accessor_memory> = mark_accessor;
#endif

} // namespace detail

/// Gives a command access to the elements of a buffer.
///
/// An accessor that is constructed with a handler belongs to its command group,
/// which starts when the elements are available and no conflicting command uses
/// them. Without a handler it is a placeholder: it refers to the buffer, and
/// `handler::require` binds it to a command group.
///
/// Accessors are plain data. Copies are equal and refer to the same elements.
/// An accessor must not outlive its command group, nor its buffer.
///
/// SYCL 2020, section 4.7.6.9.
template <class DataT, int Dimensions = 1,
          access_mode Mode = std::is_const_v<DataT> ? access_mode::read
                                                    : access_mode::read_write,
          target Target = target::device,
          access::placeholder Placeholder = access::placeholder::false_t>
class accessor;

namespace detail {

template <class DataT, access_mode Mode>
using accessor_element =
    std::conditional_t<Mode == access_mode::read, const DataT, DataT>;

template <class DataT, int Dimensions, access_mode Mode, target Target,
          access::placeholder Placeholder>
inline constexpr unsigned
    properties_for<accessor<DataT, Dimensions, Mode, Target, Placeholder>> =
        Target == target::local ? 0 : accessor_properties;

// A buffer's accessor has at least one dimension inside.
template <int Dimensions>
inline constexpr int storage_dimensions = Dimensions == 0 ? 1 : Dimensions;

} // namespace detail

template <class DataT, int Dimensions, access_mode Mode, target Target,
          access::placeholder Placeholder>
class accessor : public detail::element_access<
                     accessor<DataT, Dimensions, Mode, Target, Placeholder>,
                     detail::accessor_element<DataT, Mode>,
                     detail::storage_dimensions<Dimensions>>,
                 public detail::single_element<
                     accessor<DataT, Dimensions, Mode, Target, Placeholder>,
                     detail::accessor_element<DataT, Mode>, Dimensions> {
  static constexpr int dims = detail::storage_dimensions<Dimensions>;
  using element = detail::accessor_element<DataT, Mode>;
  using plain = std::remove_const_t<DataT>;
  using index_range = sycl::range<dims>;
  using index_id = id<dims>;

  detail::accessor_memory m_memory;
  size_t m_first = 0; // position of the first element that is accessed
  index_range m_range, m_extent;
  index_id m_offset;
  size_t m_mode = 0; // tandem_access_mode, and the bit below
  static constexpr size_t placeholder_bit = 0x80000000;

  friend class detail::element_access<accessor, element, dims>;
  friend struct detail::accessor_access;
  template <class, int, access_mode, target, access::placeholder>
  friend class accessor;

  TANDEM_ALWAYS_INLINE size_t position(const index_id &index) const {
    return m_first + detail::linear_index<dims>(index, m_extent);
  }
  template <class Element>
  detail::accessor_iterator<Element, dims> iterate(size_t index) const {
    return {tandem_pointer(), m_range, m_offset, m_extent,
            static_cast<ptrdiff_t>(index)};
  }
  bool without_init() const noexcept { return m_mode & TANDEM_ACCESS_NO_INIT; }
  detail::accessor_view view() const {
    return detail::view_of<dims>(m_memory.buffer(),
                                 uint32_t(m_mode & ~placeholder_bit),
                                 sizeof(DataT), m_range, m_offset, m_extent);
  }

  template <class BufferData, int BufferDimensions, class AllocatorT>
  void bind(buffer<BufferData, BufferDimensions, AllocatorT> &accessed,
            handler *cgh, const index_range &range, const index_id &offset,
            const property_list &properties) {
    static_assert(std::is_same_v<std::remove_const_t<BufferData>, plain>,
                  "accessor and buffer have different element types");
    static_assert(!std::is_const_v<BufferData> || Mode == access_mode::read,
                  "buffers of const elements can only be read");
    properties.tandem_allow(detail::accessor_properties, "an accessor");
    bool no_init = properties.has_property<property::no_init>();
    if (no_init && Mode == access_mode::read)
      detail::throw_error(errc::invalid,
                          "a read-only accessor cannot have no_init");
    m_memory = detail::accessor_memory(detail::buffer_access::handle(accessed));
    m_range = range;
    m_offset = offset;
    if constexpr (Dimensions == 0)
      m_extent = index_range(accessed.size());
    else
      m_extent = accessed.get_range();
    if (!detail::has_part(m_extent, range, offset))
      detail::throw_error(errc::invalid,
                          "the accessor exceeds the buffer's range");
    m_first = detail::linear_index<dims>(offset, m_extent);
    m_mode = detail::access_bits(Mode, no_init);
    if (!cgh) {
      m_mode |= placeholder_bit;
      return;
    }
    cgh->add_access(view().access, tandem_is_on_device);
    if (accessed.is_sub_buffer())
      cgh->keep_sub_buffer(m_memory.buffer());
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
  /// The type of `get_multi_ptr`.
  template <access::decorated Decorated>
  using accessor_ptr =
      multi_ptr<element, access::address_space::global_space, Decorated>;
  /// The number of dimensions; 0 for an accessor of one element.
  static constexpr int dimensions = Dimensions;

  /// Creates an accessor of no elements. Kernels must not use its elements.
  accessor() noexcept = default;

  // `in` and `with` are the handler, or nothing: then the accessor is a
  // placeholder for handler::require.
#define TANDEM_CONSTRUCTORS(in, with)                                          \
  template <class BufferData, class AllocatorT>                                \
  accessor(buffer<BufferData, dims, AllocatorT> &accessed,                     \
           in const property_list &properties = {}) {                          \
    bind(accessed, with, whole(accessed), {}, properties);                     \
  }                                                                            \
  template <class BufferData, class AllocatorT, class Tag,                     \
            detail::when_tag<Tag> = 0>                                         \
  accessor(buffer<BufferData, dims, AllocatorT> &accessed, in Tag,             \
           const property_list &properties = {}) {                             \
    bind(accessed, with, whole(accessed), {}, properties);                     \
  }                                                                            \
  template <class BufferData, class AllocatorT>                                \
  accessor(buffer<BufferData, dims, AllocatorT> &accessed,                     \
           in index_range range, const property_list &properties = {}) {       \
    bind(accessed, with, range, {}, properties);                               \
  }                                                                            \
  template <class BufferData, class AllocatorT, class Tag,                     \
            detail::when_tag<Tag> = 0>                                         \
  accessor(buffer<BufferData, dims, AllocatorT> &accessed,                     \
           in index_range range, Tag, const property_list &properties = {}) {  \
    bind(accessed, with, range, {}, properties);                               \
  }                                                                            \
  template <class BufferData, class AllocatorT>                                \
  accessor(buffer<BufferData, dims, AllocatorT> &accessed,                     \
           in index_range range, index_id offset,                              \
           const property_list &properties = {}) {                             \
    bind(accessed, with, range, offset, properties);                           \
  }                                                                            \
  template <class BufferData, class AllocatorT, class Tag,                     \
            detail::when_tag<Tag> = 0>                                         \
  accessor(buffer<BufferData, dims, AllocatorT> &accessed,                     \
           in index_range range, index_id offset, Tag,                         \
           const property_list &properties = {}) {                             \
    bind(accessed, with, range, offset, properties);                           \
  }
#define TANDEM_HANDLER handler &cgh,
  /// Creates an accessor for the command group of a handler.
  ///
  /// The arguments after the buffer and the handler are all optional: the
  /// number of elements, the first element, a tag that selects mode and target,
  /// and properties. Without a range, all elements are accessible.
  /// \throws exception with `errc::invalid` if the region exceeds the buffer,
  /// for the property `no_init` on a read-only accessor, or if an accessor
  /// cannot have one of the properties.
  ///@{
  TANDEM_CONSTRUCTORS(TANDEM_HANDLER, &cgh)
  ///@}
  /// As above, without a handler: creates a placeholder.
  ///@{
  TANDEM_CONSTRUCTORS(, nullptr)
  ///@}
#undef TANDEM_CONSTRUCTORS

  /// Converts a read-write accessor to a read-only one, and between const and
  /// non-const elements of read-only accessors.
  template <
      class OtherData, access_mode OtherMode,
      access::placeholder OtherPlaceholder,
      detail::when<Mode == access_mode::read &&
                   (OtherMode == access_mode::read ||
                    OtherMode == access_mode::read_write) &&
                   std::is_same_v<std::remove_const_t<OtherData>, plain> &&
                   !std::is_same_v<accessor<OtherData, Dimensions, OtherMode,
                                            Target, OtherPlaceholder>,
                                   accessor>> = 0>
  accessor(const accessor<OtherData, Dimensions, OtherMode, Target,
                          OtherPlaceholder> &other) noexcept
      : m_memory(other.m_memory), m_first(other.m_first),
        m_range(other.m_range), m_extent(other.m_extent),
        m_offset(other.m_offset),
        m_mode(TANDEM_ACCESS_READ | (other.m_mode & placeholder_bit)) {}

  /// Whether the accessor was constructed without a handler.
  bool is_placeholder() const noexcept { return m_mode & placeholder_bit; }
  /// The number of accessible elements in each dimension.
  index_range get_range() const noexcept { return m_range; }
  /// The first accessible element of the buffer.
  index_id get_offset() const noexcept { return m_offset; }

  /// For the library: the address space of the elements.
  static constexpr access::address_space tandem_space =
      Target == target::constant_buffer ? access::address_space::constant_space
                                        : access::address_space::global_space;
  /// For the library: whether the target is the device.
  static constexpr bool tandem_is_on_device = Target == target::device;
  /// For the library: the buffer's first element. Pointers start there, also
  /// those of ranged accessors.
  TANDEM_ALWAYS_INLINE element *tandem_pointer() const noexcept {
    return static_cast<element *>(m_memory.address());
  }
  /// A `multi_ptr` to the first element of the buffer, whatever the offset of
  /// the accessor.
  template <access::decorated Decorated>
  accessor_ptr<Decorated> get_multi_ptr() const noexcept {
    return accessor_ptr<Decorated>(tandem_pointer());
  }
  /// A pointer to the first element of the buffer, whatever the offset of the
  /// accessor: a plain one in host tasks, else a `multi_ptr`.
  auto get_pointer() const noexcept {
    if constexpr (Target == target::host_task)
      return tandem_pointer();
    else if constexpr (Target == target::constant_buffer)
      return constant_ptr<DataT>(const_cast<DataT *>(tandem_pointer()));
    else
      return global_ptr<element>(tandem_pointer());
  }

  /// Assigns to the only element of an accessor without dimensions.
  template <
      class Value, int SameDimensions = Dimensions,
      detail::when<SameDimensions == 0 && std::is_convertible_v<Value, plain> &&
                   !std::is_const_v<element>> = 0>
  const accessor &operator=(const Value &value) const {
    tandem_pointer()[m_first] = value;
    return *this;
  }

  /// For the library: the value of `std::hash`.
  size_t tandem_hash() const noexcept {
    return reinterpret_cast<size_t>(m_memory.buffer()) + m_offset[0];
  }
  /// Whether both accessors refer to the same elements of the same buffer.
  friend bool operator==(const accessor &left, const accessor &right) {
    return left.m_memory.buffer() == right.m_memory.buffer() &&
           left.m_range == right.m_range && left.m_offset == right.m_offset;
  }
  /// Whether the accessors refer to different elements.
  friend bool operator!=(const accessor &left, const accessor &right) {
    return !(left == right);
  }
};

namespace detail {
template <class DataT, int Dimensions, access_mode Mode, target Target,
          access::placeholder Placeholder>
inline constexpr bool
    is_accessor<accessor<DataT, Dimensions, Mode, Target, Placeholder>> = true;
} // namespace detail

/// Deduces an undecorated pointer to global memory; its elements are constant
/// if the accessor only reads.
template <class DataT, int Dimensions, access_mode Mode,
          access::placeholder Placeholder>
multi_ptr(
    const accessor<DataT, Dimensions, Mode, target::device, Placeholder> &)
    -> multi_ptr<detail::accessor_element<DataT, Mode>,
                 access::address_space::global_space, access::decorated::no>;

#define TANDEM_GUIDES(in)                                                      \
  template <class DataT, int Dimensions, class AllocatorT>                     \
  accessor(buffer<DataT, Dimensions, AllocatorT> &,                            \
           in const property_list & = {}) -> accessor<DataT, Dimensions>;      \
  template <class DataT, int Dimensions, class AllocatorT, class Tag,          \
            detail::when_tag<Tag> = 0>                                         \
  accessor(buffer<DataT, Dimensions, AllocatorT> &, in Tag,                    \
           const property_list & = {})                                         \
      -> accessor<DataT, Dimensions, detail::access_tag<Tag>::mode,            \
                  detail::access_tag<Tag>::where>;                             \
  template <class DataT, int Dimensions, class AllocatorT>                     \
  accessor(buffer<DataT, Dimensions, AllocatorT> &, in range<Dimensions>,      \
           const property_list & = {}) -> accessor<DataT, Dimensions>;         \
  template <class DataT, int Dimensions, class AllocatorT, class Tag,          \
            detail::when_tag<Tag> = 0>                                         \
  accessor(buffer<DataT, Dimensions, AllocatorT> &, in range<Dimensions>, Tag, \
           const property_list & = {})                                         \
      -> accessor<DataT, Dimensions, detail::access_tag<Tag>::mode,            \
                  detail::access_tag<Tag>::where>;                             \
  template <class DataT, int Dimensions, class AllocatorT>                     \
  accessor(buffer<DataT, Dimensions, AllocatorT> &, in range<Dimensions>,      \
           id<Dimensions>, const property_list & = {})                         \
      -> accessor<DataT, Dimensions>;                                          \
  template <class DataT, int Dimensions, class AllocatorT, class Tag,          \
            detail::when_tag<Tag> = 0>                                         \
  accessor(buffer<DataT, Dimensions, AllocatorT> &, in range<Dimensions>,      \
           id<Dimensions>, Tag, const property_list & = {})                    \
      -> accessor<DataT, Dimensions, detail::access_tag<Tag>::mode,            \
                  detail::access_tag<Tag>::where>;
#undef TANDEM_HANDLER
#define TANDEM_HANDLER handler &,
/// Deduces element type and dimensions from the buffer, and the access mode
/// and the target from the tag if there is one.
///@{
TANDEM_GUIDES(TANDEM_HANDLER)
TANDEM_GUIDES()
///@}
#undef TANDEM_GUIDES
#undef TANDEM_HANDLER

template <class DataT, int Dimensions, class AllocatorT>
template <access_mode Mode, target Target>
auto buffer<DataT, Dimensions, AllocatorT>::get_access(handler &cgh) {
  return accessor<DataT, Dimensions, Mode, Target>(*this, cgh);
}
template <class DataT, int Dimensions, class AllocatorT>
template <access_mode Mode, target Target>
auto buffer<DataT, Dimensions, AllocatorT>::get_access(
    handler &cgh, sycl::range<Dimensions> range, id<Dimensions> offset) {
  return accessor<DataT, Dimensions, Mode, Target>(*this, cgh, range, offset);
}
template <class DataT, int Dimensions, class AllocatorT>
template <class... Args>
auto buffer<DataT, Dimensions, AllocatorT>::get_access(Args &&...args) {
  return accessor(*this, static_cast<Args &&>(args)...);
}

} // namespace _V1
} // namespace sycl

/// Hashes `accessor`. Copies have equal hashes.
template <class DataT, int Dimensions, sycl::access_mode Mode,
          sycl::target Target, sycl::access::placeholder Placeholder>
struct std::hash<sycl::accessor<DataT, Dimensions, Mode, Target, Placeholder>> {
  size_t operator()(const sycl::accessor<DataT, Dimensions, Mode, Target,
                                         Placeholder> &object) const noexcept {
    return object.tandem_hash();
  }
};
