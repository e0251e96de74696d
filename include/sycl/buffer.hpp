//===- sycl/buffer.hpp - class buffer -------------------------------------===//
//
// Part of Tandem, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// Owns: buffers (SYCL 2020, 4.7.2). Copies of a buffer share one state; the
// last one to go waits for the work on it and writes back.
#pragma once

#include <sycl/access.hpp>
#include <sycl/context.hpp>
#include <sycl/detail/abi/byte_count.hpp>
#include <sycl/detail/host/intrusive_ptr.hpp>
#include <sycl/handler.hpp>

#include <cstddef>
#include <memory>

namespace sycl {
inline namespace _V1 {

/// The default allocator of buffers.
template <class DataT> using buffer_allocator = std::allocator<DataT>;

namespace detail {

// Shared pointers of any library: what they point to, and that they own it.
template <class Pointer, class = void>
inline constexpr bool is_shared_pointer = false;
template <class Pointer>
inline constexpr bool is_shared_pointer<
    Pointer, std::void_t<decltype(std::declval<Pointer>().use_count()),
                         decltype(std::declval<Pointer>().get())>> = true;
// Those to elements of a buffer that are not, and do not become, the
// standard's.
template <class Pointer, class DataT>
using when_foreign_shared =
    when<!std::is_convertible_v<const Pointer &, std::shared_ptr<DataT>> &&
         !std::is_convertible_v<const Pointer &, std::shared_ptr<DataT[]>> &&
         is_shared_pointer<Pointer> &&
         std::is_convertible_v<decltype(std::declval<const Pointer &>().get()),
                               DataT *>>;
template <class Pointer, class = void>
inline constexpr bool is_weak_pointer = false;
template <class Pointer>
inline constexpr bool is_weak_pointer<
    Pointer, std::void_t<decltype(std::declval<Pointer>().lock())>> = true;

struct buffer_state : ref_counted {
  tandem_buffer_t buffer;
  intrusive_ptr<buffer_state> parent; // of a sub-buffer
  property_list properties;
  // Kept until the last write-back: a shared pointer to the host memory, and
  // the destination of set_final_data.
  void *kept[2] = {nullptr, nullptr};
  void (*drop[2])(void *) = {nullptr, nullptr};

  explicit buffer_state(tandem_buffer_t owned) noexcept : buffer(owned) {}
  ~buffer_state() {
    tandem_buffer_destroy(buffer); // destructors have nobody to tell
    forget(0);
    forget(1);
  }

  static intrusive_ptr<buffer_state> make(const void *memory, size_t bytes,
                                          bool read_only,
                                          const property_list &properties) {
    using pinned = ext::oneapi::property::buffer::use_pinned_host_memory;
    uint32_t flags = read_only ? TANDEM_BUFFER_READ_ONLY_HOST : 0;
    if (properties.has_property<property::buffer::use_host_ptr>())
      flags |= TANDEM_BUFFER_USE_HOST_PTR;
    if (memory && properties.has_property<pinned>())
      throw_error(
          errc::invalid,
          "use_pinned_host_memory is only for buffers without a host pointer");
    tandem_buffer_t buffer = nullptr;
    check_abi();
    check(tandem_buffer_create(memory, bytes, flags, &buffer));
    intrusive_ptr<buffer_state> state(new buffer_state(buffer));
    state->properties = properties;
    using property::buffer::context_bound;
    if (properties.has_property<context_bound>()) {
      context bound_to = properties.get_property<context_bound>().get_context();
      check(tandem_buffer_bind_context(buffer, handle_of(bound_to)));
    }
    if (properties.has_property<property::buffer::use_mutex>())
      state->set_mutex(*properties.get_property<property::buffer::use_mutex>()
                            .get_mutex_ptr());
    return state;
  }

  void set_mutex(std::mutex &mutex) {
    struct functions {
      static void lock(void *mutex) noexcept {
        static_cast<std::mutex *>(mutex)->lock();
      }
      static int try_lock(void *mutex) noexcept {
        return static_cast<std::mutex *>(mutex)->try_lock();
      }
      static void unlock(void *mutex) noexcept {
        static_cast<std::mutex *>(mutex)->unlock();
      }
    };
    const tandem_mutex calls = {sizeof calls,      0,
                                functions::lock,   functions::try_lock,
                                functions::unlock, &mutex};
    check(tandem_buffer_set_mutex(buffer, &calls));
  }

  // Allocates the host copy with a copy of `allocator`. The standard allocator
  // is ignored: the runtime's memory serves as well.
  template <class Allocator> void set_allocator(const Allocator &allocator) {
    using traits = std::allocator_traits<Allocator>;
    using element = typename traits::value_type;
    if constexpr (!std::is_same_v<Allocator, std::allocator<element>>) {
      using pointer = typename traits::pointer;
      struct functions {
        static size_t count(size_t bytes) {
          return (bytes + sizeof(element) - 1) / sizeof(element);
        }
        static void *allocate(void *data, size_t bytes) {
          try {
            return std::addressof(*traits::allocate(
                *static_cast<Allocator *>(data), count(bytes)));
          } catch (...) {
            return nullptr; // the runtime's error says what for
          }
        }
        static void deallocate(void *data, void *memory, size_t bytes) {
          traits::deallocate(*static_cast<Allocator *>(data),
                             std::pointer_traits<pointer>::pointer_to(
                                 *static_cast<element *>(memory)),
                             count(bytes));
        }
        static void release(void *data) {
          delete static_cast<Allocator *>(data);
        }
      };
      auto *copy = new Allocator(allocator);
      const tandem_allocator calls = {
          sizeof calls,       0,   functions::allocate, functions::deallocate,
          functions::release, copy};
      if (int status = tandem_buffer_set_allocator(buffer, &calls)) {
        delete copy;
        check(status);
      }
    }
  }

  // Makes `object` live as long as the buffer; one for each of the two uses.
  template <class Type> Type *keep(int use, const Type &object) {
    forget(use);
    Type *copy = new Type(object);
    kept[use] = copy;
    drop[use] = [](void *kept) { delete static_cast<Type *>(kept); };
    return copy;
  }
  void forget(int use) {
    if (kept[use])
      drop[use](kept[use]);
    kept[use] = nullptr;
  }

  // Where elements of type DataT go at the end: to a pointer, to what a shared
  // or weak pointer leads to, to an output iterator, or nowhere.
  template <class DataT, class Destination>
  void set_final_data(const Destination &destination) {
    if constexpr (std::is_null_pointer_v<Destination>) {
      check(tandem_buffer_set_final_data(buffer, nullptr));
    } else if constexpr (std::is_pointer_v<Destination> &&
                         (std::is_same_v<std::remove_pointer_t<Destination>,
                                         DataT> ||
                          std::is_same_v<DataT, std::byte>)) {
      check(tandem_buffer_set_final_data(buffer, destination));
    } else {
      Destination *kept = keep(1, destination);
      check(tandem_buffer_set_final_callback(
          buffer, write_back<DataT, Destination>, kept));
    }
  }
  template <class DataT, class Destination>
  static void write_back(void *data, const void *bytes, size_t size) {
    auto *elements = static_cast<const DataT *>(bytes);
    auto &destination = *static_cast<Destination *>(data);
    auto copy = [&](auto out) {
      // Elements that cannot be assigned: the destination is an array, say.
      if constexpr (std::is_same_v<DataT, std::byte> ||
                    !std::is_assignable_v<decltype(*out), const DataT &>)
        __builtin_memcpy(out, bytes, size);
      else
        for (size_t index = 0; index < size / sizeof(DataT); ++index, ++out)
          *out = elements[index];
    };
    if constexpr (is_weak_pointer<Destination>) {
      if (auto alive = destination.lock())
        copy(alive.get());
    } else if constexpr (is_shared_pointer<Destination>) {
      copy(destination.get());
    } else {
      copy(destination);
    }
  }
};

// The host's view of all bytes of a buffer, for the scope of the object.
class host_bytes {
  tandem_handle_t m_access = nullptr;

public:
  void *data = nullptr;
  host_bytes(tandem_buffer_t buffer, uint32_t mode) {
    check(tandem_host_access_begin(buffer, mode, &data, &m_access));
  }
  // Of these, only the bytes of an accessor are used.
  explicit host_bytes(const tandem_access &part) {
    check(tandem_host_access_begin_part(part.buffer, part.mode, part.offset,
                                        part.bytes, &data, &m_access));
  }
  host_bytes(const host_bytes &) = delete;
  ~host_bytes() { tandem_host_access_end(m_access); }
};

// The access that the copies of a host accessor share.
struct host_access : ref_counted {
  host_bytes bytes;
  uint32_t mode; // tandem_access_mode

  host_access(tandem_buffer_t buffer, uint32_t how)
      : bytes(buffer, how), mode(how) {}
  host_access(const tandem_access &part, uint32_t how)
      : bytes(part), mode(how) {}
};

// Contiguous containers (4.7.2.1), but no arrays and no buffers.
template <class Container, class = void>
inline constexpr bool is_container = false;
template <class Container>
inline constexpr bool is_container<
    Container, std::void_t<decltype(std::declval<Container &>().data()),
                           decltype(std::declval<Container &>().size()),
                           typename Container::value_type>> = true;
template <class Iterator, class = void>
inline constexpr bool is_iterator = false;
template <class Iterator>
inline constexpr bool
    is_iterator<Iterator, std::void_t<decltype(*std::declval<Iterator &>()),
                                      decltype(++std::declval<Iterator &>()),
                                      decltype(std::declval<Iterator &>() !=
                                               std::declval<Iterator &>())>> =
        !std::is_integral_v<Iterator>;

struct buffer_access;

template <class DataT, int Dimensions, class AllocatorT>
inline constexpr unsigned
    properties_for<buffer<DataT, Dimensions, AllocatorT>> =
        property_set<property_use_host_ptr, property_use_mutex,
                     property_context_bound, property_use_pinned_host_memory>;

} // namespace detail

/// An array of one to three dimensions that commands and the host access
/// through accessors.
///
/// Copies share one buffer. The runtime moves the elements between devices and
/// the host as commands need them, and orders commands that use the same
/// elements. The destructor of the last copy blocks until all commands that use
/// the buffer are complete. It then writes the elements to the host memory that
/// the buffer was constructed over, unless that is const or no command has
/// written to the buffer, or to the destination of `set_final_data`. Elements
/// that a failed command was to write are left out.
///
/// SYCL 2020, section 4.7.2.
template <class DataT, int Dimensions = 1,
          class AllocatorT = buffer_allocator<std::remove_const_t<DataT>>>
class buffer {
  static_assert(!std::is_reference_v<DataT>,
                "the elements of a buffer cannot be references");
  static_assert(is_device_copyable_v<std::remove_const_t<DataT>>,
                "the elements of a buffer must be device copyable");

  detail::intrusive_ptr<detail::buffer_state> m_state;
  sycl::range<Dimensions> m_range;
  id<Dimensions> m_sub_offset;
  bool m_is_sub = false;
  AllocatorT m_allocator;

  template <class, int, class> friend class buffer;
  friend struct detail::buffer_access;

  void create(const void *memory, bool read_only,
              const property_list &properties) {
    properties.tandem_allow(detail::properties_for<buffer>, "a buffer");
    m_state = detail::buffer_state::make(
        memory, detail::allocation_bytes(m_range, sizeof(DataT)), read_only,
        properties);
    m_state->set_allocator(m_allocator);
  }
  template <class Pointer>
  void share(const Pointer &memory, const property_list &properties) {
    DataT *elements = memory.get();
    create(elements, std::is_const_v<DataT>, properties);
    m_state->keep(0, memory);
  }

  friend tandem_buffer_t handle_of(const buffer &object) noexcept {
    return object.m_state->buffer;
  }

  // Shares `state`: reinterpretations.
  buffer(const detail::intrusive_ptr<detail::buffer_state> &state,
         const sycl::range<Dimensions> &range, const AllocatorT &allocator)
      : m_state(state), m_range(range), m_allocator(allocator) {}

public:
  /// For the library: takes ownership of a buffer of `bytes` bytes, as one row.
  static buffer tandem_adopt(tandem_buffer_t owned, size_t bytes) {
    auto extent = detail::single_item<Dimensions>();
    extent[Dimensions - 1] = bytes / sizeof(DataT);
    const detail::intrusive_ptr<detail::buffer_state> state(
        new detail::buffer_state(owned));
    return buffer(state, extent, AllocatorT());
  }

  /// The type of the elements.
  using value_type = DataT;
  /// A reference to an element.
  using reference = DataT &;
  /// A reference to an element that cannot be changed.
  using const_reference = const DataT &;
  /// The type of the allocator.
  using allocator_type = AllocatorT;
  /// The type of the size.
  using range_type = sycl::range<Dimensions>;

  //===-- Construction ----------------------------------------------------===//

  /// Creates a buffer of uninitialised elements.
  /// \throws exception with `errc::memory_allocation` if `size_t` cannot hold
  /// the size in bytes, or `errc::invalid` if a buffer cannot have one of the
  /// properties.
  buffer(const sycl::range<Dimensions> &range,
         const property_list &properties = {})
      : buffer(range, AllocatorT(), properties) {}
  /// As above; `allocator` provides the memory on the host.
  buffer(const sycl::range<Dimensions> &range, AllocatorT allocator,
         const property_list &properties = {})
      : m_range(range), m_allocator(allocator) {
    create(nullptr, false, properties);
  }

  /// Creates a buffer over `range.size()` elements of host memory.
  ///
  /// They are written back when the buffer is destroyed, unless `DataT` is
  /// const. Until then, the program must not use the memory. With
  /// `property::buffer::use_host_ptr` the runtime uses this memory itself,
  /// without a copy on the host.
  /// \throws exception with `errc::memory_allocation` if `size_t` cannot hold
  /// the size in bytes, or `errc::invalid` if a buffer cannot have one of the
  /// properties.
  buffer(DataT *memory, const sycl::range<Dimensions> &range,
         const property_list &properties = {})
      : buffer(memory, range, AllocatorT(), properties) {}
  /// As above, with an allocator.
  buffer(DataT *memory, const sycl::range<Dimensions> &range,
         AllocatorT allocator, const property_list &properties = {})
      : m_range(range), m_allocator(allocator) {
    create(memory, std::is_const_v<DataT>, properties);
  }
  /// Creates a buffer with the elements of host memory, which is not written
  /// back.
  template <class SameT, detail::when<std::is_same_v<SameT, DataT> &&
                                      !std::is_const_v<SameT>> = 0>
  buffer(const SameT *memory, const sycl::range<Dimensions> &range,
         const property_list &properties = {})
      : buffer(memory, range, AllocatorT(), properties) {}
  /// As above, with an allocator.
  template <class SameT, detail::when<std::is_same_v<SameT, DataT> &&
                                      !std::is_const_v<SameT>> = 0>
  buffer(const SameT *memory, const sycl::range<Dimensions> &range,
         AllocatorT allocator, const property_list &properties = {})
      : m_range(range), m_allocator(allocator) {
    create(memory, true, properties);
  }

  /// Creates a buffer over the elements of a contiguous container, such as
  /// `std::vector`. They are written back unless they are const.
  template <
      class Container, int SameDimensions = Dimensions,
      detail::when<SameDimensions == 1 && detail::is_container<Container>> = 0>
  buffer(Container &container, const property_list &properties = {})
      : buffer(container, AllocatorT(), properties) {}
  /// As above, with an allocator.
  template <
      class Container, int SameDimensions = Dimensions,
      detail::when<SameDimensions == 1 && detail::is_container<Container>> = 0>
  buffer(Container &container, AllocatorT allocator,
         const property_list &properties = {})
      : m_range(container.size()), m_allocator(allocator) {
    using element = std::remove_pointer_t<decltype(container.data())>;
    create(container.data(), std::is_const_v<element>, properties);
  }

  /// Creates a buffer over host memory that it shares with the program. The
  /// buffer keeps the shared pointer, and writes the elements back when it is
  /// destroyed.
  buffer(const std::shared_ptr<DataT> &memory,
         const sycl::range<Dimensions> &range,
         const property_list &properties = {})
      : buffer(memory, range, AllocatorT(), properties) {}
  /// As above, with an allocator.
  buffer(const std::shared_ptr<DataT> &memory,
         const sycl::range<Dimensions> &range, AllocatorT allocator,
         const property_list &properties = {})
      : m_range(range), m_allocator(allocator) {
    share(memory, properties);
  }
  /// As above, for an array.
  buffer(const std::shared_ptr<DataT[]> &memory,
         const sycl::range<Dimensions> &range,
         const property_list &properties = {})
      : buffer(memory, range, AllocatorT(), properties) {}
  /// As above, for an array, with an allocator.
  buffer(const std::shared_ptr<DataT[]> &memory,
         const sycl::range<Dimensions> &range, AllocatorT allocator,
         const property_list &properties = {})
      : m_range(range), m_allocator(allocator) {
    share(memory, properties);
  }
  /// As above, for the shared pointers of other libraries.
  template <class Pointer, detail::when_foreign_shared<Pointer, DataT> = 0>
  buffer(const Pointer &memory, const sycl::range<Dimensions> &range,
         const property_list &properties = {})
      : buffer(memory, range, AllocatorT(), properties) {}
  /// As above, for the shared pointers of other libraries, with an allocator.
  template <class Pointer, detail::when_foreign_shared<Pointer, DataT> = 0>
  buffer(const Pointer &memory, const sycl::range<Dimensions> &range,
         AllocatorT allocator, const property_list &properties = {})
      : m_range(range), m_allocator(allocator) {
    share(memory, properties);
  }

  /// Creates a buffer with copies of the elements of a range. Nothing is
  /// written back.
  template <
      class Iterator, int SameDimensions = Dimensions,
      detail::when<SameDimensions == 1 && detail::is_iterator<Iterator>> = 0>
  buffer(Iterator first, Iterator last, const property_list &properties = {})
      : buffer(first, last, AllocatorT(), properties) {}
  /// As above, with an allocator.
  template <
      class Iterator, int SameDimensions = Dimensions,
      detail::when<SameDimensions == 1 && detail::is_iterator<Iterator>> = 0>
  buffer(Iterator first, Iterator last, AllocatorT allocator,
         const property_list &properties = {})
      : m_range(0), m_allocator(allocator) {
    size_t count = 0;
    for (Iterator it = first; it != last; ++it)
      ++count;
    m_range = sycl::range<1>(count);
    create(nullptr, false, properties);
    detail::host_bytes bytes(m_state->buffer,
                             TANDEM_ACCESS_WRITE | TANDEM_ACCESS_NO_INIT);
    auto *element = static_cast<std::remove_const_t<DataT> *>(bytes.data);
    for (Iterator it = first; it != last; ++it)
      *element++ = *it;
  }

  /// Creates a sub-buffer: a view of `range` elements of `parent`, from
  /// `offset` on.
  /// \throws exception with `errc::invalid` if `parent` is itself a sub-buffer,
  /// if the region exceeds it, or if the elements are not contiguous.
  buffer(buffer &parent, const id<Dimensions> &offset,
         const sycl::range<Dimensions> &range)
      : m_range(range), m_sub_offset(offset), m_is_sub(true),
        m_allocator(parent.m_allocator) {
    if (parent.m_is_sub)
      detail::throw_error(errc::invalid,
                          "a sub-buffer cannot be made of a sub-buffer");
    if (!detail::has_part(parent.m_range, range, offset))
      detail::throw_error(errc::invalid,
                          "the sub-buffer exceeds its parent's range");
    detail::accessor_view view =
        detail::view_of(parent.m_state->buffer, 0, sizeof(DataT), range, offset,
                        parent.m_range);
    if (!view.contiguous)
      detail::throw_error(errc::invalid,
                          "the region of the sub-buffer is not contiguous");
    tandem_buffer_t sub = nullptr;
    detail::check(tandem_buffer_create_sub(
        parent.m_state->buffer, view.access.offset, view.access.bytes, &sub));
    m_state = detail::intrusive_ptr(new detail::buffer_state(sub));
    m_state->parent = parent.m_state;
  }

  /// Whether both are copies of the same buffer.
  friend bool operator==(const buffer &left, const buffer &right) {
    return left.m_state == right.m_state;
  }
  /// Whether the two are different buffers.
  friend bool operator!=(const buffer &left, const buffer &right) {
    return !(left == right);
  }

  //===-- Queries ---------------------------------------------------------===//

  /// The number of elements in each dimension.
  sycl::range<Dimensions> get_range() const { return m_range; }
  /// The number of elements.
  size_t size() const noexcept { return m_range.size(); }
  /// As `size`, under the name of SYCL 1.2.1.
  size_t get_count() const { return size(); }
  /// The size of all elements in bytes.
  size_t byte_size() const noexcept { return size() * sizeof(DataT); }
  /// As `byte_size`, under the name of SYCL 1.2.1.
  size_t get_size() const { return byte_size(); }
  /// A copy of the allocator.
  AllocatorT get_allocator() const { return m_allocator; }
  /// Whether the buffer is a sub-buffer.
  bool is_sub_buffer() const { return m_is_sub; }
  /// Whether the buffer was constructed with the property.
  template <class Property> bool has_property() const noexcept {
    return m_state->properties.template has_property<Property>();
  }
  /// A copy of the property.
  /// \throws exception with `errc::invalid` if the buffer does not have it.
  template <class Property> Property get_property() const {
    return m_state->properties.template get_property<Property>();
  }

  //===-- Write-back ------------------------------------------------------===//

  /// Sets the destination that the elements are written to when the buffer is
  /// destroyed: a pointer, a weak or shared pointer, an output iterator, or
  /// `nullptr` for none.
  ///
  /// A weak pointer that has expired by then receives nothing.
  template <class Destination = std::nullptr_t>
  void set_final_data(Destination destination = nullptr) {
    m_state->template set_final_data<DataT>(destination);
  }
  /// Turns the write-back at destruction on or off.
  void set_write_back(bool on = true) {
    detail::check(tandem_buffer_set_write_back(m_state->buffer, on));
  }

  //===-- Access ----------------------------------------------------------===//

  /// Creates an accessor of all elements for a command group.
  ///
  /// The deprecated targets of SYCL 1.2.1 are accepted as well.
  /// SYCL 2020, section 4.7.2.1.
  template <access_mode Mode, target Target = target::device>
  auto get_access(handler &cgh);
  /// As above, for `range` elements from `offset` on.
  /// \throws exception with `errc::invalid` if the region exceeds the buffer.
  template <access_mode Mode, target Target = target::device>
  auto get_access(handler &cgh, sycl::range<Dimensions> range,
                  id<Dimensions> offset = {});
  /// Creates an accessor for the host, as in SYCL 1.2.1. Blocks until the
  /// elements are available. Deprecated: use `get_host_access`.
  template <access_mode Mode> auto get_access();
  /// As above, for `range` elements from `offset` on.
  template <access_mode Mode>
  auto get_access(sycl::range<Dimensions> range, id<Dimensions> offset = {});
  /// Creates an `accessor` of this buffer with these further arguments: a
  /// handler, a range, an offset, a tag and properties, as its constructors
  /// accept them.
  template <class... Args> auto get_access(Args &&...args);
  /// Creates a `host_accessor` of this buffer with these further arguments.
  /// Blocks until the elements are available.
  template <class... Args> auto get_host_access(Args &&...args);

  /// A buffer that shares the bytes of this one but has another element type,
  /// or other dimensions.
  /// \throws exception with `errc::invalid` if the sizes in bytes differ.
  template <class ReinterpretT, int ReinterpretDim>
  buffer<ReinterpretT, ReinterpretDim,
         typename std::allocator_traits<AllocatorT>::template rebind_alloc<
             std::remove_const_t<ReinterpretT>>>
  reinterpret(sycl::range<ReinterpretDim> range) const {
    using other = typename std::allocator_traits<
        AllocatorT>::template rebind_alloc<std::remove_const_t<ReinterpretT>>;
    size_t bytes;
    if (!detail::count_bytes(range, sizeof(ReinterpretT), bytes) ||
        bytes != byte_size())
      detail::throw_error(errc::invalid,
                          "reinterpret must keep the size in bytes");
    buffer<ReinterpretT, ReinterpretDim, other> result(m_state, range,
                                                       other(m_allocator));
    result.m_is_sub = m_is_sub;
    return result;
  }
  /// As above, with one dimension, or with the range of this buffer.
  /// \throws exception with `errc::invalid` if the size in bytes is not a
  /// multiple of the new element's size.
  template <class ReinterpretT, int ReinterpretDim = Dimensions,
            detail::when<ReinterpretDim == 1 ||
                         (ReinterpretDim == Dimensions &&
                          sizeof(ReinterpretT) == sizeof(DataT))> = 0>
  auto reinterpret() const {
    if constexpr (ReinterpretDim == 1)
      return reinterpret<ReinterpretT, 1>(
          sycl::range<1>(byte_size() / sizeof(ReinterpretT)));
    else
      return reinterpret<ReinterpretT, ReinterpretDim>(m_range);
  }
};

/// Deduces the element type, dimensions and allocator from the constructor's
/// arguments.
///@{
template <class DataT, int Dimensions>
buffer(const DataT *, const range<Dimensions> &, const property_list & = {})
    -> buffer<DataT, Dimensions>;
template <class DataT, int Dimensions, class AllocatorT>
buffer(const DataT *, const range<Dimensions> &, AllocatorT,
       const property_list & = {}) -> buffer<DataT, Dimensions, AllocatorT>;
template <class Pointer, int Dimensions,
          detail::when<detail::is_shared_pointer<Pointer>> = 0>
buffer(const Pointer &, const range<Dimensions> &, const property_list & = {})
    -> buffer<typename Pointer::element_type, Dimensions>;
template <class Pointer, int Dimensions, class AllocatorT,
          detail::when<detail::is_shared_pointer<Pointer>> = 0>
buffer(const Pointer &, const range<Dimensions> &, AllocatorT,
       const property_list & = {})
    -> buffer<typename Pointer::element_type, Dimensions, AllocatorT>;
template <class Container, detail::when<detail::is_container<Container>> = 0>
buffer(Container &, const property_list & = {})
    -> buffer<typename Container::value_type, 1>;
template <class Container, class AllocatorT,
          detail::when<detail::is_container<Container>> = 0>
buffer(Container &, AllocatorT, const property_list & = {})
    -> buffer<typename Container::value_type, 1, AllocatorT>;
template <class Iterator, detail::when<detail::is_iterator<Iterator>> = 0>
buffer(Iterator, Iterator, const property_list & = {})
    -> buffer<std::decay_t<decltype(*std::declval<Iterator &>())>, 1>;
template <class Iterator, class AllocatorT,
          detail::when<detail::is_iterator<Iterator> &&
                       !std::is_convertible_v<AllocatorT, property_list>> = 0>
buffer(Iterator, Iterator, AllocatorT, const property_list & = {})
    -> buffer<std::decay_t<decltype(*std::declval<Iterator &>())>, 1,
              AllocatorT>;
///@}

namespace detail {
// Reaches into buffers on behalf of accessors.
struct buffer_access {
  template <class DataT, int Dimensions, class AllocatorT>
  static tandem_buffer_t
  handle(const buffer<DataT, Dimensions, AllocatorT> &object) {
    return object.m_state->buffer;
  }
};
} // namespace detail

} // namespace _V1
} // namespace sycl

/// Hashes `buffer`. Copies have equal hashes.
template <class DataT, int Dimensions, class AllocatorT>
struct std::hash<sycl::buffer<DataT, Dimensions, AllocatorT>> {
  size_t operator()(const sycl::buffer<DataT, Dimensions, AllocatorT> &object)
      const noexcept {
    return reinterpret_cast<size_t>(
        sycl::detail::buffer_access::handle(object));
  }
};
