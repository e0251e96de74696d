// Constant tables, string literals, constexpr functions and static members.
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
  double *p = sycl::malloc_shared<double>(5, q);
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
  std::printf("%g %g %g %g %g\n", p[0], p[1], p[2], p[3], p[4]);
  sycl::free(p, q);
}
