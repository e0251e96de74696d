/* Mipmaps: the levels that a level of detail leads to, and levels of detail of
 * gradients (OpenCL C, `cl_khr_mipmap_image`; OpenGL 4.6, section 8.14). */
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

/* The square of a gradient's length in pixels of the first level. */
INLINE float squared_length(image_t image, u32 shape, struct gradient *of) {
  u32 dimensions = shape & SHAPE_DIMENSIONS;
  float x = of->x * (float)image->extent[0];
  float sum = x * x;
  if (dimensions > 1) {
    float y = of->y * (float)image->extent[1];
    sum += y * y;
  }
  if (dimensions > 2) {
    float z = of->z * (float)image->extent[2];
    sum += z * z;
  }
  return sum;
}

/* How often the image is read along the longer gradient
 * (`EXT_texture_filter_anisotropic`). */
INLINE float probes_of(image_t image, float longer, float shorter) {
  float most = (float)image->anisotropy;
  most = most > 1.0f ? most : 1.0f;
  float ratio = shorter > 0.0f ? __builtin_sqrtf(longer / shorter) : most;
  return __builtin_ceilf(clamp(ratio, 1.0f, most));
}

INLINE uint4 sample_gradients(image_t image, u32 sampler, u32 shape, float x,
                              float y, float z, struct gradient dx,
                              struct gradient dy, enum components components) {
  float along_x = squared_length(image, shape, &dx);
  float along_y = squared_length(image, shape, &dy);
  _Bool x_is_longer = along_x > along_y;
  struct gradient major = x_is_longer ? dx : dy;
  float longer = x_is_longer ? along_x : along_y;
  float shorter = x_is_longer ? along_y : along_x;
  float probes =
      components == FLOATS ? probes_of(image, longer, shorter) : 1.0f;
  float level = 0.5f * __builtin_log2f(longer / (probes * probes));
  float4 sum = {0.0f, 0.0f, 0.0f, 0.0f};
  uint4 texel = {0, 0, 0, 0};
#pragma clang loop unroll(disable)
  for (u32 i = 1; i <= (u32)probes; i++) {
    float part = (float)i / (probes + 1.0f) - 0.5f;
    texel =
        sample_level(image, sampler, shape, x + part * major.x,
                     y + part * major.y, z + part * major.z, level, components);
    for (u32 c = 0; c < 4; c++) {
      sum[c] += as_float(texel[c]);
    }
  }
  float share = 1.0f / probes;
  return components == FLOATS
             ? (uint4){as_bits(sum.x * share), as_bits(sum.y * share),
                       as_bits(sum.z * share), as_bits(sum.w * share)}
             : texel;
}
