/* Orders of channels (OpenCL C, table of section 6.15.15.7), and the border. */
#pragma once

#include "formats.h"

/* Red, green, blue and alpha of channels in the order of memory; `one` is the
 * alpha where pixels have none. */
INLINE uint4 to_rgba(image_t image, uint4 from, u32 one) {
  u32 a = from.x, b = from.y, c = from.z, d = from.w;
  switch (image->channel_order) {
  case ORDER_A:
    return (uint4){0, 0, 0, a};
  case ORDER_RG:
  case ORDER_RGX:
    return (uint4){a, b, 0, one};
  case ORDER_RA:
    return (uint4){a, 0, 0, b};
  case ORDER_RGB:
  case ORDER_RGBX:
  case ORDER_SRGB:
  case ORDER_SRGBX:
    return (uint4){a, b, c, one};
  case ORDER_RGBA:
  case ORDER_SRGBA:
    return (uint4){a, b, c, d};
  case ORDER_BGRA:
  case ORDER_SBGRA:
    return (uint4){c, b, a, d};
  case ORDER_ARGB:
    return (uint4){b, c, d, a};
  case ORDER_ABGR:
    return (uint4){d, c, b, a};
  case ORDER_INTENSITY:
    return (uint4){a, a, a, a};
  case ORDER_LUMINANCE:
    return (uint4){a, a, a, one};
  default:
    return (uint4){a, 0, 0, one};
  }
}

/* Channels in the order of memory. */
INLINE uint4 from_rgba(image_t image, uint4 from) {
  u32 r = from.x, g = from.y, b = from.z, a = from.w;
  switch (image->channel_order) {
  case ORDER_A:
    return (uint4){a, 0, 0, 0};
  case ORDER_RA:
    return (uint4){r, a, 0, 0};
  case ORDER_BGRA:
  case ORDER_SBGRA:
    return (uint4){b, g, r, a};
  case ORDER_ARGB:
    return (uint4){a, r, g, b};
  case ORDER_ABGR:
    return (uint4){a, b, g, r};
  default:
    return (uint4){r, g, b, a};
  }
}

/* Orders without alpha, and without a place for it: the alpha of their border
 * is 1. */
#define OPAQUE_BORDERS                                                         \
  (1u << ORDER_R | 1u << ORDER_RG | 1u << ORDER_RGB | 1u << ORDER_LUMINANCE |  \
   1u << ORDER_DEPTH | 1u << ORDER_DEPTH_STENCIL | 1u << ORDER_SRGB)

INLINE u32 border_alpha(image_t image, u32 one) {
  return OPAQUE_BORDERS >> (image->channel_order & 31) & 1 ? one : 0;
}

INLINE _Bool is_srgb(image_t image) {
  u32 order = image->channel_order;
  return order >= ORDER_SRGB && order <= ORDER_SBGRA;
}

/* Powers of numbers from 0 to 1; targets may define their own. */
#ifndef POWER
#define POWER __builtin_powf
#endif

INLINE u32 from_srgb(u32 bits) {
  float value = as_float(bits);
  return as_bits(value <= 0.04045f
                     ? QUOTIENT(value, 12.92f)
                     : POWER(QUOTIENT(value + 0.055f, 1.055f), 2.4f));
}

INLINE u32 to_srgb(u32 bits) {
  float value = as_float(bits);
  value = value > 0.0f ? value : 0.0f;
  value = value < 1.0f ? value : 1.0f;
  float root = 1.055f * POWER(value, 1.0f / 2.4f) - 0.055f;
  return as_bits(value < 0.0031308f ? 12.92f * value : root);
}
