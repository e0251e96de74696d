// One program with SPIR-V and with code compiled ahead of time: the device uses
// the latter if its processor has the features, else it compiles the SPIR-V.
// Without SPIR-V, the error names the missing features. Code that no CPU runs
// is left to other devices, if they have SPIR-V.
// STEP: $CXX -fsycl -O2 -c $SRC -o a.o
// STEP: $CXX -fsycl -fsycl-targets=spir64,spir64_x86_64 -Xsycl-target-backend=spir64_x86_64 "-march=sse42" a.o -o both
// STEP: $CXX -fsycl -fsycl-targets=spir64_x86_64,spir64 -Xsycl-target-backend "-march=bdver4" a.o -o other
// STEP: $CXX -fsycl -DODD -fsycl-targets=spir64,spir64_x86_64 $SRC -o odd 2> warnings; grep -q 'warning: no code for spir64_x86_64: kernel' warnings
// STEP: ! $CXX -fsycl -DODD -fsycl-targets=spir64_x86_64 $SRC -o refused 2> errors; grep -q 'sub-groups of .3. work-items' errors && ! test -e refused
// STEP: ! $CXX -fsycl -fsycl-targets=spir64,spir64_x86_64 -Xs -march=z80 a.o -o refused 2> errors; grep -q 'unknown CPU `z80`' errors
// STEP: $CXX -fsycl -fsycl-targets=spir64_x86_64 -Xs "-march=bdver4" a.o -o $EXE
// REQUIRES: backend:native_cpu
// RUN: echo both; TANDEM_CODEGEN_CPU=/nowhere ./both
// RUN: echo other; ./other
// RUN: echo odd; ./odd
// RUN: $EXE
// EXPECT: both
// EXPECT: sum 28
// EXPECT: other
// EXPECT: sum 28
// EXPECT: odd
// EXPECT: sum 28
// EXPECT-LIKE: failed: kernel `sum_kernel` has no device image for .*: image for `spir64_x86_64`: unsupported device image: it needs .*fma4, xop, which this processor does not have\)
#include <cstdio>
#include <sycl/sycl.hpp>

class sum_kernel;

int main() try {
  sycl::queue q;
  int *sum = sycl::malloc_device<int>(1, q);
  q.fill(sum, 0, 1).wait();
  q.single_task<sum_kernel>([=] {
     for (int i = 0; i < 8; ++i)
       *sum += i;
   }).wait();
  int result;
  q.copy(sum, &result, 1).wait();
  std::printf("sum %d\n", result);
  sycl::free(sum, q);
} catch (const sycl::exception &error) {
  std::printf("failed: %s\n", error.what());
}

#ifdef ODD
// A kernel that no CPU runs.
void submit_odd(sycl::queue &q) {
  q.parallel_for<class odd>(sycl::nd_range<1>(3, 3),
                            [=](sycl::nd_item<1>)
                                [[sycl::reqd_sub_group_size(3)]] {});
}
#endif
