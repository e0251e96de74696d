// Libraries with kernels are opened and closed 10,000 times: two libraries that
// have a kernel of the same name get their own, and nothing grows.
// UNSUPPORTED: opencl:* (each round builds programs, for hours)
// STEP: $CXX -fsycl -O2 -DLIBRARY=1 -fPIC -shared $SRC -o libone.so
// STEP: $CXX -fsycl -O2 -DLIBRARY=2 -fPIC -shared $SRC -o libtwo.so
// STEP: $CXX -fsycl -O2 $SRC -ldl -o $EXE
// EXPECT: both: 101 102
// EXPECT: closed: 101
// EXPECT: imported: 5
// EXPECT: 10000 rounds right
// EXPECT: no growth
#include <cstdio>
#include <dlfcn.h>
#include <sycl/sycl.hpp>

class shared_name;
SYCL_EXTERNAL int from_library(int value);

#ifdef LIBRARY

SYCL_EXTERNAL int from_library(int value) { return value + LIBRARY; }

extern "C" int run(sycl::queue *q) {
  int *out = sycl::malloc_device<int>(1, *q);
  q->single_task<shared_name>([=] { *out = from_library(100); }).wait();
  int result;
  q->copy(out, &result, 1).wait();
  sycl::free(out, *q);
  return result;
}

#else

#ifndef __SYCL_DEVICE_ONLY__
int from_library(int) { return -1; }
#endif

using entry = int (*)(sycl::queue *);

static int run(void *library, sycl::queue &q) {
  return reinterpret_cast<entry>(dlsym(library, "run"))(&q);
}

static int import(sycl::queue &q) {
  int *out = sycl::malloc_device<int>(1, q);
  q.single_task([=] { *out = from_library(4); }).wait();
  int result;
  q.copy(out, &result, 1).wait();
  sycl::free(out, q);
  return result;
}

static long resident_kb() {
  long total = 0, resident = 0;
  if (FILE *file = std::fopen("/proc/self/statm", "r")) {
    if (std::fscanf(file, "%ld %ld", &total, &resident) != 2)
      resident = 0;
    std::fclose(file);
  }
  return resident * 4;
}

int main() {
  sycl::queue q;
  void *one = dlopen("./libone.so", RTLD_NOW | RTLD_LOCAL);
  void *two = dlopen("./libtwo.so", RTLD_NOW | RTLD_LOCAL);
  int first = run(one, q);
  std::printf("both: %d %d\n", first, run(two, q));
  dlclose(two);
  std::printf("closed: %d\n", run(one, q));
  std::printf("imported: %d\n", import(q));
  dlclose(one);

  constexpr int rounds = 10'000, warm = 1'000;
  int right = 0;
  long before = 0;
  for (int round = 0; round < rounds; ++round) {
    if (round == warm)
      before = resident_kb();
    int which = round % 2 + 1;
    void *library = dlopen(which == 1 ? "./libone.so" : "./libtwo.so",
                           RTLD_NOW | RTLD_LOCAL);
    right += run(library, q) == 100 + which &&
             (round % 10 || import(q) == 4 + which);
    dlclose(library);
  }
  std::printf("%d rounds right\n", right);
  long growth = resident_kb() - before;
  std::printf(growth < 1024 ? "no growth\n" : "grew by %ld KB\n", growth);
}

#endif
