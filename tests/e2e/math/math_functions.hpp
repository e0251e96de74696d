// Mathematical functions on the device against the host's, within the bounds of
// SYCL, for one type.
#pragma once
#include <cmath>
#include <cstdio>
#include <sycl/sycl.hpp>
#include <vector>

// The distance in units of the last place of `want`.
template <class T> double ulp(double got, long double want) {
  if (std::isnan(got) && std::isnan(want))
    return 0;
  if (got == want || (T)want == (T)got)
    return 0;
  T at = std::fabs((T)want), next = std::nextafter(at, (T)INFINITY);
  return std::fabs(
      (double)(((long double)got - want) / ((long double)next - at)));
}

struct test {
  const char *name;
  double bound;
  long double (*reference)(long double, long double);
};

/// Prints PASS, or each function that is too far off.
template <class T> void check_functions() {
  constexpr int n = 1000, count = 24;
  sycl::queue q;
  std::vector<T> x(n), y(n);
  for (int i = 0; i < n; ++i) {
    x[i] = T(0.01) + T(i) * T(0.0071);
    y[i] = T(3) - T(i) * T(0.0031);
  }
  sycl::buffer<T> first(x), second(y), results(n * count);
  q.submit([&](sycl::handler &h) {
    sycl::accessor x(first, h, sycl::read_only), y(second, h, sycl::read_only);
    sycl::accessor r(results, h, sycl::write_only, sycl::no_init);
    h.parallel_for(n, [=](sycl::id<1> id) {
      int i = id, k = 0;
      T a = x[i], b = y[i];
      auto put = [&](T value) { r[k++ * n + i] = value; };
      put(sycl::sqrt(a));
      put(sycl::exp(a));
      put(sycl::log(a));
      put(sycl::sin(a));
      put(sycl::cos(a));
      put(sycl::tan(b));
      put(sycl::pow(a, b));
      put(sycl::fabs(b));
      put(sycl::floor(b));
      put(sycl::ceil(b));
      put(sycl::fma(a, b, a));
      put(sycl::fmax(a, b));
      put(sycl::atan2(a, b));
      put(sycl::tanh(b));
      put(sycl::cbrt(a));
      put(sycl::erf(b));
      put(sycl::exp2(b));
      put(sycl::log2(a));
      put(sycl::hypot(a, b));
      put(sycl::rsqrt(a));
      put(sycl::fmod(a, b));
      put(sycl::round(b));
      put(sycl::copysign(a, b));
      put(sycl::expm1(b));
    });
  });
  sycl::host_accessor r(results, sycl::read_only);
  using L = long double;
  const test tests[count] = {
      {"sqrt", 3, [](L a, L) { return std::sqrt(a); }},
      {"exp", 3, [](L a, L) { return std::exp(a); }},
      {"log", 3, [](L a, L) { return std::log(a); }},
      {"sin", 4, [](L a, L) { return std::sin(a); }},
      {"cos", 4, [](L a, L) { return std::cos(a); }},
      {"tan", 5, [](L, L b) { return std::tan(b); }},
      {"pow", 16, [](L a, L b) { return std::pow(a, b); }},
      {"fabs", 0, [](L, L b) { return std::fabs(b); }},
      {"floor", 0, [](L, L b) { return std::floor(b); }},
      {"ceil", 0, [](L, L b) { return std::ceil(b); }},
      {"fma", 0.5, [](L a, L b) { return a * b + a; }},
      {"fmax", 0, [](L a, L b) { return a > b ? a : b; }},
      {"atan2", 6, [](L a, L b) { return std::atan2(a, b); }},
      {"tanh", 5, [](L, L b) { return std::tanh(b); }},
      {"cbrt", 2, [](L a, L) { return std::cbrt(a); }},
      {"erf", 16, [](L, L b) { return std::erf(b); }},
      {"exp2", 3, [](L, L b) { return std::exp2(b); }},
      {"log2", 3, [](L a, L) { return std::log2(a); }},
      {"hypot", 4, [](L a, L b) { return std::hypot(a, b); }},
      {"rsqrt", 2, [](L a, L) { return 1 / std::sqrt(a); }},
      {"fmod", 0, [](L a, L b) { return std::fmod(a, b); }},
      {"round", 0, [](L, L b) { return std::round(b); }},
      {"copysign", 0, [](L a, L b) { return std::copysign(a, b); }},
      {"expm1", 3, [](L, L b) { return std::expm1(b); }}};
  bool ok = true;
  for (int k = 0; k < count; ++k) {
    double worst = 0;
    for (int i = 0; i < n; ++i)
      worst = std::fmax(worst,
                        ulp<T>(r[k * n + i], tests[k].reference(x[i], y[i])));
    if (worst > tests[k].bound + 0.01) {
      std::printf("%s: %g ulp\n", tests[k].name, worst);
      ok = false;
    }
  }
  std::puts(ok ? "PASS" : "FAIL");
}
