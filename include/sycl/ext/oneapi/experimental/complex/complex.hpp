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

/// Whether `DataT` is a `complex`. `sycl_ext_oneapi_complex`.
template <class DataT> struct is_gencomplex : std::false_type {};

/// A complex number with components of type `half`, `float` or `double`.
/// Trivially copyable, for host and device code; numbers of `half` are computed
/// in `float`. `sycl_ext_oneapi_complex`.
template <class DataT> class complex {
  static_assert(std::is_same_v<DataT, half> || std::is_same_v<DataT, float> ||
                    std::is_same_v<DataT, double>,
                "complex numbers must be of half, float or double");
  DataT m_real, m_imag;

public:
  /// The type of the components.
  using value_type = DataT;

  /// A number with these components.
  constexpr complex(DataT real = DataT(), DataT imag = DataT())
      : m_real(real), m_imag(imag) {}
  /// Converts the components of another number.
  template <class OtherT>
  constexpr complex(const complex<OtherT> &other)
      : m_real(other.real()), m_imag(other.imag()) {}
  /// As above, from the standard library's type.
  template <class OtherT>
  constexpr complex(const std::complex<OtherT> &other)
      : m_real(other.real()), m_imag(other.imag()) {}
  /// Converts to the standard library's type.
  template <class OtherT> constexpr operator std::complex<OtherT>() const {
    return std::complex<OtherT>(OtherT(m_real), OtherT(m_imag));
  }

  /// The real component.
  constexpr DataT real() const { return m_real; }
  /// The imaginary component.
  constexpr DataT imag() const { return m_imag; }
  /// Sets the real component.
  void real(DataT value) { m_real = value; }
  /// Sets the imaginary component.
  void imag(DataT value) { m_imag = value; }

  /// Assigns a real number.
  complex &operator=(DataT value) {
    m_real = value;
    m_imag = DataT();
    return *this;
  }
  /// Converts and assigns the components of another number.
  template <class OtherT> complex &operator=(const complex<OtherT> &other) {
    m_real = other.real();
    m_imag = other.imag();
    return *this;
  }

  /// The number, unchanged.
  friend complex operator+(const complex &value) { return value; }
  /// The negated number.
  friend complex operator-(const complex &value) {
    return {-value.m_real, -value.m_imag};
  }
  /// The sum. A real operand is converted.
  friend complex operator+(const complex &left, const complex &right) {
    return {DataT(left.m_real + right.m_real),
            DataT(left.m_imag + right.m_imag)};
  }
  /// The difference. A real operand is converted.
  friend complex operator-(const complex &left, const complex &right) {
    return {DataT(left.m_real - right.m_real),
            DataT(left.m_imag - right.m_imag)};
  }
  /// The product.
  friend complex operator*(const complex &left, const complex &right) {
    return wide(left) * wide(right);
  }
  /// The quotient.
  friend complex operator/(const complex &left, const complex &right) {
    return wide(left) / wide(right);
  }
  /// The product with a real number.
  friend complex operator*(const complex &left, const DataT &right) {
    return {DataT(left.m_real * right), DataT(left.m_imag * right)};
  }
  /// As above.
  friend complex operator*(const DataT &left, const complex &right) {
    return right * left;
  }
  /// The quotient by a real number.
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
  /// Adds a real or complex number.
  ///@{
  TANDEM_ASSIGNMENT(+)
  ///@}
  /// Subtracts a real or complex number.
  ///@{
  TANDEM_ASSIGNMENT(-)
  ///@}
  /// Multiplies by a real or complex number.
  ///@{
  TANDEM_ASSIGNMENT(*)
  ///@}
  /// Divides by a real or complex number.
  ///@{
  TANDEM_ASSIGNMENT(/)
  ///@}
#undef TANDEM_ASSIGNMENT

  /// Whether both components are equal.
  friend constexpr bool operator==(const complex &left, const complex &right) {
    return left.m_real == right.m_real && left.m_imag == right.m_imag;
  }
  /// Whether a component differs.
  friend constexpr bool operator!=(const complex &left, const complex &right) {
    return !(left == right);
  }

  /// Reads a number as `std::complex` does. For the host.
  template <class Char, class Traits>
  friend std::basic_istream<Char, Traits> &
  operator>>(std::basic_istream<Char, Traits> &in, complex &value) {
    std::complex<wide_type> read;
    if (in >> read)
      value = read;
    return in;
  }
  /// Writes a number as `(real,imag)`. For the host.
  template <class Char, class Traits>
  friend std::basic_ostream<Char, Traits> &
  operator<<(std::basic_ostream<Char, Traits> &out, const complex &value) {
    return out << wide(value);
  }
  /// Writes a number as `(real,imag)` to a stream of a kernel.
  friend const stream &operator<<(const stream &out, const complex &value) {
    return out << '(' << value.m_real << ',' << value.m_imag << ')';
  }

  /// The type in which functions compute: `float` for `half`. Internal.
  using wide_type =
      std::conditional_t<std::is_same_v<DataT, half>, float, DataT>;
  /// The number in the type in which functions compute. Internal.
  static std::complex<wide_type> wide(const complex &value) { return value; }
};

template <class DataT> struct is_gencomplex<complex<DataT>> : std::true_type {};
/// Whether `DataT` is a `complex`.
template <class DataT>
inline constexpr bool is_gencomplex_v = is_gencomplex<DataT>::value;

/// Deduces the type of the components.
template <class DataT> complex(DataT) -> complex<DataT>;
/// Deduces the type of the components.
template <class DataT> complex(DataT, DataT) -> complex<DataT>;
/// Deduces the type of the components.
template <class DataT> complex(std::complex<DataT>) -> complex<DataT>;

// Functions with a complex result.
#define TANDEM_FUNCTION(name)                                                  \
  template <class DataT> complex<DataT> name(const complex<DataT> &value) {    \
    return std::name(complex<DataT>::wide(value));                             \
  }
/// The arc cosine. All functions here are computed as those of the C++ library
/// for `std::complex`.
TANDEM_FUNCTION(acos)
/// The inverse hyperbolic cosine.
TANDEM_FUNCTION(acosh)
/// The arc sine.
TANDEM_FUNCTION(asin)
/// The inverse hyperbolic sine.
TANDEM_FUNCTION(asinh)
/// The arc tangent.
TANDEM_FUNCTION(atan)
/// The inverse hyperbolic tangent.
TANDEM_FUNCTION(atanh)
/// The complex conjugate.
TANDEM_FUNCTION(conj)
/// The cosine.
TANDEM_FUNCTION(cos)
/// The hyperbolic cosine.
TANDEM_FUNCTION(cosh)
/// The base-e exponential.
TANDEM_FUNCTION(exp)
/// The natural logarithm, with the branch cut along the negative real axis.
TANDEM_FUNCTION(log)
/// The base-10 logarithm, with the branch cut along the negative real axis.
TANDEM_FUNCTION(log10)
/// The projection onto the Riemann sphere.
TANDEM_FUNCTION(proj)
/// The sine.
TANDEM_FUNCTION(sin)
/// The hyperbolic sine.
TANDEM_FUNCTION(sinh)
/// The square root in the right half-plane.
TANDEM_FUNCTION(sqrt)
/// The tangent.
TANDEM_FUNCTION(tan)
/// The hyperbolic tangent.
TANDEM_FUNCTION(tanh)
#undef TANDEM_FUNCTION

// Functions with a real result.
#define TANDEM_FUNCTION(name)                                                  \
  template <class DataT> DataT(name)(const complex<DataT> &value) {            \
    return DataT((std::name)(complex<DataT>::wide(value)));                    \
  }
/// The magnitude.
TANDEM_FUNCTION(abs)
/// The phase angle in radians, between -pi and pi.
TANDEM_FUNCTION(arg)
/// The squared magnitude.
TANDEM_FUNCTION(norm)
#undef TANDEM_FUNCTION
/// The real component.
template <class DataT> constexpr DataT real(const complex<DataT> &value) {
  return value.real();
}
/// The imaginary component.
template <class DataT> constexpr DataT imag(const complex<DataT> &value) {
  return value.imag();
}

/// The number with this magnitude and phase angle, in radians.
template <class DataT>
complex<DataT> polar(const DataT &length, const DataT &angle = DataT()) {
  using wide = typename complex<DataT>::wide_type;
  return std::polar(wide(length), wide(angle));
}
/// The complex power.
template <class DataT>
complex<DataT> pow(const complex<DataT> &base, const complex<DataT> &exponent) {
  return std::pow(complex<DataT>::wide(base), complex<DataT>::wide(exponent));
}
/// As above, with a real exponent.
template <class DataT>
complex<DataT> pow(const complex<DataT> &base, const DataT &exponent) {
  return pow(base, complex<DataT>(exponent));
}
/// As above, with a real base.
template <class DataT>
complex<DataT> pow(const DataT &base, const complex<DataT> &exponent) {
  return pow(complex<DataT>(base), exponent);
}

} // namespace ext::oneapi::experimental
} // namespace _V1
} // namespace sycl
