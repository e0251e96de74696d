//===- mandelbrot.cpp - draws the Mandelbrot set into mandelbrot.png ----===//
//
// Part of Tandem, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// usage: mandelbrot [WIDTH [HEIGHT [ITERATIONS]]]
#include "png.hpp"

#include <sycl/sycl.hpp>

#include <cstdio>
#include <cstdlib>
#include <vector>

// Black inside the set; outside, a colour by how fast a point escapes.
static sycl::uchar4 color(int steps, int limit, float distance) {
  if (steps == limit)
    return {0, 0, 0, 255};
  float smooth = float(steps) + 1.f - sycl::log2(sycl::log2(distance) * 0.5f);
  float t = 0.25f * sycl::sqrt(smooth);
  auto wave = [=](float phase) {
    return 127.5f - 127.5f * sycl::cos(6.2831853f * (t + phase));
  };
  return sycl::float4(wave(0.f), wave(0.05f), wave(0.15f), 255.f)
      .convert<unsigned char>();
}

int main(int argc, char **argv) {
  auto argument = [&](int i, int value) {
    return argc > i ? std::atoi(argv[i]) : value;
  };
  const int width = argument(1, 1600), height = argument(2, 1200),
            limit = argument(3, 500);
  if (width < 1 || height < 1 || limit < 1) {
    std::fprintf(stderr, "usage: mandelbrot [WIDTH [HEIGHT [ITERATIONS]]]\n");
    return 2;
  }

  sycl::queue q{sycl::property::queue::enable_profiling()};
  std::vector<unsigned char> rgb(size_t(width) * height * 3);
  std::vector<int> steps(size_t(width) * height);
  double seconds = 0;
  {
    sycl::buffer<unsigned char> pixels(rgb);
    sycl::buffer<int, 2> counts(steps.data(), sycl::range<2>(height, width));
    auto draw = [&] {
      return q.submit([&](sycl::handler &h) {
        sycl::accessor out(pixels, h, sycl::write_only, sycl::no_init);
        sycl::accessor count(counts, h, sycl::write_only, sycl::no_init);
        const float scale = 3.f / float(width);
        h.parallel_for(counts.get_range(), [=](sycl::item<2> it) {
          const float cx = (float(it[1]) - 0.72f * float(width)) * scale;
          const float cy = (float(it[0]) - 0.5f * float(height)) * scale;
          float x = 0, y = 0, xx = 0, yy = 0;
          int n = 0;
          for (; n < limit && xx + yy < 256.f; ++n) {
            y = 2 * x * y + cy;
            x = xx - yy + cx;
            xx = x * x;
            yy = y * y;
          }
          const sycl::uchar4 c = color(n, limit, xx + yy);
          const size_t at = it.get_linear_id() * 3;
          for (int i = 0; i < 3; ++i)
            out[at + i] = c[i];
          count[it.get_id()] = n;
        });
      });
    };
    draw().wait(); // compiles the kernel
    sycl::event e = draw();
    e.wait();
    using namespace sycl::info::event_profiling;
    seconds = 1e-9 * double(e.get_profiling_info<command_end>() -
                            e.get_profiling_info<command_start>());
  }

  double iterations = 0;
  for (int n : steps)
    iterations += n;
  std::printf("device      %s\n",
              q.get_device().get_info<sycl::info::device::name>().c_str());
  std::printf("picture     mandelbrot.png, %d x %d, at most %d iterations\n",
              width, height, limit);
  std::printf("time        %.1f ms\n", seconds * 1e3);
  std::printf("throughput  %.1f million pixels/s, %.2f billion iterations/s\n",
              1e-6 * double(width) * height / seconds,
              1e-9 * iterations / seconds);
  if (!png::write("mandelbrot.png", width, height, rgb)) {
    std::perror("mandelbrot.png");
    return 1;
  }
}
