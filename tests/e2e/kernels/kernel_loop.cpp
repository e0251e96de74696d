// One kernel with other captures each time, in flight at once.
// EXPECT: PASS
#include <cstdio>
#include <sycl/sycl.hpp>

int main() {
  sycl::queue q;
  constexpr int n = 5000;
  int *p = sycl::malloc_shared<int>(n, q);
  for (int k = 0; k < n; ++k)
    q.single_task([=] { p[k] = 3 * k; });
  q.wait();
  bool ok = true;
  for (int k = 0; k < n; ++k)
    ok = ok && p[k] == 3 * k;
  std::puts(ok ? "PASS" : "FAIL");
  sycl::free(p, q);
}
