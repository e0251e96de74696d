/* Samplers: the pixels that coordinates lead to, and their weights (OpenCL C,
 * section 8.2). */
#pragma once

#include "texels.h"

/* The pixels of one coordinate, perhaps out of range, and the weight of the
 * second one. */
struct taps {
  i32 first;
  i32 second;
  float weight;
};

/* A number between two others; the lower one for what is not a number. */
INLINE float clamp(float value, float least, float most) {
  value = value > least ? value : least;
  return value < most ? value : most;
}

INLINE i32 clamp_index(i32 index, i32 most) {
  index = index < 0 ? 0 : index;
  return index > most ? most : index;
}

/* The location of a coordinate in an image of `size` pixels; folded, where the
 * image is repeated. */
INLINE float place(float coordinate, float size, u32 sampler) {
  switch (sampler & SAMPLER_ADDRESSING) {
  case ADDRESSING_REPEAT:
    return (coordinate - __builtin_floorf(coordinate)) * size;
  case ADDRESSING_REPEAT_MIRRORED: {
    float even = 2.0f * __builtin_rintf(0.5f * coordinate);
    return __builtin_fabsf(coordinate - even) * size;
  }
  default:
    return sampler & SAMPLER_NORMALIZED ? coordinate * size : coordinate;
  }
}

/* A pixel's index by the addressing mode. Indices are at most one out of range.
 */
INLINE i32 address_index(i32 index, i32 size, u32 sampler) {
  switch (sampler & SAMPLER_ADDRESSING) {
  case ADDRESSING_CLAMP:
    return index;
  case ADDRESSING_REPEAT:
    index = index < 0 ? index + size : index;
    return index >= size ? index - size : index;
  default:
    return clamp_index(index, size - 1);
  }
}

INLINE void find_taps(float coordinate, u32 extent, u32 sampler,
                      struct taps *taps) {
  float size = (float)extent;
  float at = place(coordinate, size, sampler);
  if (sampler & SAMPLER_LINEAR) {
    at = clamp(at - 0.5f, -1.0f, size);
    float low = __builtin_floorf(at);
    taps->weight = at - low;
    taps->first = address_index((i32)low, (i32)extent, sampler);
    taps->second = address_index((i32)low + 1, (i32)extent, sampler);
  } else {
    at = clamp(at, -1.0f, size);
    taps->first = taps->second =
        address_index((i32)__builtin_floorf(at), (i32)extent, sampler);
    taps->weight = 0.0f;
  }
}

/* Layers are rounded and clamped, whatever the sampler says. */
INLINE void find_layer(float coordinate, u32 layers, struct taps *taps) {
  taps->first = taps->second =
      (i32)clamp(__builtin_rintf(coordinate), 0.0f, (float)(layers - 1));
  taps->weight = 0.0f;
}

INLINE i32 tap(struct taps *taps, u32 second) {
  return second ? taps->second : taps->first;
}

INLINE float weight_of(struct taps *taps, u32 second) {
  return second ? taps->weight : 1.0f - taps->weight;
}

/* The weighted mean of the pixels around a place: 2, 4 or 8. */
INLINE uint4 mean(image_t image, u32 shape, struct taps *x, struct taps *y,
                  struct taps *z) {
  u32 dimensions = shape & SHAPE_DIMENSIONS;
  float4 sum = {0.0f, 0.0f, 0.0f, 0.0f};
#pragma clang loop unroll(disable)
  for (u32 corner = 0; corner < 1u << dimensions; corner++) {
    u32 right = corner & 1, down = corner & 2, back = corner & 4;
    float weight = weight_of(x, right);
    if (dimensions > 1) {
      weight *= weight_of(y, down);
    }
    if (dimensions > 2) {
      weight *= weight_of(z, back);
    }
    uint4 texel = read_texel(image, shape, tap(x, right), tap(y, down),
                             tap(z, back), FLOATS);
    for (u32 i = 0; i < 4; i++) {
      /* Neighbours without weight do not count, whatever they hold. */
      sum[i] += weight != 0.0f ? weight * as_float(texel[i]) : 0.0f;
    }
  }
  return (uint4){as_bits(sum.x), as_bits(sum.y), as_bits(sum.z),
                 as_bits(sum.w)};
}

/* Finds the taps of a coordinate, by its number. */
INLINE void find(image_t image, u32 shape, u32 number, float coordinate,
                 u32 sampler, struct taps *taps) {
  if (number < (shape & SHAPE_DIMENSIONS)) {
    find_taps(coordinate, image->extent[number], sampler, taps);
  } else if (number < coordinates_of(shape)) {
    find_layer(coordinate, image->extent[number], taps);
  }
}

INLINE uint4 sample_texel(image_t image, u32 sampler, u32 shape, float x,
                          float y, float z, enum components components) {
  struct taps taps_x = {0, 0, 0.0f}, taps_y = {0, 0, 0.0f},
              taps_z = {0, 0, 0.0f};
  /* Integers have no weighted mean. */
  sampler = components == FLOATS ? sampler : sampler & ~SAMPLER_LINEAR;
  find(image, shape, 0, x, sampler, &taps_x);
  find(image, shape, 1, y, sampler, &taps_y);
  find(image, shape, 2, z, sampler, &taps_z);
  if (sampler & SAMPLER_LINEAR) {
    return mean(image, shape, &taps_x, &taps_y, &taps_z);
  }
  return read_texel(image, shape, taps_x.first, taps_y.first, taps_z.first,
                    components);
}
