// Sub-buffers: writes through them reach the parent.
// EXPECT: 0 0 0 0 4 5 6 7 0 0
// EXPECT: sub 1, parent 0
// EXPECT: sub sum 22
// EXPECT: errors 2
#include <cstdio>
#include <sycl/sycl.hpp>
#include <vector>

int main() {
  sycl::queue q;
  std::vector<int> v(64, 0);
  int errors = 0;
  {
    sycl::buffer<int> b(v);
    sycl::buffer<int> s(b, sycl::id<1>(32), sycl::range<1>(4));
    q.submit([&](sycl::handler &h) {
      sycl::accessor a(s, h, sycl::write_only);
      h.parallel_for(4, [=](sycl::id<1> i) { a[i] = int(i) + 4; });
    });
    {
      sycl::host_accessor a(b, sycl::read_only);
      for (int i = 28; i < 38; ++i)
        std::printf("%d%c", a[i], i < 37 ? ' ' : '\n');
    }
    std::printf("sub %d, parent %d\n", s.is_sub_buffer(), b.is_sub_buffer());
    sycl::host_accessor a(s, sycl::read_only);
    std::printf("sub sum %d\n", a[0] + a[1] + a[2] + a[3]);
    try {
      sycl::buffer<int> bad(b, 62, 4);
    } catch (const sycl::exception &e) {
      errors += e.code() == sycl::errc::invalid;
    }
    sycl::buffer<int, 2> plane(sycl::range<2>(8, 8));
    try {
      sycl::buffer<int, 2> column(plane, sycl::id<2>(0, 2),
                                  sycl::range<2>(8, 2));
    } catch (const sycl::exception &e) {
      errors += e.code() == sycl::errc::invalid;
    }
  }
  std::printf("errors %d\n", errors);
  return !(v[33] == 5 && v[31] == 0);
}
