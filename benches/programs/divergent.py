#!/usr/bin/env python3
"""The kernels of divergent.cpp in OpenCL C, with the same inputs; `opencl.py` times them and says what it prints."""

import numpy as np
import opencl
import pyopencl as cl
from opencl import Case

SOURCE = r"""
uint mix_bits(uint x) {
  x = (x ^ (x >> 16)) * 0x7feb352du;
  x = (x ^ (x >> 15)) * 0x846ca68bu;
  return x ^ (x >> 16);
}
float unit(uint x) { return (mix_bits(x) >> 8) * 0x1p-24f; }

__kernel void mandelbrot(int width, int height, __global int *out) {
  int x = get_global_id(0), y = get_global_id(1), k = 0;
  if (x >= width || y >= height) return;
  float cr = -2.0f + 3.0f * x / width, ci = -1.0f + 2.0f * y / height, zr = 0, zi = 0;
  while (k < 256 && zr * zr + zi * zi < 4) {
    float t = zr * zr - zi * zi + cr;
    zi = 2 * zr * zi + ci;
    zr = t;
    ++k;
  }
  out[y * width + x] = k;
}

__kernel void julia(int width, int height, __global int *out) {
  int x = get_global_id(0), y = get_global_id(1), k = 0;
  double zr = -1.6 + 3.2 * x / width, zi = -1.2 + 2.4 * y / height;
  for (; k < 300; ++k) {
    double rr = zr * zr, ii = zi * zi;
    if (rr + ii > 4) break;
    zi = 2 * zr * zi + 0.156;
    zr = rr - ii - 0.8;
  }
  out[y * width + x] = k;
}

float3 camera_ray(int x, int y, int width, int height) {
  float3 ray = (float3)((2.0f * x - width) / height, (height - 2.0f * y) / height, 1.5f);
  return ray * (1 / sqrt(dot(ray, ray)));
}
float size(float3 a) { return sqrt(dot(a, a)); }

float scene(float3 p) {
  float sphere = size(p - (float3)(-0.9f, 0.1f, 3.5f)) - 0.8f;
  float ring = size((float3)(p.x - 0.9f, 0, p.z - 3.2f)) - 0.7f;
  float torus = size((float3)(ring, p.y + 0.3f, 0)) - 0.25f;
  return fmin(sphere, fmin(torus, p.y + 1.0f));
}
__kernel void ray_march(int width, int height, __global float *out) {
  int x = get_global_id(0), y = get_global_id(1);
  if (x >= width || y >= height) return;
  float3 ray = camera_ray(x, y, width, height);
  float t = 0, shade = 0;
  for (int step = 0; step < 96 && t < 30; ++step) {
    float d = scene(ray * t);
    if (d < 1e-3f) {
      float lit = scene(ray * t + (float3)(0.06f, 0.08f, -0.03f));
      shade = fmin(1.0f, fmax(0.1f, lit * 8)) / (1 + 0.1f * t);
      break;
    }
    t += d;
  }
  out[y * width + x] = shade;
}

bool hit(float3 from, float3 ray, float *t, float3 *normal) {
  bool found = false;
  *t = 1e9f;
  for (int s = 0; s < 3; ++s) {
    float3 center = (float3)(-1.2f + 1.2f * s, -0.5f + 0.1f * s, 3.5f - 0.4f * s), offset = from - center;
    float b = dot(offset, ray), c = dot(offset, offset) - 0.25f, under = b * b - c;
    if (under <= 0) continue;
    float near = -b - sqrt(under);
    if (near > 1e-3f && near < *t) {
      *t = near;
      *normal = (from + ray * near - center) * 2.0f;
      found = true;
    }
  }
  if (ray.y < 0) {
    float plane = (-1.0f - from.y) / ray.y;
    if (plane > 1e-3f && plane < *t) {
      *t = plane;
      *normal = (float3)(0, 1, 0);
      found = true;
    }
  }
  return found;
}
float3 direction(uint seed, float3 normal) {
  float3 ray = (float3)(unit(seed) * 2 - 1, unit(seed + 1) * 2 - 1, unit(seed + 2) * 2 - 1) + (float3)(1e-4f, 0, 0);
  ray *= 1 / sqrt(dot(ray, ray));
  return dot(ray, normal) < 0 ? -ray : ray;
}
__kernel void occlusion(int width, int height, __global float *out) {
  int x = get_global_id(0), y = get_global_id(1);
  if (x >= width || y >= height) return;
  float3 ray = camera_ray(x, y, width, height), normal, other;
  uint pixel = y * width + x;
  float t, unused, open = 0;
  if (hit((float3)(0, 0, 0), ray, &t, &normal)) {
    float3 point = ray * t + normal * 1e-3f;
    for (uint s = 0; s < 16; ++s)
      if (!hit(point, direction((pixel * 16 + s) * 3, normal), &unused, &other)) open += 1.0f / 16;
  } else {
    open = 1;
  }
  out[pixel] = open;
}

float fade(float t) { return t * t * t * (t * (t * 6 - 15) + 10); }
float lerp(float t, float a, float b) { return a + t * (b - a); }
float gradient(int hash, float x, float y, float z) {
  int h = hash & 15;
  float u = h < 8 ? x : y, v = h < 4 ? y : (h == 12 || h == 14 ? x : z);
  return ((h & 1) ? -u : u) + ((h & 2) ? -v : v);
}
float noise(__global const int *p, float x, float y, float z) {
  float fx = floor(x), fy = floor(y), fz = floor(z);
  int ix = (int)fx & 255, iy = (int)fy & 255, iz = (int)fz & 255;
  x -= fx, y -= fy, z -= fz;
  float u = fade(x), v = fade(y), w = fade(z);
  int a = p[ix] + iy, aa = p[a] + iz, ab = p[a + 1] + iz;
  int b = p[ix + 1] + iy, ba = p[b] + iz, bb = p[b + 1] + iz;
  float low = lerp(v, lerp(u, gradient(p[aa], x, y, z), gradient(p[ba], x - 1, y, z)),
                   lerp(u, gradient(p[ab], x, y - 1, z), gradient(p[bb], x - 1, y - 1, z)));
  float high = lerp(v, lerp(u, gradient(p[aa + 1], x, y, z - 1), gradient(p[ba + 1], x - 1, y, z - 1)),
                    lerp(u, gradient(p[ab + 1], x, y - 1, z - 1), gradient(p[bb + 1], x - 1, y - 1, z - 1)));
  return lerp(w, low, high);
}
__kernel void perlin(__global const int *permutation, int width, int height, __global float *out) {
  int x = get_global_id(0), y = get_global_id(1);
  float sum = 0, scale = 1, frequency = 1.0f / 64;
  for (int octave = 0; octave < 6; ++octave) {
    sum += scale * noise(permutation, x * frequency, y * frequency, 0.5f + octave);
    if (octave >= 2 && sum < 0) break;
    scale *= 0.5f;
    frequency *= 2;
  }
  out[y * width + x] = sum;
}

#define SIDE 64
__kernel void volume(__global const float *density, int width, int height, __global float *out) {
  int x = get_global_id(0), y = get_global_id(1);
  if (x >= width || y >= height) return;
  float3 ray = camera_ray(x, y, width, height), p = (float3)(SIDE * 0.5f, SIDE * 0.5f, -40.0f);
  float light = 0, left = 1;
  for (int step = 0; step < 160; ++step) {
    p += ray;
    int i = (int)floor(p.x), j = (int)floor(p.y), k = (int)floor(p.z);
    if (k >= SIDE) break;
    if (i < 0 || i >= SIDE || j < 0 || j >= SIDE || k < 0) continue;
    float d = density[(k * SIDE + j) * SIDE + i];
    if (d < 0.05f) continue;
    float through = exp(-0.5f * d);
    light += left * (1 - through) * (1 - k * (0.5f / SIDE));
    left *= through;
    if (left < 0.02f) break;
  }
  out[y * width + x] = light;
}

__kernel void binomial(__global const float *price, __global const float *strike, __global const float *years, int n,
                       __global float *out) {
  int option = get_global_id(0);
  if (option >= n) return;
  int steps = 16 + (int)(48 * years[option]);
  float dt = years[option] / steps, move = 0.3f * sqrt(dt), up = exp(move), down = 1 / up, growth = exp(0.02f * dt);
  float rise = (growth - down) / (up - down) / growth, fall = 1 / growth - rise;
  float value[65], leaf = price[option] * exp(-move * steps);
  for (int i = 0; i <= steps; ++i, leaf *= up * up) value[i] = fmax(strike[option] - leaf, 0.0f);
  for (int step = steps - 1; step >= 0; --step) {
    float node = price[option] * exp(-move * step);
    for (int i = 0; i <= step; ++i, node *= up * up)
      value[i] = fmax(rise * value[i + 1] + fall * value[i], strike[option] - node);
  }
  out[option] = value[0];
}

float next(uint *state) {
  *state ^= *state << 13;
  *state ^= *state >> 17;
  *state ^= *state << 5;
  return (*state >> 8) * 0x1p-23f;
}
__kernel void monte_carlo(int n, __global int *out) {
  int item = get_global_id(0);
  if (item >= n) return;
  uint state = mix_bits(item) | 1;
  int inside = 0;
  for (int point = 0; point < 128; ++point) {
    float x = next(&state), y = next(&state);
    while (x >= 1 || y >= 1) {
      x = next(&state);
      y = next(&state);
    }
    inside += x * x + y * y < 1;
  }
  out[item] = inside;
}

__kernel void bfs(__global const int *starts, __global const int *neighbours, int n, int current,
                  __global int *levels) {
  int vertex = get_global_id(0);
  if (vertex >= n || levels[vertex] != current) return;
  for (int e = starts[vertex]; e < starts[vertex + 1]; ++e)
    if (levels[neighbours[e]] < 0) levels[neighbours[e]] = current + 1;
}

__kernel void spmv(__global const int *starts, __global const int *columns, __global const float *values,
                   __global const float *vector, int n, __global float *out) {
  int row = get_global_id(0);
  if (row >= n) return;
  float sum = 0;
  for (int e = starts[row]; e < starts[row + 1]; ++e) sum += values[e] * vector[columns[e]];
  out[row] = sum;
}

__kernel void binary_search(__global const int *table, int entries, __global const int *keys, __global int *out) {
  int query = get_global_id(0), key = keys[query], low = 0, high = entries, found = -1;
  while (low < high) {
    int middle = low + (high - low) / 2, value = table[middle];
    if (value == key) {
      found = middle;
      break;
    }
    if (value < key) low = middle + 1;
    else high = middle;
  }
  out[query] = found < 0 ? ~low : found;
}

#define SLOTS (1u << 17)
__kernel void hash_lookup(__global const uint *table, __global const uint *keys, int n, __global int *out) {
  int query = get_global_id(0);
  if (query >= n) return;
  uint key = keys[query], slot = mix_bits(key) % SLOTS;
  int probes = 1;
  while (table[slot] != 0 && table[slot] != key) {
    slot = (slot + 1) % SLOTS;
    ++probes;
  }
  out[query] = table[slot] == key ? probes : -probes;
}
"""

GROUP, TILE, SIDE, SLOTS = (256,), (16, 16), 64, 1 << 17


def mix(x):
    x = np.asarray(x, np.uint32)
    x = (x ^ (x >> np.uint32(16))) * np.uint32(0x7FEB352D)
    x = (x ^ (x >> np.uint32(15))) * np.uint32(0x846CA68B)
    return x ^ (x >> np.uint32(16))


def unit(x):
    return (mix(x) >> np.uint32(8)).astype(np.float32) * np.float32(2**-24)


def indices(n):
    return np.arange(n, dtype=np.uint32)


def row_starts(lengths):
    return np.concatenate([[0], np.cumsum(lengths)]).astype(np.int32)


def ball_density():
    index = indices(SIDE**3)
    centered = lambda axis: (axis % SIDE).astype(np.float32) - SIDE * 0.5
    i, j, k = centered(index), centered(index // SIDE), centered(index // SIDE**2)
    radius = SIDE * 0.35 + 6 * unit(index // 8)
    return np.where(i * i + j * j + k * k < radius * radius, unit(index) * 0.3, 0).astype(np.float32)


def stored(i):
    return mix(i) | np.uint32(1)


def hash_table():
    table = np.zeros(SLOTS, np.uint32)
    keys = stored(indices(SLOTS * 4 // 5))
    for key, slot in zip(keys, mix(keys) % SLOTS):
        while table[slot] != 0:
            slot = (slot + 1) % SLOTS
        table[slot] = key
    return table


def hash_keys(n):
    i = indices(n)
    return stored(np.where(i % 2 == 1, mix(i) % np.uint32(SLOTS * 4 // 5), i + np.uint32(SLOTS)))


class Inputs:
    """Makes cases of arrays: the last argument of each kernel is its result."""

    def __init__(self, context):
        self.context = context

    def buffer(self, array):
        return cl.Buffer(self.context, cl.mem_flags.READ_WRITE | cl.mem_flags.COPY_HOST_PTR, hostbuf=array)

    def arguments(self, values):
        return [self.buffer(value) if isinstance(value, np.ndarray) else np.int32(value) for value in values]

    def image(self, width, height, *inputs, local=TILE):
        out = np.zeros(width * height, np.int32)
        rounded = tuple(-(-side // 16) * 16 for side in (width, height))
        return Case(rounded, local, [self.arguments([*inputs, width, height, out])])

    def line(self, n, *inputs, local=GROUP):
        return Case((n,), local, [self.arguments([*inputs, np.zeros(n, np.int32)])])

    def bfs(self, n, steps):
        degrees = np.where(mix(indices(n)) % 8 == 0, 24, 3)
        starts = row_starts(degrees)
        neighbours = (mix(indices(starts[-1])) % n).astype(np.int32)
        first = np.full(n, -1, np.int32)
        first[0] = 0
        starts, neighbours, levels = map(self.buffer, (starts, neighbours, first))
        launches = [(starts, neighbours, np.int32(n), np.int32(level), levels) for level in range(steps)]
        return Case((n,), GROUP, launches, lambda queue: cl.enqueue_copy(queue, levels, first))

    def spmv(self, n):
        lengths = np.where(indices(n) % 64 == 0, 256, 4 + mix(indices(n)) % 32)
        starts = row_starts(lengths)
        columns = (mix(indices(starts[-1])) % n).astype(np.int32)
        return self.line(n, starts, columns, unit(indices(starts[-1])), unit(indices(n)), n)


def cases(context):
    """The cases by kernel."""
    inputs = Inputs(context)
    permutation = (mix(indices(512) % 256) % 256).astype(np.int32)
    options, entries, queries, lookups = 1 << 14, 1 << 16, 1 << 18, 1 << 20
    floats = lambda seed, least, width: np.float32(least) + np.float32(width) * unit(indices(options) + np.uint32(seed))
    table = (8 * indices(entries) + mix(indices(entries)) % 8).astype(np.int32)
    keys = (mix(indices(queries) + np.uint32(7)) % (8 * entries)).astype(np.int32)
    market = floats(0, 50, 100), floats(options, 50, 100), floats(2 * options, 0, 1)
    return {
        "mandelbrot": inputs.image(512, 384),
        "julia": inputs.image(512, 384, local=None),
        "ray_march": inputs.image(320, 240),
        "occlusion": inputs.image(320, 240),
        "perlin": inputs.image(512, 384, permutation, local=None),
        "volume": inputs.image(320, 240, ball_density()),
        "binomial": inputs.line(options, *market, options),
        "monte_carlo": inputs.line(1 << 13, 1 << 13),
        "bfs": inputs.bfs(1 << 18, 12),
        "spmv": inputs.spmv(1 << 18),
        "binary_search": inputs.line(queries, table, entries, keys, local=None),
        "hash_lookup": inputs.line(lookups, hash_table(), hash_keys(lookups), lookups),
    }


if __name__ == "__main__":
    opencl.main(SOURCE, cases)
