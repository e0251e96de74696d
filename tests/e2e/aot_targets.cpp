// One program with SPIR-V and with code compiled ahead of time: the device
// takes the latter where its processor has the features, else compiles the
// SPIR-V. Without SPIR-V, the error names the features that are missing.
// STEP: $CXX -fsycl -O2 -c $SRC -o a.o
// STEP: $CXX -fsycl -fsycl-targets=spir64,spir64_x86_64 -Xsycl-target-backend=spir64_x86_64 "-march=sse42" a.o -o both
// STEP: TANDEM_CODEGEN_CPU=/nowhere ./both | grep -q 'sum 28'
// STEP: $CXX -fsycl -fsycl-targets=spir64_x86_64,spir64 -Xsycl-target-backend "-march=bdver4" a.o -o other
// STEP: ./other | grep -q 'sum 28'
// STEP: $CXX -fsycl -fsycl-targets=spir64_x86_64 -Xs "-march=bdver4" a.o -o $EXE
// EXPECT: failed: kernel `sum_kernel` has no device image
// EXPECT: spir64_x86_64
// EXPECT: it needs
// EXPECT: xop
#include <cstdio>
#include <cstring>
#include <sycl/sycl.hpp>

class sum_kernel;

int main() try {
  sycl::queue q;
  int *sum = sycl::malloc_shared<int>(1, q);
  *sum = 0;
  q.single_task<sum_kernel>([=] {
     for (int i = 0; i < 8; ++i)
       *sum += i;
   }).wait();
  std::printf("sum %d\n", *sum);
  sycl::free(sum, q);
} catch (const sycl::exception &error) {
  std::printf("failed: ");
  // One line for each part of the message.
  for (const char *at = error.what(); *at != '\0'; ++at)
    std::putchar(std::strchr(",;:(", *at) != nullptr ? '\n' : *at);
  std::printf("\n");
}
