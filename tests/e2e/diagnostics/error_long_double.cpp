// long double.
// EXPECT-ERROR: error_long_double\.cpp:\d+:\d+: error: SYCL kernel cannot .*long double
#include <sycl/sycl.hpp>
int half(int x) {
  long double y = x;
  y *= 0.5L;
  return static_cast<int>(y);
}

int main() {
  sycl::queue q;
  int *p = sycl::malloc_shared<int>(1, q);
  q.single_task([=] { *p = half(*p); }).wait();
  sycl::free(p, q);
}
