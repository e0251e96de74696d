// A variadic function.
// EXPECT-ERROR: error_variadic\.cpp:\d+:\d+: error: SYCL kernel cannot .*varia
#include <cstdarg>
#include <sycl/sycl.hpp>

int sum(int n, ...) {
  va_list list;
  va_start(list, n);
  int total = 0;
  for (int i = 0; i < n; ++i)
    total += va_arg(list, int);
  va_end(list);
  return total;
}

int main() {
  sycl::queue q;
  int *p = sycl::malloc_shared<int>(1, q);
  q.single_task([=] { *p = sum(2, *p, *p); }).wait();
  sycl::free(p, q);
}
