// Colors in sRGB are linear numbers in kernels, both ways; orders with padding
// have a border whose alpha is 0.
// REQUIRES: aspect:image, aspect:ext_intel_legacy_image
// UNSUPPORTED: opencl:* (OpenCL drivers need not have these formats)
// EXPECT: sRGB read: 0 wrong, written: 0 wrong, sampled between two: right
// EXPECT: r: inside 0.5 0 0 1, border 0 0 0 1
// EXPECT: rx: inside 0.5 0 0 1, border 0 0 0 0
// EXPECT: rgx: inside 0.5 0.25 0 1, border 0 0 0 0
// EXPECT: rgbx: inside 1 0 1 1, border 0 0 0 0
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <sycl/sycl.hpp>
#include <vector>

using namespace sycl;
using order = image_channel_order;
using type = image_channel_type;

double linear_of(int byte) {
  const double value = byte / 255.0;
  return value <= 0.04045 ? value / 12.92
                          : std::pow((value + 0.055) / 1.055, 2.4);
}

// The values that kernels read for all bytes, and the bytes after a write.
void all_bytes(queue &q) {
  std::vector<uint8_t> bytes(4 * 256), back(bytes.size());
  for (int i = 0; i < 256; ++i)
    for (int c = 0; c < 4; ++c)
      bytes[4 * i + c] = uint8_t(c == 3 ? i : i ^ (c * 85));
  std::vector<float4> texels(256);
  {
    const range<1> size(256);
    image<1> from(bytes.data(), order::ext_oneapi_srgba, type::unorm_int8,
                  size);
    image<1> to(back.data(), order::ext_oneapi_srgba, type::unorm_int8, size);
    buffer<float4> seen{texels};
    q.submit([&](handler &h) {
      auto in = from.get_access<float4, access::mode::read>(h);
      auto out = to.get_access<float4, access::mode::write>(h);
      accessor all(seen, h, write_only);
      h.parallel_for(size, [=](id<1> i) {
        const float4 texel = in.read(int(i[0]));
        all[i] = texel;
        out.write(int(i[0]), texel);
      });
    });
  }
  int wrong_reads = 0, wrong_writes = 0;
  for (int i = 0; i < 256; ++i)
    for (int c = 0; c < 4; ++c) {
      const int byte = bytes[4 * i + c];
      const double expected = c == 3 ? byte / 255.0 : linear_of(byte);
      wrong_reads += std::abs(texels[i][c] - expected) > 1e-5;
      wrong_writes += back[4 * i + c] != byte;
    }
  // Colors are linear before they are mixed.
  const uint8_t two[8] = {0, 0, 0, 0, 255, 188, 128, 255};
  image<1> pair(two, order::ext_oneapi_srgba, type::unorm_int8, range<1>(2));
  const sampler between(coordinate_normalization_mode::unnormalized,
                        addressing_mode::clamp_to_edge, filtering_mode::linear);
  buffer<float4> mixed{range<1>(1)};
  q.submit([&](handler &h) {
    auto in = pair.get_access<float4, access::mode::read>(h);
    accessor out(mixed, h, write_only);
    h.single_task([=] { out[0] = in.read(1.0f, between); });
  });
  const float4 mean = mixed.get_host_access()[0];
  // Textures of GPUs have some 10 bits of linear colors.
  const double tolerance = q.get_device().is_gpu() ? 1e-3 : 1e-5;
  bool is_right = std::abs(mean[3] - 0.5) < tolerance;
  for (int c = 0; c < 3; ++c)
    is_right &= std::abs(mean[c] - linear_of(two[4 + c]) / 2) < tolerance;
  std::printf("sRGB read: %d wrong, written: %d wrong, sampled between two: "
              "%s\n",
              wrong_reads, wrong_writes, is_right ? "right" : "wrong");
}

void border(queue &q, const char *name, const void *pixel, order channels,
            type channel) {
  image<1> one(pixel, channels, channel, range<1>(1));
  const sampler clamp(coordinate_normalization_mode::unnormalized,
                      addressing_mode::clamp, filtering_mode::nearest);
  buffer<float4> result{range<1>(2)};
  q.submit([&](handler &h) {
    auto in = one.get_access<float4, access::mode::read>(h);
    accessor out(result, h, write_only);
    h.single_task([=] {
      out[0] = in.read(0.5f, clamp);
      out[1] = in.read(-2.0f, clamp);
    });
  });
  host_accessor texels(result);
  std::printf("%s: inside %g %g %g %g, border %g %g %g %g\n", name,
              texels[0][0], texels[0][1], texels[0][2], texels[0][3],
              texels[1][0], texels[1][1], texels[1][2], texels[1][3]);
}

int main() {
  queue q;
  all_bytes(q);
  const float numbers[2] = {0.5f, 0.25f};
  border(q, "r", numbers, order::r, type::fp32);
  border(q, "rx", numbers, order::rx, type::fp32);
  border(q, "rgx", numbers, order::rgx, type::fp32);
  const uint16_t packed[1] = {31 << 11 | 31};
  border(q, "rgbx", packed, order::rgbx, type::unorm_short_565);
}
