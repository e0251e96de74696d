//===- sycl/ext/oneapi/matrix/matrix.hpp - joint_matrix -------------------===//
//
// Part of Tandem, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// Owns: matrices of a sub-group (sycl_ext_oneapi_matrix). A work-item holds its
// share of the elements, so that what concerns single elements is plain code.
// Loads, stores and products are builtins of the device (boundaries.md,
// section 12), which also say which element is whose.
#pragma once

#include <sycl/ext/oneapi/bfloat16.hpp>
#include <sycl/half.hpp>
#include <sycl/info.hpp>
#include <sycl/multi_ptr.hpp>
#include <sycl/sub_group.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <vector>

#ifdef __SYCL_DEVICE_ONLY__
extern "C" {
void __spirv_tandem_matrix_fill(void *matrix, uint64_t bits, unsigned use,
                                unsigned element, unsigned rows,
                                unsigned cols) noexcept;
__attribute__((convergent)) void
__spirv_tandem_matrix_load(void *matrix, const void *source, size_t stride,
                           unsigned storage_class, unsigned layout,
                           unsigned use, unsigned element, unsigned rows,
                           unsigned cols) noexcept;
__attribute__((convergent)) void
__spirv_tandem_matrix_store(const void *matrix, void *destination,
                            size_t stride, unsigned storage_class,
                            unsigned layout, unsigned use, unsigned element,
                            unsigned rows, unsigned cols) noexcept;
__attribute__((convergent)) void __spirv_tandem_matrix_multiply_add(
    void *result, const void *matrix_a, const void *matrix_b,
    const void *matrix_c, unsigned rows, unsigned columns, unsigned inner,
    unsigned factors, unsigned accumulator) noexcept;
}
#endif

namespace sycl {
inline namespace _V1 {

namespace ext::oneapi::experimental::matrix {

/// The role of a matrix in a product: factor `a` or `b`, or `accumulator`.
enum class use { a, b, accumulator };
/// The order of elements in memory. `dynamic` is for accumulators, whose order
/// is given when they are loaded or stored.
enum class layout { row_major, col_major, dynamic };

/// The types of elements, as `combination` lists them. The numbers are the
/// widths in bits.
enum class matrix_type {
  /// `bfloat16`.
  bf16,
  /// `half`.
  fp16,
  /// `precision::tf32`.
  tf32,
  /// `float`.
  fp32,
  /// `double`.
  fp64,
  /// `int8_t`.
  sint8,
  /// `int16_t`.
  sint16,
  /// `int32_t`.
  sint32,
  /// `int64_t`.
  sint64,
  /// `uint8_t`.
  uint8,
  /// `uint16_t`.
  uint16,
  /// `uint32_t`.
  uint32,
  /// `uint64_t`.
  uint64
};

namespace precision {
/// A type for matrices whose elements are `float`. Products use 10 bits of the
/// mantissa; round elements with `round_to_tf`32.
class tf32;
} // namespace precision

} // namespace ext::oneapi::experimental::matrix

namespace detail {

namespace matrices = ext::oneapi::experimental::matrix;

template <class DataT> struct matrix_element;
template <class DataT, matrices::matrix_type Type> struct matrix_element_of {
  using type = DataT;
  static constexpr matrices::matrix_type number = Type;
};
template <>
struct matrix_element<ext::oneapi::bfloat16>
    : matrix_element_of<ext::oneapi::bfloat16, matrices::matrix_type::bf16> {};
template <>
struct matrix_element<half>
    : matrix_element_of<half, matrices::matrix_type::fp16> {};
template <>
struct matrix_element<matrices::precision::tf32>
    : matrix_element_of<float, matrices::matrix_type::tf32> {};
template <>
struct matrix_element<float>
    : matrix_element_of<float, matrices::matrix_type::fp32> {};
template <>
struct matrix_element<double>
    : matrix_element_of<double, matrices::matrix_type::fp64> {};
template <>
struct matrix_element<int8_t>
    : matrix_element_of<int8_t, matrices::matrix_type::sint8> {};
template <>
struct matrix_element<char>
    : matrix_element_of<char, matrices::matrix_type::sint8> {};
template <>
struct matrix_element<uint8_t>
    : matrix_element_of<uint8_t, matrices::matrix_type::uint8> {};
template <>
struct matrix_element<int32_t>
    : matrix_element_of<int32_t, matrices::matrix_type::sint32> {};

// Work-items of the sub-groups that hold matrices.
inline constexpr size_t matrix_work_items = 32;

struct matrix_access;

} // namespace detail

namespace ext::oneapi::experimental::matrix {

/// A matrix that the work-items of a sub-group hold together. Each of the 32
/// work-items holds the same number of elements.
///
/// Objects belong to device code; copies are made with `joint_matrix_copy`.
/// Functions on a matrix must be called by all work-items of the sub-group with
/// the same arguments. Kernels whose sub-groups have another size, or whose
/// products the device does not support, do not build.
/// `sycl_ext_oneapi_matrix`.
template <class Group, class DataT, use Use, size_t Rows, size_t Cols,
          layout Layout = layout::dynamic>
class joint_matrix {
  static_assert(std::is_same_v<Group, sub_group>,
                "a joint_matrix must belong to a sub_group");
  static_assert(
      (Use == use::accumulator) == (Layout == layout::dynamic),
      "an accumulator has layout::dynamic, a factor row_major or col_major");
  static_assert(
      Rows * Cols % sycl::detail::matrix_work_items == 0,
      "the elements of a joint_matrix must divide evenly among the work-items");

  friend struct sycl::detail::matrix_access;
  using element = typename sycl::detail::matrix_element<DataT>::type;
  static constexpr size_t count = Rows * Cols / sycl::detail::matrix_work_items;

  alignas(count % (16 / sizeof(element)) == 0
              ? 16
              : alignof(element)) element m_elements[count];

public:
  /// The elements are indeterminate.
  joint_matrix() = default;
};

} // namespace ext::oneapi::experimental::matrix

namespace detail {

constexpr unsigned matrix_storage_class(access::address_space space) {
  switch (space) {
  case access::address_space::global_space:
    return spirv::class_cross_workgroup;
  case access::address_space::local_space:
    return spirv::class_workgroup;
  default:
    return spirv::class_generic;
  }
}

// Access to the work-item's elements, and the calls of the builtins, for all
// functions on matrices.
struct matrix_access {
  template <class Matrix> static constexpr size_t count() {
    return std::remove_reference_t<Matrix>::count;
  }
  template <class Matrix> static auto *elements(Matrix &matrix) {
    return matrix.m_elements;
  }

  template <class Group, class DataT, matrices::use Use, size_t Rows,
            size_t Cols, matrices::layout Layout>
  static TANDEM_ALWAYS_INLINE void
  fill(matrices::joint_matrix<Group, DataT, Use, Rows, Cols, Layout> &matrix,
       typename matrix_element<DataT>::type value) {
#ifdef __SYCL_DEVICE_ONLY__
    uint64_t bits = 0;
    __builtin_memcpy(&bits, &value, sizeof value);
    __spirv_tandem_matrix_fill(matrix.m_elements, bits, unsigned(Use),
                               unsigned(matrix_element<DataT>::number), Rows,
                               Cols);
#else
    (void)matrix, (void)value;
#endif
  }

  template <matrices::layout Order, access::address_space Space, class Group,
            class DataT, matrices::use Use, size_t Rows, size_t Cols,
            matrices::layout Layout>
  static TANDEM_ALWAYS_INLINE void
  load(matrices::joint_matrix<Group, DataT, Use, Rows, Cols, Layout> &matrix,
       const void *source, size_t stride) {
#ifdef __SYCL_DEVICE_ONLY__
    __spirv_tandem_matrix_load(
        matrix.m_elements, source, stride, matrix_storage_class(Space),
        unsigned(Order), unsigned(Use), unsigned(matrix_element<DataT>::number),
        Rows, Cols);
#else
    (void)matrix, (void)source, (void)stride;
#endif
  }

  template <matrices::layout Order, access::address_space Space, class Group,
            class DataT, matrices::use Use, size_t Rows, size_t Cols,
            matrices::layout Layout>
  static TANDEM_ALWAYS_INLINE void
  store(const matrices::joint_matrix<Group, DataT, Use, Rows, Cols, Layout>
            &matrix,
        void *destination, size_t stride) {
#ifdef __SYCL_DEVICE_ONLY__
    __spirv_tandem_matrix_store(
        matrix.m_elements, destination, stride, matrix_storage_class(Space),
        unsigned(Order), unsigned(Use), unsigned(matrix_element<DataT>::number),
        Rows, Cols);
#else
    (void)matrix, (void)destination, (void)stride;
#endif
  }

  template <class ResultData, class Factor, size_t Rows, size_t Cols,
            size_t Inner, class Result, class MatrixA, class MatrixB,
            class MatrixC>
  static TANDEM_ALWAYS_INLINE void
  multiply_add(Result &result, const MatrixA &matrix_a, const MatrixB &matrix_b,
               const MatrixC &matrix_c) {
#ifdef __SYCL_DEVICE_ONLY__
    __spirv_tandem_matrix_multiply_add(
        result.m_elements, matrix_a.m_elements, matrix_b.m_elements,
        matrix_c.m_elements, Rows, Cols, Inner,
        unsigned(matrix_element<Factor>::number),
        unsigned(matrix_element<ResultData>::number));
#else
    (void)result, (void)matrix_a, (void)matrix_b, (void)matrix_c;
#endif
  }
};

} // namespace detail

namespace ext::oneapi::experimental::matrix {

/// Sets all elements to `value`.
template <class Group, class DataT, use Use, size_t Rows, size_t Cols,
          layout Layout, class Value>
TANDEM_ALWAYS_INLINE void
joint_matrix_fill(Group,
                  joint_matrix<Group, DataT, Use, Rows, Cols, Layout> &matrix,
                  const Value &value) {
  sycl::detail::matrix_access::fill(matrix, value);
}

/// Loads an accumulator from global or local memory.
/// \param source The first element.
/// \param stride The distance between rows, or columns, in elements.
/// \param order `layout::row_major` or `layout::col_major`.
template <class Group, class DataT, size_t Rows, size_t Cols, class Source,
          access::address_space Space, access::decorated Decorated>
TANDEM_ALWAYS_INLINE void joint_matrix_load(
    Group, joint_matrix<Group, DataT, use::accumulator, Rows, Cols> &result,
    multi_ptr<Source, Space, Decorated> source, size_t stride, layout order) {
  static_assert(
      std::is_same_v<std::remove_const_t<Source>,
                     typename sycl::detail::matrix_element<DataT>::type>,
      "the memory has elements of a different type than the joint_matrix");
  using access = sycl::detail::matrix_access;
  if (order == layout::col_major)
    access::load<layout::col_major, Space>(result, source.get_raw(), stride);
  else
    access::load<layout::row_major, Space>(result, source.get_raw(), stride);
}

/// Loads a factor, in the order of its type.
template <class Group, class DataT, use Use, size_t Rows, size_t Cols,
          layout Layout, class Source, access::address_space Space,
          access::decorated Decorated,
          std::enable_if_t<Use != use::accumulator, int> = 0>
TANDEM_ALWAYS_INLINE void
joint_matrix_load(Group,
                  joint_matrix<Group, DataT, Use, Rows, Cols, Layout> &result,
                  multi_ptr<Source, Space, Decorated> source, size_t stride) {
  static_assert(
      std::is_same_v<std::remove_const_t<Source>,
                     typename sycl::detail::matrix_element<DataT>::type>,
      "the memory has elements of a different type than the joint_matrix");
  sycl::detail::matrix_access::load<Layout, Space>(result, source.get_raw(),
                                                   stride);
}

/// Stores an accumulator to global or local memory.
/// \param destination The address of the first element.
/// \param stride The distance between rows, or columns, in elements.
/// \param order `layout::row_major` or `layout::col_major`.
template <class Group, class DataT, size_t Rows, size_t Cols, class Destination,
          access::address_space Space, access::decorated Decorated>
TANDEM_ALWAYS_INLINE void joint_matrix_store(
    Group,
    const joint_matrix<Group, DataT, use::accumulator, Rows, Cols> &matrix,
    multi_ptr<Destination, Space, Decorated> destination, size_t stride,
    layout order) {
  static_assert(
      std::is_same_v<Destination,
                     typename sycl::detail::matrix_element<DataT>::type>,
      "the memory has elements of a different type than the joint_matrix");
  using access = sycl::detail::matrix_access;
  auto *to = destination.get_raw();
  if (order == layout::col_major)
    access::store<layout::col_major, Space>(matrix, to, stride);
  else
    access::store<layout::row_major, Space>(matrix, to, stride);
}

/// Copies a matrix and converts its elements. Both matrices have the same size
/// and use.
template <class Group, class DataT, class Other, use Use, use OtherUse,
          size_t Rows, size_t Cols, layout Layout, layout OtherLayout>
TANDEM_ALWAYS_INLINE void joint_matrix_copy(
    Group, const joint_matrix<Group, DataT, Use, Rows, Cols, Layout> &source,
    joint_matrix<Group, Other, OtherUse, Rows, Cols, OtherLayout>
        &destination) {
  static_assert(Use == OtherUse, "both matrices must have the same use");
  using access = sycl::detail::matrix_access;
  auto *from = access::elements(source);
  auto *to = access::elements(destination);
  for (size_t index = 0; index < access::count<decltype(source)>(); ++index)
    to[index] = from[index];
}

/// Calls `function` with a reference to each element. The order of the calls is
/// unspecified.
template <class Group, class DataT, use Use, size_t Rows, size_t Cols,
          layout Layout, class Function>
TANDEM_ALWAYS_INLINE void
joint_matrix_apply(Group,
                   joint_matrix<Group, DataT, Use, Rows, Cols, Layout> &matrix,
                   Function &&function) {
  using access = sycl::detail::matrix_access;
  auto *elements = access::elements(matrix);
  for (size_t index = 0; index < access::count<decltype(matrix)>(); ++index)
    function(elements[index]);
}

/// As above, with the corresponding elements of two matrices.
template <class Group, class Data0, class Data1, use Use, size_t Rows,
          size_t Cols, layout Layout0, layout Layout1, class Function>
TANDEM_ALWAYS_INLINE void joint_matrix_apply(
    Group, joint_matrix<Group, Data0, Use, Rows, Cols, Layout0> &matrix0,
    joint_matrix<Group, Data1, Use, Rows, Cols, Layout1> &matrix1,
    Function &&function) {
  using access = sycl::detail::matrix_access;
  auto *elements0 = access::elements(matrix0);
  auto *elements1 = access::elements(matrix1);
  for (size_t index = 0; index < access::count<decltype(matrix0)>(); ++index)
    function(elements0[index], elements1[index]);
}

/// Computes `result = matrix_a * matrix_b + matrix_c`. If the types of the
/// accumulators differ, the sum is computed in the larger one. `result` may be
/// `matrix_c`.
template <class Group, class DataA, class DataB, class DataC, class DataD,
          size_t Rows, size_t Inner, size_t Cols, layout LayoutA,
          layout LayoutB>
TANDEM_ALWAYS_INLINE void joint_matrix_mad(
    Group group,
    joint_matrix<Group, DataD, use::accumulator, Rows, Cols> &result,
    const joint_matrix<Group, DataA, use::a, Rows, Inner, LayoutA> &matrix_a,
    const joint_matrix<Group, DataB, use::b, Inner, Cols, LayoutB> &matrix_b,
    const joint_matrix<Group, DataC, use::accumulator, Rows, Cols> &matrix_c) {
  static_assert(sycl::detail::matrix_element<DataA>::number ==
                    sycl::detail::matrix_element<DataB>::number,
                "both factors must have the same type");
  using access = sycl::detail::matrix_access;
  if constexpr (std::is_same_v<DataC, DataD>) {
    access::multiply_add<DataD, DataA, Rows, Cols, Inner>(result, matrix_a,
                                                          matrix_b, matrix_c);
  } else {
    // Computed with the more exact type of the two.
    using Exact =
        std::conditional_t<(sizeof(DataC) > sizeof(DataD)), DataC, DataD>;
    joint_matrix<Group, Exact, use::accumulator, Rows, Cols> sum;
    joint_matrix_copy(group, matrix_c, sum);
    access::multiply_add<Exact, DataA, Rows, Cols, Inner>(sum, matrix_a,
                                                          matrix_b, sum);
    joint_matrix_copy(group, sum, result);
  }
}

/// As above, with the sum as the return value.
template <class Group, class DataA, class DataB, class DataC, size_t Rows,
          size_t Inner, size_t Cols, layout LayoutA, layout LayoutB>
TANDEM_ALWAYS_INLINE joint_matrix<Group, DataC, use::accumulator, Rows, Cols>
joint_matrix_mad(
    Group group,
    const joint_matrix<Group, DataA, use::a, Rows, Inner, LayoutA> &matrix_a,
    const joint_matrix<Group, DataB, use::b, Inner, Cols, LayoutB> &matrix_b,
    const joint_matrix<Group, DataC, use::accumulator, Rows, Cols> &matrix_c) {
  joint_matrix<Group, DataC, use::accumulator, Rows, Cols> result;
  joint_matrix_mad(group, result, matrix_a, matrix_b, matrix_c);
  return result;
}

/// A product that a device supports. The `max_` members are 0, as sizes are
/// discrete.
struct combination {
  /// The largest sizes, for devices that support every size: 0.
  ///@{
  size_t max_msize, max_nsize, max_ksize;
  ///@}
  /// The number of rows and columns of the result, and the size of the inner
  /// dimension.
  ///@{
  size_t msize, nsize, ksize;
  ///@}
  /// The types of the factors, of the accumulator and of the result.
  ///@{
  matrix_type atype, btype, ctype, dtype;
  ///@}
};

/// Converts the device's answer to the query. Internal.
inline void convert_info(const std::vector<std::array<uint32_t, 5>> &answer,
                         std::vector<combination> &combinations) {
  for (const auto &[rows, columns, inner, factors, accumulator] : answer) {
    const auto factor = matrix_type(factors), sum = matrix_type(accumulator);
    combinations.push_back(
        {0, 0, 0, rows, columns, inner, factor, factor, sum, sum});
  }
}

/// Rounds to the nearest value with 10 bits of mantissa, ties away from zero.
inline float round_to_tf32(float value) {
  auto bits = __builtin_bit_cast(uint32_t, value);
  if ((bits & 0x7f800000) == 0x7f800000)
    return value; // infinity or not a number
  return __builtin_bit_cast(float, (bits + 0x1000) & 0xffffe000);
}

} // namespace ext::oneapi::experimental::matrix

namespace ext::oneapi::experimental::info::device {
/// The products that a device supports, as a vector of \ref
/// matrix::combination. It is empty for devices without matrices.
struct matrix_combinations
    : sycl::detail::info_query<
          sycl::detail::PI_EXT_TANDEM_DEVICE_INFO_MATRIX_COMBINATIONS,
          std::vector<matrix::combination>,
          std::vector<std::array<uint32_t, 5>>> {};
} // namespace ext::oneapi::experimental::info::device
} // namespace _V1
} // namespace sycl
