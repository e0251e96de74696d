//===- sycl/property_list.hpp - properties --------------------------------===//
//
// Part of Tandem, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// Owns: property_list, and the properties of queues, buffers and accessors
// (SYCL 2020, 4.5.4). Most properties are plain flags; each has a bit.
#pragma once

#include <sycl/detail/host/intrusive_ptr.hpp>
#include <sycl/exception.hpp>

#include <initializer_list>
#include <mutex>

namespace sycl {
inline namespace _V1 {

class queue;

namespace detail {

enum property_bit : unsigned {
  property_in_order,
  property_enable_profiling,
  property_discard_events,
  property_no_init,
  property_use_host_ptr,
  property_use_mutex,
  property_context_bound,
  property_priority_low,
  property_priority_normal,
  property_priority_high,
  property_initialize_to_identity,
  property_use_pinned_host_memory,
  property_immediate_command_list,
  property_no_immediate_command_list,
  property_no_cycle_check,
  property_assume_buffer_outlives_graph,
  property_updatable,
  property_graph_profiling,
  property_depends_on,
  property_depends_on_all_leaves,
};

// The nodes of the property depends_on (sycl_ext_oneapi_graph).
struct graph_node_list : ref_counted {
  std::vector<handle<tandem_graph_node_t>> nodes;
};

// Base of the properties that carry no data.
template <class Property, property_bit Bit> struct flag_property {
  using tandem_property = Property;
  static constexpr property_bit bit = Bit;
};

// Whether a type is a property, which classes derived from one are not.
template <class Property, class = void>
struct is_property_impl : std::false_type {};
template <class Property>
struct is_property_impl<Property,
                        std::void_t<typename Property::tandem_property>>
    : std::is_same<Property, typename Property::tandem_property> {};

template <property_bit... Bits>
inline constexpr unsigned property_set = ((1u << Bits) | ... | 0u);

// The properties that objects of a class may be constructed with. Each class
// with properties has a specialization.
template <class Object> inline constexpr unsigned properties_for = 0;
template <>
inline constexpr unsigned properties_for<queue> = property_set<
    property_in_order, property_enable_profiling, property_discard_events,
    property_priority_low, property_priority_normal, property_priority_high,
    property_immediate_command_list, property_no_immediate_command_list>;

template <class Property, class Object, class = void>
struct is_property_of_impl : std::false_type {};
template <class Property, class Object>
struct is_property_of_impl<Property, Object,
                           std::enable_if_t<is_property_impl<Property>::value>>
    : std::bool_constant<(properties_for<Object> >> Property::bit & 1) != 0> {};

[[noreturn]] TANDEM_COLD inline void refuse_properties(unsigned bits,
                                                       const char *object) {
  // In the order of property_bit.
  const char *const names[] = {"in_order",
                               "enable_profiling",
                               "discard_events",
                               "no_init",
                               "use_host_ptr",
                               "use_mutex",
                               "context_bound",
                               "priority_low",
                               "priority_normal",
                               "priority_high",
                               "initialize_to_identity",
                               "use_pinned_host_memory",
                               "immediate_command_list",
                               "no_immediate_command_list",
                               "no_cycle_check",
                               "assume_buffer_outlives_graph",
                               "updatable",
                               "enable_profiling",
                               "depends_on",
                               "depends_on_all_leaves"};
  const char *const name = names[__builtin_ctz(bits)];
  const char *const parts[] = {object, " cannot have the property ", name};
  char message[128];
  char *end = message;
  for (const char *part : parts)
    while (*part)
      *end++ = *part++;
  *end = 0;
  throw_error(errc::invalid, message);
}

} // namespace detail

/// Whether a type is a property. SYCL 2020, section 4.5.4.1.
template <class Property>
struct is_property : detail::is_property_impl<Property> {};
/// The value of `is_property`.
template <class Property>
inline constexpr bool is_property_v = is_property<Property>::value;
/// Whether objects of a class can be constructed with a property.
template <class Property, class Object>
struct is_property_of : detail::is_property_of_impl<Property, Object> {};
/// The value of `is_property_of`.
template <class Property, class Object>
inline constexpr bool is_property_of_v =
    is_property_of<Property, Object>::value;

/// The properties that an object is constructed with, in any order.
///
/// Copies are independent. A property that occurs twice counts once.
///
/// SYCL 2020, section 4.5.4.1.
class property_list {
  unsigned m_bits = 0;
  std::mutex *m_mutex = nullptr;
  detail::handle<tandem_context_t> m_context;
  detail::intrusive_ptr<detail::graph_node_list> m_nodes;

  template <class Property> void add(const Property &property) {
    m_bits |= 1u << Property::bit;
    if constexpr (Property::bit == detail::property_use_mutex)
      m_mutex = property.m_mutex;
    if constexpr (Property::bit == detail::property_context_bound)
      m_context = property.m_context;
    if constexpr (Property::bit == detail::property_depends_on)
      m_nodes = property.m_nodes;
  }

public:
  /// Creates a list of these properties.
  template <class... Properties,
            detail::when<(is_property_v<std::decay_t<Properties>> && ...)> = 0>
  property_list(const Properties &...properties) {
    (add(properties), ...);
  }

  /// Whether the list has the property.
  template <class Property> bool has_property() const noexcept {
    return m_bits >> Property::bit & 1;
  }
  /// For the library: checks that an object can be constructed with all of the
  /// properties.
  /// \throws exception with `errc::invalid` if it cannot.
  void tandem_allow(unsigned allowed, const char *object) const {
    if (const unsigned refused = m_bits & ~allowed)
      detail::refuse_properties(refused, object);
  }
  /// A copy of the property.
  /// \throws exception with `errc::invalid` if the list does not have it.
  template <class Property> Property get_property() const {
    if (!has_property<Property>())
      detail::throw_error(errc::invalid, "the object lacks this property");
    if constexpr (Property::bit == detail::property_use_mutex)
      return Property(m_mutex);
    else if constexpr (Property::bit == detail::property_context_bound)
      return Property(m_context);
    else if constexpr (Property::bit == detail::property_depends_on)
      return Property(m_nodes);
    else
      return Property();
  }
};

namespace detail {
// The property queries of classes whose objects have no properties.
template <class Object> struct without_properties {
  /// Always false.
  template <class Property> bool has_property() const noexcept {
    static_assert(is_property_v<Property>,
                  "the template argument must be a property");
    return false;
  }
  /// Objects of this class have no properties.
  /// \throws exception always, with `errc::invalid`.
  template <class Property> Property get_property() const {
    static_assert(is_property_v<Property>,
                  "the template argument must be a property");
    throw_error(errc::invalid, "the object lacks this property");
  }
};
} // namespace detail

namespace property {

/// For accessors: the previous contents are not needed. The values of elements
/// that the command does not write are then undefined. SYCL 2020, section
/// 4.7.6.4.
struct no_init : detail::flag_property<no_init, detail::property_no_init> {};
/// As `no_init`, under its provisional name.
using noinit = no_init;

namespace queue {
/// For queues: commands run in the order of their submission. SYCL 2020,
/// section 4.6.5.4.
struct in_order : detail::flag_property<in_order, detail::property_in_order> {};
/// For queues: events have the times of their commands. SYCL 2020, section
/// 4.6.5.4.
struct enable_profiling
    : detail::flag_property<enable_profiling,
                            detail::property_enable_profiling> {};
} // namespace queue

namespace buffer {
/// For buffers and images: the runtime uses the given host memory itself
/// instead of a copy on the host.
/// SYCL 2020, section 4.7.2.2.
struct use_host_ptr
    : detail::flag_property<use_host_ptr, detail::property_use_host_ptr> {};

/// For buffers and images: the runtime locks a mutex while commands or host
/// accessors use them.
///
/// A thread that holds the mutex must not wait for them. SYCL 2020, section
/// 4.7.2.2.
class use_mutex {
  std::mutex *m_mutex;
  friend class sycl::property_list;
  explicit use_mutex(std::mutex *mutex) : m_mutex(mutex) {}

public:
  /// For the library: marks a property.
  using tandem_property = use_mutex;
  /// For the library: identifies the property.
  static constexpr detail::property_bit bit = detail::property_use_mutex;
  /// Uses `mutex`, which must outlive the buffer.
  use_mutex(std::mutex &mutex) : m_mutex(&mutex) {}
  /// The mutex.
  std::mutex *get_mutex_ptr() const { return m_mutex; }
};

/// For buffers and images: they can only be used in one context. SYCL 2020,
/// section 4.7.2.2.
class context_bound {
  detail::handle<tandem_context_t> m_context;
  friend class sycl::property_list;
  explicit context_bound(detail::handle<tandem_context_t> context)
      : m_context(std::move(context)) {}

public:
  /// For the library: marks a property.
  using tandem_property = context_bound;
  /// For the library: identifies the property.
  static constexpr detail::property_bit bit = detail::property_context_bound;
  /// Binds to `context`. Commands in other contexts throw an exception with
  /// `errc::invalid`.
  context_bound(const sycl::context &context); // in context.hpp
  /// The context.
  sycl::context get_context() const;
};
} // namespace buffer

} // namespace property

/// An object of `property::no_init`, to pass to accessors.
inline constexpr property::no_init no_init;
/// As `no_init`, under its provisional name.
inline constexpr property::no_init noinit;

} // namespace _V1
} // namespace sycl

namespace sycl {
inline namespace _V1 {
namespace ext::oneapi::property::queue {
/// For queues: the program does not use the events. Accepted and ignored.
/// Extension `sycl_ext_oneapi_discard_queue_events`.
struct discard_events
    : detail::flag_property<discard_events, detail::property_discard_events> {};
/// For queues: their commands have low priority. Accepted and ignored.
/// Extension `sycl_ext_oneapi_queue_priority`.
struct priority_low
    : detail::flag_property<priority_low, detail::property_priority_low> {};
/// For queues: their commands have normal priority. Accepted and ignored.
struct priority_normal
    : detail::flag_property<priority_normal, detail::property_priority_normal> {
};
/// For queues: their commands have high priority. Accepted and ignored.
struct priority_high
    : detail::flag_property<priority_high, detail::property_priority_high> {};
} // namespace ext::oneapi::property::queue
} // namespace _V1
} // namespace sycl

namespace sycl {
inline namespace _V1 {
namespace ext::oneapi::property::buffer {
/// For buffers: the runtime allocates the host copy for fast transfers.
/// Accepted without effect, but an error with `errc::invalid` for buffers over
/// host memory. Extension `sycl_ext_oneapi_use_pinned_host_memory_property`.
struct use_pinned_host_memory
    : detail::flag_property<use_pinned_host_memory,
                            detail::property_use_pinned_host_memory> {};
} // namespace ext::oneapi::property::buffer
} // namespace _V1
} // namespace sycl

namespace sycl {
inline namespace _V1 {
namespace ext::intel::property::queue {
/// For queues of Level Zero: submit with immediate command lists. Accepted and
/// ignored. Extension `sycl_ext_intel_queue_immediate_command_list`.
struct immediate_command_list
    : detail::flag_property<immediate_command_list,
                            detail::property_immediate_command_list> {};
/// For queues of Level Zero: submit with regular command lists. Accepted and
/// ignored.
struct no_immediate_command_list
    : detail::flag_property<no_immediate_command_list,
                            detail::property_no_immediate_command_list> {};
} // namespace ext::intel::property::queue
} // namespace _V1
} // namespace sycl
