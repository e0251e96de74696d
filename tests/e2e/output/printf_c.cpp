// printf of the C library in a kernel; a call without arguments stays one.
// EXPECT: plain
// EXPECT: 42 -7 1.5 text c 100%
// EXPECT: done
#include <cstdio>
#include <sycl/sycl.hpp>

int main() {
  sycl::queue q;
  int *p = sycl::malloc_shared<int>(1, q);
  *p = 42;
  q.single_task([=] {
     std::printf("plain\n");
     printf("%d %ld %.1f %s %c 100%%\n", *p, -7L, 1.5f, "text", 'c');
   }).wait();
  std::printf("done\n");
  sycl::free(p, q);
}
