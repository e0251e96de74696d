// A size that no work-group size divides.
// EXPECT: PASS
#include <cstdio>
#include <sycl/sycl.hpp>

int main() {
  constexpr size_t n = 1000003;
  sycl::queue q;
  unsigned *p = sycl::malloc_shared<unsigned>(n + 1, q);
  p[n] = 77;
  q.parallel_for(n, [=](sycl::id<1> i) {
     p[i] = unsigned(i) * 2654435761u;
   }).wait();
  bool ok = p[n] == 77;
  for (size_t i = 0; i < n; ++i)
    ok = ok && p[i] == unsigned(i) * 2654435761u;
  std::puts(ok ? "PASS" : "FAIL");
  sycl::free(p, q);
}
