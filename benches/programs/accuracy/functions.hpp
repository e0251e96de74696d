// The floating-point functions of SYCL 2020, 4.17.5 and 4.17.6: how a kernel
// calls each, what it should give, and OpenCL's bound on its error (OpenCL
// C 3.0, 7.4: full profile). A function is a class:
//   name, bounds     what the table prints; the bounds are for float, double
//   and half, in units in the last place of(Arguments)    the call, on scalars
//   and vectors alike exact(Point)     the result in a wider type valid(Point)
//   whether the result is defined
#pragma once

#include "reference.hpp"

#include <sycl/sycl.hpp>

// Error bounds for a correctly rounded result, and for any result.
constexpr double rounded = 0.5, any = 1e30;

// The operands of a call: V is a scalar or vector, N the same of int.
template <class V, class N> struct Arguments {
  V x, y, z, second;
  N n, second_n;
};

template <class T> constexpr bool everywhere(const Point<T> &) { return true; }
// half_ functions of angles are defined there.
template <class T> constexpr bool small_angle(const Point<T> &p) {
  return std::fabs(double(p.x)) <= 65536;
}

#define FUNCTION_IN(domain, id, text, f, d, h, call, value)                    \
  struct id {                                                                  \
    static constexpr const char *name = text;                                  \
    static constexpr double bounds[] = {f, d, h};                              \
    template <class V, class N> static V of(Arguments<V, N> &a) {              \
      return call;                                                             \
    }                                                                          \
    template <class T> static Expected exact(const Point<T> &p) {              \
      [[maybe_unused]] const long double x = p.x, y = p.y, z = p.z;            \
      return value;                                                            \
    }                                                                          \
    template <class T> static bool valid(const Point<T> &p) {                  \
      return domain(p);                                                        \
    }                                                                          \
  };
#define FUNCTION(name, f, d, h, call, value)                                   \
  FUNCTION_IN(everywhere, name##_, #name, f, d, h, call, value)
#define ONE(name, f, d, h, value)                                              \
  FUNCTION(name, f, d, h, sycl::name(a.x), value)
#define TWO(name, f, d, h, value)                                              \
  FUNCTION(name, f, d, h, sycl::name(a.x, a.y), value)
#define FAST(name, call, value)                                                \
  FUNCTION_IN(small_angle, half_##name, "half_precision::" #name, 8192, 8192,  \
              8192, sycl::half_precision::call, value)                         \
  FUNCTION_IN(small_angle, native_##name, "native::" #name, any, any, any,     \
              sycl::native::call, value)

ONE(acos, 4, 4, 2, acosl(x))
ONE(acosh, 4, 4, 2, acoshl(x))
ONE(acospi, 5, 5, 2, acosl(x) / pi)
ONE(asin, 4, 4, 2, asinl(x))
ONE(asinh, 4, 4, 2, asinhl(x))
ONE(asinpi, 5, 5, 2, asinl(x) / pi)
ONE(atan, 5, 5, 2, atanl(x))
TWO(atan2, 6, 6, 2, atan2l(x, y))
TWO(atan2pi, 6, 6, 2, atan2l(x, y) / pi)
ONE(atanh, 5, 5, 2, atanhl(x))
ONE(atanpi, 5, 5, 2, atanl(x) / pi)
ONE(cbrt, 2, 2, 2, cbrtl(x))
ONE(ceil, 0, 0, 0, ceill(x))
TWO(copysign, 0, 0, 0, copysignl(x, y))
ONE(cos, 4, 4, 2, cosl(x))
ONE(cosh, 4, 4, 2, coshl(x))
ONE(cospi, 4, 4, 2, cos_pi(x))
ONE(degrees, 2, 2, 2, x * (180 / pi))
FUNCTION(divide, 2.5, rounded, 1, a.x / a.y, x / y)
ONE(erf, 16, 16, 4, erfl(x))
ONE(erfc, 16, 16, 4, erfcl(x))
ONE(exp, 3, 3, 2, expl(x))
ONE(exp10, 3, 3, 2, exp10l(x))
ONE(exp2, 3, 3, 2, exp2l(x))
ONE(expm1, 3, 3, 2, expm1l(x))
ONE(fabs, 0, 0, 0, fabsl(x))
TWO(fdim, rounded, rounded, rounded, fdiml(x, y))
ONE(floor, 0, 0, 0, floorl(x))
FUNCTION(fma, rounded, rounded, rounded, sycl::fma(a.x, a.y, a.z),
         fmal(x, y, z))
TWO(fmax, 0, 0, 0, Expected(fmaxl(x, y)).of_any_sign())
TWO(fmin, 0, 0, 0, Expected(fminl(x, y)).of_any_sign())
TWO(fmod, 0, 0, 0, fmodl(x, y))
FUNCTION(fract, rounded, rounded, rounded, sycl::fract(a.x, &a.second),
         fract_of(p))
FUNCTION(frexp, 0, 0, 0, sycl::frexp(a.x, &a.second_n), frexp_of(x))
TWO(hypot, 4, 4, 2, hypotl(x, y))
FUNCTION(ilogb, 0, 0, 0, (a.second_n = sycl::ilogb(a.x), a.x),
         Expected(x).with(ilogbl(x)))
FUNCTION(ldexp, rounded, rounded, rounded, sycl::ldexp(a.x, a.n),
         ldexpl(x, p.n))
ONE(lgamma, any, any, any, lgammal(x))
FUNCTION(lgamma_r, any, any, any, sycl::lgamma_r(a.x, &a.second_n),
         lgamma_of(x))
ONE(log, 3, 3, 2, logl(x))
ONE(log10, 3, 3, 2, log10l(x))
ONE(log1p, 2, 2, 2, log1pl(x))
ONE(log2, 3, 3, 2, log2l(x))
ONE(logb, 0, 0, 0, logbl(x))
FUNCTION(mad, any, any, any, sycl::mad(a.x, a.y, a.z), fmal(x, y, z))
TWO(maxmag, 0, 0, 0,
    Expected(fabsl(x) > fabsl(y)   ? x
             : fabsl(y) > fabsl(x) ? y
                                   : fmaxl(x, y))
        .of_any_sign())
TWO(minmag, 0, 0, 0,
    Expected(fabsl(x) < fabsl(y)   ? x
             : fabsl(y) < fabsl(x) ? y
                                   : fminl(x, y))
        .of_any_sign())
FUNCTION(modf, 0, 0, 0, sycl::modf(a.x, &a.second), modf_of(x))
TWO(nextafter, 0, 0, 0, next_after(p))
TWO(pow, 16, 16, 5, powl(x, y))
FUNCTION(pown, 16, 16, 5, sycl::pown(a.x, a.n), powl(x, p.n))
TWO(powr, 16, 16, 5, powr_of(x, y))
ONE(radians, 2, 2, 2, x *(pi / 180))
FUNCTION(recip, 2.5, rounded, 1, V(1) / a.x, 1 / x)
TWO(remainder, 0, 0, 0, remainderl(x, y))
FUNCTION(remquo, 0, 0, 0, sycl::remquo(a.x, a.y, &a.second_n), remquo_of(x, y))
ONE(rint, 0, 0, 0, rintl(x))
FUNCTION(rootn, 16, 16, 5, sycl::rootn(a.x, a.n), root_of(x, p.n))
ONE(round, 0, 0, 0, roundl(x))
ONE(rsqrt, 2, 2, 1, 1 / sqrtl(x))
ONE(sign, 0, 0, 0, std::isnan(x) ? 0 : x == 0 ? x : copysignl(1, x))
ONE(sin, 4, 4, 2, sinl(x))
FUNCTION(sincos, 4, 4, 2, sycl::sincos(a.x, &a.second),
         Expected(sinl(x)).and_also(cosl(x)))
ONE(sinh, 4, 4, 2, sinhl(x))
ONE(sinpi, 4, 4, 2, sin_pi(x))
ONE(sqrt, 3, rounded, 1, sqrtl(x))
TWO(step, 0, 0, 0, y < x ? 0.0L : 1.0L)
ONE(tan, 5, 5, 2, tanl(x))
ONE(tanh, 5, 5, 2, tanhl(x))
ONE(tanpi, 6, 6, 2, tan_pi(x))
ONE(tgamma, 16, 16, 10, tgammal(x))
ONE(trunc, 0, 0, 0, truncl(x))

FAST(cos, cos(a.x), cosl(x))
FAST(divide, divide(a.x, a.y), x / y)
FAST(exp, exp(a.x), expl(x))
FAST(exp10, exp10(a.x), exp10l(x))
FAST(exp2, exp2(a.x), exp2l(x))
FAST(log, log(a.x), logl(x))
FAST(log10, log10(a.x), log10l(x))
FAST(log2, log2(a.x), log2l(x))
FAST(powr, powr(a.x, a.y), powr_of(x, y))
FAST(recip, recip(a.x), 1 / x)
FAST(rsqrt, rsqrt(a.x), 1 / sqrtl(x))
FAST(sin, sin(a.x), sinl(x))
FAST(sqrt, sqrt(a.x), sqrtl(x))
FAST(tan, tan(a.x), tanl(x))

template <class... Function> struct List {};
using all_functions =
    List<acos_, acosh_, acospi_, asin_, asinh_, asinpi_, atan_, atan2_,
         atan2pi_, atanh_, atanpi_, cbrt_, ceil_, copysign_, cos_, cosh_,
         cospi_, degrees_, divide_, erf_, erfc_, exp_, exp10_, exp2_, expm1_,
         fabs_, fdim_, floor_, fma_, fmax_, fmin_, fmod_, fract_, frexp_,
         hypot_, ilogb_, ldexp_, lgamma_, lgamma_r_, log_, log10_, log1p_,
         log2_, logb_, mad_, maxmag_, minmag_, modf_, nextafter_, pow_, pown_,
         powr_, radians_, recip_, remainder_, remquo_, rint_, rootn_, round_,
         rsqrt_, sign_, sin_, sincos_, sinh_, sinpi_, sqrt_, step_, tan_, tanh_,
         tanpi_, tgamma_, trunc_>;
// Only for float.
using fast_functions =
    List<half_cos, native_cos, half_divide, native_divide, half_exp, native_exp,
         half_exp10, native_exp10, half_exp2, native_exp2, half_log, native_log,
         half_log10, native_log10, half_log2, native_log2, half_powr,
         native_powr, half_recip, native_recip, half_rsqrt, native_rsqrt,
         half_sin, native_sin, half_sqrt, native_sqrt, half_tan, native_tan>;
