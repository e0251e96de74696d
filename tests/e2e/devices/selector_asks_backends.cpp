// A selector of CPUs does not query the devices of GPU-only back ends, since
// some drivers take long to start. The plugin in place of CUDA's is that of the
// island devices, whose calls are traced.
// REQUIRES: backend:native_cpu
// RUN: export SYCL_OVERRIDE_PI_CUDA="$(dirname "$TANDEM")/../lib/libpi_island.so" TANDEM_ISLAND_DEVICE=1
// RUN: export ONEAPI_DEVICE_SELECTOR='cuda:*;native_cpu:*' SYCL_PI_TRACE=2
// RUN: for kind in cpu aspect all; do $EXE $kind > trace 2>&1; echo $kind: $(grep -c -- '---> piPlatformsGet' trace) $(grep chosen trace); done
// EXPECT: cpu: 2 chosen: a CPU
// EXPECT: aspect: 2 chosen: a CPU
// EXPECT: all: 4 chosen: a CPU
#include <cstdio>
#include <cstring>
#include <sycl/sycl.hpp>

int main(int, char **argv) {
  if (!std::strcmp(argv[1], "all"))
    sycl::platform::get_platforms();
  sycl::device device =
      !std::strcmp(argv[1], "aspect")
          ? sycl::device(sycl::aspect_selector(sycl::aspect::cpu))
          : sycl::device(sycl::cpu_selector_v);
  std::printf("chosen: %s\n", device.is_cpu() ? "a CPU" : "something else");
}
