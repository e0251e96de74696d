// Two functions that call each other.
// EXPECT-ERROR: error_mutual_recursion\.cpp:\d+:\d+: error: SYCL kernel cannot .*recursi
#include <sycl/sycl.hpp>
int odd(int n);
int even(int n) { return n == 0 ? 1 : odd(n - 1); }
int odd(int n) { return n == 0 ? 0 : even(n - 1); }

int main() {
  sycl::queue q;
  int *p = sycl::malloc_shared<int>(1, q);
  q.single_task([=] { *p = even(*p); }).wait();
  sycl::free(p, q);
}
