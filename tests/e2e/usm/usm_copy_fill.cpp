// memcpy, copy, memset, fill with patterns of several sizes, prefetch, advise.
// REQUIRES: aspect:usm_shared_allocations
// EXPECT: PASS
#include <cstdio>
#include <sycl/sycl.hpp>
#include <vector>

struct triple {
  int a;
  short b, c;
  char d[4];
};

int main() {
  sycl::queue q;
  constexpr size_t n = 1000;
  std::vector<int> from(n), to(n, 0);
  for (size_t i = 0; i < n; ++i)
    from[i] = int(i * 3);
  int *d = sycl::malloc_device<int>(n, q), *e = sycl::malloc_device<int>(n, q);
  auto e1 = q.memcpy(d, from.data(), n * sizeof(int));
  auto e2 = q.copy(d, e, n, e1);
  q.memcpy(to.data(), e, n * sizeof(int), {e1, e2}).wait();
  bool ok = to == from;
  q.memset(d, 0x5a, 16).wait();
  q.fill(d + 4, 77, 6).wait();
  q.submit([&](sycl::handler &h) {
     h.memcpy(to.data(), d, 12 * sizeof(int));
   }).wait();
  ok = ok && to[0] == 0x5a5a5a5a && to[3] == 0x5a5a5a5a && to[4] == 77 &&
       to[9] == 77 && to[10] == 30;
  triple *t = sycl::malloc_shared<triple>(100, q);
  q.fill(t, triple{1, 2, 3, {'a', 'b', 'c', 'd'}}, 100).wait();
  ok = ok && t[99].a == 1 && t[50].c == 3 && t[0].d[3] == 'd';
  double *w = sycl::malloc_shared<double>(100, q);
  q.submit([&](sycl::handler &h) { h.fill(w, 0.25, 100); }).wait();
  ok = ok && w[0] == 0.25 && w[99] == 0.25;
  q.prefetch(w, 800).wait();
  q.mem_advise(w, 800, 0).wait();
  const double *read_only = w;
  q.prefetch(read_only, 800).wait();
  q.mem_advise(read_only, 800, 0).wait();
  q.submit([&](sycl::handler &h) { h.prefetch(read_only, 800); });
  q.submit([&](sycl::handler &h) { h.mem_advise(read_only, 800, 0); });
  q.memcpy(d, e, 0).wait();
  std::puts(ok ? "PASS" : "FAIL");
  for (void *p : {static_cast<void *>(d), static_cast<void *>(e),
                  static_cast<void *>(t), static_cast<void *>(w)})
    sycl::free(p, q);
}
