//===- sycl/ext/oneapi/properties/properties.hpp --------------------------===//
//
// Part of Tandem, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// Owns: sycl_ext_oneapi_properties: lists of properties whose keys, and mostly
// also values, are known at compile time. A list is the same type in whatever
// order it was written: its properties are sorted by the kind of their keys.
#pragma once

#include <sycl/detail/kernel/properties.hpp>

namespace sycl {
inline namespace _V1 {

namespace detail {

// The order of properties in a list.
enum class property_kind {
  device_image_scope,
  host_access,
  init_mode,
  implement_in_csr,
  work_group_size,
  work_group_size_hint,
  sub_group_size,
  device_has,
  use_root_sync,
  data_placement,
  contiguous_memory,
  full_group,
  ready_latency,
  bits_per_symbol,
  uses_valid,
  first_symbol_in_high_order_bits,
  protocol,
};

// Base of all property keys.
template <property_kind Kind> struct property_key {
  static constexpr property_kind tandem_kind = Kind;
};

// The members `value_t` and `value` come from the first parameter of a
// property, if it has one.
template <class... Values> struct property_value_members {};
template <class First, class... Rest>
struct property_value_members<First, Rest...> {
  using value_t = First;
};
template <class Type, Type Value, class... Rest>
struct property_value_members<std::integral_constant<Type, Value>, Rest...> {
  using value_t = Type;
  static constexpr Type value = Value;
};

template <class... Properties> struct property_pack {};

template <class Property, class Pack> struct property_cons;
template <class Property, class... Properties>
struct property_cons<Property, property_pack<Properties...>> {
  using type = property_pack<Property, Properties...>;
};

template <class Property>
inline constexpr property_kind kind_of_property = Property::key_t::tandem_kind;

template <class Property, class Sorted> struct property_insert {
  using type = property_pack<Property>;
};
template <class Property, class First, class... Rest>
struct property_insert<Property, property_pack<First, Rest...>> {
  static_assert(kind_of_property<Property> != kind_of_property<First>,
                "a property list has each property once");
  using behind =
      typename property_insert<Property, property_pack<Rest...>>::type;
  using type = typename std::conditional_t<
      (kind_of_property<Property> < kind_of_property<First>),
      property_cons<Property, property_pack<First, Rest...>>,
      property_cons<First, behind>>::type;
};

template <class... Properties> struct property_sort {
  using type = property_pack<>;
};
template <class Property, class... Properties>
struct property_sort<Property, Properties...> {
  using type = typename property_insert<
      Property, typename property_sort<Properties...>::type>::type;
};

template <class Key, class... Properties> struct find_property {};
template <class Key, class First, class... Rest>
struct find_property<Key, First, Rest...>
    : std::conditional_t<std::is_same_v<typename First::key_t, Key>,
                         std::common_type<First>, find_property<Key, Rest...>> {
};

// Marks a kernel with a property; specialized in
// kernel_properties/properties.hpp.
template <class Property> struct kernel_attribute {
  TANDEM_ALWAYS_INLINE static void mark() {}
};

} // namespace detail

namespace ext::oneapi::experimental {

/// A value of the property with the key `Key`. `value_t` and `value` are its
/// first parameter, if there is one. `sycl_ext_oneapi_properties`.
template <class Key, class... Values>
struct property_value : sycl::detail::property_value_members<Values...> {
  /// The key of the property.
  using key_t = Key;
};

/// Whether two values of a property are equal.
template <class Key, class... LeftValues, class... RightValues>
constexpr bool operator==(property_value<Key, LeftValues...>,
                          property_value<Key, RightValues...>) {
  return std::is_same_v<property_value<Key, LeftValues...>,
                        property_value<Key, RightValues...>>;
}
/// Whether two values of a property differ.
template <class Key, class... LeftValues, class... RightValues>
constexpr bool operator!=(property_value<Key, LeftValues...> left,
                          property_value<Key, RightValues...> right) {
  return !(left == right);
}

/// Whether `Type` is the key of a property.
template <class Type, class = void> struct is_property_key : std::false_type {};
template <class Type>
struct is_property_key<Type, std::void_t<decltype(Type::tandem_kind)>>
    : std::true_type {};
/// Whether `Type` is the value of a property.
template <class Type, class = void>
struct is_property_value : std::false_type {};
template <class Type>
struct is_property_value<Type, std::void_t<typename Type::key_t>>
    : is_property_key<typename Type::key_t> {};
/// Whether `Type` is the key of a property.
template <class Type>
inline constexpr bool is_property_key_v = is_property_key<Type>::value;
/// Whether `Type` is the value of a property.
template <class Type>
inline constexpr bool is_property_value_v = is_property_value<Type>::value;

/// Whether the property with the key `Key` is meant for the class `Object`.
template <class Key, class Object>
struct is_property_key_of : std::false_type {};
/// Whether the property with the key `Key` is meant for the class `Object`.
template <class Key, class Object>
inline constexpr bool is_property_key_of_v =
    is_property_key_of<Key, Object>::value;
/// Whether the property value `Value` is meant for the class `Object`.
template <class Value, class Object, class = void>
struct is_property_value_of : std::false_type {};
template <class Value, class Object>
struct is_property_value_of<Value, Object, std::void_t<typename Value::key_t>>
    : is_property_key_of<typename Value::key_t, Object> {};
/// Whether the property value `Value` is meant for the class `Object`.
template <class Value, class Object>
inline constexpr bool is_property_value_of_v =
    is_property_value_of<Value, Object>::value;

/// A list of properties, each at most once. The type does not depend on their
/// order. `sycl_ext_oneapi_properties`.
template <class... Properties>
class properties<sycl::detail::property_pack<Properties...>> {
public:
  /// A list of the given properties.
  template <class... Values,
            std::enable_if_t<(is_property_value_v<Values> && ...), int> = 0>
  constexpr properties(Values...) {
    static_assert(
        std::is_same_v<typename sycl::detail::property_sort<Values...>::type,
                       sycl::detail::property_pack<Properties...>>,
        "the list's type has other properties");
  }

  /// Whether the list has a property, given by its key.
  template <class Key> static constexpr bool has_property() {
    static_assert(is_property_key_v<Key>, "not the key of a property");
    return (std::is_same_v<typename Properties::key_t, Key> || ...);
  }
  /// The value of a property, given by its key. The list must have the
  /// property.
  template <class Key> static constexpr auto get_property() {
    static_assert(has_property<Key>(), "the list lacks this property");
    return typename sycl::detail::find_property<Key, Properties...>::type();
  }

  /// Whether work-groups synchronize with each other. Internal.
  static constexpr bool tandem_root_sync =
      ((sycl::detail::kind_of_property<Properties> ==
        sycl::detail::property_kind::use_root_sync) ||
       ...);
  /// Applies the properties to the calling kernel. Internal.
  TANDEM_ALWAYS_INLINE static void tandem_mark() {
    (sycl::detail::kernel_attribute<Properties>::mark(), ...);
  }
};

/// Deduces the type of a list.
template <class... Values>
properties(Values...)
    -> properties<typename sycl::detail::property_sort<Values...>::type>;

/// The type of an empty list.
using empty_properties_t = properties<sycl::detail::property_pack<>>;

} // namespace ext::oneapi::experimental
} // namespace _V1
} // namespace sycl
