// A kernel to stop in; tests/gdb.rs finds the lines by their comments.
#include <sycl/sycl.hpp>

#include <cstdio>

static int twice(int x) {
  int y = x + x; // in a function
  return y;
}

int main() {
  sycl::queue q;
  int *data = sycl::malloc_shared<int>(4, q);
  q.parallel_for(sycl::range<1>(4), [=](sycl::id<1> i) {
     int index = static_cast<int>(i); // first in the kernel
     int value = twice(index);
     data[index] = value + 1; // last in the kernel
   }).wait();
  std::printf("result %d, on the host %d\n", data[3], twice(3) + 1);
  sycl::free(data, q);
}
