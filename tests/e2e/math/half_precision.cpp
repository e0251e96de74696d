// half: arithmetic, conversions and limits on the device.
// REQUIRES: aspect:fp16
// EXPECT: 0.75 3 65504 inf 1
#include <cstdio>
#include <limits>
#include <sycl/sycl.hpp>

// Right sides in braces, of which an empty one is a vector of zeros.
template <class T> bool assigns_braces() {
  sycl::vec<T, 2> v(T(1));
  v = {};
  bool zero = v[0] == 0 && v[1] == 0;
  v = {T(3)};
  bool both = v[0] == 3 && v[1] == 3;
  v = {T(1), T(2)};
  return zero && both && v[0] == 1 && v[1] == 2;
}

int main() {
  if (!assigns_braces<sycl::half>() || !assigns_braces<float>() ||
      sycl::half(0.25L) != 0.25f)
    return 1;
  double wide = 1.5;
  if (sycl::vec<float, 1>{wide}.convert<int, sycl::rounding_mode::rtp>()[0] !=
      2)
    return 1;
  sycl::queue q;
  sycl::half values[5] = {0.25f};
  sycl::buffer<sycl::half> buffer(values, 5);
  q.submit([&](sycl::handler &h) {
    sycl::accessor p(buffer, h);
    h.single_task([=] {
      p[0] = p[0] * 3;
      p[1] = sycl::half(1.5f) + sycl::half(1.5);
      p[2] = std::numeric_limits<sycl::half>::max();
      p[3] = p[2] * p[2];
      p[4] =
          sycl::half(0.1f) != 0.1f && sycl::half(2) > 1 && 3.0 > sycl::half(2);
    });
  });
  sycl::host_accessor p(buffer, sycl::read_only);
  for (int i = 0; i < 5; ++i)
    std::printf("%g%c", float(p[i]), i < 4 ? ' ' : '\n');
}
