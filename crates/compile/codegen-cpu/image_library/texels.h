/* Texels: what is read and written at integer coordinates. */
#pragma once

#include "inside.h"

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

/* How texels inside of the image are read and written; targets may define
 * their own. */
#ifndef TEXEL_INSIDE
#define TEXEL_INSIDE texel_inside
#define STORE_INSIDE store_inside
#endif

/* The texel at coordinates, or the border. Pixel 0 is loaded in the place of
 * one that is not there. */
INLINE uint4 read_texel(image_t image, u32 shape, i32 x, i32 y, i32 z,
                        enum components components) {
  _Bool inside = is_inside(image, shape, x, y, z);
  uint4 texel =
      TEXEL_INSIDE(image, shape, inside ? (u32)x : 0, inside ? (u32)y : 0,
                   inside ? (u32)z : 0, components);
  u32 alpha = border_alpha(image, one_of(components));
  uint4 border = {0, 0, 0, alpha};
  for (u32 i = 0; i < 4; i++) {
    texel[i] = inside ? texel[i] : border[i];
  }
  return texel;
}

INLINE void write_texel(image_t image, u32 shape, i32 x, i32 y, i32 z,
                        uint4 texel, enum components components) {
  if (is_inside(image, shape, x, y, z)) {
    STORE_INSIDE(image, shape, (u32)x, (u32)y, (u32)z, texel, components);
  }
}
