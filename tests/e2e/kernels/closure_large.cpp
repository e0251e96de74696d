// A closure of 2 KiB, over-aligned vectors in it, and one without any member.
// REQUIRES: parameters:2064
// EXPECT: 130816 10 1
#include <cstdio>
#include <sycl/sycl.hpp>

struct table {
  int values[512];
};

int main() {
  sycl::queue q;
  int *p = sycl::malloc_device<int>(2, q);
  table t;
  for (int i = 0; i < 512; ++i)
    t.values[i] = i;
  q.single_task([=] {
     int sum = 0;
     for (int i = 0; i < 512; ++i)
       sum += t.values[i];
     p[0] = sum;
   }).wait();
  char odd = 1;
  sycl::int8 wide(1, 2, 3, 4, 0, 0, 0, 0);
  q.submit([&](sycl::handler &h) {
     h.single_task(
         [=] { p[1] = wide[0] + wide[1] + wide[2] + wide[3] + odd - 1; });
   }).wait();
  q.single_task([] {}).wait();
  q.parallel_for(sycl::nd_range<1>(8, 4), [](sycl::nd_item<1> it) {
     sycl::group_barrier(it.get_group());
   }).wait();
  int host[2];
  q.copy(p, host, 2).wait();
  std::printf("%d %d %d\n", host[0], host[1], q.ext_oneapi_empty());
  sycl::free(p, q);
}
