// Accessors of a part of a buffer: indices count from the offset.
// EXPECT: 0 0 10 11 12 0 0 0
// EXPECT: size 3, offset 2
// EXPECT: 2D PASS
// EXPECT: too large: refused
#include <cstdio>
#include <sycl/sycl.hpp>
#include <vector>

int main() {
  sycl::queue q;
  std::vector<int> v(8, 0);
  {
    sycl::buffer<int> b(v);
    q.submit([&](sycl::handler &h) {
      sycl::accessor a(b, h, sycl::range<1>(3), sycl::id<1>(2),
                       sycl::write_only);
      h.parallel_for(3, [=](sycl::id<1> i) { a[i] = 10 + int(i); });
    });
    sycl::host_accessor a(b, sycl::range<1>(3), sycl::id<1>(2),
                          sycl::read_only);
    for (int i : sycl::host_accessor(b, sycl::read_only))
      std::printf("%d ", i);
    std::printf("\nsize %zu, offset %zu\n", a.size(), a.get_offset()[0]);
  }
  sycl::buffer<int, 2> plane(sycl::range<2>(8, 8));
  q.submit([&](sycl::handler &h) {
    h.fill(sycl::accessor(plane, h, sycl::write_only, sycl::no_init), 0);
  });
  q.submit([&](sycl::handler &h) {
    sycl::accessor a(plane, h, sycl::range<2>(2, 3), sycl::id<2>(4, 5),
                     sycl::read_write);
    h.parallel_for(a.get_range(), [=](sycl::id<2> i) { a[i] += 1; });
  });
  {
    sycl::host_accessor a(plane);
    bool ok = true;
    for (int i = 0; i < 8; ++i)
      for (int j = 0; j < 8; ++j)
        ok = ok && a[i][j] == (i >= 4 && i < 6 && j >= 5);
    std::printf("2D %s\n", ok ? "PASS" : "FAIL");
  }
  try {
    sycl::host_accessor a(plane, sycl::range<2>(8, 8), sycl::id<2>(1, 0));
  } catch (const sycl::exception &e) {
    std::printf("too large: %s\n",
                e.code() == sycl::errc::invalid ? "refused" : "?");
  }
}
