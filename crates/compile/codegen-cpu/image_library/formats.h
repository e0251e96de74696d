/* Formats: the bytes of pixels and their components (OpenCL C, sections 8.3
 * and 8.4). */
#pragma once

#include "pixels.h"

/* Channels are numbers, or the bits of `float`, in the order of memory. */

INLINE float as_float(u32 bits) {
  union {
    u32 bits;
    float value;
  } of = {.bits = bits};
  return of.value;
}

INLINE u32 as_bits(float value) {
  union {
    float value;
    u32 bits;
  } of = {.value = value};
  return of.bits;
}

INLINE float half_to_float(u32 bits) {
  union {
    u16 bits;
    _Float16 value;
  } of = {.bits = (u16)bits};
  return (float)of.value;
}

INLINE u32 float_to_half(float value) {
  union {
    _Float16 value;
    u16 bits;
  } of = {.value = (_Float16)value};
  return of.bits;
}

/* The bits of channels of 8, 16 and 32 bits. */
INLINE uint4 split_8(uint4 pixel) {
  u32 word = pixel.x;
  return (uint4){word & 0xff, word >> 8 & 0xff, word >> 16 & 0xff, word >> 24};
}

INLINE uint4 split_16(uint4 pixel) {
  u32 low = pixel.x, high = pixel.y;
  return (uint4){low & 0xffff, low >> 16, high & 0xffff, high >> 16};
}

INLINE uint4 split_32(uint4 pixel) {
  return (uint4){pixel.x, pixel.y, pixel.z, pixel.w};
}

INLINE uint4 join_8(uint4 from) {
  u32 low = (from.x & 0xff) | (from.y & 0xff) << 8;
  return (uint4){low | (from.z & 0xff) << 16 | from.w << 24, 0, 0, 0};
}

INLINE uint4 join_16(uint4 from) {
  u32 low = (from.x & 0xffff) | from.y << 16;
  return (uint4){low, (from.z & 0xffff) | from.w << 16, 0, 0};
}

INLINE uint4 join_32(uint4 from) {
  return (uint4){from.x, from.y, from.z, from.w};
}

/* Fields of a packed pixel. */
INLINE u32 field(u32 word, u32 shift, u32 bits) {
  return word >> shift & ((1u << bits) - 1);
}

/* The quotient of an integer and the largest one of its format; targets may
 * define their own, which is as exact. */
#ifndef QUOTIENT
#define QUOTIENT(value, most) ((value) / (most))
#endif

/* A channel of 0 to `most` as a number of 0 to 1. */
INLINE u32 unorm(u32 value, float most) {
  return as_bits(QUOTIENT((float)value, most));
}

INLINE u32 snorm(i32 value, float most) {
  float number = QUOTIENT((float)value, most);
  return as_bits(number < -1.0f ? -1.0f : number);
}

#define EACH(channels, expression)                                             \
  for (u32 i = 0; i < 4; i++) {                                                \
    u32 bits = (channels)[i];                                                  \
    (channels)[i] = (expression);                                              \
  }

/* The channels of a pixel as numbers of type `float`. */
INLINE uint4 decode_floats(image_t image, uint4 pixel) {
  u32 word = pixel.x;
  uint4 to = {0, 0, 0, 0};
  switch (image->channel_type) {
  case TYPE_SNORM_8:
    to = split_8(pixel);
    EACH(to, snorm((signed char)bits, 127.0f));
    break;
  case TYPE_UNORM_8:
    to = split_8(pixel);
    EACH(to, unorm(bits, 255.0f));
    break;
  case TYPE_SNORM_16:
    to = split_16(pixel);
    EACH(to, snorm((short)bits, 32767.0f));
    break;
  case TYPE_UNORM_16:
    to = split_16(pixel);
    EACH(to, unorm(bits, 65535.0f));
    break;
  case TYPE_HALF:
    to = split_16(pixel);
    EACH(to, as_bits(half_to_float(bits)));
    break;
  case TYPE_FLOAT:
    to = split_32(pixel);
    break;
  case TYPE_UNORM_565:
    to = (uint4){unorm(field(word, 11, 5), 31.0f),
                 unorm(field(word, 5, 6), 63.0f),
                 unorm(field(word, 0, 5), 31.0f), 0};
    break;
  case TYPE_UNORM_555:
    to = (uint4){unorm(field(word, 10, 5), 31.0f),
                 unorm(field(word, 5, 5), 31.0f),
                 unorm(field(word, 0, 5), 31.0f), 0};
    break;
  case TYPE_UNORM_101010:
    to = (uint4){unorm(field(word, 20, 10), 1023.0f),
                 unorm(field(word, 10, 10), 1023.0f),
                 unorm(field(word, 0, 10), 1023.0f), 0};
    break;
  case TYPE_UNORM_101010_2:
    to = (uint4){unorm(field(word, 22, 10), 1023.0f),
                 unorm(field(word, 12, 10), 1023.0f),
                 unorm(field(word, 2, 10), 1023.0f),
                 unorm(field(word, 0, 2), 3.0f)};
    break;
  case TYPE_UNORM_24:
    to.x = unorm(word & 0xffffff, 16777215.0f);
    break;
  }
  return to;
}

/* The channels of a pixel as integers. */
INLINE uint4 decode_ints(image_t image, uint4 pixel) {
  uint4 to = {0, 0, 0, 0};
  switch (image->channel_type) {
  case TYPE_SIGNED_8:
    to = split_8(pixel);
    EACH(to, (u32)(signed char)bits);
    break;
  case TYPE_SIGNED_16:
    to = split_16(pixel);
    EACH(to, (u32)(short)bits);
    break;
  case TYPE_UNSIGNED_8:
    to = split_8(pixel);
    break;
  case TYPE_UNSIGNED_16:
    to = split_16(pixel);
    break;
  case TYPE_SIGNED_32:
  case TYPE_UNSIGNED_32:
    to = split_32(pixel);
    break;
  }
  return to;
}

/* The nearest number of steps from 0 to `most`; 0 for what is not a number. */
INLINE u32 to_unorm(u32 bits, float most) {
  float scaled = as_float(bits) * most;
  scaled = scaled > 0.0f ? scaled : 0.0f;
  scaled = scaled < most ? scaled : most;
  return (u32)(i32)__builtin_rintf(scaled);
}

INLINE u32 to_snorm(u32 bits, float most) {
  float scaled = as_float(bits) * most;
  scaled = scaled == scaled ? scaled : 0.0f;
  scaled = scaled > -most - 1.0f ? scaled : -most - 1.0f;
  scaled = scaled < most ? scaled : most;
  return (u32)(i32)__builtin_rintf(scaled);
}

INLINE uint4 encode_floats(image_t image, uint4 from) {
  uint4 pixel = {0, 0, 0, 0};
  switch (image->channel_type) {
  case TYPE_SNORM_8:
    EACH(from, to_snorm(bits, 127.0f));
    pixel = join_8(from);
    break;
  case TYPE_UNORM_8:
    EACH(from, to_unorm(bits, 255.0f));
    pixel = join_8(from);
    break;
  case TYPE_SNORM_16:
    EACH(from, to_snorm(bits, 32767.0f));
    pixel = join_16(from);
    break;
  case TYPE_UNORM_16:
    EACH(from, to_unorm(bits, 65535.0f));
    pixel = join_16(from);
    break;
  case TYPE_HALF:
    EACH(from, float_to_half(as_float(bits)));
    pixel = join_16(from);
    break;
  case TYPE_FLOAT:
    pixel = join_32(from);
    break;
  case TYPE_UNORM_565:
    pixel.x = to_unorm(from.x, 31.0f) << 11 | to_unorm(from.y, 63.0f) << 5 |
              to_unorm(from.z, 31.0f);
    break;
  case TYPE_UNORM_555:
    pixel.x = to_unorm(from.x, 31.0f) << 10 | to_unorm(from.y, 31.0f) << 5 |
              to_unorm(from.z, 31.0f);
    break;
  case TYPE_UNORM_101010:
    pixel.x = to_unorm(from.x, 1023.0f) << 20 |
              to_unorm(from.y, 1023.0f) << 10 | to_unorm(from.z, 1023.0f);
    break;
  case TYPE_UNORM_101010_2:
    pixel.x = to_unorm(from.x, 1023.0f) << 22 |
              to_unorm(from.y, 1023.0f) << 12 | to_unorm(from.z, 1023.0f) << 2 |
              to_unorm(from.w, 3.0f);
    break;
  case TYPE_UNORM_24:
    pixel.x = to_unorm(from.x, 16777215.0f);
    break;
  }
  return pixel;
}

INLINE u32 saturate(u32 bits, i32 least, i32 most) {
  i32 value = (i32)bits;
  value = value < least ? least : value;
  return (u32)(value > most ? most : value);
}

INLINE uint4 encode_ints(image_t image, uint4 from) {
  uint4 pixel = {0, 0, 0, 0};
  switch (image->channel_type) {
  case TYPE_SIGNED_8:
    EACH(from, saturate(bits, -128, 127));
    pixel = join_8(from);
    break;
  case TYPE_SIGNED_16:
    EACH(from, saturate(bits, -32768, 32767));
    pixel = join_16(from);
    break;
  case TYPE_UNSIGNED_8:
    EACH(from, bits > 0xff ? 0xff : bits);
    pixel = join_8(from);
    break;
  case TYPE_UNSIGNED_16:
    EACH(from, bits > 0xffff ? 0xffff : bits);
    pixel = join_16(from);
    break;
  case TYPE_SIGNED_32:
  case TYPE_UNSIGNED_32:
    pixel = join_32(from);
    break;
  }
  return pixel;
}
