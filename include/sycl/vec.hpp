//===- sycl/vec.hpp - class vec -------------------------------------------===//
//
// Part of Tandem, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// Owns: vec and its swizzles (SYCL 2020, 4.14.2). Elements are in an array with
// the vector's alignment; compilers turn the loops into vector instructions.
#pragma once

#include <sycl/detail/kernel/vec_convert.hpp>
#include <sycl/multi_ptr.hpp>
#ifdef SYCL_SIMPLE_SWIZZLES
#include <sycl/detail/kernel/simple_swizzles.hpp>
#endif

#include <utility>

namespace sycl {
inline namespace _V1 {

/// Names for the indices of elements, to be used with `vec::swizzle`.
/// SYCL 2020, section 4.14.2.
struct elem {
  /// The indices of `x`, `y`, `z` and `w`.
  ///@{
  static constexpr int x = 0, y = 1, z = 2, w = 3;
  ///@}
  /// The indices of `r`, `g`, `b` and `a`.
  ///@{
  static constexpr int r = 0, g = 1, b = 2, a = 3;
  ///@}
  /// The indices of elements by number, in hexadecimal.
  ///@{
  static constexpr int s0 = 0, s1 = 1, s2 = 2, s3 = 3, s4 = 4, s5 = 5, s6 = 6,
                       s7 = 7, s8 = 8, s9 = 9, sA = 10, sB = 11, sC = 12,
                       sD = 13, sE = 14, sF = 15;
  ///@}
};

namespace detail {

// The names of single elements, and of the elements of a half.
#define TANDEM_ELEMENT_NAMES(X)                                                \
  X(x, 0)                                                                      \
  X(y, 1)                                                                      \
  X(z, 2)                                                                      \
  X(w, 3)                                                                      \
  X(r, 0)                                                                      \
  X(g, 1)                                                                      \
  X(b, 2)                                                                      \
  X(a, 3)                                                                      \
  X(s0, 0)                                                                     \
  X(s1, 1)                                                                     \
  X(s2, 2)                                                                     \
  X(s3, 3)                                                                     \
  X(s4, 4)                                                                     \
  X(s5, 5)                                                                     \
  X(s6, 6)                                                                     \
  X(s7, 7)                                                                     \
  X(s8, 8)                                                                     \
  X(s9, 9)                                                                     \
  X(sA, 10)                                                                    \
  X(sB, 11)                                                                    \
  X(sC, 12)                                                                    \
  X(sD, 13)                                                                    \
  X(sE, 14)                                                                    \
  X(sF, 15)
#define TANDEM_PART_NAMES(X)                                                   \
  X(lo, 0, 1)                                                                  \
  X(hi, storage / 2, 1)                                                        \
  X(even, 0, 2)                                                                \
  X(odd, 1, 2)
// There are many swizzles by name: programs opt in to all of them.
#ifdef SYCL_SIMPLE_SWIZZLES
#define TANDEM_SWIZZLE_NAMES TANDEM_SIMPLE_SWIZZLES
#else
#define TANDEM_SWIZZLE_NAMES(X)                                                \
  X(xy, 0, 1)                                                                  \
  X(xyz, 0, 1, 2)                                                              \
  X(xyzw, 0, 1, 2, 3)                                                          \
  X(rgb, 0, 1, 2)                                                              \
  X(rgba, 0, 1, 2, 3)
#endif

// The type that vectors of one element, and no others, convert to: the element.
// The conversion is no template, so that `bool` and other numbers can follow.
struct no_scalar;
template <class DataT, int NumElements>
using scalar_of = std::conditional_t<NumElements == 1, DataT, no_scalar>;

/// A view of selected elements of a vector, which `vec::swizzle` and the
/// members named after elements return.
///
/// It refers to the vector: assigning to the view changes the vector, which
/// must outlive it. Copies refer to the same vector. The operators of `vec`
/// apply to it and return a vec.
/// SYCL 2020, section 4.14.2.4.
template <class Vec, int... Index> class swizzled : elementwise::operators {
  Vec &m_vec;
  static constexpr int count = sizeof...(Index);
  static constexpr int indices[count] = {Index...};
  static constexpr int storage = count == 3 ? 4 : count;
  using value = value_of<swizzled>;
  using element = element_of<swizzled>;
  using reference = decltype(std::declval<Vec &>()[0]);

  // The fourth of three elements is undefined, so any element is correct.
  static constexpr int index_at(int index) {
    return indices[index < count ? index : 0];
  }
  template <int Begin, int Step, int... Number>
  constexpr auto part(std::integer_sequence<int, Number...>) const {
    return swizzled<Vec, index_at(Begin + Step * Number)...>(m_vec);
  }
  using halves = std::make_integer_sequence<int, (storage + 1) / 2>;

public:
  /// The type of the elements.
  using element_type = element;
  /// The type of the elements.
  using value_type = element;

  /// A view of the elements with the indices `Index` of `vector`.
  constexpr explicit swizzled(Vec &vector) : m_vec(vector) {}
  /// A view of the same elements.
  constexpr swizzled(const swizzled &) = default;

  /// A reference to the element `index` of the view; it is not checked.
  constexpr reference operator[](int index) const {
    return m_vec[indices[index]];
  }
  /// A vec with copies of the elements.
  constexpr operator value() const { return value(m_vec[Index]...); }
  /// The element, of a view of one element.
  constexpr operator scalar_of<element, count>() const {
    return m_vec[indices[0]];
  }
  /// The number of elements of the view.
  static constexpr size_t size() noexcept { return sizeof...(Index); }
  /// As `size`. Deprecated: use `size`.
  static constexpr size_t get_count() { return size(); }
  /// The size in bytes of a vec with these elements.
  static constexpr size_t byte_size() noexcept { return sizeof(value); }
  /// As `byte_size`. Deprecated: use `byte_size`.
  static constexpr size_t get_size() { return byte_size(); }

  /// Assigns the elements of `other` to those of the view.
  constexpr const swizzled &operator=(const value &other) const {
    for (int index = 0; index < count; ++index)
      m_vec[indices[index]] = other[index];
    return *this;
  }
  /// As above, from another view. The views may overlap.
  constexpr const swizzled &operator=(const swizzled &other) const {
    return *this = static_cast<value>(other);
  }
  /// Assigns a scalar to each element of the view.
  template <class Scalar, when<std::is_convertible_v<Scalar, element> &&
                               !is_vector<Scalar>> = 0>
  constexpr const swizzled &operator=(const Scalar &scalar) const {
    return *this = value(static_cast<element>(scalar));
  }

#define TANDEM_ELEMENT(name, index)                                            \
  template <int Count = count, when<(Count > index)> = 0>                      \
  constexpr reference name() const {                                           \
    return (*this)[index];                                                     \
  }
  /// A reference to one element of the view, by its name: `x` to `w`, `r` to
  /// `a`, or `s0` to `sF`.
  TANDEM_ELEMENT_NAMES(TANDEM_ELEMENT)
#undef TANDEM_ELEMENT
  /// A view of the elements of this view with the indices `Picked`.
  template <int... Picked> constexpr auto swizzle() const {
    return swizzled<Vec, indices[Picked]...>(m_vec);
  }
#define TANDEM_PART(name, begin, step)                                         \
  constexpr auto name() const { return part<begin, step>(halves()); }
  /// A view of half of the elements: the lower (`lo`), the upper (`hi`), those
  /// with an even index (`even`) or those with an odd one (`odd`).
  TANDEM_PART_NAMES(TANDEM_PART)
#undef TANDEM_PART
#define TANDEM_SWIZZLE(name, ...)                                              \
  constexpr auto name() const { return swizzle<__VA_ARGS__>(); }
  /// A view of the elements that the name lists, such as `xyz`. Names with
  /// other orders and repetitions exist if `SYCL_SIMPLE_SWIZZLES` is defined.
  TANDEM_SWIZZLE_NAMES(TANDEM_SWIZZLE)
#undef TANDEM_SWIZZLE

  /// As `vec::convert`, on a copy of the elements.
  template <class To, rounding_mode Mode = rounding_mode::automatic>
  constexpr auto convert() const {
    return static_cast<value>(*this).template convert<To, Mode>();
  }
  /// As `vec::as`, on a copy of the elements.
  template <class To> constexpr To as() const {
    return static_cast<value>(*this).template as<To>();
  }
  /// As `vec::load`, into the elements of the view.
  template <class Pointer> void load(size_t offset, Pointer from) const {
    value loaded;
    loaded.load(offset, from);
    *this = loaded;
  }
  /// As `vec::store`, from the elements of the view.
  template <class Pointer> void store(size_t offset, Pointer to) const {
    static_cast<value>(*this).store(offset, to);
  }
};

template <class DataT, int NumElements> constexpr size_t vec_alignment() {
  size_t size = sizeof(DataT) * (NumElements == 3 ? 4 : NumElements);
  return size > 64 ? 64 : size;
}

} // namespace detail

/// A vector of 1, 2, 3, 4, 8 or 16 elements.
///
/// A vec is a value. Its operators apply to each element; the other operand may
/// be a vec of the same type, a swizzle of one, or a scalar. Comparisons return
/// a vec of signed integers of the elements' size: -1 for true, 0 for false.
/// The alignment is the size of the vector, at most 64 bytes; vectors of three
/// elements occupy the space of four.
/// SYCL 2020, section 4.14.2.1.
template <class DataT, int NumElements>
class alignas(detail::vec_alignment<DataT, NumElements>()) vec
    : detail::elementwise::operators {
  static_assert(NumElements == 1 || NumElements == 2 || NumElements == 3 ||
                    NumElements == 4 || NumElements == 8 || NumElements == 16,
                "a vec has 1, 2, 3, 4, 8 or 16 elements");
  static constexpr int storage = NumElements == 3 ? 4 : NumElements;
  DataT m_data[storage];

  template <class Arg> constexpr void append(int &at, const Arg &arg) {
    if constexpr (detail::is_vector<Arg>)
      for (int index = 0; index < detail::count_of<Arg>; ++index)
        m_data[at++] = static_cast<DataT>(arg[index]);
    else
      m_data[at++] = static_cast<DataT>(arg);
  }
  template <int Begin, int Step, int... Number>
  constexpr auto part(std::integer_sequence<int, Number...>) {
    return detail::swizzled<vec, (Begin + Step * Number)...>(*this);
  }
  template <int Begin, int Step, int... Number>
  constexpr auto part(std::integer_sequence<int, Number...>) const {
    return detail::swizzled<const vec, (Begin + Step * Number)...>(*this);
  }
  // Half of the elements; of three, the fourth is undefined.
  using halves = std::make_integer_sequence<int, (storage + 1) / 2>;

public:
  /// The type of the elements.
  using element_type = DataT;
  /// The type of the elements.
  using value_type = DataT;
  /// The type of the vector as devices have it, which is vec itself.
  using vector_t = vec;

  /// Leaves the elements uninitialized if `DataT` is trivial.
  vec() = default; // trivial where DataT is
  /// Copies the elements.
  constexpr vec(const vec &) = default;
  /// Copies the elements.
  constexpr vec &operator=(const vec &) = default;
  /// All elements are `value`.
  explicit constexpr vec(const DataT &value) : m_data{} {
    for (int index = 0; index < NumElements; ++index)
      m_data[index] = value;
  }
  /// As above, converted from a scalar of another type; in braces, too, where
  /// implicit conversions must not narrow.
  template <class Scalar,
            detail::when<
                !std::is_same_v<Scalar, DataT> && !detail::is_vector<Scalar> &&
                std::is_convertible_v<Scalar, DataT> &&
                (NumElements == 1 || std::is_arithmetic_v<Scalar>)> = 0>
  explicit constexpr vec(const Scalar &value)
      : vec(static_cast<DataT>(value)) {}
  /// The elements of the arguments in order: scalars and vectors with
  /// `NumElements` elements together.
  template <
      class First, class Second, class... Rest,
      detail::when<detail::elements_in<First> + detail::elements_in<Second> +
                       (0 + ... + detail::elements_in<Rest>) ==
                   NumElements> = 0>
  constexpr vec(const First &first, const Second &second, const Rest &...rest)
      : m_data{} {
    int at = 0;
    append(at, first);
    append(at, second);
    (append(at, rest), ...);
  }
  /// Copies the elements of a swizzle.
  template <class Vec, int... Index,
            detail::when<std::is_same_v<
                detail::value_of<detail::swizzled<Vec, Index...>>, vec>> = 0>
  constexpr vec(const detail::swizzled<Vec, Index...> &other) : m_data{} {
    int at = 0;
    append(at, other);
  }
  /// Copies the elements of a swizzle.
  template <class Vec, int... Index,
            detail::when<std::is_same_v<
                detail::value_of<detail::swizzled<Vec, Index...>>, vec>> = 0>
  constexpr vec &operator=(const detail::swizzled<Vec, Index...> &other) {
    return *this = vec(other);
  }
  /// Assigns `value` to all elements.
  template <int = 0> constexpr vec &operator=(const DataT &value) {
    return *this = vec(value);
  }

  /// The number of elements.
  static constexpr size_t size() noexcept { return NumElements; }
  /// As `size`. Deprecated: use `size`.
  static constexpr size_t get_count() { return NumElements; }
  /// The size of the vector in bytes, for three elements that of four.
  static constexpr size_t byte_size() noexcept { return sizeof(vec); }
  /// As `byte_size`. Deprecated: use `byte_size`.
  static constexpr size_t get_size() { return sizeof(vec); }

  /// A reference to the element `index`; it is not checked.
  constexpr DataT &operator[](int index) { return m_data[index]; }
  /// As above, for constant vectors.
  constexpr const DataT &operator[](int index) const { return m_data[index]; }
  /// The element, for vectors of one element.
  constexpr operator detail::scalar_of<DataT, NumElements>() const {
    return m_data[0];
  }

#define TANDEM_ELEMENT(name, index)                                            \
  template <int SameCount = NumElements,                                       \
            detail::when<(SameCount > index)> = 0>                             \
  constexpr DataT &name() {                                                    \
    return m_data[index];                                                      \
  }                                                                            \
  template <int SameCount = NumElements,                                       \
            detail::when<(SameCount > index)> = 0>                             \
  constexpr const DataT &name() const {                                        \
    return m_data[index];                                                      \
  }
  /// A reference to one element, by its name: `x` to `w`, `r` to `a`, or `s0`
  /// to `sF`. Only names of elements that the vector has exist.
  ///@{
  TANDEM_ELEMENT_NAMES(TANDEM_ELEMENT)
  ///@}
#undef TANDEM_ELEMENT

  /// A view of the elements with the indices `Index`, which may repeat.
  template <int... Index> constexpr auto swizzle() {
    return detail::swizzled<vec, Index...>(*this);
  }
  /// As above, for constant vectors.
  template <int... Index> constexpr auto swizzle() const {
    return detail::swizzled<const vec, Index...>(*this);
  }
#define TANDEM_PART(name, begin, step)                                         \
  constexpr auto name() { return part<begin, step>(halves()); }                \
  constexpr auto name() const { return part<begin, step>(halves()); }
  /// A view of half of the elements: the lower (`lo`), the upper (`hi`), those
  /// with an even index (`even`) or those with an odd one (`odd`). Vectors of
  /// three elements are treated as four, the last undefined.
  ///@{
  TANDEM_PART_NAMES(TANDEM_PART)
  ///@}
#undef TANDEM_PART
#define TANDEM_SWIZZLE(name, ...)                                              \
  constexpr auto name() { return swizzle<__VA_ARGS__>(); }                     \
  constexpr auto name() const { return swizzle<__VA_ARGS__>(); }
  /// A view of the elements that the name lists, such as `xyz`. Names with
  /// other orders and repetitions exist if `SYCL_SIMPLE_SWIZZLES` is defined.
  ///@{
  TANDEM_SWIZZLE_NAMES(TANDEM_SWIZZLE)
  ///@}
#undef TANDEM_SWIZZLE

  /// Converts each element to `To`.
  ///
  /// `Mode` applies to conversions to integers and to narrower floating-point
  /// types. The default rounds to the nearest value, ties to even.
  template <class To, rounding_mode Mode = rounding_mode::automatic>
  constexpr vec<To, NumElements> convert() const {
    vec<To, NumElements> result{};
    for (int index = 0; index < NumElements; ++index)
      result[index] = detail::convert_element<To, Mode>(m_data[index]);
    return result;
  }
  /// Reinterprets the bits of the vector as a `To`, which must have the same
  /// size.
  template <class To> constexpr To as() const {
    static_assert(sizeof(To) == sizeof(vec), "as() keeps the size in bytes");
    return __builtin_bit_cast(To, *this);
  }

  /// Reads the elements from `from[offset * NumElements]` on: `offset` counts
  /// vectors.
  template <access::address_space Space, access::decorated Decorated>
  void load(size_t offset, multi_ptr<const DataT, Space, Decorated> from) {
    load(offset, from.get_raw());
  }
  /// As above, from memory that is not constant.
  template <access::address_space Space, access::decorated Decorated>
  void load(size_t offset, multi_ptr<DataT, Space, Decorated> from) {
    load(offset, from.get_raw());
  }
  /// As above, from a plain pointer.
  void load(size_t offset, const DataT *from) {
    for (int index = 0; index < NumElements; ++index)
      m_data[index] = from[offset * NumElements + index];
  }
  /// Writes the elements from `to[offset * NumElements]` on: `offset` counts
  /// vectors.
  template <access::address_space Space, access::decorated Decorated>
  void store(size_t offset, multi_ptr<DataT, Space, Decorated> to) const {
    store(offset, to.get_raw());
  }
  /// As above, to a plain pointer.
  void store(size_t offset, DataT *to) const {
    for (int index = 0; index < NumElements; ++index)
      to[offset * NumElements + index] = m_data[index];
  }
};

#undef TANDEM_ELEMENT_NAMES
#undef TANDEM_PART_NAMES
#undef TANDEM_SWIZZLE_NAMES

/// Deduces a vec from its elements, which must be of one type.
template <class DataT, class... Rest,
          detail::when<(std::is_same_v<DataT, Rest> && ...)> = 0>
vec(DataT, Rest...) -> vec<DataT, 1 + sizeof...(Rest)>;

/// An unsigned integer of 8 bits. Deprecated: use `std::byte`.
using byte = uint8_t;

#define TANDEM_VEC(type, name)                                                 \
  using name##2 = vec<type, 2>;                                                \
  using name##3 = vec<type, 3>;                                                \
  using name##4 = vec<type, 4>;                                                \
  using name##8 = vec<type, 8>;                                                \
  using name##16 = vec<type, 16>;
/// Aliases for vectors of 2, 3, 4, 8 and 16 elements, such as `char4`: a name
/// of the element's type and the number of elements.
/// SYCL 2020, section 4.14.2.2.
///@{
TANDEM_VEC(int8_t, char)
TANDEM_VEC(int8_t, schar)
TANDEM_VEC(uint8_t, uchar)
TANDEM_VEC(int16_t, short)
TANDEM_VEC(uint16_t, ushort)
TANDEM_VEC(int32_t, int)
TANDEM_VEC(uint32_t, uint)
TANDEM_VEC(int64_t, long)
TANDEM_VEC(uint64_t, ulong)
TANDEM_VEC(long long, longlong)
TANDEM_VEC(unsigned long long, ulonglong)
TANDEM_VEC(half, half)
TANDEM_VEC(float, float)
TANDEM_VEC(double, double)
///@}
#undef TANDEM_VEC

} // namespace _V1
} // namespace sycl
