/* Mipmaps: the levels that a level of detail leads to (OpenCL C,
 * `cl_khr_mipmap_image`; OpenGL 4.6, section 8.14). */
#pragma once

#include "cubes.h"

/* One level, or the mean of two. */
struct level_taps {
  u32 first;
  u32 count;
  float weight;
};

/* The levels at a level of detail. NaN selects the lowest one. */
INLINE struct level_taps find_levels(image_t image, u32 sampler, float level) {
  float last = (float)(levels_of(image) - 1);
  level = clamp(level, image->least_level, image->most_level);
  level = clamp(level, 0.0f, last);
  struct level_taps taps = {0, 1, 0.0f};
  if (sampler & SAMPLER_LINEAR_LEVELS) {
    float low = __builtin_floorf(level);
    taps.first = (u32)low;
    taps.weight = level - low;
    taps.count = taps.weight > 0.0f ? 2 : 1;
  } else {
    /* Halfway between two levels, the one with more pixels. */
    taps.first = (u32)(__builtin_ceilf(level + 0.5f) - 1.0f);
  }
  return taps;
}

/* The texel at a level of detail. Integers come from the nearest level. */
INLINE uint4 sample_level(image_t image, u32 sampler, u32 shape, float x,
                          float y, float z, float level,
                          enum components components) {
  /* Cube maps have one level. */
  if (shape == FACE_SHAPE && sampler & SAMPLER_SEAMLESS) {
    return sample_seamless(image, sampler, x, y, z, components);
  }
  u32 levels =
      components == FLOATS ? sampler : sampler & ~SAMPLER_LINEAR_LEVELS;
  struct level_taps taps = find_levels(image, levels, level);
  float4 sum = {0.0f, 0.0f, 0.0f, 0.0f};
  uint4 texel = {0, 0, 0, 0};
#pragma clang loop unroll(disable)
  for (u32 i = 0; i < taps.count; i++) {
    texel = sample_texel(level_of(image, taps.first + i), sampler, shape, x, y,
                         z, components);
    float weight = i ? taps.weight : 1.0f - taps.weight;
    for (u32 c = 0; c < 4; c++) {
      sum[c] += weight * as_float(texel[c]);
    }
  }
  return components == FLOATS ? (uint4){as_bits(sum.x), as_bits(sum.y),
                                        as_bits(sum.z), as_bits(sum.w)}
                              : texel;
}

/* Differences of the coordinates in one direction. */
struct gradient {
  float x;
  float y;
  float z;
};
