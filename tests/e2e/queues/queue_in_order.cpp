// An in-order queue needs no events; a mix of kernels, copies and host tasks.
// REQUIRES: aspect:usm_shared_allocations
// EXPECT: in order 1, profiling 0
// EXPECT: 111111
#include <cstdio>
#include <sycl/sycl.hpp>

int main() {
  sycl::queue q{sycl::property::queue::in_order()};
  std::printf("in order %d, profiling %d\n", q.is_in_order(),
              q.has_property<sycl::property::queue::enable_profiling>());
  int *a = sycl::malloc_shared<int>(1, q), *b = sycl::malloc_device<int>(1, q);
  *a = 0;
  q.single_task([=] { *a += 1; });
  q.memcpy(b, a, sizeof(int));
  q.single_task([=] { *b += 10; });
  q.memcpy(a, b, sizeof(int));
  q.submit([&](sycl::handler &h) { h.host_task([=] { *a += 100; }); });
  q.parallel_for(1, [=](sycl::id<1>) { *a += 1000; });
  q.memcpy(b, a, sizeof(int));
  q.parallel_for(sycl::nd_range<1>(1, 1),
                 [=](sycl::nd_item<1>) { *b += 110000 - 10000; });
  q.memcpy(a, b, sizeof(int));
  q.single_task([=] { *a += 10000; });
  q.wait();
  std::printf("%d\n", *a);
  sycl::free(a, q);
  sycl::free(b, q);
}
