// vec in kernels: elements, swizzles, operators, geometry, conversions.
// EXPECT: 11 22 33 44
// EXPECT: swizzled 4 3 2 1, lo 1 2, set 9 8
// EXPECT: dot 32, cross -3 6 -3, of four -3 6 -3 0, length 5
// EXPECT: compared -1 0 0 -1
// EXPECT: converted 2 -2 4 -4, bits 3f800000
// EXPECT: sines 0 1
#include <cstdio>
#include <sycl/sycl.hpp>

int main() {
  sycl::queue q;
  sycl::float4 vectors[9] = {{1, 2, 3, 4}, {10, 20, 30, 40}};
  sycl::buffer<sycl::float4> floats(vectors, 9);
  sycl::buffer<sycl::int4> integers(4);
  q.submit([&](sycl::handler &h) {
    sycl::accessor v(floats, h);
    sycl::accessor w(integers, h, sycl::write_only, sycl::no_init);
    h.single_task([=] {
      v[2] = v[0] + v[1];
      v[3] = v[0].swizzle<3, 2, 1, 0>();
      v[4] = sycl::float4(v[0].lo(), 0, 0);
      v[4].hi() = sycl::float2(9, 8);
      sycl::float3 a(1, 2, 3), b(4, 5, 6);
      v[5] = sycl::float4(sycl::cross(a, b), sycl::dot(a, b));
      v[8] = sycl::cross(v[0], sycl::float4(4, 5, 6, 7));
      v[6].x() = sycl::length(sycl::float2(3, 4));
      w[0] = v[0] < sycl::float4(2, 2, 2, 5);
      w[1] = sycl::float4(1.5f, -2.5f, 3.5f, -4.5f).convert<int>();
      w[2] = sycl::float4(1).as<sycl::int4>();
      v[7] = sycl::round(sycl::sin(sycl::float4(0, 1.5707964f, 0, 0)));
    });
  });
  sycl::host_accessor v(floats, sycl::read_only);
  sycl::host_accessor w(integers, sycl::read_only);
  std::printf("%g %g %g %g\n", v[2].x(), v[2].y(), v[2].z(), v[2].w());
  std::printf("swizzled %g %g %g %g, lo %g %g, set %g %g\n", v[3][0], v[3][1],
              v[3][2], v[3][3], v[4][0], v[4][1], v[4][2], v[4][3]);
  std::printf("dot %g, cross %g %g %g, of four %g %g %g %g, length %g\n",
              v[5].w(), v[5].x(), v[5].y(), v[5].z(), v[8][0], v[8][1], v[8][2],
              v[8][3], v[6].x());
  std::printf("compared %d %d %d %d\n", w[0][0], w[0][1], w[0][2], w[0][3]);
  std::printf("converted %d %d %d %d, bits %x\n", w[1][0], w[1][1], w[1][2],
              w[1][3], w[2][0]);
  std::printf("sines %g %g\n", v[7][0], v[7][1]);
}
