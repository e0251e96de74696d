//===- sycl/vec.hpp - class vec -------------------------------------------===//
//
// Part of Tandem, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// Owns: vec and its swizzles (SYCL 2020, 4.14.2). Elements lie in an array of
// the vector's alignment; compilers turn the loops into vector instructions.
#pragma once

#include <sycl/detail/vec_convert.hpp>
#include <sycl/multi_ptr.hpp>
#ifdef SYCL_SIMPLE_SWIZZLES
#include <sycl/detail/simple_swizzles.hpp>
#endif

#include <utility>

namespace sycl {
inline namespace _V1 {

struct elem {
  static constexpr int x = 0, y = 1, z = 2, w = 3;
  static constexpr int r = 0, g = 1, b = 2, a = 3;
  static constexpr int s0 = 0, s1 = 1, s2 = 2, s3 = 3, s4 = 4, s5 = 5, s6 = 6,
                       s7 = 7, s8 = 8, s9 = 9, sA = 10, sB = 11, sC = 12,
                       sD = 13, sE = 14, sF = 15;
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
// All swizzles by name are many: programs ask for them.
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

// What vectors of one element, and no others, convert to: the element. It is no
// template, so that it goes on to `bool` and other numbers.
struct no_scalar;
template <class T, int N>
using scalar_of = std::conditional_t<N == 1, T, no_scalar>;

// Elements of a vector by their indices: assigning goes to the vector.
template <class Vec, int... Index> class swizzled : elementwise::operators {
  Vec &m_vec;
  static constexpr int count = sizeof...(Index);
  static constexpr int indices[count] = {Index...};
  static constexpr int storage = count == 3 ? 4 : count;
  using value = value_of<swizzled>;
  using element = element_of<swizzled>;
  using reference = decltype(std::declval<Vec &>()[0]);

  // The fourth of three elements is undefined: any will do.
  static constexpr int index_at(int i) { return indices[i < count ? i : 0]; }
  template <int Begin, int Step, int... I>
  constexpr auto part(std::integer_sequence<int, I...>) const {
    return swizzled<Vec, index_at(Begin + Step * I)...>(m_vec);
  }
  using halves = std::make_integer_sequence<int, (storage + 1) / 2>;

public:
  using element_type = element;
  using value_type = element;

  constexpr explicit swizzled(Vec &v) : m_vec(v) {}
  constexpr swizzled(const swizzled &) = default;

  constexpr reference operator[](int i) const { return m_vec[indices[i]]; }
  constexpr operator value() const { return value(m_vec[Index]...); }
  constexpr operator scalar_of<element, count>() const {
    return m_vec[indices[0]];
  }
  static constexpr size_t size() noexcept { return sizeof...(Index); }
  static constexpr size_t get_count() { return size(); }
  static constexpr size_t byte_size() noexcept { return sizeof(value); }
  static constexpr size_t get_size() { return byte_size(); }

  constexpr const swizzled &operator=(const value &v) const {
    for (int i = 0; i < count; ++i)
      m_vec[indices[i]] = v[i];
    return *this;
  }
  constexpr const swizzled &operator=(const swizzled &other) const {
    return *this = static_cast<value>(other);
  }
  template <class T,
            when<std::is_convertible_v<T, element> && !is_vector<T>> = 0>
  constexpr const swizzled &operator=(const T &v) const {
    return *this = value(static_cast<element>(v));
  }

#define TANDEM_ELEMENT(name, index)                                            \
  template <int N = count, when<(N > index)> = 0>                              \
  constexpr reference name() const {                                           \
    return (*this)[index];                                                     \
  }
  TANDEM_ELEMENT_NAMES(TANDEM_ELEMENT)
#undef TANDEM_ELEMENT
  template <int... I> constexpr auto swizzle() const {
    return swizzled<Vec, indices[I]...>(m_vec);
  }
#define TANDEM_PART(name, begin, step)                                         \
  constexpr auto name() const { return part<begin, step>(halves()); }
  TANDEM_PART_NAMES(TANDEM_PART)
#undef TANDEM_PART
#define TANDEM_SWIZZLE(name, ...)                                              \
  constexpr auto name() const { return swizzle<__VA_ARGS__>(); }
  TANDEM_SWIZZLE_NAMES(TANDEM_SWIZZLE)
#undef TANDEM_SWIZZLE

  // What a vec offers, on a copy.
  template <class To, rounding_mode Mode = rounding_mode::automatic>
  constexpr auto convert() const {
    return static_cast<value>(*this).template convert<To, Mode>();
  }
  template <class To> constexpr To as() const {
    return static_cast<value>(*this).template as<To>();
  }
  template <class Pointer> void load(size_t offset, Pointer from) const {
    value v;
    v.load(offset, from);
    *this = v;
  }
  template <class Pointer> void store(size_t offset, Pointer to) const {
    static_cast<value>(*this).store(offset, to);
  }
};

template <class T, int N> constexpr size_t vec_alignment() {
  size_t size = sizeof(T) * (N == 3 ? 4 : N);
  return size > 64 ? 64 : size;
}

} // namespace detail

template <class T, int N>
class alignas(detail::vec_alignment<T, N>()) vec
    : detail::elementwise::operators {
  static_assert(N == 1 || N == 2 || N == 3 || N == 4 || N == 8 || N == 16,
                "a vec has 1, 2, 3, 4, 8 or 16 elements");
  static constexpr int storage = N == 3 ? 4 : N;
  T m_data[storage];

  template <class Arg> constexpr void append(int &at, const Arg &arg) {
    if constexpr (detail::is_vector<Arg>)
      for (int i = 0; i < detail::count_of<Arg>; ++i)
        m_data[at++] = static_cast<T>(arg[i]);
    else
      m_data[at++] = static_cast<T>(arg);
  }
  template <int Begin, int Step, int... I>
  constexpr auto part(std::integer_sequence<int, I...>) {
    return detail::swizzled<vec, (Begin + Step * I)...>(*this);
  }
  template <int Begin, int Step, int... I>
  constexpr auto part(std::integer_sequence<int, I...>) const {
    return detail::swizzled<const vec, (Begin + Step * I)...>(*this);
  }
  // Half of the elements; of three, the fourth is undefined.
  using halves = std::make_integer_sequence<int, (storage + 1) / 2>;

public:
  using element_type = T;
  using value_type = T;
  using vector_t = vec;

  constexpr vec() : m_data{} {}
  constexpr vec(const vec &) = default;
  constexpr vec &operator=(const vec &) = default;
  explicit constexpr vec(const T &value) : m_data{} {
    for (int i = 0; i < N; ++i)
      m_data[i] = value;
  }
  // A scalar of another type, also in braces, where no conversion may narrow.
  template <class A,
            detail::when<!std::is_same_v<A, T> && !detail::is_vector<A> &&
                         std::is_convertible_v<A, T> &&
                         (N == 1 || std::is_arithmetic_v<A>)> = 0>
  explicit constexpr vec(const A &value) : vec(static_cast<T>(value)) {}
  // Scalars and vectors that make up N elements.
  template <class A, class B, class... Rest,
            detail::when<detail::elements_in<A> + detail::elements_in<B> +
                             (0 + ... + detail::elements_in<Rest>) ==
                         N> = 0>
  constexpr vec(const A &a, const B &b, const Rest &...rest) : m_data{} {
    int at = 0;
    append(at, a);
    append(at, b);
    (append(at, rest), ...);
  }
  template <class Vec, int... I,
            detail::when<std::is_same_v<
                detail::value_of<detail::swizzled<Vec, I...>>, vec>> = 0>
  constexpr vec(const detail::swizzled<Vec, I...> &other) : m_data{} {
    int at = 0;
    append(at, other);
  }
  template <class Vec, int... I,
            detail::when<std::is_same_v<
                detail::value_of<detail::swizzled<Vec, I...>>, vec>> = 0>
  constexpr vec &operator=(const detail::swizzled<Vec, I...> &other) {
    return *this = vec(other);
  }
  // A template, so that `= {}` is about vectors where T is a class.
  template <int = 0> constexpr vec &operator=(const T &value) {
    return *this = vec(value);
  }

  static constexpr size_t size() noexcept { return N; }
  static constexpr size_t get_count() { return N; }
  static constexpr size_t byte_size() noexcept { return sizeof(vec); }
  static constexpr size_t get_size() { return sizeof(vec); }

  constexpr T &operator[](int i) { return m_data[i]; }
  constexpr const T &operator[](int i) const { return m_data[i]; }
  constexpr operator detail::scalar_of<T, N>() const { return m_data[0]; }

#define TANDEM_ELEMENT(name, index)                                            \
  template <int M = N, detail::when<(M > index)> = 0> constexpr T &name() {    \
    return m_data[index];                                                      \
  }                                                                            \
  template <int M = N, detail::when<(M > index)> = 0>                          \
  constexpr const T &name() const {                                            \
    return m_data[index];                                                      \
  }
  TANDEM_ELEMENT_NAMES(TANDEM_ELEMENT)
#undef TANDEM_ELEMENT

  template <int... I> constexpr auto swizzle() {
    return detail::swizzled<vec, I...>(*this);
  }
  template <int... I> constexpr auto swizzle() const {
    return detail::swizzled<const vec, I...>(*this);
  }
#define TANDEM_PART(name, begin, step)                                         \
  constexpr auto name() { return part<begin, step>(halves()); }                \
  constexpr auto name() const { return part<begin, step>(halves()); }
  TANDEM_PART_NAMES(TANDEM_PART)
#undef TANDEM_PART
#define TANDEM_SWIZZLE(name, ...)                                              \
  constexpr auto name() { return swizzle<__VA_ARGS__>(); }                     \
  constexpr auto name() const { return swizzle<__VA_ARGS__>(); }
  TANDEM_SWIZZLE_NAMES(TANDEM_SWIZZLE)
#undef TANDEM_SWIZZLE

  template <class To, rounding_mode Mode = rounding_mode::automatic>
  constexpr vec<To, N> convert() const {
    vec<To, N> r;
    for (int i = 0; i < N; ++i)
      r[i] = detail::convert_element<To, Mode>(m_data[i]);
    return r;
  }
  template <class To> constexpr To as() const {
    static_assert(sizeof(To) == sizeof(vec), "as() keeps the size in bytes");
    return __builtin_bit_cast(To, *this);
  }

  // The offset counts vectors.
  template <access::address_space Space, access::decorated D>
  void load(size_t offset, multi_ptr<const T, Space, D> from) {
    load(offset, from.get_raw());
  }
  template <access::address_space Space, access::decorated D>
  void load(size_t offset, multi_ptr<T, Space, D> from) {
    load(offset, from.get_raw());
  }
  void load(size_t offset, const T *from) {
    for (int i = 0; i < N; ++i)
      m_data[i] = from[offset * N + i];
  }
  template <access::address_space Space, access::decorated D>
  void store(size_t offset, multi_ptr<T, Space, D> to) const {
    store(offset, to.get_raw());
  }
  void store(size_t offset, T *to) const {
    for (int i = 0; i < N; ++i)
      to[offset * N + i] = m_data[i];
  }
};

#undef TANDEM_ELEMENT_NAMES
#undef TANDEM_PART_NAMES
#undef TANDEM_SWIZZLE_NAMES

template <class T, class... Rest,
          detail::when<(std::is_same_v<T, Rest> && ...)> = 0>
vec(T, Rest...) -> vec<T, 1 + sizeof...(Rest)>;

// SYCL 1.2.1's name, from before std::byte.
using byte = uint8_t;

#define TANDEM_VEC(type, name)                                                 \
  using name##2 = vec<type, 2>;                                                \
  using name##3 = vec<type, 3>;                                                \
  using name##4 = vec<type, 4>;                                                \
  using name##8 = vec<type, 8>;                                                \
  using name##16 = vec<type, 16>;
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
#undef TANDEM_VEC

} // namespace _V1
} // namespace sycl
