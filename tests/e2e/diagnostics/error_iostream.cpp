// Streams of the standard library.
// EXPECT-ERROR: error_iostream\.cpp:\d+:\d+: error: SYCL kernel cannot
#include <iostream>
#include <sycl/sycl.hpp>

void show(int x) { std::cout << x << std::endl; }

int main() {
  sycl::queue q;
  int *p = sycl::malloc_shared<int>(1, q);
  q.single_task([=] { show(*p); }).wait();
  sycl::free(p, q);
}
