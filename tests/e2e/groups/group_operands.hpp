// Operands of group operations: a value of each type, whose members come from
// literals, from an argument of the kernel, or from the work-item's id.
#pragma once
#include <array>
#include <complex>
#include <cstdint>
#include <cstring>
#include <sycl/sycl.hpp>
#include <type_traits>

// The sources of an operand's members, in turn.
enum class from {
  constant,
  uniform,
  varying,
  constant_varying_uniform,
  varying_uniform_constant,
  uniform_constant_varying,
};

// A value that is made of three numbers.
template <class T> struct sample {
  static T of(unsigned a, unsigned, unsigned) {
    if constexpr (std::is_same_v<T, bool>)
      return a * 5 % 8 > 3;
    else if constexpr (std::is_pointer_v<T>)
      return reinterpret_cast<T>(uintptr_t(a) << 35 | a << 3);
    else if constexpr (std::is_integral_v<T>)
      return T((a + 1) * 0x9e3779b97f4a7c15u >> 7);
    else
      return T(float(int(a * 37 % 201) - 100) / 4);
  }
};
template <class T> T sample_of(unsigned a, unsigned b = 0, unsigned c = 0) {
  return sample<T>::of(a, b, c);
}

template <class T, int N> struct sample<sycl::vec<T, N>> {
  static sycl::vec<T, N> of(unsigned a, unsigned b, unsigned c) {
    const unsigned from[] = {a, b, c};
    sycl::vec<T, N> v;
    for (int i = 0; i < N; ++i)
      v[i] = sample_of<T>(from[i % 3] + i / 3);
    return v;
  }
};
template <class T, size_t N> struct sample<sycl::marray<T, N>> {
  static sycl::marray<T, N> of(unsigned a, unsigned b, unsigned c) {
    sycl::marray<T, N> v;
    const unsigned from[] = {a, b, c};
    for (size_t i = 0; i < N; ++i)
      v[i] = sample_of<T>(from[i % 3] + i / 3);
    return v;
  }
};
template <class T, size_t N> struct sample<std::array<T, N>> {
  static std::array<T, N> of(unsigned a, unsigned b, unsigned c) {
    std::array<T, N> v{};
    const unsigned from[] = {a, b, c};
    for (size_t i = 0; i < N; ++i)
      v[i] = sample_of<T>(from[i % 3] + i / 3);
    return v;
  }
};
template <class T> struct sample<std::complex<T>> {
  static std::complex<T> of(unsigned a, unsigned b, unsigned) {
    return {sample_of<T>(a), sample_of<T>(b)};
  }
};

// Structures: with padding, without, nested, with bit-fields, and empty.
struct padded {
  char a;
  long b;
  short c;
};
struct plain {
  float a;
  unsigned b;
  int c;
};
struct odd_size {
  char a, b, c;
};
struct booleans {
  bool a;
  float b;
  bool c;
  sycl::half d;
};
struct nested {
  odd_size a;
  padded b;
  struct {
    double x;
    int *y;
  } c[2];
};
struct bit_fields {
  int a : 5;
  unsigned b : 12;
  long c : 40;
};
struct aligned {
  int a;
  alignas(32) double b;
  unsigned char c;
};
struct empty {};
enum class color : unsigned short {};

template <> struct sample<padded> {
  static padded of(unsigned a, unsigned b, unsigned c) {
    return {sample_of<char>(a), sample_of<long>(b), sample_of<short>(c)};
  }
};
template <> struct sample<plain> {
  static plain of(unsigned a, unsigned b, unsigned c) {
    return {sample_of<float>(a), sample_of<unsigned>(b), sample_of<int>(c)};
  }
};
template <> struct sample<odd_size> {
  static odd_size of(unsigned a, unsigned b, unsigned c) {
    return {sample_of<char>(a), sample_of<char>(b), sample_of<char>(c)};
  }
};
template <> struct sample<booleans> {
  static booleans of(unsigned a, unsigned b, unsigned c) {
    return {sample_of<bool>(a), sample_of<float>(b), sample_of<bool>(c),
            sample_of<sycl::half>(b)};
  }
};
template <> struct sample<nested> {
  static nested of(unsigned a, unsigned b, unsigned c) {
    return {sample_of<odd_size>(a, b, c),
            sample_of<padded>(b, c, a),
            {{sample_of<double>(c), sample_of<int *>(a)},
             {sample_of<double>(b), sample_of<int *>(c)}}};
  }
};
template <> struct sample<bit_fields> {
  static bit_fields of(unsigned a, unsigned b, unsigned c) {
    return {int(a * 7 % 32) - 16, b * 101 % 4096,
            sample_of<long>(c) % (1l << 39)};
  }
};
template <> struct sample<aligned> {
  static aligned of(unsigned a, unsigned b, unsigned c) {
    return {sample_of<int>(a), sample_of<double>(b),
            sample_of<unsigned char>(c)};
  }
};
template <> struct sample<empty> {
  static empty of(unsigned, unsigned, unsigned) { return {}; }
};
template <> struct sample<color> {
  static color of(unsigned a, unsigned, unsigned) {
    return color(sample_of<unsigned short>(a));
  }
};

template <class T> bool same(const T &x, const T &y) { return x == y; }
inline bool same(const padded &x, const padded &y) {
  return x.a == y.a && x.b == y.b && x.c == y.c;
}
inline bool same(const plain &x, const plain &y) {
  return x.a == y.a && x.b == y.b && x.c == y.c;
}
inline bool same(const odd_size &x, const odd_size &y) {
  return x.a == y.a && x.b == y.b && x.c == y.c;
}
inline bool same(const booleans &x, const booleans &y) {
  return x.a == y.a && x.b == y.b && x.c == y.c && x.d == y.d;
}
inline bool same(const nested &x, const nested &y) {
  return same(x.a, y.a) && same(x.b, y.b) && x.c[0].x == y.c[0].x &&
         x.c[0].y == y.c[0].y && x.c[1].x == y.c[1].x && x.c[1].y == y.c[1].y;
}
inline bool same(const bit_fields &x, const bit_fields &y) {
  return x.a == y.a && x.b == y.b && x.c == y.c;
}
inline bool same(const aligned &x, const aligned &y) {
  return x.a == y.a && x.b == y.b && x.c == y.c;
}
inline bool same(const empty &, const empty &) { return true; }
template <class T, int N>
bool same(const sycl::vec<T, N> &x, const sycl::vec<T, N> &y) {
  for (int i = 0; i < N; ++i)
    if (!(x[i] == y[i]))
      return false;
  return true;
}
template <class T, size_t N>
bool same(const sycl::marray<T, N> &x, const sycl::marray<T, N> &y) {
  for (size_t i = 0; i < N; ++i)
    if (!(x[i] == y[i]))
      return false;
  return true;
}

// The value that a work-item contributes.
template <from From, template <class> class Sample = sample> struct operand {
  static constexpr from source = From;
  template <class T> static T of(unsigned item, unsigned uniform) {
    switch (From) {
    case from::constant:
      return Sample<T>::of(3, 6, 2);
    case from::uniform:
      return Sample<T>::of(uniform, uniform + 1, uniform + 2);
    case from::varying:
      return Sample<T>::of(item, item + 1, 3 * item);
    case from::constant_varying_uniform:
      return Sample<T>::of(3, item, uniform);
    case from::varying_uniform_constant:
      return Sample<T>::of(item, uniform, 2);
    case from::uniform_constant_varying:
      return Sample<T>::of(uniform, 6, item);
    }
  }
};
