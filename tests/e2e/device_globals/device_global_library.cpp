// Device globals of a library that is opened and closed again: each time they
// start anew, and the program's own keep their values.
// STEP: $CXX -fsycl -O2 -DLIBRARY -shared -fPIC $SRC -o libone.so
// STEP: $CXX -fsycl -O2 $SRC -o $EXE
// EXPECT: library 1 2 own 1
// EXPECT: library 1 2 own 2
// EXPECT: library 1 2 own 3
#include <sycl/sycl.hpp>

#include <cstdio>
#include <dlfcn.h>

using sycl::ext::oneapi::experimental::device_global;

#ifdef LIBRARY

static device_global<int> counter;

extern "C" int count_in_library(sycl::queue &q) {
  int value;
  q.single_task([] { ++counter.get(); }).wait();
  q.copy(counter, &value).wait();
  return value;
}

#else

device_global<int> counter;

int main() {
  sycl::queue q;
  for (int round = 0; round < 3; ++round) {
    void *library = dlopen("./libone.so", RTLD_NOW | RTLD_LOCAL);
    auto count = reinterpret_cast<int (*)(sycl::queue &)>(
        dlsym(library, "count_in_library"));
    int first = count(q), second = count(q);
    dlclose(library);
    int own;
    q.single_task([] { ++counter.get(); }).wait();
    q.copy(counter, &own).wait();
    std::printf("library %d %d own %d\n", first, second, own);
  }
}

#endif
