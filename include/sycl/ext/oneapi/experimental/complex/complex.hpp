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

template <class DataT> struct is_gencomplex : std::false_type {};

template <class DataT> class complex {
  static_assert(std::is_same_v<DataT, half> || std::is_same_v<DataT, float> ||
                    std::is_same_v<DataT, double>,
                "complex numbers are of half, float or double");
  DataT m_real, m_imag;

public:
  using value_type = DataT;

  constexpr complex(DataT real = DataT(), DataT imag = DataT())
      : m_real(real), m_imag(imag) {}
  template <class OtherT>
  constexpr complex(const complex<OtherT> &other)
      : m_real(other.real()), m_imag(other.imag()) {}
  template <class OtherT>
  constexpr complex(const std::complex<OtherT> &other)
      : m_real(other.real()), m_imag(other.imag()) {}
  template <class OtherT> constexpr operator std::complex<OtherT>() const {
    return std::complex<OtherT>(OtherT(m_real), OtherT(m_imag));
  }

  constexpr DataT real() const { return m_real; }
  constexpr DataT imag() const { return m_imag; }
  void real(DataT value) { m_real = value; }
  void imag(DataT value) { m_imag = value; }

  complex &operator=(DataT value) {
    m_real = value;
    m_imag = DataT();
    return *this;
  }
  template <class OtherT> complex &operator=(const complex<OtherT> &other) {
    m_real = other.real();
    m_imag = other.imag();
    return *this;
  }

  friend complex operator+(const complex &value) { return value; }
  friend complex operator-(const complex &value) {
    return {-value.m_real, -value.m_imag};
  }
  friend complex operator+(const complex &left, const complex &right) {
    return {DataT(left.m_real + right.m_real),
            DataT(left.m_imag + right.m_imag)};
  }
  friend complex operator-(const complex &left, const complex &right) {
    return {DataT(left.m_real - right.m_real),
            DataT(left.m_imag - right.m_imag)};
  }
  friend complex operator*(const complex &left, const complex &right) {
    return wide(left) * wide(right);
  }
  friend complex operator/(const complex &left, const complex &right) {
    return wide(left) / wide(right);
  }
  // Numbers on either side become complex, except where the result differs.
  friend complex operator*(const complex &left, const DataT &right) {
    return {DataT(left.m_real * right), DataT(left.m_imag * right)};
  }
  friend complex operator*(const DataT &left, const complex &right) {
    return right * left;
  }
  friend complex operator/(const complex &left, const DataT &right) {
    return {DataT(left.m_real / right), DataT(left.m_imag / right)};
  }
#define TANDEM_ASSIGNMENT(op)                                                  \
  complex &operator op##=(const DataT & value) {                               \
    return *this = *this op value;                                             \
  }                                                                            \
  template <class OtherT>                                                      \
  complex &operator op##=(const complex<OtherT> &value) {                      \
    return *this = *this op complex(value);                                    \
  }
  TANDEM_ASSIGNMENT(+)
  TANDEM_ASSIGNMENT(-)
  TANDEM_ASSIGNMENT(*)
  TANDEM_ASSIGNMENT(/)
#undef TANDEM_ASSIGNMENT

  friend constexpr bool operator==(const complex &left, const complex &right) {
    return left.m_real == right.m_real && left.m_imag == right.m_imag;
  }
  friend constexpr bool operator!=(const complex &left, const complex &right) {
    return !(left == right);
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
  using wide_type =
      std::conditional_t<std::is_same_v<DataT, half>, float, DataT>;
  static std::complex<wide_type> wide(const complex &value) { return value; }
};

template <class DataT> struct is_gencomplex<complex<DataT>> : std::true_type {};
template <class DataT>
inline constexpr bool is_gencomplex_v = is_gencomplex<DataT>::value;

template <class DataT> complex(DataT) -> complex<DataT>;
template <class DataT> complex(DataT, DataT) -> complex<DataT>;
template <class DataT> complex(std::complex<DataT>) -> complex<DataT>;

// Functions with a complex result.
#define TANDEM_FUNCTION(name)                                                  \
  template <class DataT> complex<DataT> name(const complex<DataT> &value) {    \
    return std::name(complex<DataT>::wide(value));                             \
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
  template <class DataT> DataT(name)(const complex<DataT> &value) {            \
    return DataT((std::name)(complex<DataT>::wide(value)));                    \
  }
TANDEM_FUNCTION(abs)
TANDEM_FUNCTION(arg)
TANDEM_FUNCTION(norm)
#undef TANDEM_FUNCTION
template <class DataT> constexpr DataT real(const complex<DataT> &value) {
  return value.real();
}
template <class DataT> constexpr DataT imag(const complex<DataT> &value) {
  return value.imag();
}

template <class DataT>
complex<DataT> polar(const DataT &length, const DataT &angle = DataT()) {
  using wide = typename complex<DataT>::wide_type;
  return std::polar(wide(length), wide(angle));
}
template <class DataT>
complex<DataT> pow(const complex<DataT> &base, const complex<DataT> &exponent) {
  return std::pow(complex<DataT>::wide(base), complex<DataT>::wide(exponent));
}
template <class DataT>
complex<DataT> pow(const complex<DataT> &base, const DataT &exponent) {
  return pow(base, complex<DataT>(exponent));
}
template <class DataT>
complex<DataT> pow(const DataT &base, const complex<DataT> &exponent) {
  return pow(complex<DataT>(base), exponent);
}

} // namespace ext::oneapi::experimental
} // namespace _V1
} // namespace sycl
