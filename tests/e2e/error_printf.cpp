// printf of the C library.
// EXPECT-ERROR: error_printf\.cpp:\d+:\d+: error: SYCL kernel cannot 
#include <sycl/sycl.hpp>
#include <cstdio>

int main() {
  sycl::queue q;
  int *p = sycl::malloc_shared<int>(1, q);
  q.single_task([=] { std::printf("%d\n", *p); }).wait();
  sycl::free(p, q);
}
