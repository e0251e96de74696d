// TANDEM_DUMP keeps every stage of each kernel, those of the persistent cache,
// too.
// REQUIRES: backend:native_cpu
// RUN: rm -rf stages; $EXE; TANDEM_DUMP=stages $EXE
// RUN: spirv-val stages/*-spirv.spv
// RUN: grep -q 'spir_kernel void @.*Tripled' stages/*-linked.ll
// RUN: grep -q 'define .*Tripled' stages/*-workgroups.ll
// RUN: grep -q Tripled stages/*-optimized.ll
// RUN: grep -q Tripled stages/*-assembly.s
// RUN: grep -q Tripled stages/*-object.o
// EXPECT: 21
// EXPECT: 21
#include <sycl/sycl.hpp>

#include <cstdio>

class Tripled;

int main() {
  sycl::queue q;
  int *result = sycl::malloc_device<int>(1, q);
  q.fill(result, 7, 1).wait();
  q.single_task<Tripled>([=] { *result *= 3; }).wait();
  int tripled;
  q.copy(result, &tripled, 1).wait();
  std::printf("%d\n", tripled);
  sycl::free(result, q);
}
