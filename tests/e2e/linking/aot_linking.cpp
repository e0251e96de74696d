// Images compiled ahead of time are linked with each other and with images of
// libraries: functions, function pointers, vectors by value, ids in the called
// function. A function with a barrier has to be inlined into the kernel: a
// kernel that calls one of another library is compiled from the SPIR-V that
// accompanies such code, as is one that calls functions of a library without
// native code. Undefined functions are named.
// STEP: $CXX -fsycl -O2 -DPART=1 -fPIC -c $SRC -o helper.o
// STEP: $CXX -fsycl -O2 -DPART=2 -fPIC -c $SRC -o main.o
// STEP: $CXX -fsycl -fsycl-targets=spir64_x86_64 -shared helper.o -o libnative.so
// STEP: $CXX -fsycl -shared helper.o -o libspirv.so
// STEP: $CXX -fsycl -fsycl-targets=spir64_x86_64,spir64 -shared helper.o -o libboth.so
// STEP: $CXX -fsycl -fsycl-targets=spir64_x86_64 main.o helper.o -o whole
// STEP: for lib in native spirv; do $CXX -fsycl -fsycl-targets=spir64_x86_64 main.o -L. -l$lib -Wl,-rpath,'$ORIGIN' -o with_$lib || exit 1; done
// STEP: $CXX -fsycl -O2 -DPART=2 -DNO_BARRIER -fsycl-targets=spir64_x86_64 $SRC -L. -lnative -Wl,-rpath,'$ORIGIN' -o native
// STEP: $CXX -fsycl -O2 -DPART=1 -DHOST_ONLY -fPIC -shared $SRC -o libhost.so
// STEP: $CXX -fsycl -fsycl-targets=spir64_x86_64 main.o -L. -lhost -Wl,-rpath,'$ORIGIN' -o with_host
// STEP: $CXX -fsycl -fsycl-targets=spir64,spir64_x86_64 main.o -L. -lboth -Wl,-rpath,'$ORIGIN' -o $EXE
// REQUIRES: backend:native_cpu
// RUN: TANDEM_CODEGEN_CPU=/nowhere ./whole
// RUN: ./with_native; ./with_spirv
// RUN: TANDEM_CODEGEN_CPU=/nowhere ./native
// RUN: ./with_host
// RUN: $EXE
// EXPECT: called 3 5 7 9, pointer 12, vector 36, id 3, barrier 6
// EXPECT: called 3 5 7 9, pointer 12, vector 36, id 3, barrier 6
// EXPECT: called 3 5 7 9, pointer 12, vector 36, id 3, barrier 6
// EXPECT: called 3 5 7 9, pointer 12, vector 36, id 3
// EXPECT-LIKE: failed: .*no device image defines: `twice_plus\(int, int\)`.*
// EXPECT: called 3 5 7 9, pointer 12, vector 36, id 3, barrier 6
#include <cstdio>
#include <sycl/sycl.hpp>

using Function = int (*)(int);
using Wide = sycl::vec<float, 8>;

SYCL_EXTERNAL int twice_plus(int value, int more);
SYCL_EXTERNAL int triple(int value);
SYCL_EXTERNAL float sum_of(Wide value);
SYCL_EXTERNAL int own_id();
SYCL_EXTERNAL int sum_of_group(sycl::nd_item<1> item, int value);

#if PART == 1 && !(defined(HOST_ONLY) && defined(__SYCL_DEVICE_ONLY__))

SYCL_EXTERNAL int twice(int value) { return 2 * value; }
SYCL_EXTERNAL int twice_plus(int value, int more) {
  return twice(value) + more;
}
SYCL_EXTERNAL int triple(int value) { return 3 * value; }
SYCL_EXTERNAL float sum_of(Wide value) {
  float sum = 0;
  for (int i = 0; i < 8; ++i)
    sum += value[i];
  return sum;
}
SYCL_EXTERNAL int own_id() {
  return int(
      sycl::ext::oneapi::experimental::this_nd_item<1>().get_global_id(0));
}
SYCL_EXTERNAL int sum_of_group(sycl::nd_item<1> item, int value) {
  return sycl::reduce_over_group(item.get_group(), value, sycl::plus<>());
}

#elif PART == 2

int main() try {
  sycl::queue q;
  int *out = sycl::malloc_device<int>(4, q);
  q.parallel_for(4, [=](sycl::id<1> i) {
     out[i] = twice_plus(int(i), 3);
   }).wait();
  int host[4];
  q.copy(out, host, 4).wait();
  std::printf("called %d %d %d %d", host[0], host[1], host[2], host[3]);
  Function *function = sycl::malloc_device<Function>(1, q);
  q.single_task([=] { *function = &triple; }).wait();
  q.single_task([=] { out[0] = (*function)(4); }).wait();
  q.copy(out, host, 4).wait();
  std::printf(", pointer %d", host[0]);
  float *sum = sycl::malloc_device<float>(1, q);
  q.single_task([=] { *sum = sum_of(Wide(1, 2, 3, 4, 5, 6, 7, 8)); }).wait();
  float result;
  q.copy(sum, &result, 1).wait();
  std::printf(", vector %g", result);
  q.parallel_for(sycl::nd_range<1>(4, 2), [=](sycl::nd_item<1> item) {
     out[item.get_global_id(0)] = own_id();
   }).wait();
  q.copy(out, host, 4).wait();
  std::printf(", id %d", host[3]);
#ifndef NO_BARRIER
  q.parallel_for(sycl::nd_range<1>(4, 4), [=](sycl::nd_item<1> item) {
     out[item.get_global_id(0)] =
         sum_of_group(item, int(item.get_global_id(0)));
   }).wait();
  q.copy(out, host, 4).wait();
  std::printf(", barrier %d", host[1]);
#endif
  std::printf("\n");
} catch (const sycl::exception &error) {
  std::printf("failed: %s\n", error.what());
}

#endif
