// std::complex in kernels: operators and functions give what the host's library
// gives, also for special values. Where products and sums become one operation,
// parts that cancel are small instead of zero, and a sum of infinite products
// may be infinite.
// STEP: $CXX -fsycl -O2 -std=c++17 $SRC -o contracted
// STEP: $CXX -fsycl -O2 -std=c++17 -ffp-contract=off -DEXACT $SRC -o exact
// RUN: ./contracted
// RUN: ./exact
// REQUIRES: aspect:fp64
// XFAIL: opencl:cpu (a crash of the driver's vectorizer; passes with CL_CONFIG_CPU_VECTORIZER_MODE=1)
// EXPECT: float 1
// EXPECT: double 1
// EXPECT: special values 1
// EXPECT: float 1
// EXPECT: double 1
// EXPECT: special values 1
#include <cmath>
#include <complex>
#include <cstdio>
#include <limits>
#include <sycl/sycl.hpp>

constexpr int functions = 26;

template <class T>
std::complex<T> apply(int which, std::complex<T> a, std::complex<T> b) {
  switch (which) {
  case 0:
    return a + b;
  case 1:
    return a - b;
  case 2:
    return a * b;
  case 3:
    return a / b;
  case 4:
    return a * T(3);
  case 5:
    return std::abs(a);
  case 6:
    return std::arg(a);
  case 7:
    return std::norm(a);
  case 8:
    return std::conj(a);
  case 9:
    return std::proj(a);
  case 10:
    return std::polar(std::abs(a), T(1));
  case 11:
    return std::exp(a);
  case 12:
    return std::log(a);
  case 13:
    return std::log10(a);
  case 14:
    return std::sqrt(a);
  case 15:
    return std::pow(a, b);
  case 16:
    return std::sin(a);
  case 17:
    return std::cos(a);
  case 18:
    return std::tan(a);
  case 19:
    return std::sinh(a);
  case 20:
    return std::cosh(a);
  case 21:
    return std::tanh(a);
  case 22:
    return std::asin(a) + std::acos(b);
  case 23:
    return std::atan(a) + std::asinh(b);
  case 24:
    return std::acosh(a);
  default:
    return std::atanh(a);
  }
}

template <class T>
std::vector<std::complex<T>>
on_device(sycl::queue &q, const std::vector<std::complex<T>> &values) {
  const size_t n = values.size();
  std::vector<std::complex<T>> out(n * n * functions);
  sycl::buffer<std::complex<T>> in(values.data(), n),
      results(out.data(), out.size());
  q.submit([&](sycl::handler &h) {
    sycl::accessor from(in, h, sycl::read_only);
    sycl::accessor to(results, h, sycl::write_only);
    h.parallel_for(sycl::range<3>(functions, n, n), [=](sycl::id<3> i) {
      to[(i[0] * n + i[1]) * n + i[2]] =
          apply(int(i[0]), from[i[1]], from[i[2]]);
    });
  });
  sycl::host_accessor wait(results);
  return std::vector<std::complex<T>>(wait.begin(), wait.end());
}

template <class T> bool close(T got, T want, T scale) {
  if (std::isnan(want))
    return std::isnan(got);
  if (std::isinf(want))
    return got == want;
  return std::fabs(got - want) <=
         64 * std::numeric_limits<T>::epsilon() * (scale + std::fabs(want));
}

template <class T> bool check(sycl::queue &q) {
  std::vector<std::complex<T>> values;
  for (T re : {T(-2.5), T(-0.75), T(0.125), T(1), T(3.5)})
    for (T im : {T(-1.5), T(-0.25), T(0.5), T(2)})
      values.emplace_back(re, im);
  const std::vector<std::complex<T>> got = on_device(q, values);
  const size_t n = values.size();
  bool ok = true;
  for (size_t i = 0; i < got.size(); ++i) {
    const std::complex<T> want =
        apply(int(i / n / n), values[i / n % n], values[i % n]);
    const T scale = std::abs(want);
    if (close(got[i].real(), want.real(), scale) &&
        close(got[i].imag(), want.imag(), scale))
      continue;
    ok = false;
    std::printf("function %d: %g%+gi, %g%+gi\n", int(i / n / n),
                double(got[i].real()), double(got[i].imag()),
                double(want.real()), double(want.imag()));
  }
  return ok;
}

// Products, quotients, exp, sqrt, sinh and tanh of infinities and zeros.
bool special(sycl::queue &q) {
  const double inf = std::numeric_limits<double>::infinity();
  const std::vector<std::complex<double>> values = {
      {inf, 1}, {-inf, inf},     {0, -0.0}, {1, inf},
      {800, 1}, {1e300, -1e300}, {2, 0}};
  const std::vector<std::complex<double>> got = on_device(q, values);
  const size_t n = values.size();
  bool ok = true;
  for (size_t i = 0; i < got.size(); ++i) {
    const int which = int(i / n / n);
    if (which != 2 && which != 3 && which != 11 && which != 14 && which != 19 &&
        which != 21)
      continue;
    const std::complex<double> want =
        apply(which, values[i / n % n], values[i % n]);
    const double size = std::abs(want);
    const auto same = [&](double a, double b) {
#ifndef EXACT
      if (std::isnan(b) && std::isinf(size) && std::isinf(a))
        return true;
      if (std::isfinite(size))
        return std::fabs(a - b) <= 1e-12 * size;
#endif
      return std::isnan(b)   ? std::isnan(a)
             : std::isinf(b) ? a == b
                             : std::fabs(a - b) <= 1e-12 * std::fabs(b);
    };
    // The sign of an infinite sinh of an infinite angle is not specified.
    if ((same(got[i].real(), want.real()) ||
         (which == 19 && std::isinf(want.real()))) &&
        same(got[i].imag(), want.imag()))
      continue;
    ok = false;
    std::printf("function %d: %g%+gi, %g%+gi\n", which, got[i].real(),
                got[i].imag(), want.real(), want.imag());
  }
  return ok;
}

int main() {
  sycl::queue q;
  std::printf("float %d\n", check<float>(q));
  std::printf("double %d\n", check<double>(q));
  std::printf("special values %d\n", special(q));
}
