// Functions that give two results, and those with integers.
// EXPECT: fract 0.25 2
// EXPECT: modf -0.75 -3
// EXPECT: frexp 0.625 4
// EXPECT: sincos 0 1
// EXPECT: remquo 1 2
// EXPECT: ldexp 12 8 2 3
// EXPECT: nan 1 0 1
// EXPECT: mix 1.5 0.5 1 -1 90
#include <cstdio>
#include <sycl/sycl.hpp>

int main() {
  sycl::queue q;
  float values[64] = {};
  values[32] = 2.25f;
  values[33] = 10.f;
  sycl::buffer<float> buffer(values, 64);
  q.submit([&](sycl::handler &h) {
    sycl::accessor p(buffer, h);
    h.single_task([=] {
      float whole, c;
      int n;
      p[0] = sycl::fract(p[32], &whole);
      p[1] = whole;
      p[2] = sycl::modf(-3.75f, &whole);
      p[3] = whole;
      p[4] = sycl::frexp(p[33], &n);
      p[5] = n;
      p[6] = sycl::sincos(0.f, &c);
      p[7] = c;
      p[8] = sycl::remquo(p[33] - 3, 3.f, &n);
      p[9] = n;
      p[10] = sycl::ldexp(1.5f, 3);
      p[11] = sycl::pown(2.f, 3);
      p[12] = sycl::rootn(8.f, 3);
      p[13] = sycl::ilogb(p[33]);
      p[14] = sycl::isnan(sycl::nan(1u));
      p[15] = sycl::isinf(p[32]);
      p[16] = sycl::signbit(-p[32]);
      p[17] = sycl::mix(1.f, 2.f, 0.5f);
      p[18] = sycl::smoothstep(0.f, 1.f, 0.5f);
      p[19] = sycl::step(0.5f, p[32]);
      p[20] = sycl::sign(-p[32]);
      p[21] = sycl::round(sycl::degrees(1.5707964f));
    });
  });
  sycl::host_accessor p(buffer, sycl::read_only);
  std::printf(
      "fract %g %g\nmodf %g %g\nfrexp %g %g\nsincos %g %g\nremquo %g %g\n",
      p[0], p[1], p[2], p[3], p[4], p[5], p[6], p[7], p[8], p[9]);
  std::printf("ldexp %g %g %g %g\nnan %g %g %g\nmix %g %g %g %g %g\n", p[10],
              p[11], p[12], p[13], p[14], p[15], p[16], p[17], p[18], p[19],
              p[20], p[21]);
}
