// One source built as two objects and an archive, with one without kernels.
// STEP: $CXX -fsycl -O2 -DPART=1 -c $SRC -o a.o
// STEP: $CXX -fsycl -O2 -DPART=2 -c $SRC -o b.o
// STEP: $CXX -O2 -DPART=3 -c $SRC -o c.o
// STEP: ar rcs libparts.a b.o c.o
// STEP: $CXX -fsycl a.o -L. -lparts -o $EXE
// EXPECT: 1 20 300
#include <cstdio>

int host_only();
int from_archive();

#if PART == 3
int host_only() { return 300; }
#else
#include <sycl/sycl.hpp>

static int run(int x) {
  sycl::queue q;
  int *p = sycl::malloc_device<int>(1, q);
  q.single_task([=] { *p = x; }).wait();
  int result;
  q.copy(p, &result, 1).wait();
  sycl::free(p, q);
  return result;
}
#if PART == 1
int main() { std::printf("%d %d %d\n", run(1), from_archive(), host_only()); }
#else
int from_archive() { return run(20); }
#endif
#endif
