/* Texels: what is read and written at integer coordinates. */
#pragma once

#include "orders.h"

/* The type of texel components in registers; a constant at each use. */
enum components { FLOATS, INTEGERS };

INLINE u32 one_of(enum components components) {
  return components == FLOATS ? as_bits(1.0f) : 1;
}

/* Extents of the coordinates that an image has; 1 for the others. */
INLINE u32 extent_of(image_t image, u32 shape, u32 coordinate) {
  return coordinate < coordinates_of(shape) ? image->extent[coordinate] : 1;
}

INLINE _Bool is_inside(image_t image, u32 shape, i32 x, i32 y, i32 z) {
  u32 count = coordinates_of(shape);
  _Bool inside = (u32)x < image->extent[0];
  if (count > 1) {
    inside &= (u32)y < image->extent[1];
  }
  if (count > 2) {
    inside &= (u32)z < image->extent[2];
  }
  return inside;
}

/* How a pixel that the image has is read and written; targets may define their
 * own. */
#ifndef LOAD_PIXEL
#define LOAD_PIXEL(image, shape, x, y, z)                                      \
  load_pixel(image, address_of(image, shape, x, y, z))
#define STORE_PIXEL(image, shape, x, y, z, pixel)                              \
  store_pixel(image, address_of(image, shape, x, y, z), pixel)
#endif

/* The texel at coordinates, or the border. Pixel 0 is loaded in the place of
 * one that is not there. */
INLINE uint4 read_texel(image_t image, u32 shape, i32 x, i32 y, i32 z,
                        enum components components) {
  _Bool inside = is_inside(image, shape, x, y, z);
  uint4 pixel = LOAD_PIXEL(image, shape, inside ? (u32)x : 0,
                           inside ? (u32)y : 0, inside ? (u32)z : 0);
  uint4 texel = components == FLOATS ? decode_floats(image, pixel)
                                     : decode_ints(image, pixel);
  u32 one = one_of(components);
  texel = to_rgba(image, texel, one);
  if (components == FLOATS && is_srgb(image)) {
    for (u32 i = 0; i < 3; i++) {
      texel[i] = from_srgb(texel[i]);
    }
  }
  u32 alpha = border_alpha(image, one);
  uint4 border = {0, 0, 0, alpha};
  for (u32 i = 0; i < 4; i++) {
    texel[i] = inside ? texel[i] : border[i];
  }
  return texel;
}

INLINE void write_texel(image_t image, u32 shape, i32 x, i32 y, i32 z,
                        uint4 texel, enum components components) {
  if (!is_inside(image, shape, x, y, z)) {
    return;
  }
  if (components == FLOATS && is_srgb(image)) {
    for (u32 i = 0; i < 3; i++) {
      texel[i] = to_srgb(texel[i]);
    }
  }
  texel = from_rgba(image, texel);
  uint4 pixel = components == FLOATS ? encode_floats(image, texel)
                                     : encode_ints(image, texel);
  STORE_PIXEL(image, shape, (u32)x, (u32)y, (u32)z, pixel);
}
