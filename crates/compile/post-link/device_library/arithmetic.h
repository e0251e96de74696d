// <stdlib.h>, <inttypes.h> and <strings.h>: quotients, absolute values and
// first bits; and those of <math.h> that are composed of other functions.
#pragma once
#include "types.h"

//===-- Integers ----------------------------------------------------------===//

#define INTEGER_FUNCTIONS(INT, RESULT, div, abs, ffs, ctz)                     \
  typedef struct {                                                             \
    INT quot, rem;                                                             \
  } RESULT;                                                                    \
  RESULT div(INT a, INT b) { return (RESULT){a / b, a % b}; }                  \
  INT abs(INT x) { return x < 0 ? -x : x; }                                    \
  int ffs(INT x) { return x == 0 ? 0 : ctz(x) + 1; }

INTEGER_FUNCTIONS(int, int_quotient, div, abs, ffs, __builtin_ctz)
INTEGER_FUNCTIONS(long, long_quotient, ldiv, labs, ffsl, __builtin_ctzl)
INTEGER_FUNCTIONS(long long, long_long_quotient, lldiv, llabs, ffsll,
                  __builtin_ctzll)

long_quotient imaxdiv(long a, long b) { return ldiv(a, b); }
long imaxabs(long x) { return labs(x); }

//===-- Exponents ---------------------------------------------------------===//

// Beyond these, the result is zero or infinite in every type.
static int clamped_exponent(long exponent) {
  return exponent > 10000 ? 10000 : exponent < -10000 ? -10000 : (int)exponent;
}
float scalblnf(float x, long exponent) {
  return __builtin_ldexpf(x, clamped_exponent(exponent));
}
double scalbln(double x, long exponent) {
  return __builtin_ldexp(x, clamped_exponent(exponent));
}

//===-- Not a number ------------------------------------------------------===//

static int digit_value(char c) {
  const int letter = c | 0x20;
  if (c >= '0' && c <= '9')
    return c - '0';
  return letter >= 'a' && letter <= 'z' ? letter - 'a' + 10 : 36;
}
// The number that a tag of nan() is, in the notation of C; 0 where it is none.
static uint64 payload(const char *tag) {
  int base = 10;
  if (*tag == '0') {
    const int is_hexadecimal = (tag[1] | 0x20) == 'x';
    base = is_hexadecimal ? 16 : 8;
    tag += is_hexadecimal ? 2 : 1;
  }
  uint64 value = 0;
  for (; digit_value(*tag) < base; ++tag)
    value = value * base + digit_value(*tag);
  return *tag == 0 ? value : 0;
}
float nanf(const char *tag) {
  const unsigned bits = 0x7fc00000u | (unsigned)(payload(tag) & 0x3fffff);
  return __builtin_bit_cast(float, bits);
}
double nan(const char *tag) {
  const uint64 bits = 0x7ff8000000000000u | (payload(tag) & 0x7ffffffffffffu);
  return __builtin_bit_cast(double, bits);
}
