// Copies to and from device globals of internal linkage reach the kernels'
// variable under link-time optimization, thin and full, in one call and through
// an object file; and after a separate device link.
// STEP: $CXX -fsycl -O2 -flto $SRC -o full
// STEP: $CXX -fsycl -O2 -flto -c $SRC -o full.o && $CXX -fsycl -flto full.o -o of_object
// STEP: $CXX -fsycl -O2 -c $SRC -o a.o && $CXX -fsycl -O2 -fsycl-link $SRC -o device.o && $CXX -fsycl a.o device.o -o linked
// STEP: $CXX -fsycl -O2 -flto=thin -c $SRC -o thin.o
// STEP: $CXX -fsycl -O2 -flto=thin -fsycl-link thin.o -o thin_device.o
// STEP: $CXX -fsycl -flto=thin thin.o thin_device.o -o $EXE
// RUN: $EXE; ./full; ./of_object; ./linked
// EXPECT: kernel 5 copied 6 other 7
// EXPECT: kernel 5 copied 6 other 7
// EXPECT: kernel 5 copied 6 other 7
// EXPECT: kernel 5 copied 6 other 7
#include <cstdio>
#include <sycl/sycl.hpp>

using sycl::ext::oneapi::experimental::device_global;

static device_global<int> counter;
namespace {
device_global<int> other;
}

int main() {
  sycl::queue q{sycl::property::queue::in_order()};
  int *seen = sycl::malloc_device<int>(2, q);
  int five = 5, seven = 7, copied = 0;
  q.copy(&five, counter).wait();
  q.memcpy(other, &seven, sizeof seven).wait();
  q.single_task([=] {
     seen[0] = counter;
     seen[1] = other;
     ++counter.get();
   }).wait();
  q.copy(counter, &copied).wait();
  int host[2];
  q.copy(seen, host, 2).wait();
  std::printf("kernel %d copied %d other %d\n", host[0], copied, host[1]);
  sycl::free(seen, q);
}
