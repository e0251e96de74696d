// The gamma function, its logarithm, and its sign as the second result of
// lgamma_r: of scalars and vectors, in kernels and on the host.
// EXPECT: host: PASS
// EXPECT: device: PASS
#include <cmath>
#include <cstdio>
#include <limits>
#include <sycl/sycl.hpp>

constexpr int count = 10;
constexpr float arguments[count] = {6,     0.5f,  1e-3f,   -0.5f,   -1.5f,
                                    -2.5f, -3.5f, -200.5f, -101.5f, 40};

struct results {
  float gamma[count], logarithm[count], signed_logarithm[count];
  int sign[count];
  sycl::float4 vector;
  sycl::int4 vector_signs;
  float special[5];
};

// The compiler does not know the values of the arguments.
results compute(const float *x) {
  results r{};
  for (int i = 0; i < count; ++i) {
    r.gamma[i] = sycl::tgamma(x[i]);
    r.logarithm[i] = sycl::lgamma(x[i]);
    r.signed_logarithm[i] = sycl::lgamma_r(x[i], &r.sign[i]);
  }
  r.vector =
      sycl::lgamma_r(sycl::float4(x[0], x[3], x[4], x[5]), &r.vector_signs);
  const float zero = x[0] - x[0], infinity = 1 / zero;
  r.special[0] = sycl::tgamma(zero);     // a pole
  r.special[1] = sycl::tgamma(zero - 2); // a pole between two signs
  r.special[2] = sycl::tgamma(infinity);
  r.special[3] = sycl::lgamma(zero - 2);
  r.special[4] = sycl::lgamma(infinity);
  return r;
}

bool is_close(const char *what, float x, double got, double want, double ulps) {
  const double scale = std::fmax(std::fabs(want), double(0x1p-126f));
  if (got == want || std::fabs(got - want) <= ulps * 0x1p-23 * scale)
    return true;
  std::printf("%s(%g) is %g instead of %g\n", what, x, got, want);
  return false;
}

bool check(const results &r) {
  bool ok = true;
  for (int i = 0; i < count; ++i) {
    const float x = arguments[i];
    const double logarithm = std::lgamma(double(x));
    // Negative between -1 and 0, between -3 and -2, and so on.
    const int sign = x < 0 && std::fmod(std::floor(x), 2) != 0 ? -1 : 1;
    ok &= is_close("tgamma", x, r.gamma[i], float(std::tgamma(double(x))), 16);
    ok &= is_close("lgamma", x, r.logarithm[i], logarithm, 1024);
    ok &= is_close("lgamma_r", x, r.signed_logarithm[i], logarithm, 1024);
    ok &= is_close("sign of lgamma_r", x, r.sign[i], sign, 0);
  }
  constexpr int picked[] = {0, 3, 4, 5};
  for (int i = 0; i < 4; ++i) {
    ok &= is_close("lgamma_r of a vector", arguments[picked[i]], r.vector[i],
                   r.signed_logarithm[picked[i]], 0);
    ok &= is_close("sign of a vector", arguments[picked[i]], r.vector_signs[i],
                   r.sign[picked[i]], 0);
  }
  constexpr float infinity = std::numeric_limits<float>::infinity();
  ok &= is_close("tgamma", 0, r.special[0], infinity, 0);
  ok &= is_close("isnan(tgamma)", -2, std::isnan(r.special[1]), 1, 0);
  ok &= is_close("tgamma", infinity, r.special[2], infinity, 0);
  ok &= is_close("lgamma", -2, r.special[3], infinity, 0);
  ok &= is_close("lgamma", infinity, r.special[4], infinity, 0);
  return ok;
}

int main() {
  const bool host = check(compute(arguments));
  std::printf("host: %s\n", host ? "PASS" : "FAIL");
  sycl::queue q;
  sycl::buffer<float> input(arguments, count);
  sycl::buffer<results> output(1);
  q.submit([&](sycl::handler &h) {
    sycl::accessor in(input, h, sycl::read_only);
    sycl::accessor out(output, h, sycl::write_only, sycl::no_init);
    h.single_task([=] {
      float x[count];
      for (int i = 0; i < count; ++i)
        x[i] = in[i];
      out[0] = compute(x);
    });
  });
  const bool device = check(sycl::host_accessor(output, sycl::read_only)[0]);
  std::printf("device: %s\n", device ? "PASS" : "FAIL");
  return host && device ? 0 : 1;
}
