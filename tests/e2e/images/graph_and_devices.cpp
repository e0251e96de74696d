// Commands on images in graphs, and images that two devices use in turn.
// REQUIRES: aspect:image
// EXPECT: replayed 3 times: 6
// EXPECT: two devices: 20
#include <cstdio>
#include <sycl/sycl.hpp>

namespace graphs = sycl::ext::oneapi::experimental;
using sycl::access_mode;
using sycl::image_format;
using sycl::int2;
using sycl::int4;

template <class Image> void add(sycl::handler &h, Image &image, int value) {
  auto pixels = image.template get_access<int4, access_mode::read_write>(h);
  h.single_task(
      [=] { pixels.write(int2(1, 1), pixels.read(int2(1, 1)) + int4(value)); });
}

int main() {
  sycl::queue q;
  int4 memory[4] = {};
  {
    sycl::unsampled_image<2> image(&memory[0], image_format::r32b32g32a32_sint,
                                   {2, 2});
    image.set_write_back(false); // graphs want no write-back
    graphs::command_graph graph(
        q, {graphs::property::graph::assume_buffer_outlives_graph{}});
    auto first = graph.add([&](sycl::handler &h) { add(h, image, 1); });
    graph.add([&](sycl::handler &h) { add(h, image, 1); },
              {graphs::property::node::depends_on(first)});
    auto ready = graph.finalize();
    for (int i = 0; i < 3; ++i)
      q.ext_oneapi_graph(ready);
    q.wait();
    std::printf(
        "replayed 3 times: %d\n",
        image.get_host_access<int4, access_mode::read>().read(int2(1, 1))[2]);
  }

  // With a single device, both queues use it.
  const auto devices = sycl::device::get_devices();
  sycl::queue one(devices.front()), other(devices.back());
  int end = 20;
  if (one.get_device().has(sycl::aspect::image) &&
      other.get_device().has(sycl::aspect::image)) {
    sycl::unsampled_image<2> image(image_format::r32b32g32a32_sint, {2, 2});
    image.get_host_access<int4>().write(int2(1, 1), int4(0));
    for (int i = 0; i < 10; ++i) {
      one.submit([&](sycl::handler &h) { add(h, image, 1); });
      other.submit([&](sycl::handler &h) { add(h, image, 1); });
    }
    end = image.get_host_access<int4, access_mode::read>().read(int2(1, 1))[0];
  }
  std::printf("two devices: %d\n", end);
}
