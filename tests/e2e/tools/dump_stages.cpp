// TANDEM_DUMP keeps every stage of each kernel, those of the persistent cache,
// too.
// STEP: $CXX -fsycl -O2 $SRC -o $EXE
// STEP: export SYCL_CACHE_PERSISTENT=1 SYCL_CACHE_DIR=$PWD/cache; $EXE && TANDEM_DUMP=stages $EXE
// STEP: spirv-val stages/*-spirv.spv && grep -q 'spir_kernel void @.*Tripled' stages/*-linked.ll && grep -q 'define .*Tripled' stages/*-workgroups.ll
// STEP: grep -q Tripled stages/*-optimized.ll && grep -q Tripled stages/*-assembly.s && grep -q Tripled stages/*-object.o
// EXPECT: 21
#include <sycl/sycl.hpp>

#include <cstdio>

class Tripled;

int main() {
  sycl::queue q;
  int *result = sycl::malloc_shared<int>(1, q);
  *result = 7;
  q.single_task<Tripled>([=] { *result *= 3; }).wait();
  std::printf("%d\n", *result);
  sycl::free(result, q);
}
