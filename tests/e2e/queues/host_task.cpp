// Host tasks between kernels: USM, accessors, and the order of their accesses.
// EXPECT: 0 6 12 18
// EXPECT: interop 1
#include <cstdio>
#include <sycl/sycl.hpp>

int main() {
  sycl::queue q;
  sycl::buffer<int> b(4);
  q.submit([&](sycl::handler &h) {
    sycl::accessor a(b, h, sycl::write_only, sycl::no_init);
    h.parallel_for(4, [=](sycl::id<1> i) { a[i] = int(i); });
  });
  q.submit([&](sycl::handler &h) {
    sycl::accessor a(b, h, sycl::read_write_host_task);
    h.host_task([=] {
      for (size_t i = 0; i < a.size(); ++i)
        a[i] *= 3;
    });
  });
  q.submit([&](sycl::handler &h) {
    sycl::accessor a(b, h, sycl::read_write);
    h.parallel_for(4, [=](sycl::id<1> i) { a[i] *= 2; });
  });
  {
    sycl::host_accessor a(b, sycl::read_only);
    std::printf("%d %d %d %d\n", a[0], a[1], a[2], a[3]);
  }
  int seen = 0;
  q.submit([&](sycl::handler &h) {
     h.host_task([&](sycl::interop_handle) { seen = 1; });
   }).wait();
  std::printf("interop %d\n", seen);
}
