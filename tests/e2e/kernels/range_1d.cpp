// The thinnest kernel: USM and a one-dimensional range.
// EXPECT: 0 1 4 9 16 25 36 49
#include <cstdio>
#include <sycl/sycl.hpp>

int main() {
  sycl::queue q;
  int *p = sycl::malloc_device<int>(8, q);
  q.parallel_for(sycl::range<1>(8), [=](sycl::id<1> i) {
     p[i] = i * i;
   }).wait();
  int host[8];
  q.copy(p, host, 8).wait();
  for (int i = 0; i < 8; ++i)
    std::printf("%d%c", host[i], i < 7 ? ' ' : '\n');
  sycl::free(p, q);
}
