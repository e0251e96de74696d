//===- sharpen.cpp - enlarges a picture and sharpens it, by images ------===//
//
// Part of Tandem, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// usage: sharpen [PICTURE.png [RESULT.png]]
//
// The first kernel reads between the pixels, through a sampler that weighs
// neighbours. The second one adds what differs from the mean around a pixel.
#include "png.hpp"

#include <sycl/sycl.hpp>

#include <cstdio>
#include <exception>
#include <string>
#include <vector>

using sycl::float4;
using sycl::image_format;

constexpr int FACTOR = 2;        // of the size
constexpr float STRENGTH = 1.5f; // of sharpening

// A picture of twice the width and height.
static sycl::unsampled_image<2> enlarge(sycl::queue &q,
                                        const png::picture &small) {
  const sycl::range<2> size(small.width, small.height);
  sycl::sampled_image<2> source(
      small.rgba.data(), image_format::r8g8b8a8_unorm,
      {sycl::addressing_mode::clamp_to_edge,
       sycl::coordinate_normalization_mode::normalized,
       sycl::filtering_mode::linear},
      size);
  sycl::unsampled_image<2> large(image_format::r8g8b8a8_unorm, size * FACTOR);
  q.submit([&](sycl::handler &h) {
    sycl::sampled_image_accessor<float4, 2> in(source, h);
    sycl::unsampled_image_accessor<float4, 2, sycl::access_mode::write> out(
        large, h);
    const float width = float(size[0]) * FACTOR,
                height = float(size[1]) * FACTOR;
    h.parallel_for(
        sycl::range<2>(size[1], size[0]) * FACTOR, [=](sycl::id<2> i) {
          const int x = int(i[1]), y = int(i[0]);
          out.write(sycl::int2(x, y),
                    in.read(sycl::float2((float(x) + 0.5f) / width,
                                         (float(y) + 0.5f) / height)));
        });
  });
  return large;
}

static sycl::unsampled_image<2> sharpen(sycl::queue &q,
                                        sycl::unsampled_image<2> &source) {
  const sycl::range<2> size = source.get_range();
  sycl::unsampled_image<2> sharp(image_format::r8g8b8a8_unorm, size);
  q.submit([&](sycl::handler &h) {
    sycl::unsampled_image_accessor<float4, 2, sycl::access_mode::read> in(
        source, h);
    sycl::unsampled_image_accessor<float4, 2, sycl::access_mode::write> out(
        sharp, h);
    const int right = int(size[0]) - 1, bottom = int(size[1]) - 1;
    h.parallel_for(sycl::range<2>(size[1], size[0]), [=](sycl::id<2> i) {
      const int x = int(i[1]), y = int(i[0]);
      float4 mean(0.f);
      for (int dy = -1; dy <= 1; ++dy)
        for (int dx = -1; dx <= 1; ++dx)
          mean += in.read(sycl::int2(sycl::clamp(x + dx, 0, right),
                                     sycl::clamp(y + dy, 0, bottom))) /
                  9.f;
      const float4 color = in.read(sycl::int2(x, y));
      float4 result = color + STRENGTH * (color - mean);
      result[3] = color[3];
      out.write(sycl::int2(x, y), result); // saturates
    });
  });
  return sharp;
}

int main(int argc, char **argv) {
  const std::string from = argc > 1 ? argv[1] : "mandelbrot.png",
                    to = argc > 2 ? argv[2] : "sharpen.png";
  png::picture small;
  try {
    small = png::read(from);
  } catch (const std::exception &error) {
    std::fprintf(stderr, "%s: %s\n", from.c_str(), error.what());
    return 1;
  }

  sycl::queue q;
  const std::string device =
      q.get_device().get_info<sycl::info::device::name>();
  if (!q.get_device().has(sycl::aspect::image)) {
    std::fprintf(stderr, "%s has no images\n", device.c_str());
    return 1;
  }
  sycl::unsampled_image<2> large = enlarge(q, small), sharp = sharpen(q, large);

  const uint32_t width = small.width * FACTOR, height = small.height * FACTOR;
  std::vector<uint8_t> rgb;
  rgb.reserve(size_t(width) * height * 3);
  auto pixels = sharp.get_host_access<float4, sycl::access_mode::read>();
  for (uint32_t y = 0; y < height; ++y)
    for (uint32_t x = 0; x < width; ++x) {
      const float4 color = pixels.read(sycl::int2(int(x), int(y)));
      for (int channel = 0; channel < 3; ++channel)
        rgb.push_back(uint8_t(color[channel] * 255.f + 0.5f));
    }
  if (!png::write(to.c_str(), width, height, rgb)) {
    std::perror(to.c_str());
    return 1;
  }
  std::printf("device      %s\n", device.c_str());
  std::printf("picture     %s, %u x %u, from %s, %u x %u\n", to.c_str(), width,
              height, from.c_str(), small.width, small.height);
}
