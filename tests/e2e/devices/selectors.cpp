// Standard selectors, own ones, aspects, and requests that nothing meets.
// EXPECT: default 1, own 1, lambda 1
// EXPECT: type 1 1, aspects 1 1
// EXPECT: other type: no device
// EXPECT: rejected: no device
#include <cstdio>
#include <sycl/sycl.hpp>

struct by_units : sycl::device_selector {
  int operator()(const sycl::device &d) const override {
    return int(d.get_info<sycl::info::device::max_compute_units>());
  }
};

// Whether the selector finds this device.
template <class Selector> bool finds(const sycl::device &d, const Selector &s) {
  return sycl::device(s) == d && sycl::queue(s).get_device() == d;
}

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
  // The only device there is.
  const sycl::device d;
  std::printf("default %d, own %d, lambda %d\n",
              finds(d, sycl::default_selector_v), finds(d, by_units()),
              finds(d, [](const sycl::device &) { return 1; }));
  using sycl::aspect, sycl::aspect_selector;
  if (d.is_cpu()) {
    std::printf("type %d %d, aspects %d %d\n", finds(d, sycl::cpu_selector_v),
                finds(d, sycl::cpu_selector()),
                finds(d, aspect_selector<aspect::cpu>()),
                finds(d, aspect_selector({aspect::cpu}, {aspect::gpu})));
    refuse("other type", sycl::gpu_selector_v);
  } else {
    const auto type = d.is_gpu() ? aspect::gpu : aspect::accelerator;
    std::printf("type %d %d, aspects %d %d\n",
                !d.is_gpu() || finds(d, sycl::gpu_selector_v),
                !d.is_gpu() || finds(d, sycl::gpu_selector()),
                finds(d, aspect_selector(type)),
                finds(d, aspect_selector({type}, {aspect::cpu})));
    refuse("other type", sycl::cpu_selector_v);
  }
  refuse("rejected", [](const sycl::device &) { return -1; });
}
