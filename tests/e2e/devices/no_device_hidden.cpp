// Where a variable hides the devices, the error of the default selector says
// so.
// REQUIRES: backend:native_cpu
// RUN: ONEAPI_DEVICE_SELECTOR=native_cpu:gpu $EXE
// EXPECT: no device matches default_selector_v
// EXPECT-LIKE:   every device of opencl: hidden by ONEAPI_DEVICE_SELECTOR=native_cpu:gpu
// EXPECT-LIKE:   \[native_cpu:cpu\]\[native_cpu:0\] .+: hidden by ONEAPI_DEVICE_SELECTOR=native_cpu:gpu
// EXPECT-STDERR: tandem: warning: ONEAPI_DEVICE_SELECTOR=native_cpu:gpu matches no device
#include <cstdio>

#include <sycl/sycl.hpp>

int main() {
  try {
    sycl::queue queue;
  } catch (const sycl::exception &e) {
    std::printf("%s\n", e.what());
  }
}
