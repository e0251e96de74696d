//===- sycl/ext/oneapi/experimental/group_load_store.hpp ------------------===//
//
// Part of Tandem, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// Owns: loads and stores of a whole group (sycl_ext_oneapi_group_load_store).
// Each work-item moves its own elements; the loop over work-items, vectorized,
// is what makes wide accesses of them. So contiguous_memory and full_group,
// which promise more, change nothing.
#pragma once

#include <sycl/ext/oneapi/properties/properties.hpp>
#include <sycl/group.hpp>
#include <sycl/span.hpp>
#include <sycl/sub_group.hpp>
#include <sycl/vec.hpp>

namespace sycl {
inline namespace _V1 {

namespace ext::oneapi::experimental {

/// The arrangement of a group's elements in memory: `blocked` stores the
/// elements of a work-item contiguously, `striped` interleaves those of all
/// work-items.
enum class data_placement_enum { blocked, striped };

/// The key of `data_placement`.
struct data_placement_key
    : sycl::detail::property_key<sycl::detail::property_kind::data_placement> {
  /// The type of the property.
  template <data_placement_enum Placement>
  using value_t =
      property_value<data_placement_key,
                     std::integral_constant<data_placement_enum, Placement>>;
};
/// The key of `contiguous_memory`.
struct contiguous_memory_key
    : sycl::detail::property_key<
          sycl::detail::property_kind::contiguous_memory> {
  /// The type of the property.
  using value_t = property_value<contiguous_memory_key>;
};
/// The key of `full_group`.
struct full_group_key
    : sycl::detail::property_key<sycl::detail::property_kind::full_group> {
  /// The type of the property.
  using value_t = property_value<full_group_key>;
};

/// The arrangement of a group's elements in memory; `blocked` without the
/// property. `sycl_ext_oneapi_group_load_store`.
template <data_placement_enum Placement>
inline constexpr data_placement_key::value_t<Placement> data_placement;
/// Short for `data_placement<data_placement_enum::blocked>`.
inline constexpr data_placement_key::value_t<data_placement_enum::blocked>
    data_placement_blocked;
/// Short for `data_placement<data_placement_enum::striped>`.
inline constexpr data_placement_key::value_t<data_placement_enum::striped>
    data_placement_striped;
/// Promises that the iterator refers to contiguous memory. Changes nothing.
inline constexpr contiguous_memory_key::value_t contiguous_memory;
/// Promises that the sub-group is full. Changes nothing.
inline constexpr full_group_key::value_t full_group;

} // namespace ext::oneapi::experimental

namespace detail {

// Where a group's element `index` of `count` of this work-item is: a
// work-item's elements side by side, or those of all work-items in turn.
template <class Properties, class Group>
TANDEM_ALWAYS_INLINE size_t group_element(Group group, size_t index,
                                          size_t count) {
  using namespace ext::oneapi::experimental;
  const size_t item = group.get_local_linear_id();
  if constexpr (Properties::template has_property<data_placement_key>()) {
    constexpr auto placement =
        Properties::template get_property<data_placement_key>();
    if constexpr (placement == data_placement_striped)
      return index * group.get_local_linear_range() + item;
  }
  return item * count + index;
}

} // namespace detail

namespace ext::oneapi::experimental {

/// Loads elements of each work-item of a group. All work-items of the group
/// must call it with the same iterator; it contains no barrier. For device
/// code. `sycl_ext_oneapi_group_load_store`.
/// \param in The beginning of the group's elements, `NumElements` times the
/// number of work-items.
/// \param out The elements of this work-item, placed as the property \ref
/// data_placement says.
template <class Group, class Input, class DataT, size_t NumElements,
          class Properties = empty_properties_t>
TANDEM_ALWAYS_INLINE void group_load(Group group, Input in,
                                     span<DataT, NumElements> out,
                                     Properties = {}) {
  for (size_t index = 0; index < NumElements; ++index)
    out[index] =
        in[sycl::detail::group_element<Properties>(group, index, NumElements)];
}
/// As above, into a vector.
template <class Group, class Input, class DataT, int NumElements,
          class Properties = empty_properties_t>
TANDEM_ALWAYS_INLINE void group_load(Group group, Input in,
                                     vec<DataT, NumElements> &out,
                                     Properties = {}) {
  for (int index = 0; index < NumElements; ++index)
    out[index] =
        in[sycl::detail::group_element<Properties>(group, index, NumElements)];
}
/// As above, one element for each work-item.
template <class Group, class Input, class DataT,
          class Properties = empty_properties_t>
TANDEM_ALWAYS_INLINE void group_load(Group group, Input in, DataT &out,
                                     Properties = {}) {
  out = in[sycl::detail::group_element<Properties>(group, 0, 1)];
}

/// Stores elements of each work-item of a group. All work-items of the group
/// must call it with the same iterator; it contains no barrier. For device
/// code. `sycl_ext_oneapi_group_load_store`.
/// \param in The elements of this work-item.
/// \param out The beginning of the group's elements, which are placed as the
/// property
/// `data_placement` says.
template <class Group, class DataT, size_t NumElements, class Output,
          class Properties = empty_properties_t>
TANDEM_ALWAYS_INLINE void group_store(Group group, span<DataT, NumElements> in,
                                      Output out, Properties = {}) {
  for (size_t index = 0; index < NumElements; ++index)
    out[sycl::detail::group_element<Properties>(group, index, NumElements)] =
        in[index];
}
/// As above, from a vector.
template <class Group, class DataT, int NumElements, class Output,
          class Properties = empty_properties_t>
TANDEM_ALWAYS_INLINE void group_store(Group group,
                                      const vec<DataT, NumElements> &in,
                                      Output out, Properties = {}) {
  for (int index = 0; index < NumElements; ++index)
    out[sycl::detail::group_element<Properties>(group, index, NumElements)] =
        in[index];
}
/// As above, one element for each work-item.
template <class Group, class DataT, class Output,
          class Properties = empty_properties_t>
TANDEM_ALWAYS_INLINE void group_store(Group group, const DataT &in, Output out,
                                      Properties = {}) {
  out[sycl::detail::group_element<Properties>(group, 0, 1)] = in;
}

} // namespace ext::oneapi::experimental
} // namespace _V1
} // namespace sycl
