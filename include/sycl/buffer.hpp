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
  // What must live until the last write-back: a shared pointer to the host
  // memory, or where set_final_data told to write to.
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
      throw_error(errc::invalid, "use_pinned_host_memory is for buffers "
                                 "without host memory of their own");
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

  // Has the host copy allocated by a copy of `allocator`, but leaves the
  // standard allocator alone, whose memory is as good as the runtime's.
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
      // What no element may be assigned to is a whole array, say.
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

template <class DataT, int Dimensions = 1,
          class AllocatorT = buffer_allocator<std::remove_const_t<DataT>>>
class buffer {
  static_assert(!std::is_reference_v<DataT>, "buffers hold objects");
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
  // For the library: takes over a buffer of so many bytes, as one row.
  static buffer tandem_adopt(tandem_buffer_t owned, size_t bytes) {
    auto extent = detail::single_item<Dimensions>();
    extent[Dimensions - 1] = bytes / sizeof(DataT);
    const detail::intrusive_ptr<detail::buffer_state> state(
        new detail::buffer_state(owned));
    return buffer(state, extent, AllocatorT());
  }

  using value_type = DataT;
  using reference = DataT &;
  using const_reference = const DataT &;
  using allocator_type = AllocatorT;
  using range_type = sycl::range<Dimensions>;

  //===-- Construction ----------------------------------------------------===//

  buffer(const sycl::range<Dimensions> &range,
         const property_list &properties = {})
      : buffer(range, AllocatorT(), properties) {}
  buffer(const sycl::range<Dimensions> &range, AllocatorT allocator,
         const property_list &properties = {})
      : m_range(range), m_allocator(allocator) {
    create(nullptr, false, properties);
  }

  // Over memory of the program: written back unless the pointer is const.
  buffer(DataT *memory, const sycl::range<Dimensions> &range,
         const property_list &properties = {})
      : buffer(memory, range, AllocatorT(), properties) {}
  buffer(DataT *memory, const sycl::range<Dimensions> &range,
         AllocatorT allocator, const property_list &properties = {})
      : m_range(range), m_allocator(allocator) {
    create(memory, std::is_const_v<DataT>, properties);
  }
  template <class SameT, detail::when<std::is_same_v<SameT, DataT> &&
                                      !std::is_const_v<SameT>> = 0>
  buffer(const SameT *memory, const sycl::range<Dimensions> &range,
         const property_list &properties = {})
      : buffer(memory, range, AllocatorT(), properties) {}
  template <class SameT, detail::when<std::is_same_v<SameT, DataT> &&
                                      !std::is_const_v<SameT>> = 0>
  buffer(const SameT *memory, const sycl::range<Dimensions> &range,
         AllocatorT allocator, const property_list &properties = {})
      : m_range(range), m_allocator(allocator) {
    create(memory, true, properties);
  }

  template <
      class Container, int SameDimensions = Dimensions,
      detail::when<SameDimensions == 1 && detail::is_container<Container>> = 0>
  buffer(Container &container, const property_list &properties = {})
      : buffer(container, AllocatorT(), properties) {}
  template <
      class Container, int SameDimensions = Dimensions,
      detail::when<SameDimensions == 1 && detail::is_container<Container>> = 0>
  buffer(Container &container, AllocatorT allocator,
         const property_list &properties = {})
      : m_range(container.size()), m_allocator(allocator) {
    using element = std::remove_pointer_t<decltype(container.data())>;
    create(container.data(), std::is_const_v<element>, properties);
  }

  // Over memory that the buffer shares with the program.
  buffer(const std::shared_ptr<DataT> &memory,
         const sycl::range<Dimensions> &range,
         const property_list &properties = {})
      : buffer(memory, range, AllocatorT(), properties) {}
  buffer(const std::shared_ptr<DataT> &memory,
         const sycl::range<Dimensions> &range, AllocatorT allocator,
         const property_list &properties = {})
      : m_range(range), m_allocator(allocator) {
    share(memory, properties);
  }
  buffer(const std::shared_ptr<DataT[]> &memory,
         const sycl::range<Dimensions> &range,
         const property_list &properties = {})
      : buffer(memory, range, AllocatorT(), properties) {}
  buffer(const std::shared_ptr<DataT[]> &memory,
         const sycl::range<Dimensions> &range, AllocatorT allocator,
         const property_list &properties = {})
      : m_range(range), m_allocator(allocator) {
    share(memory, properties);
  }
  template <class Pointer, detail::when_foreign_shared<Pointer, DataT> = 0>
  buffer(const Pointer &memory, const sycl::range<Dimensions> &range,
         const property_list &properties = {})
      : buffer(memory, range, AllocatorT(), properties) {}
  template <class Pointer, detail::when_foreign_shared<Pointer, DataT> = 0>
  buffer(const Pointer &memory, const sycl::range<Dimensions> &range,
         AllocatorT allocator, const property_list &properties = {})
      : m_range(range), m_allocator(allocator) {
    share(memory, properties);
  }

  // Copies the elements; nothing is written back.
  template <
      class Iterator, int SameDimensions = Dimensions,
      detail::when<SameDimensions == 1 && detail::is_iterator<Iterator>> = 0>
  buffer(Iterator first, Iterator last, const property_list &properties = {})
      : buffer(first, last, AllocatorT(), properties) {}
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

  // A sub-buffer: contiguous elements of another buffer.
  buffer(buffer &parent, const id<Dimensions> &offset,
         const sycl::range<Dimensions> &range)
      : m_range(range), m_sub_offset(offset), m_is_sub(true),
        m_allocator(parent.m_allocator) {
    if (parent.m_is_sub)
      detail::throw_error(errc::invalid, "a sub-buffer of a sub-buffer");
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

  friend bool operator==(const buffer &left, const buffer &right) {
    return left.m_state == right.m_state;
  }
  friend bool operator!=(const buffer &left, const buffer &right) {
    return !(left == right);
  }

  //===-- Queries ---------------------------------------------------------===//

  sycl::range<Dimensions> get_range() const { return m_range; }
  size_t size() const noexcept { return m_range.size(); }
  size_t get_count() const { return size(); }
  size_t byte_size() const noexcept { return size() * sizeof(DataT); }
  size_t get_size() const { return byte_size(); }
  AllocatorT get_allocator() const { return m_allocator; }
  bool is_sub_buffer() const { return m_is_sub; }
  template <class Property> bool has_property() const noexcept {
    return m_state->properties.template has_property<Property>();
  }
  template <class Property> Property get_property() const {
    return m_state->properties.template get_property<Property>();
  }

  //===-- Write-back ------------------------------------------------------===//

  // A pointer, a weak pointer, an output iterator, or nullptr for nowhere.
  template <class Destination = std::nullptr_t>
  void set_final_data(Destination destination = nullptr) {
    m_state->template set_final_data<DataT>(destination);
  }
  void set_write_back(bool on = true) {
    detail::check(tandem_buffer_set_write_back(m_state->buffer, on));
  }

  //===-- Access ----------------------------------------------------------===//

  // In the ways of SYCL 2020 and of SYCL 1.2.1; in accessor.hpp and
  // host_accessor.hpp.
  template <access_mode Mode, target Target = target::device>
  auto get_access(handler &cgh);
  template <access_mode Mode, target Target = target::device>
  auto get_access(handler &cgh, sycl::range<Dimensions> range,
                  id<Dimensions> offset = {});
  template <access_mode Mode> auto get_access();
  template <access_mode Mode>
  auto get_access(sycl::range<Dimensions> range, id<Dimensions> offset = {});
  template <class... Args> auto get_access(Args &&...args);
  template <class... Args> auto get_host_access(Args &&...args);

  // The same bytes as other elements or in other dimensions.
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

template <class DataT, int Dimensions, class AllocatorT>
struct std::hash<sycl::buffer<DataT, Dimensions, AllocatorT>> {
  size_t operator()(const sycl::buffer<DataT, Dimensions, AllocatorT> &object)
      const noexcept {
    return reinterpret_cast<size_t>(
        sycl::detail::buffer_access::handle(object));
  }
};
