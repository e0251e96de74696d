// Constant tables, string literals, constexpr functions and static members.
// REQUIRES: aspect:fp64
// EXPECT: 30 7 1.5 98 120
#include <cstdio>
#include <sycl/sycl.hpp>

static const int table[4] = {0, 10, 20, 30};
constexpr double weights[] = {0.5, 1.5};
struct config {
  static constexpr int level = 7;
};
constexpr int factorial(int n) {
  int r = 1;
  for (int i = 2; i <= n; ++i)
    r *= i;
  return r;
}

int main() {
  sycl::queue q;
  double *p = sycl::malloc_device<double>(5, q);
  q.parallel_for(1, [=](sycl::id<1> i) {
     static constexpr int local[] = {1, 2, 3};
     const char *text = "abc";
     size_t k = i + 1;
     p[0] = table[local[2]];
     p[1] = config::level;
     p[2] = weights[k];
     p[3] = text[k];
     p[4] = factorial(int(k) + 4);
   }).wait();
  double host[5];
  q.copy(p, host, 5).wait();
  std::printf("%g %g %g %g %g\n", host[0], host[1], host[2], host[3], host[4]);
  sycl::free(p, q);
}
