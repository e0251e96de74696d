// Images of SYCL 1.2.1: channel orders and types, samplers as objects, arrays.
// REQUIRES: aspect:image, aspect:ext_intel_legacy_image
// UNSUPPORTED: opencl:* (OpenCL drivers need not have these formats)
// EXPECT: count 12, bytes 48, pitch 16, pitches 8 32
// EXPECT: order r: 0.25 0 0 1
// EXPECT: order argb: 1 2 3 4 in memory 4 1 2 3
// EXPECT: order a: 0 0 0 0.5
// EXPECT: 565: 31 0 31
// EXPECT: sampled 1.5 2.5, on the host 1.5
// EXPECT: layers 10 21 21 of 4 x 4, 16 pixels, 256 bytes, array written 7
// EXPECT: sampler 1 1 1, equal 1 0
// EXPECT: read only, memory kept 3
// EXPECT: order and type that do not go together: refused
#include <cstdint>
#include <cstdio>
#include <functional>
#include <sycl/sycl.hpp>
#include <vector>

using namespace sycl;
using order = image_channel_order;
using type = image_channel_type;

// The value that a kernel reads at the first pixel.
template <class Texel, int D> Texel first_pixel(queue &q, image<D> &pixels) {
  buffer<Texel> result{range<1>(1)};
  q.submit([&](handler &h) {
    auto in = pixels.template get_access<Texel, access::mode::read>(h);
    accessor out(result, h, write_only);
    h.single_task([=] {
      if constexpr (D == 1)
        out[0] = in.read(0);
      else
        out[0] = in.read(int2(0, 0));
    });
  });
  return result.get_host_access()[0];
}

int main() {
  queue q;
  image<2> plane(order::r, type::fp32, range<2>(4, 3));
  image<3> volume(order::rg, type::unorm_int8, range<3>(4, 4, 2));
  std::printf("count %zu, bytes %zu, pitch %zu, pitches %zu %zu\n",
              plane.get_count(), plane.get_size(), plane.get_pitch()[0],
              volume.get_pitch()[0], volume.get_pitch()[1]);
  q.submit([&](handler &h) {
    auto out = plane.get_access<float4, access::mode::discard_write>(h);
    h.parallel_for(range<2>(4, 3), [=](id<2> i) {
      out.write(int2(i[0], i[1]), float4(0.25f, 9, 9, 9));
    });
  });
  const float4 red = first_pixel<float4>(q, plane);
  std::printf("order r: %g %g %g %g\n", red[0], red[1], red[2], red[3]);

  uint8_t swapped[4] = {};
  {
    image<1> argb(swapped, order::argb, type::unsigned_int8, range<1>(1));
    q.submit([&](handler &h) {
      auto out = argb.get_access<uint4, access::mode::write>(h);
      h.single_task([=] { out.write(0, uint4(1, 2, 3, 4)); });
    });
    const uint4 back = first_pixel<uint4>(q, argb);
    std::printf("order argb: %u %u %u %u ", back[0], back[1], back[2], back[3]);
  }
  std::printf("in memory %d %d %d %d\n", swapped[0], swapped[1], swapped[2],
              swapped[3]);
  float half[1] = {0.5f};
  image<1> alpha(half, order::a, type::fp32, range<1>(1));
  const float4 only_alpha = first_pixel<float4>(q, alpha);
  std::printf("order a: %g %g %g %g\n", only_alpha[0], only_alpha[1],
              only_alpha[2], only_alpha[3]);
  uint16_t packed[1] = {31 << 11 | 31};
  image<1> small(packed, order::rgb, type::unorm_short_565, range<1>(1));
  const float4 violet = first_pixel<float4>(q, small);
  std::printf("565: %g %g %g\n", violet[0] * 31, violet[1] * 63,
              violet[2] * 31);

  const float numbers[4] = {1, 2, 3, 4};
  image<1> row(numbers, order::r, type::fp32, range<1>(4));
  const sampler linear(coordinate_normalization_mode::unnormalized,
                       addressing_mode::clamp_to_edge, filtering_mode::linear);
  buffer<float> between{range<1>(2)};
  q.submit([&](handler &h) {
    accessor<float4, 1, access::mode::read, access::target::image> in(row, h);
    accessor out(between, h, write_only);
    h.single_task([=] {
      out[0] = in.read(1.0f, linear)[0];
      out[1] = in.read(2.0f, linear)[0];
    });
  });
  {
    auto host = row.get_access<float4, access::mode::read>();
    auto sampled = between.get_host_access();
    std::printf("sampled %g %g, on the host %g\n", sampled[0], sampled[1],
                host.read(1.0f, linear)[0]);
  }

  std::vector<int32_t> texels(4 * 4 * 2 * 4);
  for (int layer = 0; layer < 2; ++layer)
    for (int i = 0; i < 4 * 4 * 4; ++i)
      texels[size_t(layer * 64 + i)] = 10 * (layer + 1) + layer;
  image<3> layers(texels.data(), order::rgba, type::signed_int32,
                  range<3>(4, 4, 2));
  const sampler nearest(coordinate_normalization_mode::normalized,
                        addressing_mode::repeat, filtering_mode::nearest);
  buffer<int> found{range<1>(7)};
  q.submit([&](handler &h) {
    accessor<int4, 2, access::mode::read, access::target::image_array> in(
        layers, h);
    accessor out(found, h, write_only);
    h.single_task([=] {
      out[0] = in[0].read(int2(3, 3))[0];
      out[1] = in[1].read(int2(0, 0))[1];
      out[2] = in[1].read(float2(1.6f, -0.3f), nearest)[2];
      out[3] = int(in[1].get_range()[0]);
      out[4] = int(in[1].get_range()[1]);
      out[5] = int(in[1].get_count());
      out[6] = int(in[1].get_size());
    });
  });
  image<2> rows(order::rgba, type::signed_int32, range<2>(2, 2));
  q.submit([&](handler &h) {
    accessor<int4, 1, access::mode::write, access::target::image_array> out(
        rows, h);
    h.single_task([=] { out[1].write(0, int4(7)); });
  });
  {
    auto host = rows.get_access<int4, access::mode::read>();
    auto read = found.get_host_access();
    std::printf("layers %d %d %d of %d x %d, %d pixels, %d bytes, array "
                "written %d\n",
                read[0], read[1], read[2], read[3], read[4], read[5], read[6],
                host.read(int2(0, 1))[0]);
  }

  std::printf("sampler %d %d %d, equal %d %d\n",
              linear.get_addressing_mode() == addressing_mode::clamp_to_edge,
              linear.get_filtering_mode() == filtering_mode::linear,
              nearest.get_coordinate_normalization_mode() ==
                  coordinate_normalization_mode::normalized,
              sampler(linear) == linear &&
                  std::hash<sampler>()(linear) == std::hash<sampler>()(linear),
              linear == nearest);

  int32_t kept[4] = {3, 3, 3, 3};
  {
    image<1> constant(static_cast<const int32_t *>(kept), order::rgba,
                      type::signed_int32, range<1>(1));
    q.submit([&](handler &h) {
      auto out = constant.get_access<int4, access::mode::write>(h);
      h.single_task([=] { out.write(0, int4(8)); });
    });
  }
  std::printf("read only, memory kept %d\n", kept[0]);
  try {
    image<1> none(order::rgba, type::unorm_short_565, range<1>(1));
  } catch (const exception &) {
    std::puts("order and type that do not go together: refused");
  }
}
