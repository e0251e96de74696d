//===- nbody.cpp - galaxies that collide, drawn into nbody.png ----------===//
//
// Part of Tandem, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// All pairs of bodies attract each other; work-groups share them through local
// memory, tile by tile.
//
// usage: nbody [BODIES [STEPS]]
#include "png.hpp"

#include <sycl/sycl.hpp>

#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <vector>

constexpr size_t tile = 128;
constexpr float softening = 1e-3f; // squared; keeps close encounters tame

// Two discs of bodies, each around a heavy one in its middle.
static void begin(sycl::float4 *position, sycl::float4 *velocity, size_t n) {
  std::mt19937 random(2020);
  std::uniform_real_distribution<float> unit(0.f, 1.f);
  for (size_t i = 0; i < n; ++i) {
    const float side = i % 2 ? 1.f : -1.f;
    const bool center = i < 2;
    const float radius = center ? 0.f : 0.05f + 0.6f * std::sqrt(unit(random)),
                angle = 6.2831853f * unit(random);
    const float speed =
        center ? 0.f : std::sqrt(0.5f * radius / (radius * radius + 0.02f));
    const float c = std::cos(angle), s = std::sin(angle);
    position[i] = {side * 0.8f + radius * c, side * 0.25f + radius * s,
                   0.02f * (unit(random) - 0.5f),
                   center ? 0.5f : 0.5f / float(n)};
    velocity[i] = {-speed * s - side * 0.35f, speed * c, 0.f, 0.f};
  }
}

// A step of time: velocities by the pull of all bodies, then positions.
static void step(sycl::queue &q, const sycl::float4 *from, sycl::float4 *to,
                 sycl::float4 *velocity, size_t n, float dt) {
  q.submit([&](sycl::handler &h) {
    sycl::local_accessor<sycl::float4> shared(tile, h);
    h.parallel_for(sycl::nd_range<1>(n, tile), [=](sycl::nd_item<1> it) {
      const size_t i = it.get_global_id(0), l = it.get_local_id(0);
      const sycl::float4 me = from[i];
      float ax = 0, ay = 0, az = 0;
      for (size_t first = 0; first < n; first += tile) {
        shared[l] = from[first + l];
        sycl::group_barrier(it.get_group());
        for (size_t k = 0; k < tile; ++k) {
          const sycl::float4 other = shared[k];
          const float dx = other.x() - me.x(), dy = other.y() - me.y(),
                      dz = other.z() - me.z();
          const float inverse =
              sycl::rsqrt(dx * dx + dy * dy + dz * dz + softening);
          const float pull = other.w() * inverse * inverse * inverse;
          ax += dx * pull;
          ay += dy * pull;
          az += dz * pull;
        }
        sycl::group_barrier(it.get_group());
      }
      const sycl::float4 v = velocity[i] + sycl::float4(ax, ay, az, 0.f) * dt;
      velocity[i] = v;
      to[i] = me + v * dt;
    });
  });
}

// The bodies seen from above, brighter where there are more.
static bool draw(const sycl::float4 *position, size_t n) {
  constexpr int width = 1200, height = 900;
  std::vector<float> light(size_t(width) * height, 0.f);
  for (size_t i = 0; i < n; ++i) {
    const int x = int((position[i].x() / 3.2f + 0.5f) * width),
              y = int((position[i].y() / 2.4f + 0.5f) * height);
    for (int dy = -1; dy <= 1; ++dy)
      for (int dx = -1; dx <= 1; ++dx)
        if (x + dx >= 0 && x + dx < width && y + dy >= 0 && y + dy < height)
          light[size_t(y + dy) * width + x + dx] += dx || dy ? 0.15f : 0.6f;
  }
  std::vector<uint8_t> rgb;
  for (float l : light) {
    const float t = 1.f - std::exp(-l);
    rgb.push_back(uint8_t(255 * t));
    rgb.push_back(uint8_t(235 * t * std::sqrt(t)));
    rgb.push_back(uint8_t(40 + 215 * std::sqrt(t)));
  }
  return png::write("nbody.png", width, height, rgb);
}

int main(int argc, char **argv) {
  auto argument = [&](int i, int value) {
    return argc > i ? std::atoi(argv[i]) : value;
  };
  const int bodies = argument(1, 4096), steps = argument(2, 60);
  if (bodies < 2 || steps < 1) {
    std::fprintf(stderr, "usage: nbody [BODIES [STEPS]]\n");
    return 2;
  }
  const size_t n = (size_t(bodies) + tile - 1) / tile * tile;

  sycl::queue q{sycl::property::queue::in_order()};
  sycl::float4 *position = sycl::malloc_shared<sycl::float4>(n, q),
               *next = sycl::malloc_shared<sycl::float4>(n, q),
               *velocity = sycl::malloc_shared<sycl::float4>(n, q);
  begin(position, velocity, n);
  step(q, position, next, velocity, n,
       0.f); // compiles the kernel; no time passes
  q.wait();

  auto start = std::chrono::steady_clock::now();
  for (int s = 0; s < steps; ++s) {
    step(q, position, next, velocity, n, 0.01f);
    std::swap(position, next);
  }
  q.wait();
  const double seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - start)
          .count();

  const double pairs = double(n) * double(n) * steps;
  std::printf("device      %s\n",
              q.get_device().get_info<sycl::info::device::name>().c_str());
  std::printf("picture     nbody.png, %zu bodies after %d steps\n", n, steps);
  std::printf("time        %.1f ms, %.2f ms a step\n", seconds * 1e3,
              seconds * 1e3 / steps);
  std::printf("throughput  %.2f billion interactions/s, %.1f GFLOP/s\n",
              1e-9 * pairs / seconds, 20e-9 * pairs / seconds);
  const bool written = draw(position, n);
  if (!written)
    std::perror("nbody.png");
  sycl::free(position, q);
  sycl::free(next, q);
  sycl::free(velocity, q);
  return !written;
}
