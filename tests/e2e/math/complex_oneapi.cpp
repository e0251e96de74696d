// sycl_ext_oneapi_complex: numbers of half, float and double in kernels,
// compared with std::complex on the host.
// REQUIRES: aspect:fp64, aspect:fp16
// XFAIL: opencl:cpu (a crash of the driver's vectorizer; passes with CL_CONFIG_CPU_VECTORIZER_MODE=1)
// EXPECT: half 1
// EXPECT: float 1
// EXPECT: double 1
// EXPECT: stream (1.5,-2)
#define SYCL_EXT_ONEAPI_COMPLEX
#include <cstdio>
#include <sycl/sycl.hpp>

namespace cx = sycl::ext::oneapi::experimental;

template <class T> bool check(sycl::queue &q, double tolerance) {
  using number = cx::complex<T>;
  static_assert(sycl::is_device_copyable_v<number> &&
                cx::is_gencomplex_v<number>);
  constexpr int n = 12;
  sycl::buffer<number> results(n);
  q.submit([&](sycl::handler &h) {
    sycl::accessor out(results, h, sycl::write_only, sycl::no_init);
    h.parallel_for(sycl::range<1>(n), [=](sycl::id<1> i) {
      const number a(T(1.5), T(-0.5)), b(T(0.25), T(2));
      number r = a;
      switch (i[0]) {
      case 0:
        r += b;
        r -= T(1);
        break;
      case 1:
        r = a * b - -b;
        break;
      case 2:
        r = a / b;
        break;
      case 3:
        r *= T(2);
        r /= b;
        break;
      case 4:
        r = cx::exp(a) + cx::conj(b);
        break;
      case 5:
        r = cx::sqrt(b) * cx::log(a);
        break;
      case 6:
        r = cx::pow(a, b);
        break;
      case 7:
        r = {cx::abs(a), cx::arg(b)};
        break;
      case 8:
        r = cx::sin(a) + cx::tanh(b);
        break;
      case 9:
        r = cx::polar(T(2), T(0.5));
        break;
      case 10:
        r = {cx::norm(a) + a.real(), T(a == b) + cx::imag(b)};
        break;
      case 11:
        r = cx::acos(b);
        break;
      }
      out[i] = r;
    });
  });
  sycl::host_accessor out(results, sycl::read_only);
  const std::complex<double> a(1.5, -0.5), b(0.25, 2);
  const std::complex<double> want[n] = {a + b - 1.0,
                                        a * b + b,
                                        a / b,
                                        a * 2.0 / b,
                                        std::exp(a) + std::conj(b),
                                        std::sqrt(b) * std::log(a),
                                        std::pow(a, b),
                                        {std::abs(a), std::arg(b)},
                                        std::sin(a) + std::tanh(b),
                                        std::polar(2.0, 0.5),
                                        {std::norm(a) + 1.5, 2},
                                        std::acos(b)};
  bool ok = true;
  for (int i = 0; i < n; ++i)
    if (std::abs(std::complex<double>(out[i]) - want[i]) >
        tolerance * std::abs(want[i])) {
      std::printf("case %d: %g%+gi\n", i, double(out[i].real()),
                  double(out[i].imag()));
      ok = false;
    }
  return ok;
}

int main() {
  sycl::queue q;
  std::printf("half %d\n", check<sycl::half>(q, 4e-3));
  std::printf("float %d\n", check<float>(q, 1e-6));
  std::printf("double %d\n", check<double>(q, 1e-14));
  q.submit([&](sycl::handler &h) {
     sycl::stream out(64, 64, h);
     h.single_task([=] {
       out << "stream " << cx::complex<float>(1.5f, -2.0f) << sycl::endl;
     });
   }).wait();
}
