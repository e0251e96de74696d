// Standard selectors, own ones, aspects, and a request that nothing meets.
// EXPECT: cpu 1 1 1
// EXPECT: own 1, lambda 1
// EXPECT: aspects 1 1
// EXPECT: gpu: no device
// EXPECT: rejected: no device
#include <cstdio>
#include <sycl/sycl.hpp>

struct by_units : sycl::device_selector {
  int operator()(const sycl::device &d) const override {
    return int(d.get_info<sycl::info::device::max_compute_units>());
  }
};

template <class Selector> void refuse(const char *title, const Selector &s) {
  try {
    sycl::queue q{s};
    std::printf("%s: found\n", title);
  } catch (const sycl::exception &e) {
    std::printf("%s: %s\n", title,
                e.code() == sycl::errc::runtime ? "no device" : e.what());
  }
}

int main() {
  std::printf("cpu %d %d %d\n", sycl::device(sycl::cpu_selector_v).is_cpu(),
              sycl::device(sycl::cpu_selector()).is_cpu(),
              sycl::device(sycl::default_selector_v).is_cpu());
  std::printf("own %d, lambda %d\n",
              sycl::queue(by_units()).get_device().is_cpu(),
              sycl::queue([](const sycl::device &) { return 1; })
                  .get_device()
                  .is_cpu());
  std::printf("aspects %d %d\n",
              sycl::device(sycl::aspect_selector<sycl::aspect::cpu>()).is_cpu(),
              sycl::device(sycl::aspect_selector({sycl::aspect::fp64},
                                                 {sycl::aspect::gpu}))
                  .is_cpu());
  refuse("gpu", sycl::gpu_selector_v);
  refuse("rejected", [](const sycl::device &) { return -1; });
}
