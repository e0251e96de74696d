/* Texels of surfaces in the formats that most images have. Kernels call
 * functions for the others, which are rare and take much code. */
#pragma once

#include "surfaces.h"

#include "inside.h"

#define RARE static __attribute__((noinline, cold))
#define PURE __attribute__((pure))

/* An order of channels and their type. */
#define KEY(order, type) ((u32)(order) << 8 | (u32)(type))

/* The key of pixels with an object. */
INLINE u32 key_of(uint4 words) { return KEY(words.z, words.w); }

RARE PURE uint4 texel_by_code(u64 image, u32 shape, u32 x, u32 y, u32 z,
                              enum components components) {
  return texel_inside(image_of(image), shape, x, y, z, components);
}

RARE void store_by_code(u64 image, u32 shape, u32 x, u32 y, u32 z, uint4 texel,
                        enum components components) {
  store_inside(image_of(image), shape, x, y, z, texel, components);
}

INLINE _Bool is_word(u32 key, u32 order, enum components components) {
  return components == FLOATS ? key == KEY(order, TYPE_FLOAT)
                              : key == KEY(order, TYPE_SIGNED_32) ||
                                    key == KEY(order, TYPE_UNSIGNED_32);
}

INLINE uint4 texel_inside_any(image_t image, u32 shape, u32 x, u32 y, u32 z,
                              enum components components) {
  uint4 words = array_of(image)->surface;
  u64 surface = object_of(words);
  u32 key = surface == 0 ? ~0u : key_of(words);
  if (components == FLOATS && key == KEY(ORDER_RGBA, TYPE_UNORM_8)) {
    uint4 texel = split_8(load_surface(surface, shape, 4, x, y, z));
    EACH(texel, unorm(bits, 255.0f));
    return texel;
  }
  if (is_word(key, ORDER_RGBA, components)) {
    return load_surface(surface, shape, 16, x, y, z);
  }
  if (is_word(key, ORDER_R, components)) {
    u32 red = load_surface(surface, shape, 4, x, y, z).x;
    return (uint4){red, 0, 0, one_of(components)};
  }
  return texel_by_code((u64)image, shape, x, y, z, components);
}

/* The nearest byte of a number from 0 to 1; 0 for what is not a number. */
INLINE u32 to_byte(u32 bits) {
  return (u32)__nvvm_f2i_rn(__nvvm_saturate_f(as_float(bits)) * 255.0f);
}

INLINE void store_inside_any(image_t image, u32 shape, u32 x, u32 y, u32 z,
                             uint4 texel, enum components components) {
  uint4 words = array_of(image)->surface;
  u64 surface = object_of(words);
  u32 key = surface == 0 ? ~0u : key_of(words);
  if (components == FLOATS && key == KEY(ORDER_RGBA, TYPE_UNORM_8)) {
    u32 pixel = to_byte(texel.x) | to_byte(texel.y) << 8 |
                to_byte(texel.z) << 16 | to_byte(texel.w) << 24;
    store_surface(surface, shape, 4, x, y, z, (uint4){pixel, 0, 0, 0});
  } else if (is_word(key, ORDER_RGBA, components)) {
    store_surface(surface, shape, 16, x, y, z, texel);
  } else if (is_word(key, ORDER_R, components)) {
    store_surface(surface, shape, 4, x, y, z, texel);
  } else {
    store_by_code((u64)image, shape, x, y, z, texel, components);
  }
}

/* Whether a texture can be read, and has the channels in an order that needs no
 * function. One condition, so that loops that sample exist with and without
 * functions, and the former overlap many samples. */
INLINE _Bool is_direct(uint4 words) {
  u32 is_texture = (words.x | words.y) != 0;
  u32 is_ordered = (words.z == ORDER_RGBA) | (words.z == ORDER_R);
  return is_texture & is_ordered;
}

/* The texel of channels that a texture has directly. */
INLINE uint4 ordered(uint4 words, uint4 channels, enum components components) {
  _Bool is_red = words.z == ORDER_R;
  return (uint4){channels.x, is_red ? 0 : channels.y, is_red ? 0 : channels.z,
                 is_red ? one_of(components) : channels.w};
}

#define TEXEL_INSIDE texel_inside_any
#define STORE_INSIDE store_inside_any
