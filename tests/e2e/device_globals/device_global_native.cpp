// Device globals in code that was compiled ahead of time: images of a program,
// one for each kernel, and of libraries, linked and opened at run time, mean
// one variable. A kernel that calls a function with a barrier is compiled from
// SPIR-V, and has the same variable.
// STEP: $CXX -fsycl -fsycl-targets=spir64_x86_64 -O2 -DPART=1 -shared -fPIC $SRC -o libadder.so
// STEP: $CXX -fsycl -fsycl-targets=spir64_x86_64 -O2 -DPART=2 -shared -fPIC $SRC -L. -ladder -o libopened.so
// STEP: $CXX -fsycl -fsycl-targets=spir64_x86_64 -fsycl-device-code-split=per_kernel -O2 -DPART=0 $SRC -L. -ladder -Wl,-rpath,. -rdynamic -o $EXE
// REQUIRES: backend:native_cpu
// RUN: TANDEM_CODEGEN_CPU=/nowhere $EXE native; $EXE
// EXPECT: total 7
// EXPECT: internal 3
// EXPECT: opened 17
// EXPECT: scoped 1
// EXPECT: total 7
// EXPECT: internal 3
// EXPECT: opened 17
// EXPECT: scoped 1
// EXPECT: barrier 23
#include <cstdio>
#include <dlfcn.h>
#include <sycl/sycl.hpp>

namespace experimental = sycl::ext::oneapi::experimental;
using experimental::device_global;

SYCL_EXTERNAL void add(int value);
SYCL_EXTERNAL void add_sum(sycl::nd_item<1> item, int value);

#if PART == 1

SYCL_EXTERNAL device_global<int> total;
SYCL_EXTERNAL void add(int value) { total.get() += value; }
SYCL_EXTERNAL void add_sum(sycl::nd_item<1> item, int value) {
  int sum = sycl::reduce_over_group(item.get_group(), value, sycl::plus<>());
  if (item.get_local_linear_id() == 0)
    total.get() += sum;
}

#elif PART == 2

SYCL_EXTERNAL extern device_global<int> total;

extern "C" void add_ten(sycl::queue &q) {
  q.single_task([] {
     if (total == 7)
       add(10);
   }).wait();
}

#else

SYCL_EXTERNAL extern device_global<int> total;
static device_global<int> internal;
static device_global<int, decltype(experimental::properties(
                              experimental::device_image_scope))>
    scoped;

static void print(const char *name, sycl::queue &q,
                  const device_global<int> &variable) {
  int value = 0;
  q.copy(variable, &value).wait();
  std::printf("%s %d\n", name, value);
}

int main(int count, char **) {
  sycl::queue q;
  q.single_task([] {
     total = 3;
     add(4);
   }).wait();
  print("total", q, total);
  q.single_task([] { internal = 1; }).wait();
  q.single_task([] { internal.get() += 2; }).wait();
  print("internal", q, internal);
  void *library = dlopen("./libopened.so", RTLD_NOW | RTLD_LOCAL);
  reinterpret_cast<void (*)(sycl::queue &)>(dlsym(library, "add_ten"))(q);
  print("opened", q, total);
  q.single_task([] { ++scoped.get(); }).wait();
  int value = 0;
  q.copy(scoped, &value).wait();
  std::printf("scoped %d\n", value);
  if (count == 1) {
    q.parallel_for(sycl::nd_range<1>(4, 4), [](sycl::nd_item<1> item) {
       add_sum(item, int(item.get_local_id(0)));
     }).wait();
    print("barrier", q, total);
  }
  dlclose(library);
}

#endif
