// Outside of an image, kernels read the border and write nothing.
// REQUIRES: aspect:image
// UNSUPPORTED: opencl:* (OpenCL leaves open what writes outside of an image do)
// EXPECT: outside: read 0 0 0 0, changed 0
#include <cstdio>
#include <sycl/sycl.hpp>

using sycl::access_mode;
using sycl::image_format;

int main() {
  sycl::queue q;
  sycl::unsampled_image<2> small(image_format::r32b32g32a32_sint, {3, 2});
  {
    auto host = small.get_host_access<sycl::int4, access_mode::write>();
    for (int i = 0; i < 6; ++i)
      host.write(sycl::int2(i % 3, i / 3), sycl::int4(7));
  }
  sycl::buffer<sycl::int4> read{sycl::range(1)};
  q.submit([&](sycl::handler &h) {
    auto image = small.get_access<sycl::int4, access_mode::read_write>(h);
    sycl::accessor out(read, h, sycl::write_only);
    h.single_task([=] {
      sycl::int4 sum(0);
      const sycl::int2 outside[] = {{3, 0},
                                    {-1, 0},
                                    {0, 2},
                                    {0, -1},
                                    {1 << 30, 1 << 30},
                                    {-2147483647 - 1, 0}};
      for (const sycl::int2 &place : outside) {
        image.write(place, sycl::int4(1));
        sum += image.read(place);
      }
      out[0] = sum;
    });
  });
  {
    auto host = small.get_host_access<sycl::int4, access_mode::read>();
    int changed = 0;
    for (int i = 0; i < 6; ++i)
      changed += host.read(sycl::int2(i % 3, i / 3))[1] != 7;
    const sycl::int4 sum = read.get_host_access()[0];
    std::printf("outside: read %d %d %d %d, changed %d\n", sum[0], sum[1],
                sum[2], sum[3], changed);
  }
}
