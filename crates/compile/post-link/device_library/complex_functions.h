// Included by complex.h, once for each floating-point type. Comparisons instead
// of isnan and its like: they become plain instructions.

#define COMPLEX REAL _Complex
#define LOCAL(name) NAME(local_##name)
#define INF ((REAL)__builtin_inf())
#define NOT_A_NUMBER ((REAL)__builtin_nan(""))

static inline int LOCAL(is_nan)(REAL x) { return x != x; }
static inline int LOCAL(is_inf)(REAL x) { return CALL(fabs)(x) == INF; }
static inline int LOCAL(is_finite)(REAL x) { return CALL(fabs)(x) < INF; }
static inline COMPLEX LOCAL(make)(REAL re, REAL im) {
  COMPLEX z;
  __real__ z = re;
  __imag__ z = im;
  return z;
}
// 1 for infinities, 0 for anything else, with the sign of x.
static inline REAL LOCAL(unit)(REAL x) {
  return CALL(copysign)(LOCAL(is_inf)(x) ? (REAL)1 : (REAL)0, x);
}
static inline REAL LOCAL(signed_zero_for_nan)(REAL x) {
  return LOCAL(is_nan)(x) ? CALL(copysign)((REAL)0, x) : x;
}

//===-- Operators (annex G.5.1) -------------------------------------------===//

COMPLEX MULTIPLY(REAL a, REAL b, REAL c, REAL d) {
  const REAL ac = a * c, bd = b * d, ad = a * d, bc = b * c;
  REAL x = ac - bd, y = ad + bc;
  if (LOCAL(is_nan)(x) && LOCAL(is_nan)(y)) {
    int again = 0;
    if (LOCAL(is_inf)(a) || LOCAL(is_inf)(b)) {
      a = LOCAL(unit)(a), b = LOCAL(unit)(b);
      c = LOCAL(signed_zero_for_nan)(c), d = LOCAL(signed_zero_for_nan)(d);
      again = 1;
    }
    if (LOCAL(is_inf)(c) || LOCAL(is_inf)(d)) {
      c = LOCAL(unit)(c), d = LOCAL(unit)(d);
      a = LOCAL(signed_zero_for_nan)(a), b = LOCAL(signed_zero_for_nan)(b);
      again = 1;
    }
    if (!again && (LOCAL(is_inf)(ac) || LOCAL(is_inf)(bd) ||
                   LOCAL(is_inf)(ad) || LOCAL(is_inf)(bc))) {
      a = LOCAL(signed_zero_for_nan)(a), b = LOCAL(signed_zero_for_nan)(b);
      c = LOCAL(signed_zero_for_nan)(c), d = LOCAL(signed_zero_for_nan)(d);
      again = 1;
    }
    if (again) {
      x = INF * (a * c - b * d);
      y = INF * (a * d + b * c);
    }
  }
  return LOCAL(make)(x, y);
}

COMPLEX DIVIDE(REAL a, REAL b, REAL c, REAL d) {
  int scale = 0;
  const REAL exponent = CALL(logb)(CALL(fmax)(CALL(fabs)(c), CALL(fabs)(d)));
  if (LOCAL(is_finite)(exponent)) {
    scale = -(int)exponent;
    c = CALL(scalbn)(c, scale), d = CALL(scalbn)(d, scale);
  }
  const REAL length = c * c + d * d;
  REAL x = CALL(scalbn)((a * c + b * d) / length, scale);
  REAL y = CALL(scalbn)((b * c - a * d) / length, scale);
  if (LOCAL(is_nan)(x) && LOCAL(is_nan)(y)) {
    if (length == 0 && (!LOCAL(is_nan)(a) || !LOCAL(is_nan)(b))) {
      x = CALL(copysign)(INF, c) * a;
      y = CALL(copysign)(INF, c) * b;
    } else if ((LOCAL(is_inf)(a) || LOCAL(is_inf)(b)) && LOCAL(is_finite)(c) &&
               LOCAL(is_finite)(d)) {
      a = LOCAL(unit)(a), b = LOCAL(unit)(b);
      x = INF * (a * c + b * d);
      y = INF * (b * c - a * d);
    } else if (exponent == INF && LOCAL(is_finite)(a) && LOCAL(is_finite)(b)) {
      c = LOCAL(unit)(c), d = LOCAL(unit)(d);
      x = (REAL)0 * (a * c + b * d);
      y = (REAL)0 * (b * c - a * d);
    }
  }
  return LOCAL(make)(x, y);
}

//===-- Parts -------------------------------------------------------------===//

REAL NAME(cabs)(COMPLEX z) { return CALL(hypot)(__real__ z, __imag__ z); }
REAL NAME(carg)(COMPLEX z) { return CALL(atan2)(__imag__ z, __real__ z); }
COMPLEX NAME(cproj)(COMPLEX z) {
  if (LOCAL(is_inf)(__real__ z) || LOCAL(is_inf)(__imag__ z))
    return LOCAL(make)(INF, CALL(copysign)((REAL)0, __imag__ z));
  return z;
}

//===-- Exponential, logarithm, powers (annex G.6.3, G.6.4) ---------------===//

// e^x * (cos y, sin y), where e^x itself may overflow.
static COMPLEX LOCAL(polar_exp)(REAL x, REAL y) {
  const REAL whole = CALL(exp)(x), c = CALL(cos)(y), s = CALL(sin)(y);
  if (LOCAL(is_finite)(whole))
    return LOCAL(make)(whole * c, whole * s);
  const REAL half = CALL(exp)(x * (REAL)0.5);
  return LOCAL(make)(half * c * half, half * s * half);
}

COMPLEX NAME(cexp)(COMPLEX z) {
  const REAL x = __real__ z, y = __imag__ z;
  if (y == 0)
    return LOCAL(make)(CALL(exp)(x), y);
  if (LOCAL(is_inf)(x) && !LOCAL(is_finite)(y))
    return x < 0 ? LOCAL(make)(0, 0) : LOCAL(make)(x, NOT_A_NUMBER);
  return LOCAL(polar_exp)(x, y);
}

COMPLEX NAME(clog)(COMPLEX z) {
  const REAL a = CALL(fabs)(__real__ z), b = CALL(fabs)(__imag__ z);
  const REAL large = CALL(fmax)(a, b), small = CALL(fmin)(a, b);
  const REAL length = CALL(hypot)(a, b);
  // Near 1 the logarithm is small, and its argument must not be rounded first.
  const REAL re =
      length > (REAL)0.5 && length < 2
          ? CALL(log1p)((large - 1) * (large + 1) + small * small) * (REAL)0.5
          : CALL(log)(length);
  return LOCAL(make)(re, NAME(carg)(z));
}

COMPLEX NAME(csqrt)(COMPLEX z) {
  REAL x = __real__ z, y = __imag__ z, factor = 1;
  if (x == 0 && y == 0)
    return LOCAL(make)(0, y);
  if (LOCAL(is_inf)(y))
    return LOCAL(make)(INF, y);
  if (LOCAL(is_inf)(x)) {
    const REAL other = LOCAL(is_nan)(y) ? y : 0;
    return x > 0 ? LOCAL(make)(x, LOCAL(is_nan)(y) ? y : CALL(copysign)(0, y))
                 : LOCAL(make)(other, CALL(copysign)(INF, y));
  }
  if (LOCAL(is_nan)(x) || LOCAL(is_nan)(y))
    return LOCAL(make)(NOT_A_NUMBER, NOT_A_NUMBER);
  if (CALL(fmax)(CALL(fabs)(x), CALL(fabs)(y)) > LARGEST / 4) {
    x *= (REAL)0.25, y *= (REAL)0.25;
    factor = 2;
  }
  const REAL root = CALL(sqrt)((CALL(fabs)(x) + CALL(hypot)(x, y)) * (REAL)0.5);
  const REAL other = y / (2 * root);
  return x >= 0 ? LOCAL(make)(root * factor, other * factor)
                : LOCAL(make)(CALL(fabs)(other) * factor,
                              CALL(copysign)(root, y) * factor);
}

COMPLEX NAME(cpow)(COMPLEX base, COMPLEX exponent) {
  if (__real__ base == 0 && __imag__ base == 0)
    return LOCAL(make)(__real__ exponent == 0 && __imag__ exponent == 0, 0);
  return NAME(cexp)(exponent * NAME(clog)(base));
}

//===-- Hyperbolic functions (annex G.6.2) --------------------------------===//

COMPLEX NAME(csinh)(COMPLEX z) {
  const REAL x = __real__ z, y = __imag__ z;
  if (y == 0)
    return LOCAL(make)(CALL(sinh)(x), y);
  if (!LOCAL(is_finite)(y))
    return LOCAL(make)(x == 0 || LOCAL(is_inf)(x) ? x : NOT_A_NUMBER,
                       NOT_A_NUMBER);
  if (LOCAL(is_finite)(x) && CALL(fabs)(x) > TANH_IS_ONE) {
    const COMPLEX e = LOCAL(polar_exp)(CALL(fabs)(x), y);
    const REAL half = (REAL)0.5;
    return LOCAL(make)(CALL(copysign)(half, x) * __real__ e, half * __imag__ e);
  }
  return LOCAL(make)(CALL(sinh)(x) * CALL(cos)(y),
                     CALL(cosh)(x) * CALL(sin)(y));
}

COMPLEX NAME(ccosh)(COMPLEX z) {
  const REAL x = __real__ z, y = __imag__ z;
  if (y == 0)
    return LOCAL(make)(CALL(cosh)(x),
                       CALL(copysign)((REAL)0, x) * CALL(copysign)((REAL)1, y));
  if (!LOCAL(is_finite)(y))
    return LOCAL(make)(LOCAL(is_inf)(x) ? INF : NOT_A_NUMBER,
                       x == 0 ? x : NOT_A_NUMBER);
  if (LOCAL(is_finite)(x) && CALL(fabs)(x) > TANH_IS_ONE) {
    const COMPLEX e = LOCAL(polar_exp)(CALL(fabs)(x), y);
    const REAL half = (REAL)0.5;
    return LOCAL(make)(half * __real__ e, CALL(copysign)(half, x) * __imag__ e);
  }
  return LOCAL(make)(CALL(cosh)(x) * CALL(cos)(y),
                     CALL(sinh)(x) * CALL(sin)(y));
}

COMPLEX NAME(ctanh)(COMPLEX z) {
  const REAL x = __real__ z, y = __imag__ z;
  if (y == 0)
    return LOCAL(make)(CALL(tanh)(x), y);
  if (CALL(fabs)(x) > TANH_IS_ONE) {
    const REAL im = LOCAL(is_finite)(y) ? 4 * CALL(sin)(y) * CALL(cos)(y) *
                                              CALL(exp)(-2 * CALL(fabs)(x))
                                        : 0;
    return LOCAL(make)(CALL(copysign)((REAL)1, x), im);
  }
  if (!LOCAL(is_finite)(y))
    return LOCAL(make)(x == 0 ? x : NOT_A_NUMBER, NOT_A_NUMBER);
  const REAL t = CALL(tan)(y), s = CALL(sinh)(x);
  const REAL beta = 1 + t * t, rho = CALL(sqrt)(1 + s * s);
  const REAL divisor = 1 + beta * s * s;
  return LOCAL(make)(beta * rho * s / divisor, t / divisor);
}

//===-- Inverse functions, as Kahan has them ------------------------------===//

static COMPLEX LOCAL(root_of_1_plus)(REAL x, REAL y) {
  return NAME(csqrt)(LOCAL(make)(1 + x, y));
}
// The imaginary part of conj(a) * b.
static REAL LOCAL(cross)(COMPLEX a, COMPLEX b) {
  return __real__ a * __imag__ b - __imag__ a * __real__ b;
}
// The real part of a * b.
static REAL LOCAL(dot)(COMPLEX a, COMPLEX b) {
  return __real__ a * __real__ b - __imag__ a * __imag__ b;
}

COMPLEX NAME(casin)(COMPLEX z) {
  const REAL x = __real__ z, y = __imag__ z;
  const COMPLEX minus = LOCAL(root_of_1_plus)(-x, -y);
  const COMPLEX plus = LOCAL(root_of_1_plus)(x, y);
  return LOCAL(make)(CALL(atan2)(x, LOCAL(dot)(minus, plus)),
                     CALL(asinh)(LOCAL(cross)(minus, plus)));
}

COMPLEX NAME(cacos)(COMPLEX z) {
  const REAL x = __real__ z, y = __imag__ z;
  const COMPLEX minus = LOCAL(root_of_1_plus)(-x, -y);
  const COMPLEX plus = LOCAL(root_of_1_plus)(x, y);
  return LOCAL(make)(2 * CALL(atan2)(__real__ minus, __real__ plus),
                     CALL(asinh)(LOCAL(cross)(plus, minus)));
}

COMPLEX NAME(cacosh)(COMPLEX z) {
  const REAL x = __real__ z, y = __imag__ z;
  const COMPLEX minus = NAME(csqrt)(LOCAL(make)(x - 1, y));
  const COMPLEX plus = LOCAL(root_of_1_plus)(x, y);
  const REAL re =
      __real__ minus * __real__ plus + __imag__ minus * __imag__ plus;
  return LOCAL(make)(CALL(asinh)(re),
                     2 * CALL(atan2)(__imag__ minus, __real__ plus));
}

COMPLEX NAME(catanh)(COMPLEX z) {
  const REAL x = __real__ z, y = __imag__ z;
  const REAL limit = CALL(sqrt)(LARGEST) / 4;
  if (CALL(fabs)(x) > limit || CALL(fabs)(y) > limit) {
    const REAL length = CALL(hypot)(x, y);
    return LOCAL(make)(CALL(copysign)(CALL(fabs)(x) / length / length, x),
                       CALL(copysign)((REAL)1.57079632679489661923, y));
  }
  const REAL gap = (1 - x) * (1 - x) + y * y;
  return LOCAL(make)(CALL(log1p)(4 * x / gap) * (REAL)0.25,
                     CALL(atan2)(2 * y, (1 - x) * (1 + x) - y * y) * (REAL)0.5);
}

//===-- By a quarter turn of argument and result --------------------------===//

static inline COMPLEX LOCAL(turned)(COMPLEX z) {
  return LOCAL(make)(-__imag__ z, __real__ z);
}
static inline COMPLEX LOCAL(turned_back)(COMPLEX z) {
  return LOCAL(make)(__imag__ z, -__real__ z);
}

COMPLEX NAME(csin)(COMPLEX z) {
  return LOCAL(turned_back)(NAME(csinh)(LOCAL(turned)(z)));
}
COMPLEX NAME(ccos)(COMPLEX z) { return NAME(ccosh)(LOCAL(turned)(z)); }
COMPLEX NAME(ctan)(COMPLEX z) {
  return LOCAL(turned_back)(NAME(ctanh)(LOCAL(turned)(z)));
}
COMPLEX NAME(casinh)(COMPLEX z) {
  return LOCAL(turned_back)(NAME(casin)(LOCAL(turned)(z)));
}
COMPLEX NAME(catan)(COMPLEX z) {
  return LOCAL(turned_back)(NAME(catanh)(LOCAL(turned)(z)));
}

#undef REAL
#undef NAME
#undef CALL
#undef MULTIPLY
#undef DIVIDE
#undef LARGEST
#undef TANH_IS_ONE
#undef COMPLEX
#undef LOCAL
#undef INF
#undef NOT_A_NUMBER
