// Commands on images wait for each other as those on buffers do; contents move
// between the host, host tasks and devices, and back to the program's memory.
// REQUIRES: aspect:image
// EXPECT: chain 80
// EXPECT: host task sees 5, kernel sees 6
// EXPECT: written back 12 12 12 12
// EXPECT: pitch: inside 3, between rows 9
// EXPECT: final 40
// EXPECT: not written back 0
// EXPECT: of a group 36
// EXPECT: equal 1 0, size 12
#include <cstdio>
#include <functional>
#include <sycl/sycl.hpp>
#include <vector>

using sycl::access_mode;
using sycl::image_format;
using sycl::int2;
using sycl::int4;

int main() {
  sycl::queue q, other(q.get_context(), q.get_device());
  sycl::unsampled_image<2> a(image_format::r32b32g32a32_sint, {4, 3}),
      b(image_format::r32b32g32a32_sint, {4, 3});
  a.get_host_access<int4>().write(int2(1, 1), int4(0));
  // From image to image and back, on two queues.
  for (int i = 0; i < 40; ++i) {
    auto step = [](sycl::queue &queue, auto &from, auto &to) {
      queue.submit([&](sycl::handler &h) {
        auto in = from.template get_access<int4, access_mode::read>(h);
        auto out = to.template get_access<int4, access_mode::write>(h);
        h.single_task([=] { out.write(int2(1, 1), in.read(int2(1, 1)) + 1); });
      });
    };
    step(q, a, b);
    step(other, b, a);
  }
  std::printf("chain %d\n", a.get_host_access<int4>().read(int2(1, 1))[3]);

  q.submit([&](sycl::handler &h) {
    auto out = a.get_access<int4, access_mode::write>(h);
    h.single_task([=] { out.write(int2(0, 0), int4(5)); });
  });
  int seen = 0;
  q.submit([&](sycl::handler &h) {
    sycl::unsampled_image_accessor<int4, 2, access_mode::read_write,
                                   sycl::image_target::host_task>
        host(a, h);
    h.host_task([=, &seen] {
      seen = host.read(int2(0, 0))[2];
      host.write(int2(0, 0), int4(seen + 1));
    });
  });
  sycl::buffer<int> result{sycl::range(1)};
  q.submit([&](sycl::handler &h) {
    auto in = a.get_access<int4, access_mode::read>(h);
    sycl::accessor out(result, h, sycl::write_only);
    h.single_task([=] { out[0] = in.read(int2(0, 0))[1]; });
  });
  const int kernel_saw = result.get_host_access()[0];
  std::printf("host task sees %d, kernel sees %d\n", seen, kernel_saw);

  auto fill = [&](auto &image, int value) {
    q.submit([&](sycl::handler &h) {
      auto out = image.template get_access<sycl::uint4, access_mode::write>(h);
      h.parallel_for(sycl::range(3, 2), [=](sycl::id<2> i) {
        out.write(int2(i[1], i[0]), sycl::uint4(value));
      });
    });
  };
  std::vector<unsigned char> pixels(2 * 3 * 4);
  {
    sycl::unsampled_image<2> image(pixels.data(), image_format::r8g8b8a8_uint,
                                   {2, 3});
    fill(image, 12);
  }
  std::printf("written back %d %d %d %d\n", pixels[0], pixels[7], pixels[12],
              pixels[23]);
  std::vector<unsigned char> rows(3 * 16, 9);
  {
    sycl::unsampled_image<2> image(rows.data(), image_format::r8g8b8a8_uint,
                                   {2, 3}, sycl::range<1>(16));
    fill(image, 3);
  }
  std::printf("pitch: inside %d, between rows %d\n", rows[16 + 7],
              rows[16 + 8]);
  unsigned char end[2 * 3 * 4] = {}, never[2 * 3 * 4] = {};
  {
    sycl::unsampled_image<2> image(image_format::r8g8b8a8_uint, {2, 3});
    image.set_final_data(end);
    fill(image, 40);
  }
  std::printf("final %d\n", end[23]);
  {
    sycl::unsampled_image<2> image(never, image_format::r8g8b8a8_uint, {2, 3});
    image.set_write_back(false);
    fill(image, 41);
  }
  std::printf("not written back %d\n", never[5]);

  // Work-items of a group read what their neighbours wrote.
  sycl::unsampled_image<1> line(image_format::r32b32g32a32_sint,
                                sycl::range<1>(8));
  q.submit([&](sycl::handler &h) {
    auto image = line.get_access<int4, access_mode::read_write>(h);
    sycl::accessor out(result, h, sycl::write_only);
    h.parallel_for(sycl::nd_range<1>(8, 8), [=](sycl::nd_item<1> item) {
      const int i = int(item.get_local_id(0));
      image.write(i, int4(i + 1));
      sycl::group_barrier(item.get_group());
      const int sum = sycl::reduce_over_group(
          item.get_group(), image.read(7 - i)[0], sycl::plus<>());
      if (i == 0)
        out[0] = sum;
    });
  });
  std::printf("of a group %d\n", result.get_host_access()[0]);

  q.submit([&](sycl::handler &h) {
    auto first = a.get_access<int4, access_mode::read>(h);
    auto same = first;
    auto second = b.get_access<int4, access_mode::read>(h);
    std::hash<decltype(first)> hash;
    std::printf("equal %d %d, size %zu\n",
                first == same && hash(first) == hash(same), first == second,
                first.size());
    h.single_task([] {});
  });
}
