// A static variable of a function.
// EXPECT-ERROR: error_static_local\.cpp:\d+:\d+: error: SYCL kernel cannot
#include <sycl/sycl.hpp>
int next() {
  static int value = 0;
  return ++value;
}

int main() {
  sycl::queue q;
  int *p = sycl::malloc_shared<int>(1, q);
  q.single_task([=] { *p = next(); }).wait();
  sycl::free(p, q);
}
