// A program that only has a function's host definition gets the device
// definition as a separate image; an image for another device does not help.
// STEP: $CXX -fsycl -O2 -DDEVICE_CODE -c $SRC -o device.o
// STEP: $CXX -fsycl -shared -fsycl-dump-device-code=dump device.o -o unused.so
// STEP: $CXX -fsycl -O2 -fsycl-add-targets=spir64-unknown-unknown:dump/unused.so-sycl-spir64-0.spv $SRC -o $EXE
// STEP: $CXX -fsycl -O2 -fsycl-add-targets=nvptx64-nvidia-cuda:dump/unused.so-sycl-spir64-0.spv $SRC -o other
// STEP: $TANDEM image dump $EXE | grep -q 'exports _Z6addendi'
// EXPECT: 42
// EXPECT-LIKE: kernel `main::\{lambda\(\)#1\}` needs device functions that no device image defines: `addend\(int\)` \(.*/program defines it for nvptx64 only\); searched: .*/program \(nvptx64\), .*/program \(spir64\)
#include <cstdio>
#include <cstring>
#include <sycl/sycl.hpp>
#include <unistd.h>

SYCL_EXTERNAL int addend(int value);

#ifdef DEVICE_CODE

SYCL_EXTERNAL int addend(int value) { return value + 2; }

#else

#ifndef __SYCL_DEVICE_ONLY__
int addend(int) { return -1; }
#endif

int main(int, char **arguments) {
  sycl::queue q;
  int *out = sycl::malloc_device<int>(1, q);
  try {
    q.single_task([=] { *out = addend(40); }).wait();
    int result;
    q.copy(out, &result, 1).wait();
    std::printf("%d\n", result);
    std::fflush(stdout);
    execv("./other", arguments);
  } catch (const sycl::exception &error) {
    std::puts(error.what());
  }
}

#endif
