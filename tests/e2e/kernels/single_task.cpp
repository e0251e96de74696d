// single_task, by the queue and by a handler.
// EXPECT: 42 43
#include <cstdio>
#include <sycl/sycl.hpp>

int main() {
  sycl::queue q;
  int *p = sycl::malloc_device<int>(2, q);
  q.single_task([=] { p[0] = 42; }).wait();
  q.submit([&](sycl::handler &h) {
     h.single_task([=] { p[1] = p[0] + 1; });
   }).wait();
  int host[2];
  q.copy(p, host, 2).wait();
  std::printf("%d %d\n", host[0], host[1]);
  sycl::free(p, q);
}
