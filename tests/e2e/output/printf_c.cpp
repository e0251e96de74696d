// printf of the C library in a kernel; a call without arguments stays one.
// REQUIRES: aspect:fp64
// EXPECT: plain
// EXPECT: 42 -7 1.5 text c 100%
// EXPECT: done
#include <cstdio>
#include <sycl/sycl.hpp>

int main() {
  sycl::queue q;
  int answer = 42;
  sycl::buffer<int> buffer(&answer, 1);
  q.submit([&](sycl::handler &h) {
     sycl::accessor p(buffer, h, sycl::read_only);
     h.single_task([=] {
       std::printf("plain\n");
       printf("%d %ld %.1f %s %c 100%%\n", p[0], -7L, 1.5f, "text", 'c');
     });
   }).wait();
  std::printf("done\n");
}
