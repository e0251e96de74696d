// Three dimensions, given in braces.
// EXPECT: PASS
#include <cstdio>
#include <sycl/sycl.hpp>

int main() {
  constexpr size_t a = 5, b = 7, c = 11;
  sycl::queue q;
  size_t *p = sycl::malloc_device<size_t>(a * b * c, q);
  q.parallel_for({a, b, c}, [=](sycl::id<3> i) {
     p[(i[0] * b + i[1]) * c + i[2]] = i[0] * 10000 + i[1] * 100 + i[2];
   }).wait();
  bool ok = true;
  size_t host[a * b * c];
  q.copy(p, host, a * b * c).wait();
  for (size_t i = 0; i < a * b * c; ++i)
    ok = ok && host[i] == i / (b * c) * 10000 + i / c % b * 100 + i % c;
  std::puts(ok ? "PASS" : "FAIL");
  sycl::free(p, q);
}
