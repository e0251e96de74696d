// Inputs for functions of the C library, and numbers made of their results.
#pragma once
#include <cctype>
#include <cinttypes>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <cwchar>
#include <limits>
#include <string_view>
#include <strings.h>

/// The arguments of functions. `real` is `float` or `double`.
template <class real> struct input {
  real x, y, unit; // unit is between -1 and 1
  int a, b;        // b is not 0
  int c;           // a character
  std::size_t size;
  char text[16], other[16], digits[16];
  wchar_t wide[16], wide_other[16];
};

/// The memory that functions write to.
struct output {
  char text[48] = "0123456789";
  wchar_t wide[48] = L"0123456789";
};

template <class real> input<real> make_input(int n) {
  static const char *const texts[] = {"",          "abcabc", "banana",
                                      "Hello, 7!", "aaab",   "\xe4\xf6z",
                                      "xyzxyz1",   "a b c"};
  input<real> i{};
  i.x = real(n) * real(0.75) - real(2.5);
  i.y = real(1.5) - real(n % 3);
  i.unit = real(n) / 8 - real(0.45);
  i.a = n * 7 - 18;
  i.b = n % 2 == 0 ? n - 3 : -n;
  i.size = n;
  std::strcpy(i.text, texts[n % 8]);
  std::strcpy(i.other, texts[(n * 3 + 1) % 8]);
  std::strcpy(i.digits, n % 3 == 0 ? "0x1f" : n % 3 == 1 ? "4711" : "071");
  i.c = n % 4 == 3 ? 0 : i.text[n / 2];
  for (int k = 0; k < 16; ++k) {
    i.wide[k] = i.text[k];
    i.wide_other[k] = i.other[k];
  }
  return i;
}

inline long offset(const void *found, const void *base) {
  return found ? (const char *)found - (const char *)base : -1;
}
inline int sign(int x) { return (x > 0) - (x < 0); }
template <class T> double quotient(T result) {
  return double(result.quot) * 1024 + double(result.rem);
}
inline std::uint64_t written(const void *, const output &o) {
  std::uint64_t hash = 0;
  for (char c : o.text)
    hash = hash * 31 + (unsigned char)c;
  for (wchar_t c : o.wide)
    hash = hash * 31 + std::uint32_t(c);
  return hash;
}
/// The characters of a class.
template <class F> std::uint64_t classes(F is_member) {
  std::uint64_t hash = 0;
  for (int c = -1; c < 256; ++c)
    hash = hash * 3 + (is_member(c) != 0);
  return hash;
}
template <class F> std::uint64_t mapped(F map) {
  std::uint64_t hash = 0;
  for (int c = -1; c < 256; ++c)
    hash = hash * 31 + map(c);
  return hash;
}
// Functions that are overloaded for locales need a lambda for their address.
#define CLASSES(function) classes([](int c) { return function(c); })
#define MAPPED(function) mapped([](int c) { return function(c); })

inline float real(float x, double, float) { return x; }
inline double real(float, double x, double) { return x; }
template <class T, class F> T with_int(const input<T> &i, F function) {
  int n = 0;
  const T result = function(i.x, &n);
  return result + 64 * T(n);
}
template <class T, class F> T with_real(const input<T> &i, F function) {
  T n = 0;
  const T result = function(i.x, &n);
  return result + 64 * n;
}
template <class T> T remquo_of(const input<T> &i) {
  int n = 0;
  const T result = std::remquo(i.x, i.y, &n);
  return result + 64 * T(n & 7);
}
inline void both(float x, float *s, float *c) { sincosf(x, s, c); }
inline void both(double x, double *s, double *c) { sincos(x, s, c); }
template <class T> T sincos_of(T x) {
  T sine, cosine;
  both(x, &sine, &cosine);
  return sine + 4 * cosine;
}
template <class T> int classified(const input<T> &i) {
  return std::fpclassify(i.x) + 8 * std::fpclassify(T(0) * i.x) +
         64 * std::fpclassify(i.x / T(i.a - 3)) +
         512 * std::fpclassify(i.x * std::numeric_limits<T>::denorm_min());
}
inline std::uint64_t payload(double x, float y, double empty) {
  std::uint64_t bits[2];
  std::uint32_t narrow;
  std::memcpy(&bits[0], &x, 8);
  std::memcpy(&bits[1], &empty, 8);
  std::memcpy(&narrow, &y, 4);
  return bits[0] * 31 + bits[1] * 7 + narrow;
}
template <class T> std::string_view view(const input<T> &i) { return i.text; }
template <class T> std::wstring_view wide_view(const input<T> &i) {
  return i.wide;
}
