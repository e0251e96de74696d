// SYCL_EXTERNAL on functions, a member and a template instance in another unit.
// STEP: $CXX -fsycl -O2 -DPART=1 -c $SRC -o a.o
// STEP: $CXX -fsycl -O2 -DPART=2 -c $SRC -o b.o
// STEP: $CXX -fsycl a.o b.o -o $EXE
// REQUIRES: aspect:fp64
// EXPECT: 12 30 2.5 8
#include <cstdio>
#include <sycl/sycl.hpp>

struct point {
  double x, y;
  SYCL_EXTERNAL double mean() const;
};
SYCL_EXTERNAL int triple(int x);
SYCL_EXTERNAL void add_to(int *p, int x);
template <class T> SYCL_EXTERNAL T eight(T);

#if PART == 1
int main() {
  sycl::queue q;
  double *d = sycl::malloc_device<double>(2, q);
  int *p = sycl::malloc_device<int>(2, q);
  point at{2, 3};
  q.single_task([=] {
     p[0] = triple(4);
     p[1] = 10;
     add_to(p + 1, 20);
     d[0] = at.mean();
     d[1] = eight(1.0);
   }).wait();
  int numbers[2];
  q.copy(p, numbers, 2).wait();
  double means[2];
  q.copy(d, means, 2).wait();
  std::printf("%d %d %g %g\n", numbers[0], numbers[1], means[0], means[1]);
  sycl::free(d, q);
  sycl::free(p, q);
}
#else
static int helper(int x) { return 2 * x; }
SYCL_EXTERNAL int triple(int x) { return helper(x) + x; }
SYCL_EXTERNAL void add_to(int *p, int x) { *p += x; }
double point::mean() const { return (x + y) / 2; }
template <class T> T eight(T x) { return x * 8; }
template SYCL_EXTERNAL double eight<double>(double);
#endif
