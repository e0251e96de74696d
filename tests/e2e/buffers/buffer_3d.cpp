// Accessors of two and three dimensions: a[id] and a[i][j][k].
// EXPECT: PASS
#include <cstdio>
#include <sycl/sycl.hpp>

int main() {
  sycl::queue q;
  sycl::buffer<int, 3> b(sycl::range<3>(4, 5, 6));
  sycl::buffer<int, 2> sums(sycl::range<2>(4, 5));
  q.submit([&](sycl::handler &h) {
    sycl::accessor a(b, h, sycl::write_only, sycl::no_init);
    h.parallel_for(b.get_range(), [=](sycl::id<3> i) {
      a[i] = i[0] * 100 + i[1] * 10 + i[2];
    });
  });
  q.submit([&](sycl::handler &h) {
    sycl::accessor a(b, h, sycl::read_only);
    sycl::accessor s(sums, h, sycl::write_only, sycl::no_init);
    h.parallel_for(sums.get_range(), [=](sycl::id<2> i) {
      int sum = 0;
      for (int k = 0; k < 6; ++k)
        sum += a[i[0]][i[1]][k];
      s[i[0]][i[1]] = sum;
    });
  });
  sycl::host_accessor s(sums, sycl::read_only);
  sycl::host_accessor a(b, sycl::read_only);
  bool ok = a[3][4][5] == 345 && a[{1, 2, 3}] == 123;
  for (int i = 0; i < 4; ++i)
    for (int j = 0; j < 5; ++j)
      ok = ok && s[i][j] == 6 * (i * 100 + j * 10) + 15;
  std::puts(ok ? "PASS" : "FAIL");
}
