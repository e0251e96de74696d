//===- sycl/vec.hpp - class vec -------------------------------------------===//
//
// Part of Tandem, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// Owns: vec and its swizzles (SYCL 2020, 4.14.2). Elements lie in an array of
// the vector's alignment; compilers turn the loops into vector instructions.
#pragma once

#include <sycl/detail/elementwise.hpp>
#include <sycl/multi_ptr.hpp>

#include <utility>

namespace sycl {

enum class rounding_mode { automatic, rte, rtz, rtp, rtn };

struct elem {
  static constexpr int x = 0, y = 1, z = 2, w = 3;
  static constexpr int r = 0, g = 1, b = 2, a = 3;
  static constexpr int s0 = 0, s1 = 1, s2 = 2, s3 = 3, s4 = 4, s5 = 5, s6 = 6,
                       s7 = 7, s8 = 8, s9 = 9, sA = 10, sB = 11, sC = 12,
                       sD = 13, sE = 14, sF = 15;
};

namespace detail {

// Elements of a vector by their indices: assigning goes to the vector.
template <class Vec, int... Index> class swizzled {
  Vec &m_vec;
  static constexpr int indices[] = {Index...};
  using value = value_of<swizzled>;
  using element = element_of<swizzled>;

public:
  constexpr explicit swizzled(Vec &v) : m_vec(v) {}
  constexpr swizzled(const swizzled &) = default;

  constexpr auto &operator[](int i) const { return m_vec[indices[i]]; }
  constexpr operator value() const { return value(m_vec[Index]...); }
  static constexpr size_t size() noexcept { return sizeof...(Index); }

  constexpr const swizzled &operator=(const value &v) const {
    for (int i = 0; i < int(sizeof...(Index)); ++i)
      m_vec[indices[i]] = v[i];
    return *this;
  }
  constexpr const swizzled &operator=(const swizzled &other) const {
    return *this = static_cast<value>(other);
  }
  template <class T, when<std::is_convertible_v<T, element>> = 0>
  constexpr const swizzled &operator=(const T &v) const {
    return *this = value(static_cast<element>(v));
  }

  // What a vec offers, on a copy.
  template <int... I> constexpr auto swizzle() const {
    return swizzled<Vec, indices[I]...>(m_vec);
  }
  constexpr decltype(auto) x() const { return (*this)[0]; }
  constexpr decltype(auto) y() const { return (*this)[1]; }
  constexpr decltype(auto) z() const { return (*this)[2]; }
  constexpr decltype(auto) w() const { return (*this)[3]; }
  constexpr auto lo() const { return static_cast<value>(*this).lo(); }
  constexpr auto hi() const { return static_cast<value>(*this).hi(); }
  template <class To, rounding_mode Mode = rounding_mode::automatic>
  constexpr auto convert() const {
    return static_cast<value>(*this).template convert<To, Mode>();
  }
  template <class To> constexpr To as() const {
    return static_cast<value>(*this).template as<To>();
  }
};

// How many elements an argument of a constructor stands for.
template <class T>
inline constexpr int elements_in = count_of<T> ? count_of<T> : 1;

// Converts a floating-point value to an integer or a narrower one.
template <class To, rounding_mode Mode, class From>
constexpr To convert_element(From from) {
  constexpr bool from_float = is_float_scalar<From>;
  constexpr bool to_integer = std::is_integral_v<To>;
  if constexpr (from_float && to_integer && Mode != rounding_mode::automatic &&
                Mode != rounding_mode::rtz) {
    double value = static_cast<double>(static_cast<From>(from));
    return static_cast<To>(Mode == rounding_mode::rte ? __builtin_rint(value)
                           : Mode == rounding_mode::rtp
                               ? __builtin_ceil(value)
                               : __builtin_floor(value));
  } else {
    return static_cast<To>(from);
  }
}

template <class T, int N> constexpr size_t vec_alignment() {
  size_t size = sizeof(T) * (N == 3 ? 4 : N);
  return size > 64 ? 64 : size;
}

} // namespace detail

template <class T, int N> class alignas(detail::vec_alignment<T, N>()) vec {
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
  constexpr vec &operator=(const T &value) { return *this = vec(value); }

  static constexpr size_t size() noexcept { return N; }
  static constexpr size_t get_count() { return N; }
  static constexpr size_t byte_size() noexcept { return sizeof(vec); }
  static constexpr size_t get_size() { return sizeof(vec); }

  constexpr T &operator[](int i) { return m_data[i]; }
  constexpr const T &operator[](int i) const { return m_data[i]; }
  template <int M = N, detail::when<M == 1> = 0> constexpr operator T() const {
    return m_data[0];
  }

#define TANDEM_ELEMENT(name, index)                                            \
  template <int M = N, detail::when<(M > index)> = 0> constexpr T &name() {    \
    return m_data[index];                                                      \
  }                                                                            \
  template <int M = N, detail::when<(M > index)> = 0>                          \
  constexpr const T &name() const {                                            \
    return m_data[index];                                                      \
  }
  TANDEM_ELEMENT(x, 0)
  TANDEM_ELEMENT(y, 1)
  TANDEM_ELEMENT(z, 2)
  TANDEM_ELEMENT(w, 3)
  TANDEM_ELEMENT(r, 0)
  TANDEM_ELEMENT(g, 1)
  TANDEM_ELEMENT(b, 2)
  TANDEM_ELEMENT(a, 3)
  TANDEM_ELEMENT(s0, 0)
  TANDEM_ELEMENT(s1, 1)
  TANDEM_ELEMENT(s2, 2)
  TANDEM_ELEMENT(s3, 3)
  TANDEM_ELEMENT(s4, 4)
  TANDEM_ELEMENT(s5, 5)
  TANDEM_ELEMENT(s6, 6)
  TANDEM_ELEMENT(s7, 7)
  TANDEM_ELEMENT(s8, 8)
  TANDEM_ELEMENT(s9, 9)
  TANDEM_ELEMENT(sA, 10)
  TANDEM_ELEMENT(sB, 11)
  TANDEM_ELEMENT(sC, 12)
  TANDEM_ELEMENT(sD, 13)
  TANDEM_ELEMENT(sE, 14)
  TANDEM_ELEMENT(sF, 15)
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
  TANDEM_PART(lo, 0, 1)
  TANDEM_PART(hi, storage / 2, 1)
  TANDEM_PART(even, 0, 2)
  TANDEM_PART(odd, 1, 2)
#undef TANDEM_PART
#define TANDEM_SWIZZLE(name, ...)                                              \
  constexpr auto name() { return swizzle<__VA_ARGS__>(); }                     \
  constexpr auto name() const { return swizzle<__VA_ARGS__>(); }
  TANDEM_SWIZZLE(xy, 0, 1)
  TANDEM_SWIZZLE(xyz, 0, 1, 2)
  TANDEM_SWIZZLE(xyzw, 0, 1, 2, 3)
  TANDEM_SWIZZLE(rgb, 0, 1, 2)
  TANDEM_SWIZZLE(rgba, 0, 1, 2, 3)
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

template <class T, class... Rest,
          detail::when<(std::is_same_v<T, Rest> && ...)> = 0>
vec(T, Rest...) -> vec<T, 1 + sizeof...(Rest)>;

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

} // namespace sycl
