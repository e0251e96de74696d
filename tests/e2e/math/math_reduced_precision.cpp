// Every function of sycl::native and sycl::half_precision, of scalars and of
// vectors, in kernels and on the host. half_precision allows 8192 units in the
// last place; so does this test for native, whose precision is up to devices.
// EXPECT: native: 14 functions
// EXPECT: half_precision: 14 functions
#include <cmath>
#include <cstdio>
#include <sycl/sycl.hpp>

constexpr double bound = 8192 * 0x1p-23;

struct function {
  const char *name;
  double (*reference)(double, double);
};

#define UNARY(X)                                                               \
  X(cos, std::cos(x))                                                          \
  X(exp, std::exp(x))                                                          \
  X(exp2, std::exp2(x))                                                        \
  X(exp10, std::pow(10.0, x))                                                  \
  X(log, std::log(x))                                                          \
  X(log2, std::log2(x))                                                        \
  X(log10, std::log10(x))                                                      \
  X(recip, 1 / x)                                                              \
  X(rsqrt, 1 / std::sqrt(x))                                                   \
  X(sin, std::sin(x))                                                          \
  X(sqrt, std::sqrt(x))                                                        \
  X(tan, std::tan(x))
#define BINARY(X)                                                              \
  X(divide, x / y)                                                             \
  X(powr, std::pow(x, y))

#define REFERENCE(name, value)                                                 \
  {#name, [](double x, [[maybe_unused]] double y) -> double { return value; }},
constexpr function table[] = {UNARY(REFERENCE) BINARY(REFERENCE)};
constexpr int count = sizeof(table) / sizeof(function);

// All results for one pair of arguments, of scalars or of vectors.
#define CALL_1(name, value) *out++ = functions::name(x);
#define CALL_2(name, value) *out++ = functions::name(x, y);
struct native {
  template <class T> static void call(T x, T y, T *out) {
    namespace functions = sycl::native;
    UNARY(CALL_1)
    BINARY(CALL_2)
  }
};
struct half_precision {
  template <class T> static void call(T x, T y, T *out) {
    namespace functions = sycl::half_precision;
    UNARY(CALL_1)
    BINARY(CALL_2)
  }
};

bool is_close(const char *where, int f, double x, double y, double got) {
  const double want = table[f].reference(x, y);
  // Near a root, what is cancelled counts as well.
  const double error = std::fabs(got - want);
  if (error <= bound * std::fmax(std::fabs(want), 1))
    return true;
  std::printf("%s: %s(%g, %g) is %g instead of %g\n", where, table[f].name, x,
              y, got, want);
  return false;
}

template <class Functions> bool test(sycl::queue &q, const char *name) {
  constexpr int n = 256;
  sycl::buffer<float, 2> scalars({n, count});
  sycl::buffer<sycl::float4, 2> vectors({n, count});
  const auto argument = [](int i) { return 0.01f + 0.011f * float(i); };
  const auto other = [](int i) { return 2.5f - 0.009f * float(i); };
  q.submit([&](sycl::handler &h) {
    sycl::accessor scalar(scalars, h, sycl::write_only, sycl::no_init);
    sycl::accessor vector(vectors, h, sycl::write_only, sycl::no_init);
    h.parallel_for(n, [=](sycl::id<1> id) {
      const int i = int(id[0]);
      float results[count];
      Functions::call(argument(i), other(i), results);
      sycl::float4 several[count];
      const float x = argument(i), y = other(i);
      Functions::call(sycl::float4(x, 2 * x, x + 1, 1), sycl::float4(y),
                      several);
      for (int f = 0; f < count; ++f) {
        scalar[i][f] = results[f];
        vector[i][f] = several[f];
      }
    });
  });
  sycl::host_accessor scalar(scalars, sycl::read_only);
  sycl::host_accessor vector(vectors, sycl::read_only);
  for (int i = 0; i < n; ++i) {
    const float x = argument(i), y = other(i);
    float host[count];
    Functions::call(x, y, host);
    for (int f = 0; f < count; ++f) {
      const sycl::float4 v = vector[i][f];
      if (!is_close("host", f, x, y, host[f]) ||
          !is_close("device", f, x, y, scalar[i][f]) ||
          !is_close("vector", f, x, y, v[0]) ||
          !is_close("vector", f, x + 1, y, v[2]) ||
          !is_close("vector", f, 1, y, v[3]))
        return false;
    }
  }
  std::printf("%s: %d functions\n", name, count);
  return true;
}

int main() {
  sycl::queue q;
  return test<native>(q, "native") && test<half_precision>(q, "half_precision")
             ? 0
             : 1;
}
