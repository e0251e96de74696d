// A function of another unit that is not SYCL_EXTERNAL: linking names it and
// the kernel that needs it.
// STEP: $CXX -fsycl -O2 -DPART=1 -c $SRC -o a.o
// STEP: $CXX -fsycl -O2 -DPART=2 -c $SRC -o b.o
// STEP: $CXX -fsycl a.o b.o -o $EXE
// EXPECT-ERROR: error: .*elsewhere\(int\)
// EXPECT-ERROR: [Kk]ernel .*needy
#include <sycl/sycl.hpp>

int elsewhere(int x);
#if PART == 1
int main() {
  sycl::queue q;
  int *p = sycl::malloc_shared<int>(1, q);
  q.single_task<class needy>([=] { *p = elsewhere(*p); }).wait();
}
#else
int elsewhere(int x) { return x + 1; }
#endif
