// Placeholder accessors, bound to each command group by require.
// EXPECT: placeholder 1
// EXPECT: 20
#include <cstdio>
#include <sycl/sycl.hpp>

int main() {
  sycl::queue q;
  sycl::buffer<int> b(4);
  sycl::accessor<int, 1, sycl::access_mode::read_write> a(b);
  std::printf("placeholder %d\n", a.is_placeholder());
  q.submit([&](sycl::handler &h) {
    h.require(a);
    h.parallel_for(4, [=](sycl::id<1> i) { a[i] = int(i); });
  });
  for (int k = 0; k < 3; ++k)
    q.submit([&](sycl::handler &h) {
      h.require(a);
      h.parallel_for(4, [=](sycl::id<1> i) { a[i] = a[i] * 2 + (k == 2); });
    });
  sycl::host_accessor host(b, sycl::read_only);
  std::printf("%d\n", host[2] + host[0] * 3);
}
