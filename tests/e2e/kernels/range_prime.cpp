// A size that no work-group size divides.
// EXPECT: PASS
#include <cstdio>
#include <sycl/sycl.hpp>
#include <vector>

int main() {
  constexpr size_t n = 1000003;
  sycl::queue q;
  unsigned *p = sycl::malloc_device<unsigned>(n + 1, q);
  q.fill(p + n, 77u, 1).wait();
  q.parallel_for(n, [=](sycl::id<1> i) {
     p[i] = unsigned(i) * 2654435761u;
   }).wait();
  std::vector<unsigned> host(n + 1);
  q.copy(p, host.data(), n + 1).wait();
  bool ok = host[n] == 77;
  for (size_t i = 0; i < n; ++i)
    ok = ok && host[i] == unsigned(i) * 2654435761u;
  std::puts(ok ? "PASS" : "FAIL");
  sycl::free(p, q);
}
