/* Sampling through texture objects, and by code where there is none. */
#pragma once

#include "surfaces.h"

#include "samplers.h"

/* The channels that a texture makes of a place, in the order of memory. Layers
 * are integers: they come in `layer`. */
#define FETCH(geometry, place, type, letter)                                   \
  __asm__("tex." #geometry ".v4." type ".f32 {%0, %1, %2, %3}, [%4, " place    \
          "];"                                                                 \
          : "=" letter(a), "=" letter(b), "=" letter(c), "=" letter(d)         \
          : "l"(texture), "r"(layer), "f"(x), "f"(y), "f"(z))

#define FETCHES(geometry, place)                                               \
  INLINE uint4 fetch_##geometry(u64 texture, u32 layer, float x, float y,      \
                                float z, enum components components) {         \
    if (components == INTEGERS) {                                              \
      u32 a, b, c, d;                                                          \
      FETCH(geometry, place, "u32", "r");                                      \
      return (uint4){a, b, c, d};                                              \
    }                                                                          \
    float a, b, c, d;                                                          \
    FETCH(geometry, place, "f32", "f");                                        \
    return (uint4){as_bits(a), as_bits(b), as_bits(c), as_bits(d)};            \
  }

FETCHES(1d, "{%6}")
FETCHES(a1d, "{%5, %6}")
FETCHES(2d, "{%6, %7}")
FETCHES(a2d, "{%5, %6, %7, %7}")
FETCHES(3d, "{%6, %7, %8, %8}")

INLINE uint4 fetch(image_t image, u64 texture, u32 shape, float x, float y,
                   float z, enum components components) {
  struct taps layer = {0, 0, 0.0f};
  switch (shape) {
  case 1u:
    return fetch_1d(texture, 0, x, y, z, components);
  case 1u | SHAPE_ARRAY:
    find_layer(y, image->extent[1], &layer);
    return fetch_a1d(texture, (u32)layer.first, x, y, z, components);
  case 2u:
    return fetch_2d(texture, 0, x, y, z, components);
  case 2u | SHAPE_ARRAY:
    find_layer(z, image->extent[2], &layer);
    return fetch_a2d(texture, (u32)layer.first, x, y, z, components);
  default:
    return fetch_3d(texture, 0, x, y, z, components);
  }
}

INLINE uint4 sample_any(image_t image, u32 sampler, u32 shape, float x, float y,
                        float z, enum components components) {
  u64 texture = array_of(image)->textures[sampler & 31];
  if (texture == 0) {
    return sample_texel(image, sampler, shape, x, y, z, components);
  }
  uint4 channels = fetch(image, texture, shape, x, y, z, components);
  return to_rgba(image, channels, one_of(components));
}
