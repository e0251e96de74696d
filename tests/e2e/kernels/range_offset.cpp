// Ranges with an offset, in one to three dimensions.
// EXPECT: 1D: 0 0 0 3 4 5 6 0
// EXPECT: 2D: PASS
// EXPECT: 3D: PASS
#include <cstdio>
#include <sycl/sycl.hpp>
#include <vector>

int main() {
  sycl::queue q;
  size_t *p = sycl::malloc_device<size_t>(1000, q);
  q.memset(p, 0, 1000 * sizeof(size_t)).wait();
  q.parallel_for(sycl::range<1>(4), sycl::id<1>(3), [=](sycl::id<1> i) {
     p[i] = i;
   }).wait();
  std::printf("1D:");
  size_t host[1000];
  q.copy(p, host, 1000).wait();
  for (int i = 0; i < 8; ++i)
    std::printf(" %zu", host[i]);

  q.submit([&](sycl::handler &h) {
     h.parallel_for(sycl::range<2>(3, 4), sycl::id<2>(5, 6),
                    [=](sycl::item<2> it) {
                      p[it.get_linear_id()] =
                          it[0] * 100 + it[1] * 10 + it.get_offset()[1];
                    });
   }).wait();
  bool ok = true;
  q.copy(p, host, 1000).wait();
  for (size_t i = 0; i < 12; ++i)
    ok = ok && host[i] == (i / 4 + 5) * 100 + (i % 4 + 6) * 10 + 6;
  std::printf("\n2D: %s\n", ok ? "PASS" : "FAIL");

  q.memset(p, 0, 1000 * sizeof(size_t)).wait();
  q.parallel_for(sycl::range<3>(2, 3, 4), sycl::id<3>(1, 2, 3),
                 [=](sycl::id<3> i) { p[i[0] * 100 + i[1] * 10 + i[2]] = 1; })
      .wait();
  ok = true;
  q.copy(p, host, 1000).wait();
  for (size_t i = 0; i < 1000; ++i) {
    size_t x = i / 100, y = i / 10 % 10, z = i % 10;
    bool inside = x >= 1 && x < 3 && y >= 2 && y < 5 && z >= 3 && z < 7;
    ok = ok && host[i] == inside;
  }
  std::printf("3D: %s\n", ok ? "PASS" : "FAIL");
  sycl::free(p, q);
}
