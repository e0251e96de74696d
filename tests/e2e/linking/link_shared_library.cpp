// A kernel calls a function whose device code is in a shared library, and the
// library submits its own kernel, which shares nothing with the program.
// STEP: $CXX -fsycl -O2 -DLIBRARY -shared -fPIC $SRC -o libhelpers.so
// STEP: $CXX -fsycl -O2 $SRC -L. -lhelpers -Wl,-rpath,'$ORIGIN' -o $EXE
// EXPECT: 0 2 4 6 8 10 12 14
// EXPECT: library 30
// EXPECT: 0 2 4 6 8 10 12 14
#include <cstdio>
#include <sycl/sycl.hpp>

SYCL_EXTERNAL int twice(int value);
int library_sum(sycl::queue &q, int up_to);

#ifdef LIBRARY

SYCL_EXTERNAL int twice(int value) { return 2 * value; }

int library_sum(sycl::queue &q, int up_to) {
  int *sum = sycl::malloc_device<int>(1, q);
  q.single_task([=] {
     *sum = 0;
     for (int i = 0; i <= up_to; ++i)
       *sum += twice(i);
   }).wait();
  int result;
  q.copy(sum, &result, 1).wait();
  sycl::free(sum, q);
  return result;
}

#else

static void print_even(sycl::queue &q) {
  constexpr int count = 8;
  int *out = sycl::malloc_device<int>(count, q);
  q.parallel_for(count, [=](sycl::id<1> i) { out[i] = twice(int(i)); }).wait();
  int host[count];
  q.copy(out, host, count).wait();
  for (int i = 0; i < count; ++i)
    std::printf("%d ", host[i]);
  std::printf("\n");
  sycl::free(out, q);
}

int main() {
  sycl::queue q;
  print_even(q);
  std::printf("library %d\n", library_sum(q, 5));
  print_even(q);
}

#endif
