//===- .../experimental/non_uniform_groups.hpp ----------------------------===//
//
// Part of Tandem, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// Owns: the groups of sycl_ext_oneapi_non_uniform_groups that a program makes
// of a sub-group: fragments of it, by a condition, and chunks of neighbours.
// Each work-item knows the members of its group, one bit for each, so that a
// group can meet while others run other code. The extension first called the
// same groups ballot_group and fixed_size_group.
#pragma once

#include <sycl/atomic_ref.hpp>
#include <sycl/ext/oneapi/experimental/opportunistic_group.hpp>
#include <sycl/ext/oneapi/experimental/root_group.hpp>
#include <sycl/ext/oneapi/sub_group_mask.hpp>
#include <sycl/group_algorithms.hpp>

namespace sycl {
inline namespace _V1 {

namespace detail {

// The base of fragments and chunks.
template <class Parent> class member_group {
  friend struct member_bits;
  uint64_t m_members;
  uint32_t m_number, m_count;

protected:
  // Number `number` of `count` groups.
  member_group(uint64_t members, uint32_t number, uint32_t count)
      : m_members(members), m_number(number), m_count(count) {}

public:
  /// The type of an id.
  using id_type = id<1>;
  /// The type of a range.
  using range_type = range<1>;
  /// The type of a linear id.
  using linear_id_type = uint32_t;
  /// The number of dimensions.
  static constexpr int dimensions = 1;
  /// The default scope of fences.
  static constexpr memory_scope fence_scope = Parent::fence_scope;

  /// The number of this group among those that the partition made.
  id_type get_group_id() const { return m_number; }
  /// The position of the work-item in the group.
  id_type get_local_id() const { return get_local_linear_id(); }
  /// The number of groups that the partition made.
  range_type get_group_range() const { return m_count; }
  /// The number of work-items in the group.
  range_type get_local_range() const { return get_local_linear_range(); }
  /// The number of this group among those that the partition made.
  linear_id_type get_group_linear_id() const { return m_number; }
  /// The position of the work-item in the group.
  linear_id_type get_local_linear_id() const {
    return members{m_members}.own_number();
  }
  /// The number of groups that the partition made.
  linear_id_type get_group_linear_range() const { return m_count; }
  /// The number of work-items in the group.
  linear_id_type get_local_linear_range() const {
    return members{m_members}.count();
  }
  /// Whether the work-item is the first of the group.
  bool leader() const { return get_local_linear_id() == 0; }
};

// The lowest `count` bits.
constexpr uint64_t low_bits(unsigned count) {
  return count < 64 ? (uint64_t(1) << count) - 1 : ~uint64_t(0);
}

// The bits of the work-items of a sub-group.
inline uint64_t all_members(sub_group group) {
  return low_bits(group.get_local_linear_range());
}
template <class Parent>
uint64_t all_members(const member_group<Parent> &group) {
  return member_bits::of(group);
}

// The bits of the work-items of a group for which the condition holds.
inline uint64_t members_where(sub_group group, bool condition) {
  uint64_t bits = 0;
  ext::oneapi::group_ballot(group, condition).extract_bits(bits);
  return bits;
}
template <class Parent>
uint64_t members_where(const member_group<Parent> &group, bool condition) {
  const unsigned own = __spirv_BuiltInSubgroupLocalInvocationId();
  return combine_over<bit_or<uint64_t>>(members{member_bits::of(group)},
                                        group_reduction,
                                        uint64_t(condition) << own);
}

// The bits of those neighbours, `size` in number, to which the work-item
// belongs.
template <class Parent>
uint64_t neighbours(const Parent &group, unsigned size) {
  const unsigned own = __spirv_BuiltInSubgroupLocalInvocationId();
  return all_members(group) & low_bits(size) << (own & ~(size - 1));
}

// Whether binary_partition and chunked_partition take a group.
template <class Group> inline constexpr bool has_fragments = false;
template <class Group> inline constexpr bool has_chunks = false;

} // namespace detail

namespace ext::oneapi::experimental {

template <class Parent> class fragment;
template <size_t Size, class Parent> class chunk;
template <class Parent> class ballot_group;
template <size_t Size, class Parent> class fixed_size_group;

/// Divides a group by a condition. All work-items of `parent`, a sub-group or
/// fragment, must make the call.
/// \returns The group of the work-items with the same `predicate`: group 1 of 2
/// if it is true.
template <class Parent,
          sycl::detail::when<sycl::detail::has_fragments<Parent>> = 0>
fragment<Parent> binary_partition(Parent parent, bool predicate);
/// Divides a group into groups of `Size` neighbouring work-items. `Size` is a
/// power of two that divides the size of `parent`, a sub-group or chunk.
/// \returns The group of the calling work-item.
template <size_t Size, class Parent,
          sycl::detail::when<sycl::detail::has_chunks<Parent>> = 0>
chunk<Size, Parent> chunked_partition(Parent parent);
/// As `binary_partition`, under an earlier name of the extension. New code
/// uses that.
template <class Parent,
          sycl::detail::when<std::is_same_v<Parent, sub_group>> = 0>
ballot_group<Parent> get_ballot_group(Parent parent, bool predicate);
/// As `chunked_partition`, under an earlier name of the extension. New code
/// uses that.
template <size_t Size, class Parent,
          sycl::detail::when<std::is_same_v<Parent, sub_group>> = 0>
fixed_size_group<Size, Parent> get_fixed_size_group(Parent parent);

/// The work-items of a group for which a condition has the same value, made by
/// `binary_partition`. A plain value, for device code; all group functions
/// and algorithms take it. `sycl_ext_oneapi_non_uniform_groups`.
template <class Parent>
class fragment : public sycl::detail::member_group<Parent> {
  using sycl::detail::member_group<Parent>::member_group;
  template <class OtherParent,
            sycl::detail::when<sycl::detail::has_fragments<OtherParent>>>
  friend fragment<OtherParent> binary_partition(OtherParent, bool);
};
/// As `fragment`, made by `get_ballot_group`. New code uses \ref
/// fragment.
template <class Parent>
class ballot_group : public sycl::detail::member_group<Parent> {
  using sycl::detail::member_group<Parent>::member_group;
  template <class OtherParent,
            sycl::detail::when<std::is_same_v<OtherParent, sub_group>>>
  friend ballot_group<OtherParent> get_ballot_group(OtherParent, bool);
};

/// `Size` neighbouring work-items of a group, made by `chunked_partition`. A
/// plain value, for device code; all group functions and algorithms take it.
/// `sycl_ext_oneapi_non_uniform_groups`.
template <size_t Size, class Parent>
class chunk : public sycl::detail::member_group<Parent> {
  using sycl::detail::member_group<Parent>::member_group;
  template <size_t OtherSize, class OtherParent,
            sycl::detail::when<sycl::detail::has_chunks<OtherParent>>>
  friend chunk<OtherSize, OtherParent> chunked_partition(OtherParent);
};
/// As `chunk`, made by `get_fixed_size_group`. New code uses `chunk`.
template <size_t Size, class Parent>
class fixed_size_group : public sycl::detail::member_group<Parent> {
  using sycl::detail::member_group<Parent>::member_group;
  template <size_t OtherSize, class OtherParent,
            sycl::detail::when<std::is_same_v<OtherParent, sub_group>>>
  friend fixed_size_group<OtherSize, OtherParent>
      get_fixed_size_group(OtherParent);
};

template <class Parent, sycl::detail::when<sycl::detail::has_fragments<Parent>>>
fragment<Parent> binary_partition(Parent parent, bool predicate) {
  const uint64_t where = sycl::detail::members_where(parent, predicate);
  const uint64_t bits = sycl::detail::all_members(parent);
  return {predicate ? where : bits & ~where, predicate, 2};
}
template <class Parent, sycl::detail::when<std::is_same_v<Parent, sub_group>>>
ballot_group<Parent> get_ballot_group(Parent parent, bool predicate) {
  const uint64_t where = sycl::detail::members_where(parent, predicate);
  const uint64_t bits = sycl::detail::all_members(parent);
  return {predicate ? where : bits & ~where, predicate, 2};
}
template <size_t Size, class Parent,
          sycl::detail::when<sycl::detail::has_chunks<Parent>>>
chunk<Size, Parent> chunked_partition(Parent parent) {
  static_assert(Size > 0 && (Size & (Size - 1)) == 0,
                "the size of a chunk must be a power of two");
  return {sycl::detail::neighbours(parent, Size),
          uint32_t(parent.get_local_linear_id() / Size),
          uint32_t(parent.get_local_linear_range() / Size)};
}
template <size_t Size, class Parent,
          sycl::detail::when<std::is_same_v<Parent, sub_group>>>
fixed_size_group<Size, Parent> get_fixed_size_group(Parent parent) {
  static_assert(Size > 0 && (Size & (Size - 1)) == 0,
                "the size of a group must be a power of two");
  return {sycl::detail::neighbours(parent, Size),
          uint32_t(parent.get_local_linear_id() / Size),
          uint32_t(parent.get_local_linear_range() / Size)};
}

/// Whether `Type` is a group that every kernel has: root group, work-group or
/// sub-group.
template <class Type> struct is_fixed_topology_group : std::false_type {};
template <int Dimensions>
struct is_fixed_topology_group<root_group<Dimensions>> : std::true_type {};
template <int Dimensions>
struct is_fixed_topology_group<group<Dimensions>> : std::true_type {};
template <> struct is_fixed_topology_group<sub_group> : std::true_type {};
/// Whether `Type` is a group that every kernel has: root group, work-group or
/// sub-group.
template <class Type>
inline constexpr bool is_fixed_topology_group_v =
    is_fixed_topology_group<Type>::value;

template <class Parent>
struct is_user_constructed_group<fragment<Parent>> : std::true_type {};
template <size_t Size, class Parent>
struct is_user_constructed_group<chunk<Size, Parent>> : std::true_type {};
template <class Parent>
struct is_user_constructed_group<ballot_group<Parent>> : std::true_type {};
template <size_t Size, class Parent>
struct is_user_constructed_group<fixed_size_group<Size, Parent>>
    : std::true_type {};

} // namespace ext::oneapi::experimental

#define TANDEM_MEMBERS(parameters, ...)                                        \
  template <parameters>                                                        \
  struct is_group<ext::oneapi::experimental::__VA_ARGS__> : std::true_type {}; \
  namespace detail {                                                           \
  template <parameters>                                                        \
  inline constexpr bool                                                        \
      is_of_members<ext::oneapi::experimental::__VA_ARGS__> = true;            \
  }
#define TANDEM_SIZE_AND_PARENT size_t Size, class Parent
TANDEM_MEMBERS(class Parent, fragment<Parent>)
TANDEM_MEMBERS(class Parent, ballot_group<Parent>)
TANDEM_MEMBERS(TANDEM_SIZE_AND_PARENT, chunk<Size, Parent>)
TANDEM_MEMBERS(TANDEM_SIZE_AND_PARENT, fixed_size_group<Size, Parent>)
#undef TANDEM_SIZE_AND_PARENT
#undef TANDEM_MEMBERS

namespace detail {
template <> inline constexpr bool has_fragments<sub_group> = true;
template <class Parent>
inline constexpr bool
    has_fragments<ext::oneapi::experimental::fragment<Parent>> = true;
template <> inline constexpr bool has_chunks<sub_group> = true;
template <size_t Size, class Parent>
inline constexpr bool
    has_chunks<ext::oneapi::experimental::chunk<Size, Parent>> = true;
} // namespace detail

/// A barrier of the work-items of a fragment, chunk, ballot group or fixed-size
/// group, with a fence of the given scope. Other work-items may diverge.
template <class Group,
          detail::when<detail::is_of_members<std::decay_t<Group>>> = 0>
TANDEM_ALWAYS_INLINE void
group_barrier(Group group, memory_scope scope = Group::fence_scope) {
  atomic_fence(memory_order::seq_cst, scope);
  any_of_group(group, true);
  atomic_fence(memory_order::seq_cst, scope);
}

} // namespace _V1
} // namespace sycl
