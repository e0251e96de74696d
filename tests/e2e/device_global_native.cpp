// Device globals in code that was compiled ahead of time: the objects of a
// program and of a library, linked when the kernel is built, mean one variable.
// STEP: $CXX -fsycl -fsycl-targets=spir64_x86_64 -O2 -DLIBRARY -shared -fPIC $SRC -o libadder.so
// STEP: $CXX -fsycl -fsycl-targets=spir64_x86_64 -O2 $SRC -L. -ladder -Wl,-rpath,. -o $EXE
// DEVICE: basic
// EXPECT: total 7
#include <sycl/sycl.hpp>

#include <cstdio>

using sycl::ext::oneapi::experimental::device_global;

SYCL_EXTERNAL void add(int value);

#ifdef LIBRARY

SYCL_EXTERNAL device_global<int> total;
SYCL_EXTERNAL void add(int value) { total.get() += value; }

#else

SYCL_EXTERNAL extern device_global<int> total;

int main() {
  sycl::queue q;
  q.single_task([] {
     total = 3;
     add(4);
   }).wait();
  int value = 0;
  q.copy(total, &value).wait();
  std::printf("total %d\n", value);
}

#endif
