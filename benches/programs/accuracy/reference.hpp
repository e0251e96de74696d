// Results in long double, whose significand has 11 bits more than double's:
// what libm does not have, and what OpenCL defines otherwise.
#pragma once

#include <sycl/sycl.hpp>

#include <cmath>
#include <limits>
#include <math.h> // exp10l, lgammal_r
#include <type_traits>

inline constexpr long double pi = 3.14159265358979323846264338327950288L;

// The arguments of one call.
template <class T> struct Point {
  T x, y, z;
  int n;
};

// The expected results of a call: a value, and for some functions a second one
// or an integer.
struct Expected {
  long double value, second = 0;
  int second_n = 0;
  bool has_second = false, has_n = false, any_sign = false;

  Expected(long double v) : value(v) {}
  Expected and_also(long double v) const {
    Expected e = *this;
    e.second = v;
    e.has_second = true;
    return e;
  }
  Expected with(int n) const {
    Expected e = *this;
    e.second_n = n;
    e.has_n = true;
    return e;
  }
  // Accepts a zero of either sign.
  Expected of_any_sign() const {
    Expected e = *this;
    e.any_sign = true;
    return e;
  }
};

// The angle is reduced exactly: by whole turns, then to the first eighth of
// one.
inline long double sin_pi(long double x) {
  long double turn = remainderl(x, 2), size = fabsl(turn);
  if (!(size > 0))
    return x == 0 || std::isnan(turn) ? x - (std::isinf(x) ? x : 0)
                                      : copysignl(0, x);
  if (size > 0.5L)
    size = 1 - size;
  long double value = size > 0.25L ? cosl(pi * (0.5L - size)) : sinl(pi * size);
  return copysignl(value, size == 0 ? x : turn);
}
inline long double cos_pi(long double x) {
  long double size = fabsl(remainderl(x, 2));
  return std::isnan(size) || std::isinf(x) ? NAN : sin_pi(0.5L - size);
}
inline long double tan_pi(long double x) {
  if (std::isinf(x) || std::isnan(x))
    return NAN;
  long double rest = remainderl(x, 1);
  bool odd = fmodl(x - rest, 2) != 0;
  // 0 at even, -0 at odd integers above zero; infinite of that sign half way
  // between n and n + 1.
  if (rest == 0)
    return copysignl(0, odd ? -copysignl(1, x) : copysignl(1, x));
  if (fabsl(rest) == 0.5L)
    return fmodl(fabsl(x), 2) == 0.5L ? copysignl(INFINITY, x)
                                      : copysignl(INFINITY, -x);
  return sin_pi(rest) / cos_pi(rest);
}

template <class T> Expected fract_of(const Point<T> &p) {
  const long double x = p.x, whole = floorl(x);
  if (!std::isfinite(x))
    return Expected(std::isnan(x) ? x : copysignl(0, x)).and_also(x);
  const long double below_one = 1 - ldexpl(1, -std::numeric_limits<T>::digits);
  return Expected(x == whole ? copysignl(0, x) : fminl(x - whole, below_one))
      .and_also(whole);
}

inline Expected frexp_of(long double x) {
  int exponent = 0;
  long double part = frexpl(x, &exponent);
  return std::isfinite(x) ? Expected(part).with(exponent) : Expected(part);
}

inline Expected modf_of(long double x) {
  long double whole = 0;
  Expected fraction = modfl(x, &whole);
  return fraction.and_also(whole);
}

inline Expected lgamma_of(long double x) {
  int sign = 0;
  long double value = lgammal_r(x, &sign);
  bool has_sign = std::isfinite(value) && std::isfinite(x);
  return has_sign ? Expected(value).with(sign) : Expected(value);
}

inline Expected remquo_of(long double x, long double y) {
  int quotient = 0;
  long double rest = remquol(x, y, &quotient);
  // libm's quotient has but three bits; seven are due.
  const long double size = std::fabs(y), over = x < 0 ? -rest : rest;
  const long double left = std::fmod(std::fabs(x), 128 * size);
  if (std::isfinite(x) && y != 0 && std::isfinite(y)) {
    quotient = static_cast<int>(std::rint((left - over) / size)) & 127;
    if ((x < 0) != (y < 0))
      quotient = -quotient;
  }
  return std::isfinite(x) && y != 0 && !std::isnan(y)
             ? Expected(rest).with(quotient)
             : Expected(rest);
}

// The type's own neighbour.
template <class T> long double next_after(const Point<T> &p) {
  if constexpr (!std::is_same_v<T, sycl::half>) {
    return std::nextafter(p.x, p.y);
  } else {
    const float x = p.x, y = p.y;
    if (std::isnan(x) || std::isnan(y))
      return NAN;
    if (x == y)
      return y;
    auto bits = sycl::bit_cast<unsigned short>(p.x);
    if (x == 0)
      return sycl::bit_cast<sycl::half>(
          static_cast<unsigned short>(y > 0 ? 1 : 0x8001));
    return sycl::bit_cast<sycl::half>(
        static_cast<unsigned short>((y > x) == (x > 0) ? bits + 1 : bits - 1));
  }
}

// OpenCL's powr is exp(y log x), also where pow says 1.
inline long double powr_of(long double x, long double y) {
  const bool undefined =
      x < 0 || (x == 0 && y == 0) || (std::isinf(x) && y == 0) ||
      (x == 1 && std::isinf(y)) || std::isnan(x) || std::isnan(y);
  return undefined ? NAN : powl(fabsl(x), y);
}

inline long double root_of(long double x, int n) {
  const bool odd = n % 2 != 0;
  if (n == 0 || std::isnan(x) || (x < 0 && !odd))
    return NAN;
  const long double size = fabsl(x), sign = odd ? copysignl(1, x) : 1;
  if (size == 0 || std::isinf(size))
    return sign *
           ((size == 0) == (n > 0) ? 0.0L : static_cast<long double>(INFINITY));
  // 1/n is inexact: one step of Newton's method makes up for it.
  long double root = powl(size, 1.0L / n);
  root += root * (1 - powl(root, n) / size) / n;
  return sign * root;
}
