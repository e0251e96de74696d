/* Texels of pixels that the image has. */
#pragma once

#include "orders.h"

/* The type of texel components in registers; a constant at each use. */
enum components { FLOATS, INTEGERS };

INLINE u32 one_of(enum components components) {
  return components == FLOATS ? as_bits(1.0f) : 1;
}

/* How the bytes of a pixel are loaded and stored; targets may define their own.
 */
#ifndef LOAD_PIXEL
#define LOAD_PIXEL(image, shape, x, y, z)                                      \
  load_pixel(image, address_of(image, shape, x, y, z))
#define STORE_PIXEL(image, shape, x, y, z, pixel)                              \
  store_pixel(image, address_of(image, shape, x, y, z), pixel)
#endif

INLINE uint4 texel_inside(image_t image, u32 shape, u32 x, u32 y, u32 z,
                          enum components components) {
  uint4 pixel = LOAD_PIXEL(image, shape, x, y, z);
  uint4 texel = components == FLOATS ? decode_floats(image, pixel)
                                     : decode_ints(image, pixel);
  texel = to_rgba(image, texel, one_of(components));
  if (components == FLOATS && is_srgb(image)) {
    for (u32 i = 0; i < 3; i++) {
      texel[i] = from_srgb(texel[i]);
    }
  }
  return texel;
}

INLINE void store_inside(image_t image, u32 shape, u32 x, u32 y, u32 z,
                         uint4 texel, enum components components) {
  if (components == FLOATS && is_srgb(image)) {
    for (u32 i = 0; i < 3; i++) {
      texel[i] = to_srgb(texel[i]);
    }
  }
  texel = from_rgba(image, texel);
  uint4 pixel = components == FLOATS ? encode_floats(image, texel)
                                     : encode_ints(image, texel);
  STORE_PIXEL(image, shape, x, y, z, pixel);
}
