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
#include <sycl/detail/accessor_base.hpp>

namespace sycl {
inline namespace _V1 {

namespace detail {

// The 8 bytes that become a kernel argument of their own.
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

template <class DataT, int Dimensions = 1,
          access_mode Mode = std::is_const_v<DataT> ? access_mode::read
                                                    : access_mode::read_write,
          target Target = target::device,
          access::placeholder Placeholder = access::placeholder::false_t>
class accessor;

namespace detail {

template <class T, access_mode Mode>
using accessor_element =
    std::conditional_t<Mode == access_mode::read, const T, T>;

template <class T, int D, access_mode M, target Target, access::placeholder P>
inline constexpr unsigned properties_for<accessor<T, D, M, Target, P>> =
    Target == target::local ? 0 : accessor_properties;

// A buffer's accessor has at least one dimension inside.
template <int D> inline constexpr int storage_dimensions = D == 0 ? 1 : D;

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
  template <class T>
  detail::accessor_iterator<T, dims> iterate(size_t index) const {
    return {tandem_pointer(), m_range, m_offset, m_extent,
            static_cast<ptrdiff_t>(index)};
  }
  bool without_init() const noexcept { return m_mode & TANDEM_ACCESS_NO_INIT; }
  detail::accessor_view view() const {
    return detail::view_of<dims>(m_memory.buffer(),
                                 uint32_t(m_mode & ~placeholder_bit),
                                 sizeof(DataT), m_range, m_offset, m_extent);
  }

  template <class T, int D, class A>
  void bind(buffer<T, D, A> &b, handler *h, const index_range &range,
            const index_id &offset, const property_list &properties) {
    static_assert(std::is_same_v<std::remove_const_t<T>, plain>,
                  "accessor and buffer differ in their elements");
    static_assert(!std::is_const_v<T> || Mode == access_mode::read,
                  "buffers of const elements can only be read");
    properties.tandem_allow(detail::accessor_properties, "an accessor");
    bool no_init = properties.has_property<property::no_init>();
    if (no_init && Mode == access_mode::read)
      detail::throw_error(errc::invalid, "no_init on a read-only accessor");
    m_memory = detail::accessor_memory(detail::buffer_access::handle(b));
    m_range = range;
    m_offset = offset;
    if constexpr (Dimensions == 0)
      m_extent = index_range(b.size());
    else
      m_extent = b.get_range();
    for (int d = 0; d < dims; ++d)
      if (offset[d] + range[d] > m_extent[d])
        detail::throw_error(errc::invalid,
                            "the accessor exceeds the buffer's range");
    m_first = detail::linear_index<dims>(offset, m_extent);
    m_mode = detail::access_bits(Mode, no_init);
    if (h)
      h->add_access(view().access, tandem_is_on_device);
    else
      m_mode |= placeholder_bit;
  }

  template <class T, int D, class A>
  static index_range whole(buffer<T, D, A> &b) {
    if constexpr (Dimensions == 0)
      return index_range(b.size() != 0); // nothing of an empty buffer
    else
      return b.get_range();
  }

public:
  template <access::decorated D>
  using accessor_ptr =
      multi_ptr<element, access::address_space::global_space, D>;
  static constexpr int dimensions = Dimensions;

  accessor() noexcept = default;

  // `in` and `with` are the handler, or nothing: then the accessor is a
  // placeholder for handler::require.
#define TANDEM_CONSTRUCTORS(in, with)                                          \
  template <class T, class A>                                                  \
  accessor(buffer<T, dims, A> &b, in const property_list &properties = {}) {   \
    bind(b, with, whole(b), {}, properties);                                   \
  }                                                                            \
  template <class T, class A, class Tag, detail::when_tag<Tag> = 0>            \
  accessor(buffer<T, dims, A> &b, in Tag,                                      \
           const property_list &properties = {}) {                             \
    bind(b, with, whole(b), {}, properties);                                   \
  }                                                                            \
  template <class T, class A>                                                  \
  accessor(buffer<T, dims, A> &b, in index_range range,                        \
           const property_list &properties = {}) {                             \
    bind(b, with, range, {}, properties);                                      \
  }                                                                            \
  template <class T, class A, class Tag, detail::when_tag<Tag> = 0>            \
  accessor(buffer<T, dims, A> &b, in index_range range, Tag,                   \
           const property_list &properties = {}) {                             \
    bind(b, with, range, {}, properties);                                      \
  }                                                                            \
  template <class T, class A>                                                  \
  accessor(buffer<T, dims, A> &b, in index_range range, index_id offset,       \
           const property_list &properties = {}) {                             \
    bind(b, with, range, offset, properties);                                  \
  }                                                                            \
  template <class T, class A, class Tag, detail::when_tag<Tag> = 0>            \
  accessor(buffer<T, dims, A> &b, in index_range range, index_id offset, Tag,  \
           const property_list &properties = {}) {                             \
    bind(b, with, range, offset, properties);                                  \
  }
#define TANDEM_HANDLER handler &h,
  TANDEM_CONSTRUCTORS(TANDEM_HANDLER, &h)
  TANDEM_CONSTRUCTORS(, nullptr)
#undef TANDEM_CONSTRUCTORS

  // A reading view of an accessor that also writes, and const elements.
  template <class T, access_mode M, access::placeholder P,
            detail::when<Mode == access_mode::read &&
                         std::is_same_v<std::remove_const_t<T>, plain> &&
                         (M != Mode || !std::is_same_v<T, DataT>)> = 0>
  accessor(const accessor<T, Dimensions, M, Target, P> &other) noexcept
      : m_memory(other.m_memory), m_first(other.m_first),
        m_range(other.m_range), m_extent(other.m_extent),
        m_offset(other.m_offset), m_mode(TANDEM_ACCESS_READ) {}

  bool is_placeholder() const noexcept { return m_mode & placeholder_bit; }
  index_range get_range() const noexcept { return m_range; }
  index_id get_offset() const noexcept { return m_offset; }

  // The buffer's first element: where pointers start, also ranged accessors'.
  static constexpr access::address_space tandem_space =
      Target == target::constant_buffer ? access::address_space::constant_space
                                        : access::address_space::global_space;
  static constexpr bool tandem_is_on_device = Target == target::device;
  TANDEM_ALWAYS_INLINE element *tandem_pointer() const noexcept {
    return static_cast<element *>(m_memory.address());
  }
  template <access::decorated D>
  accessor_ptr<D> get_multi_ptr() const noexcept {
    return accessor_ptr<D>(tandem_pointer());
  }
  auto get_pointer() const noexcept {
    if constexpr (Target == target::host_task)
      return tandem_pointer();
    else if constexpr (Target == target::constant_buffer)
      return constant_ptr<DataT>(const_cast<DataT *>(tandem_pointer()));
    else
      return global_ptr<element>(tandem_pointer());
  }

  template <class T, int D = Dimensions,
            detail::when<D == 0 && std::is_convertible_v<T, plain> &&
                         !std::is_const_v<element>> = 0>
  const accessor &operator=(const T &value) const {
    tandem_pointer()[m_first] = value;
    return *this;
  }

  size_t tandem_hash() const noexcept {
    return reinterpret_cast<size_t>(m_memory.buffer()) + m_offset[0];
  }
  friend bool operator==(const accessor &a, const accessor &b) {
    return a.m_memory.buffer() == b.m_memory.buffer() &&
           a.m_range == b.m_range && a.m_offset == b.m_offset;
  }
  friend bool operator!=(const accessor &a, const accessor &b) {
    return !(a == b);
  }
};

namespace detail {
template <class T, int D, access_mode M, target X, access::placeholder P>
inline constexpr bool is_accessor<accessor<T, D, M, X, P>> = true;
} // namespace detail

template <class T, int D, access_mode M, access::placeholder P>
multi_ptr(const accessor<T, D, M, target::device, P> &)
    -> multi_ptr<detail::accessor_element<T, M>,
                 access::address_space::global_space, access::decorated::no>;

#define TANDEM_GUIDES(in)                                                      \
  template <class T, int D, class A>                                           \
  accessor(buffer<T, D, A> &, in const property_list & = {})                   \
      -> accessor<T, D>;                                                       \
  template <class T, int D, class A, class Tag, detail::when_tag<Tag> = 0>     \
  accessor(buffer<T, D, A> &, in Tag, const property_list & = {})              \
      -> accessor<T, D, detail::access_tag<Tag>::mode,                         \
                  detail::access_tag<Tag>::where>;                             \
  template <class T, int D, class A>                                           \
  accessor(buffer<T, D, A> &, in range<D>, const property_list & = {})         \
      -> accessor<T, D>;                                                       \
  template <class T, int D, class A, class Tag, detail::when_tag<Tag> = 0>     \
  accessor(buffer<T, D, A> &, in range<D>, Tag, const property_list & = {})    \
      -> accessor<T, D, detail::access_tag<Tag>::mode,                         \
                  detail::access_tag<Tag>::where>;                             \
  template <class T, int D, class A>                                           \
  accessor(buffer<T, D, A> &, in range<D>, id<D>, const property_list & = {})  \
      -> accessor<T, D>;                                                       \
  template <class T, int D, class A, class Tag, detail::when_tag<Tag> = 0>     \
  accessor(buffer<T, D, A> &, in range<D>, id<D>, Tag,                         \
           const property_list & = {})                                         \
      -> accessor<T, D, detail::access_tag<Tag>::mode,                         \
                  detail::access_tag<Tag>::where>;
#undef TANDEM_HANDLER
#define TANDEM_HANDLER handler &,
TANDEM_GUIDES(TANDEM_HANDLER)
TANDEM_GUIDES()
#undef TANDEM_GUIDES
#undef TANDEM_HANDLER

template <class T, int D, class A>
template <access_mode Mode, target Target>
auto buffer<T, D, A>::get_access(handler &h) {
  return accessor<T, D, Mode, Target>(*this, h);
}
template <class T, int D, class A>
template <access_mode Mode, target Target>
auto buffer<T, D, A>::get_access(handler &h, sycl::range<D> range,
                                 id<D> offset) {
  return accessor<T, D, Mode, Target>(*this, h, range, offset);
}
template <class T, int D, class A>
template <class... Args>
auto buffer<T, D, A>::get_access(Args &&...args) {
  return accessor(*this, static_cast<Args &&>(args)...);
}

} // namespace _V1
} // namespace sycl

template <class T, int D, sycl::access_mode M, sycl::target X,
          sycl::access::placeholder P>
struct std::hash<sycl::accessor<T, D, M, X, P>> {
  size_t operator()(const sycl::accessor<T, D, M, X, P> &a) const noexcept {
    return a.tandem_hash();
  }
};
