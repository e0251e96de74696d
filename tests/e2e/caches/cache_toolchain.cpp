// Kept code is compiled again once the libLLVM that made it has been replaced.
// STEP: $CXX -fsycl -O2 $SRC -o $EXE
// STEP: mkdir llvm && cp -L "$(ldd "$(dirname "$TANDEM")/../lib/libtandem_codegen_cpu.so" | sed -n 's/.*libLLVM[^ ]* => \([^ ]*\) .*/\1/p')" llvm
// STEP: echo 'SYCL_CACHE_DIR=cache SYCL_CACHE_TRACE=1 LD_LIBRARY_PATH=llvm $EXE 2>&1 >/dev/null | sed "s/.*: \(.*\): .*/\1/"' > run.sh
// STEP: test "$(bash run.sh | tr '\n' ' ')" = 'miss stored ' && test "$(bash run.sh)" = hit
// STEP: touch llvm/* && bash run.sh | grep -q stored && test "$(bash run.sh)" = hit && rm -r llvm
// EXPECT: result 42
#include <cstdio>
#include <sycl/sycl.hpp>

int main() {
  sycl::queue q;
  int *out = sycl::malloc_shared<int>(1, q);
  q.single_task([=] { *out = 42; }).wait();
  std::printf("result %d\n", *out);
  sycl::free(out, q);
}
