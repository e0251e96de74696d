// A diamond of kernels on an out-of-order queue, ordered only by events.
// EXPECT: PASS
#include <cstdio>
#include <sycl/sycl.hpp>
#include <vector>

int main() {
  sycl::queue q;
  constexpr size_t n = 2000;
  int *a = sycl::malloc_device<int>(n, q), *b = sycl::malloc_device<int>(n, q),
      *c = sycl::malloc_device<int>(n, q);
  bool ok = true;
  for (int round = 0; round < 50; ++round) {
    auto top = q.parallel_for(n, [=](sycl::id<1> i) { a[i] = int(i) + round; });
    auto left = q.parallel_for(n, top, [=](sycl::id<1> i) { b[i] = a[i] * 2; });
    auto right = q.submit([&](sycl::handler &h) {
      h.depends_on(top);
      h.parallel_for(n, [=](sycl::id<1> i) { c[i] = a[n - 1 - i] * 3; });
    });
    auto bottom = q.submit([&](sycl::handler &h) {
      h.depends_on({left, right});
      h.parallel_for(n, [=](sycl::id<1> i) { a[i] = b[i] + c[i]; });
    });
    auto last =
        q.parallel_for(sycl::range<1>(n), std::vector<sycl::event>{bottom},
                       [=](sycl::id<1> i) { a[i] += 1; });
    sycl::event::wait({last, bottom});
    int host[n];
    q.copy(a, host, n).wait();
    for (size_t i = 0; i < n; ++i)
      ok = ok &&
           host[i] == 2 * (int(i) + round) + 3 * (int(n - 1 - i) + round) + 1;
  }
  std::puts(ok ? "PASS" : "FAIL");
  sycl::free(a, q);
  sycl::free(b, q);
  sycl::free(c, q);
}
