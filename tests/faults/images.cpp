// Images whose pixels go to a device, through kernels that read, sample and
// write them, and back to the program's memory.
#include "faults.hpp"

int main() {
  return faults::run([] {
    constexpr int width = 20, height = 11;
    std::vector<sycl::int4> pixels(width * height, sycl::int4(0));
    std::vector<sycl::float4> weights(width * height, sycl::float4(2));
    sycl::queue q{faults::on_async_errors};
    {
      const sycl::range<2> size(width, height);
      sycl::unsampled_image<2> image(
          pixels.data(), sycl::image_format::r32b32g32a32_sint, size);
      sycl::unsampled_image<2> copy(sycl::image_format::r32b32g32a32_sint,
                                    size);
      sycl::sampled_image<2> sampled(
          weights.data(), sycl::image_format::r32g32b32a32_sfloat,
          {sycl::addressing_mode::clamp_to_edge,
           sycl::coordinate_normalization_mode::unnormalized,
           sycl::filtering_mode::linear},
          size);
      for (int round = 0; round < 3; ++round) {
        q.submit([&](sycl::handler &h) {
          auto in = image.get_access<sycl::int4, sycl::access_mode::read>(h);
          auto out = copy.get_access<sycl::int4, sycl::access_mode::write>(h);
          auto weight = sampled.get_access<sycl::float4>(h);
          h.parallel_for(size, [=](sycl::item<2> item) {
            const sycl::int2 at(item[0], item[1]);
            const float two = weight.read(sycl::float2(item[0], item[1]))[0];
            out.write(at, in.read(at) + int(two) * int(item[0]));
          });
        });
        q.submit([&](sycl::handler &h) {
          auto in = copy.get_access<sycl::int4, sycl::access_mode::read>(h);
          auto out = image.get_access<sycl::int4, sycl::access_mode::write>(h);
          h.parallel_for(size, [=](sycl::item<2> item) {
            const sycl::int2 at(item[0], item[1]);
            out.write(at, in.read(at));
          });
        });
      }
    }
    q.wait_and_throw();
    bool is_right = true, is_untouched = true;
    for (int i = 0; i < width * height; ++i)
      for (int c = 0; c < 4; ++c) {
        is_right &= pixels[i][c] == 6 * (i % width);
        is_untouched &= pixels[i][c] == 0;
      }
    faults::result(is_right);
    // After any failure, the image is either right or untouched.
    if (!is_right && !is_untouched)
      std::puts("corrupt");
  });
}
