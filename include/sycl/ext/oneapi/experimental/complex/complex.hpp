//===- sycl/ext/oneapi/experimental/complex/complex.hpp -------------------===//
//
// Part of Tandem, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// Owns: sycl_ext_oneapi_complex: complex numbers of half, float and double.
// Functions are those of the C++ library, which the device library has too;
// half is calculated in float. sycl.hpp includes this header where the program
// defines SYCL_EXT_ONEAPI_COMPLEX first.
#pragma once

#include <sycl/stream.hpp>

#include <complex>

#ifndef SYCL_EXT_ONEAPI_COMPLEX
#define SYCL_EXT_ONEAPI_COMPLEX 1
#endif

namespace sycl {
inline namespace _V1 {
namespace ext::oneapi::experimental {

template <class T> struct is_gencomplex : std::false_type {};

template <class T> class complex {
  static_assert(std::is_same_v<T, half> || std::is_same_v<T, float> ||
                    std::is_same_v<T, double>,
                "complex numbers are of half, float or double");
  T m_real, m_imag;

public:
  using value_type = T;

  constexpr complex(T real = T(), T imag = T()) : m_real(real), m_imag(imag) {}
  template <class U>
  constexpr complex(const complex<U> &other)
      : m_real(other.real()), m_imag(other.imag()) {}
  template <class U>
  constexpr complex(const std::complex<U> &other)
      : m_real(other.real()), m_imag(other.imag()) {}
  template <class U> constexpr operator std::complex<U>() const {
    return std::complex<U>(U(m_real), U(m_imag));
  }

  constexpr T real() const { return m_real; }
  constexpr T imag() const { return m_imag; }
  void real(T value) { m_real = value; }
  void imag(T value) { m_imag = value; }

  complex &operator=(T value) {
    m_real = value;
    m_imag = T();
    return *this;
  }
  template <class U> complex &operator=(const complex<U> &other) {
    m_real = other.real();
    m_imag = other.imag();
    return *this;
  }

  friend complex operator+(const complex &a) { return a; }
  friend complex operator-(const complex &a) { return {-a.m_real, -a.m_imag}; }
  friend complex operator+(const complex &a, const complex &b) {
    return {T(a.m_real + b.m_real), T(a.m_imag + b.m_imag)};
  }
  friend complex operator-(const complex &a, const complex &b) {
    return {T(a.m_real - b.m_real), T(a.m_imag - b.m_imag)};
  }
  friend complex operator*(const complex &a, const complex &b) {
    return wide(a) * wide(b);
  }
  friend complex operator/(const complex &a, const complex &b) {
    return wide(a) / wide(b);
  }
  // Numbers on either side become complex, except where the result differs.
  friend complex operator*(const complex &a, const T &b) {
    return {T(a.m_real * b), T(a.m_imag * b)};
  }
  friend complex operator*(const T &a, const complex &b) { return b * a; }
  friend complex operator/(const complex &a, const T &b) {
    return {T(a.m_real / b), T(a.m_imag / b)};
  }
#define TANDEM_ASSIGNMENT(op)                                                  \
  complex &operator op##=(const T & value) { return *this = *this op value; }  \
  template <class U> complex &operator op##=(const complex<U> &value) {        \
    return *this = *this op complex(value);                                    \
  }
  TANDEM_ASSIGNMENT(+)
  TANDEM_ASSIGNMENT(-)
  TANDEM_ASSIGNMENT(*)
  TANDEM_ASSIGNMENT(/)
#undef TANDEM_ASSIGNMENT

  friend constexpr bool operator==(const complex &a, const complex &b) {
    return a.m_real == b.m_real && a.m_imag == b.m_imag;
  }
  friend constexpr bool operator!=(const complex &a, const complex &b) {
    return !(a == b);
  }

  template <class Char, class Traits>
  friend std::basic_istream<Char, Traits> &
  operator>>(std::basic_istream<Char, Traits> &in, complex &value) {
    std::complex<wide_type> read;
    if (in >> read)
      value = read;
    return in;
  }
  template <class Char, class Traits>
  friend std::basic_ostream<Char, Traits> &
  operator<<(std::basic_ostream<Char, Traits> &out, const complex &value) {
    return out << wide(value);
  }
  friend const stream &operator<<(const stream &out, const complex &value) {
    return out << '(' << value.m_real << ',' << value.m_imag << ')';
  }

  // For the library: the type that functions calculate in.
  using wide_type = std::conditional_t<std::is_same_v<T, half>, float, T>;
  static std::complex<wide_type> wide(const complex &value) { return value; }
};

template <class T> struct is_gencomplex<complex<T>> : std::true_type {};
template <class T>
inline constexpr bool is_gencomplex_v = is_gencomplex<T>::value;

template <class T> complex(T) -> complex<T>;
template <class T> complex(T, T) -> complex<T>;
template <class T> complex(std::complex<T>) -> complex<T>;

// Functions with a complex result.
#define TANDEM_FUNCTION(name)                                                  \
  template <class T> complex<T> name(const complex<T> &z) {                    \
    return std::name(complex<T>::wide(z));                                     \
  }
TANDEM_FUNCTION(acos)
TANDEM_FUNCTION(acosh)
TANDEM_FUNCTION(asin)
TANDEM_FUNCTION(asinh)
TANDEM_FUNCTION(atan)
TANDEM_FUNCTION(atanh)
TANDEM_FUNCTION(conj)
TANDEM_FUNCTION(cos)
TANDEM_FUNCTION(cosh)
TANDEM_FUNCTION(exp)
TANDEM_FUNCTION(log)
TANDEM_FUNCTION(log10)
TANDEM_FUNCTION(proj)
TANDEM_FUNCTION(sin)
TANDEM_FUNCTION(sinh)
TANDEM_FUNCTION(sqrt)
TANDEM_FUNCTION(tan)
TANDEM_FUNCTION(tanh)
#undef TANDEM_FUNCTION

// Functions with a real result.
#define TANDEM_FUNCTION(name)                                                  \
  template <class T> T name(const complex<T> &z) {                             \
    return T(std::name(complex<T>::wide(z)));                                  \
  }
TANDEM_FUNCTION(abs)
TANDEM_FUNCTION(arg)
TANDEM_FUNCTION(norm)
#undef TANDEM_FUNCTION
template <class T> constexpr T real(const complex<T> &z) { return z.real(); }
template <class T> constexpr T imag(const complex<T> &z) { return z.imag(); }

template <class T> complex<T> polar(const T &length, const T &angle = T()) {
  using wide = typename complex<T>::wide_type;
  return std::polar(wide(length), wide(angle));
}
template <class T> complex<T> pow(const complex<T> &a, const complex<T> &b) {
  return std::pow(complex<T>::wide(a), complex<T>::wide(b));
}
template <class T> complex<T> pow(const complex<T> &a, const T &b) {
  return pow(a, complex<T>(b));
}
template <class T> complex<T> pow(const T &a, const complex<T> &b) {
  return pow(complex<T>(a), b);
}

} // namespace ext::oneapi::experimental
} // namespace _V1
} // namespace sycl
