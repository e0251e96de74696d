// The error of a selector that no device fits names what each device lacks, and
// what hides others.
// REQUIRES: backend:native_cpu, aspect:fp64
// EXPECT: no device matches gpu_selector_v
// EXPECT-LIKE:   \[native_cpu:(cpu|acc)\] .+: lacks aspect::gpu
// EXPECT: no device matches aspect_selector
// EXPECT-LIKE:   .+: lacks aspect::custom, has aspect::fp64
// EXPECT: no device matches the program's selector
// EXPECT-LIKE:   .+: has a negative score
#include <cstdio>

#include <sycl/sycl.hpp>

template <class Selector> void try_select(const Selector &selector) {
  try {
    sycl::device device{selector};
  } catch (const sycl::exception &e) {
    std::printf("%s\n", e.what());
    if (e.code() != sycl::errc::runtime)
      std::printf("another code\n");
  }
}

int main() {
  try_select(sycl::gpu_selector_v);
  try_select(
      sycl::aspect_selector({sycl::aspect::custom}, {sycl::aspect::fp64}));
  try_select([](const sycl::device &) { return -1; });
}
