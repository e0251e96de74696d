// The same bytes as other elements, and in other dimensions.
// EXPECT: 2 x 6 floats, 48 bytes
// EXPECT: 3f800000 40000000
// EXPECT: row 1: 6 7 8 9 10 11
#include <cstdint>
#include <cstdio>
#include <sycl/sycl.hpp>
#include <vector>

int main() {
  sycl::queue q;
  std::vector<float> v(12);
  for (int i = 0; i < 12; ++i)
    v[i] = float(i);
  sycl::buffer<float> b(v);
  auto plane = b.reinterpret<float>(sycl::range<2>(2, 6));
  auto bits = plane.reinterpret<uint32_t, 1>();
  std::printf("%zu x %zu floats, %zu bytes\n", plane.get_range()[0],
              plane.get_range()[1], bits.byte_size());
  {
    sycl::host_accessor a(bits, sycl::read_only);
    std::printf("%x %x\n", a[1], a[2]);
  }
  sycl::buffer<int, 1> out(6);
  q.submit([&](sycl::handler &h) {
    sycl::accessor a(plane, h, sycl::read_only);
    sycl::accessor o(out, h, sycl::write_only);
    h.parallel_for(6, [=](sycl::id<1> i) { o[i] = int(a[1][i]); });
  });
  sycl::host_accessor o(out);
  std::printf("row 1:");
  for (int i : o)
    std::printf(" %d", i);
  std::puts("");
}
