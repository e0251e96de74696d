// Standard selectors, own ones, aspects, and requests that nothing meets.
// EXPECT: default 1, own 1, lambda 1
// EXPECT: type 1 1, aspects 1 1
// EXPECT-LIKE: other type: no device.*
// EXPECT: rejected: no device
#include <algorithm>
#include <cstdio>
#include <sycl/sycl.hpp>

struct by_likeness : sycl::device_selector {
  explicit by_likeness(const sycl::device &like) : like(like) {}
  int operator()(const sycl::device &d) const override {
    return d == like ? 2 : 1;
  }
  sycl::device like;
};

// Whether the selector finds this device.
template <class Selector> bool finds(const sycl::device &d, const Selector &s) {
  return sycl::device(s) == d && sycl::queue(s).get_device() == d;
}

template <class Selector>
void refuse(const char *title, const Selector &s, bool there = false) {
  try {
    sycl::queue q{s};
    std::printf("%s: %s\n", title, there ? "no device but another" : "found");
  } catch (const sycl::exception &e) {
    std::printf("%s: %s\n", title,
                e.code() == sycl::errc::runtime ? "no device" : e.what());
  }
}

int main() {
  const sycl::device d;
  const auto others = sycl::device::get_devices();
  const auto is_there = [&](sycl::aspect type) {
    return std::any_of(others.begin(), others.end(),
                       [=](const sycl::device &o) { return o.has(type); });
  };
  std::printf("default %d, own %d, lambda %d\n",
              finds(d, sycl::default_selector_v), finds(d, by_likeness(d)),
              finds(d, [=](const sycl::device &o) { return int(o == d); }));
  using sycl::aspect, sycl::aspect_selector;
  if (d.is_cpu()) {
    std::printf("type %d %d, aspects %d %d\n", finds(d, sycl::cpu_selector_v),
                finds(d, sycl::cpu_selector()),
                finds(d, aspect_selector<aspect::cpu>()),
                finds(d, aspect_selector({aspect::cpu}, {aspect::gpu})));
    refuse("other type", sycl::gpu_selector_v, is_there(aspect::gpu));
  } else {
    const auto type = d.is_gpu() ? aspect::gpu : aspect::accelerator;
    std::printf("type %d %d, aspects %d %d\n",
                !d.is_gpu() || finds(d, sycl::gpu_selector_v),
                !d.is_gpu() || finds(d, sycl::gpu_selector()),
                finds(d, aspect_selector(type)),
                finds(d, aspect_selector({type}, {aspect::cpu})));
    refuse("other type", sycl::cpu_selector_v, is_there(aspect::cpu));
  }
  refuse("rejected", [](const sycl::device &) { return -1; });
}
