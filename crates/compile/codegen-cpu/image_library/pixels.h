/* Where pixels are, and their bytes. Branches depend only on the descriptor,
   so that they stay branches in vector code. */
#pragma once

#include "descriptor.h"

typedef const GLOBAL u8 *pixel_t;
typedef GLOBAL u8 *mutable_pixel_t;

/* Pixels may begin at any byte. */
typedef struct {
  u16 value;
} __attribute__((packed)) packed16;
typedef struct {
  u32 value;
} __attribute__((packed)) packed32;

INLINE u32 load_u8(pixel_t at) { return *at; }
INLINE u32 load_u16(pixel_t at) { return ((const GLOBAL packed16 *)at)->value; }
INLINE u32 load_u32(pixel_t at) { return ((const GLOBAL packed32 *)at)->value; }
INLINE void store_u8(mutable_pixel_t at, u32 value) { *at = (u8)value; }
INLINE void store_u16(mutable_pixel_t at, u32 value) {
  ((GLOBAL packed16 *)at)->value = (u16)value;
}
INLINE void store_u32(mutable_pixel_t at, u32 value) {
  ((GLOBAL packed32 *)at)->value = value;
}

/* The address of a pixel that the image has. The driver's pitches of rows are
 * below 4 GiB. */
INLINE u64 address_of(image_t image, u32 shape, u32 x, u32 y, u32 z) {
  u64 bytes = image->pixel_bytes;
  u64 row_pitch = (u32)image->row_pitch;
  u64 address = image->pixels;
  if (coordinates_of(shape) == 3) {
    address += z * image->slice_pitch;
  }
  u32 shift = image->tile_shift;
  if (shift != 0) {
    u32 mask = (1u << shift) - 1;
    address += (u64)(y >> shift) * row_pitch +
               ((u64)(x >> shift) * bytes << (2 * shift));
    return address + (((y & mask) << shift) + (x & mask)) * bytes;
  }
  if (coordinates_of(shape) > 1) {
    address += (u64)y * row_pitch;
  }
  return address + x * bytes;
}

/* The bytes of a pixel as words, from the first; what it does not have is 0. */
INLINE uint4 load_pixel(image_t image, u64 address) {
  pixel_t at = (pixel_t)address;
  uint4 pixel = {0, 0, 0, 0};
  switch (image->pixel_bytes) {
  case 1:
    pixel.x = load_u8(at);
    break;
  case 2:
    pixel.x = load_u16(at);
    break;
  case 3:
    pixel.x = load_u8(at) | load_u8(at + 1) << 8 | load_u8(at + 2) << 16;
    break;
  case 4:
    pixel.x = load_u32(at);
    break;
  case 6:
    pixel.x = load_u32(at);
    pixel.y = load_u16(at + 4);
    break;
  case 8:
    pixel.x = load_u32(at);
    pixel.y = load_u32(at + 4);
    break;
  case 12:
    pixel.x = load_u32(at);
    pixel.y = load_u32(at + 4);
    pixel.z = load_u32(at + 8);
    break;
  case 16:
    pixel.x = load_u32(at);
    pixel.y = load_u32(at + 4);
    pixel.z = load_u32(at + 8);
    pixel.w = load_u32(at + 12);
    break;
  }
  return pixel;
}

INLINE void store_pixel(image_t image, u64 address, uint4 pixel) {
  mutable_pixel_t at = (mutable_pixel_t)address;
  switch (image->pixel_bytes) {
  case 1:
    store_u8(at, pixel.x);
    break;
  case 2:
    store_u16(at, pixel.x);
    break;
  case 3:
    store_u8(at, pixel.x);
    store_u8(at + 1, pixel.x >> 8);
    store_u8(at + 2, pixel.x >> 16);
    break;
  case 4:
    store_u32(at, pixel.x);
    break;
  case 6:
    store_u32(at, pixel.x);
    store_u16(at + 4, pixel.y);
    break;
  case 8:
    store_u32(at, pixel.x);
    store_u32(at + 4, pixel.y);
    break;
  case 12:
    store_u32(at, pixel.x);
    store_u32(at + 4, pixel.y);
    store_u32(at + 8, pixel.z);
    break;
  case 16:
    store_u32(at, pixel.x);
    store_u32(at + 4, pixel.y);
    store_u32(at + 8, pixel.z);
    store_u32(at + 12, pixel.w);
    break;
  }
}
