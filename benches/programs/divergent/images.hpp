// Kernels over the pixels of an image, whose loops end at different times.
#pragma once

#include "measure.hpp"

// Escape time of the Mandelbrot set.
struct Mandelbrot {
  static constexpr int width = 512, height = 384, limit = 256;
  int *out;

  void operator()(int x, int y) const {
    const float cr = -2.0f + 3.0f * x / width, ci = -1.0f + 2.0f * y / height;
    float zr = 0, zi = 0;
    int k = 0;
    while (k < limit && zr * zr + zi * zi < 4) {
      const float t = zr * zr - zi * zi + cr;
      zi = 2 * zr * zi + ci;
      zr = t;
      ++k;
    }
    out[y * width + x] = k;
  }
};

// Escape time of a Julia set, in double.
struct Julia {
  static constexpr int width = 512, height = 384, limit = 300;
  int *out;

  void operator()(int x, int y) const {
    double zr = -1.6 + 3.2 * x / width, zi = -1.2 + 2.4 * y / height;
    int k = 0;
    for (; k < limit; ++k) {
      const double rr = zr * zr, ii = zi * zi;
      if (rr + ii > 4)
        break;
      zi = 2 * zr * zi + 0.156;
      zr = rr - ii - 0.8;
    }
    out[y * width + x] = k;
  }
};

struct Vec3 {
  float x, y, z;
};
inline Vec3 operator+(Vec3 a, Vec3 b) {
  return {a.x + b.x, a.y + b.y, a.z + b.z};
}
inline Vec3 operator-(Vec3 a, Vec3 b) {
  return {a.x - b.x, a.y - b.y, a.z - b.z};
}
inline Vec3 operator*(Vec3 a, float s) { return {a.x * s, a.y * s, a.z * s}; }
inline float dot(Vec3 a, Vec3 b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
inline float length(Vec3 a) { return std::sqrt(dot(a, a)); }
inline Vec3 normalize(Vec3 a) { return a * (1 / length(a)); }

// A ray from the camera through a pixel.
inline Vec3 camera_ray(int x, int y, int width, int height) {
  return normalize(
      {(2.0f * x - width) / height, (height - 2.0f * y) / height, 1.5f});
}

// Marches along rays through the signed distances of three shapes.
struct RayMarch {
  static constexpr int width = 320, height = 240, limit = 96;
  float *out;

  static float distance(Vec3 p) {
    const float sphere = length(p - Vec3{-0.9f, 0.1f, 3.5f}) - 0.8f;
    const float ring = length({p.x - 0.9f, 0, p.z - 3.2f}) - 0.7f;
    const float torus = length({ring, p.y + 0.3f, 0}) - 0.25f;
    const float floor = p.y + 1.0f;
    return std::fmin(sphere, std::fmin(torus, floor));
  }

  void operator()(int x, int y) const {
    const Vec3 ray = camera_ray(x, y, width, height);
    float t = 0, shade = 0;
    for (int step = 0; step < limit && t < 30; ++step) {
      const float d = distance(ray * t);
      if (d < 1e-3f) {
        const Vec3 p = ray * t;
        const float lit = distance(p + Vec3{0.06f, 0.08f, -0.03f});
        shade = std::fmin(1.0f, std::fmax(0.1f, lit * 8)) / (1 + 0.1f * t);
        break;
      }
      t += d;
    }
    out[y * width + x] = shade;
  }
};

// Share of the sky that points on spheres and a plane see, by random rays.
struct Occlusion {
  static constexpr int width = 320, height = 240, samples = 16, spheres = 3;
  float *out;

  // Where a ray meets the scene first, with the normal there; false if it does
  // not.
  static bool hit(Vec3 from, Vec3 ray, float &t, Vec3 &normal) {
    bool found = false;
    t = 1e9f;
    for (int s = 0; s < spheres; ++s) {
      const Vec3 center{-1.2f + 1.2f * s, -0.5f + 0.1f * s, 3.5f - 0.4f * s};
      const Vec3 offset = from - center;
      const float b = dot(offset, ray), c = dot(offset, offset) - 0.25f;
      const float under = b * b - c;
      if (under <= 0)
        continue;
      const float near = -b - std::sqrt(under);
      if (near > 1e-3f && near < t) {
        t = near;
        normal = (from + ray * near - center) * 2.0f;
        found = true;
      }
    }
    if (ray.y < 0) {
      const float plane = (-1.0f - from.y) / ray.y;
      if (plane > 1e-3f && plane < t) {
        t = plane;
        normal = {0, 1, 0};
        found = true;
      }
    }
    return found;
  }

  // A direction in the half space of a normal.
  static Vec3 direction(std::uint32_t seed, Vec3 normal) {
    const Vec3 cube{unit(seed) * 2 - 1, unit(seed + 1) * 2 - 1,
                    unit(seed + 2) * 2 - 1};
    const Vec3 ray = normalize(cube + Vec3{1e-4f, 0, 0});
    return dot(ray, normal) < 0 ? ray * -1.0f : ray;
  }

  void operator()(int x, int y) const {
    const Vec3 ray = camera_ray(x, y, width, height);
    const std::uint32_t pixel = y * width + x;
    float t, unused, open = 0;
    Vec3 normal, other;
    if (hit({0, 0, 0}, ray, t, normal)) {
      const Vec3 point = ray * t + normal * 1e-3f;
      for (std::uint32_t s = 0; s < samples; ++s)
        if (!hit(point, direction((pixel * samples + s) * 3, normal), unused,
                 other))
          open += 1.0f / samples;
    } else {
      open = 1;
    }
    out[pixel] = open;
  }
};

// Perlin noise in three dimensions, with more octaves where it is high.
struct Perlin {
  static constexpr int width = 512, height = 384, octaves = 6;
  const int *permutation; // 512 entries below 256
  float *out;

  static float fade(float t) { return t * t * t * (t * (t * 6 - 15) + 10); }
  static float lerp(float t, float a, float b) { return a + t * (b - a); }
  static float gradient(int hash, float x, float y, float z) {
    const int h = hash & 15;
    const float u = h < 8 ? x : y;
    const float v = h < 4 ? y : (h == 12 || h == 14 ? x : z);
    return ((h & 1) ? -u : u) + ((h & 2) ? -v : v);
  }

  float noise(float x, float y, float z) const {
    const int *p = permutation;
    const float fx = std::floor(x), fy = std::floor(y), fz = std::floor(z);
    const int ix = int(fx) & 255, iy = int(fy) & 255, iz = int(fz) & 255;
    x -= fx;
    y -= fy;
    z -= fz;
    const float u = fade(x), v = fade(y), w = fade(z);
    const int a = p[ix] + iy, aa = p[a] + iz, ab = p[a + 1] + iz;
    const int b = p[ix + 1] + iy, ba = p[b] + iz, bb = p[b + 1] + iz;
    const float low =
        lerp(v, lerp(u, gradient(p[aa], x, y, z), gradient(p[ba], x - 1, y, z)),
             lerp(u, gradient(p[ab], x, y - 1, z),
                  gradient(p[bb], x - 1, y - 1, z)));
    const float high = lerp(v,
                            lerp(u, gradient(p[aa + 1], x, y, z - 1),
                                 gradient(p[ba + 1], x - 1, y, z - 1)),
                            lerp(u, gradient(p[ab + 1], x, y - 1, z - 1),
                                 gradient(p[bb + 1], x - 1, y - 1, z - 1)));
    return lerp(w, low, high);
  }

  void operator()(int x, int y) const {
    float sum = 0, scale = 1, frequency = 1.0f / 64;
    for (int octave = 0; octave < octaves; ++octave) {
      sum += scale * noise(x * frequency, y * frequency, 0.5f + octave);
      if (octave >= 2 && sum < 0)
        break;
      scale *= 0.5f;
      frequency *= 2;
    }
    out[y * width + x] = sum;
  }
};

// Rays through a cube of densities, front to back, until hardly any light is
// left.
struct Volume {
  static constexpr int width = 320, height = 240, side = 64;
  const float *density; // side³
  float *out;

  void operator()(int x, int y) const {
    const Vec3 ray = camera_ray(x, y, width, height);
    Vec3 p = {side * 0.5f, side * 0.5f, -40.0f};
    float light = 0, left = 1;
    for (int step = 0; step < 160; ++step) {
      p = p + ray;
      const int i = int(std::floor(p.x)), j = int(std::floor(p.y)),
                k = int(std::floor(p.z));
      if (k >= side)
        break;
      if (i < 0 || i >= side || j < 0 || j >= side || k < 0)
        continue;
      const float d = density[(k * side + j) * side + i];
      if (d < 0.05f)
        continue;
      const float through = std::exp(-0.5f * d);
      light += left * (1 - through) * (1 - k * (0.5f / side));
      left *= through;
      if (left < 0.02f)
        break;
    }
    out[y * width + x] = light;
  }
};

// The densities of `Volume`: a ball with a rough surface.
inline float ball_density(std::uint32_t index) {
  const int side = Volume::side;
  const int i = index % side, j = index / side % side, k = index / side / side;
  const Vec3 offset{i - side * 0.5f, j - side * 0.5f, k - side * 0.5f};
  const float radius = side * 0.35f + 6 * unit(index / 8);
  return dot(offset, offset) < radius * radius ? unit(index) * 0.3f : 0.0f;
}
