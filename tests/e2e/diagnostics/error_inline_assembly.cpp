// Assembly of the host.
// EXPECT-ERROR: error_inline_assembly\.cpp:\d+:\d+: error: SYCL kernel cannot .*assembly
#include <sycl/sycl.hpp>
int stamp() {
  int low, high;
  asm volatile("rdtsc" : "=a"(low), "=d"(high));
  return low;
}

int main() {
  sycl::queue q;
  int *p = sycl::malloc_shared<int>(1, q);
  q.single_task([=] { *p = stamp(); }).wait();
  sycl::free(p, q);
}
