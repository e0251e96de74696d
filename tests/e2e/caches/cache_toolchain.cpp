// Kept code is compiled again once the libLLVM that made it has been replaced.
// STEP: $CXX -fsycl -O2 $SRC -o $EXE
// STEP: mkdir llvm && cp -L "$(ldd "$(dirname "$TANDEM")/../lib/libtandem_codegen_cpu.so" | sed -n 's/.*libLLVM[^ ]* => \([^ ]*\) .*/\1/p')" llvm
// REQUIRES: backend:native_cpu
// RUN: run() { echo $1; SYCL_CACHE_TRACE=1 LD_LIBRARY_PATH=llvm $EXE 2>&1 >/dev/null | sed "s/.*: \(.*\): .*/\1/"; }
// RUN: run first; run second; touch llvm/*; run replaced; run kept; $EXE
// EXPECT: first
// EXPECT: miss
// EXPECT: stored
// EXPECT: second
// EXPECT: hit
// EXPECT: replaced
// EXPECT: stored
// EXPECT: kept
// EXPECT: hit
// EXPECT: result 42
#include <cstdio>
#include <sycl/sycl.hpp>

int main() {
  sycl::queue q;
  int *out = sycl::malloc_device<int>(1, q);
  q.single_task([=] { *out = 42; }).wait();
  int result;
  q.copy(out, &result, 1).wait();
  std::printf("result %d\n", result);
  sycl::free(out, q);
}
