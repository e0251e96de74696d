// A function that calls itself, and the chain to it.
// EXPECT-ERROR: error_recursion\.cpp:\d+:\d+: error: SYCL kernel cannot .*recursi
// EXPECT-ERROR: outer
// EXPECT-ERROR: in SYCL kernel
#include <sycl/sycl.hpp>
int factorial(int n) { return n < 2 ? 1 : n * factorial(n - 1); }
int outer(int n) { return factorial(n) + 1; }

int main() {
  sycl::queue q;
  int *p = sycl::malloc_shared<int>(1, q);
  q.single_task([=] { *p = outer(*p); }).wait();
  sycl::free(p, q);
}
