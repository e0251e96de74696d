// One kernel with other captures each time, in flight at once.
// EXPECT: PASS
#include <cstdio>
#include <sycl/sycl.hpp>
#include <vector>

int main() {
  sycl::queue q;
  constexpr int n = 5000;
  int *p = sycl::malloc_device<int>(n, q);
  for (int k = 0; k < n; ++k)
    q.single_task([=] { p[k] = 3 * k; });
  q.wait();
  bool ok = true;
  std::vector<int> host(n);
  q.copy(p, host.data(), n).wait();
  for (int k = 0; k < n; ++k)
    ok = ok && host[k] == 3 * k;
  std::puts(ok ? "PASS" : "FAIL");
  sycl::free(p, q);
}
