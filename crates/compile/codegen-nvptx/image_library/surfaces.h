/* Pixels of CUDA arrays, through surface objects. Coordinates are within the
   image. Code may read what it has written: nothing is cached or reordered. */
#pragma once

/* The distance of descriptors of levels: `native_cuda::image::LEVEL_STRIDE`. */
#define LEVEL_STRIDE 640u

#include "pixels.h"

/* `native_cuda::ImageDescriptor`: the members of all targets, then objects.
 * Words of objects are loaded at once: the object, or 0, the order of channels
 * and their type. */
struct array_descriptor {
  struct descriptor image;
  u64 reserved;
  uint4 surface;
  uint4 mipmap;
  uint4 textures[32];
};

INLINE u64 object_of(uint4 words) { return (u64)words.y << 32 | words.x; }

_Static_assert(__builtin_offsetof(struct array_descriptor, surface) == 80,
               "the driver's layout");
_Static_assert(__builtin_offsetof(struct array_descriptor, mipmap) == 96,
               "the driver's layout");
_Static_assert(__builtin_offsetof(struct array_descriptor, textures) == 112,
               "the driver's layout");

INLINE const CONSTANT struct array_descriptor *array_of(image_t image) {
  return (const CONSTANT struct array_descriptor *)image;
}

/* Coordinates of instructions by shape: x, y and z are operands. Layers are the
 * last coordinate here, and the first one there. */
#define PLACE_1d "{%[x]}"
#define PLACE_a1d "{%[y], %[x]}"
#define PLACE_2d "{%[x], %[y]}"
#define PLACE_a2d "{%[z], %[x], %[y], %[y]}"
#define PLACE_3d "{%[x], %[y], %[z], %[z]}"

/* A load of bytes: `x` counts bytes. */
#define LOAD(geometry, type, to, ...)                                          \
  __asm__ volatile(                                                            \
      "suld.b." #geometry type ".zero " to ", [%[surface], " PLACE_##geometry  \
      "];"                                                                     \
      : __VA_ARGS__                                                            \
      : [surface] "l"(surface), [x] "r"(x), [y] "r"(y), [z] "r"(z)             \
      : "memory")

/* A store of bytes. */
#define STORE(geometry, type, from, ...)                                       \
  __asm__ volatile("sust.b." #geometry type                                    \
                   ".zero [%[surface], " PLACE_##geometry                      \
                   "], " from ";" ::[surface] "l"(surface),                    \
                   [x] "r"(x), [y] "r"(y), [z] "r"(z), __VA_ARGS__             \
                   : "memory")

#define ACCESSES(geometry)                                                     \
  INLINE uint4 load_##geometry(u64 surface, u32 bytes, u32 x, u32 y, u32 z) {  \
    u32 a = 0, b = 0, c = 0, d = 0;                                            \
    u16 narrow = 0;                                                            \
    switch (bytes) {                                                           \
    case 1:                                                                    \
      LOAD(geometry, ".b8", "%0", "=h"(narrow));                               \
      a = narrow & 0xff;                                                       \
      break;                                                                   \
    case 2:                                                                    \
      LOAD(geometry, ".b16", "%0", "=h"(narrow));                              \
      a = narrow;                                                              \
      break;                                                                   \
    case 4:                                                                    \
      LOAD(geometry, ".b32", "%0", "=r"(a));                                   \
      break;                                                                   \
    case 8:                                                                    \
      LOAD(geometry, ".v2.b32", "{%0, %1}", "=r"(a), "=r"(b));                 \
      break;                                                                   \
    case 16:                                                                   \
      LOAD(geometry, ".v4.b32", "{%0, %1, %2, %3}", "=r"(a), "=r"(b), "=r"(c), \
           "=r"(d));                                                           \
      break;                                                                   \
    }                                                                          \
    return (uint4){a, b, c, d};                                                \
  }                                                                            \
  INLINE void store_##geometry(u64 surface, u32 bytes, u32 x, u32 y, u32 z,    \
                               uint4 pixel) {                                  \
    switch (bytes) {                                                           \
    case 1:                                                                    \
      STORE(geometry, ".b8", "%[a]", [a] "h"((u16)pixel.x));                   \
      break;                                                                   \
    case 2:                                                                    \
      STORE(geometry, ".b16", "%[a]", [a] "h"((u16)pixel.x));                  \
      break;                                                                   \
    case 4:                                                                    \
      STORE(geometry, ".b32", "%[a]", [a] "r"(pixel.x));                       \
      break;                                                                   \
    case 8:                                                                    \
      STORE(geometry, ".v2.b32",                                               \
            "{%[a], %[b]}", [a] "r"(pixel.x), [b] "r"(pixel.y));               \
      break;                                                                   \
    case 16:                                                                   \
      STORE(geometry, ".v4.b32", "{%[a], %[b], %[c], %[d]}", [a] "r"(pixel.x), \
            [b] "r"(pixel.y), [c] "r"(pixel.z), [d] "r"(pixel.w));             \
      break;                                                                   \
    }                                                                          \
  }

ACCESSES(1d)
ACCESSES(a1d)
ACCESSES(2d)
ACCESSES(a2d)
ACCESSES(3d)

/* The pixel of a surface. */
INLINE uint4 load_surface(u64 surface, u32 shape, u32 bytes, u32 x, u32 y,
                          u32 z) {
  switch (shape) {
  case 1u:
    return load_1d(surface, bytes, x * bytes, y, z);
  case 1u | SHAPE_ARRAY:
    return load_a1d(surface, bytes, x * bytes, y, z);
  case 2u:
    return load_2d(surface, bytes, x * bytes, y, z);
  case 2u | SHAPE_ARRAY:
    return load_a2d(surface, bytes, x * bytes, y, z);
  default:
    return load_3d(surface, bytes, x * bytes, y, z);
  }
}

INLINE void store_surface(u64 surface, u32 shape, u32 bytes, u32 x, u32 y,
                          u32 z, uint4 pixel) {
  switch (shape) {
  case 1u:
    store_1d(surface, bytes, x * bytes, y, z, pixel);
    break;
  case 1u | SHAPE_ARRAY:
    store_a1d(surface, bytes, x * bytes, y, z, pixel);
    break;
  case 2u:
    store_2d(surface, bytes, x * bytes, y, z, pixel);
    break;
  case 2u | SHAPE_ARRAY:
    store_a2d(surface, bytes, x * bytes, y, z, pixel);
    break;
  default:
    store_3d(surface, bytes, x * bytes, y, z, pixel);
    break;
  }
}

/* The pixel of an array, or of an image in memory. */
INLINE uint4 load_any(image_t image, u32 shape, u32 x, u32 y, u32 z) {
  u64 surface = object_of(array_of(image)->surface);
  return surface == 0
             ? load_pixel(image, address_of(image, shape, x, y, z))
             : load_surface(surface, shape, image->pixel_bytes, x, y, z);
}

INLINE void store_any(image_t image, u32 shape, u32 x, u32 y, u32 z,
                      uint4 pixel) {
  u64 surface = object_of(array_of(image)->surface);
  if (surface == 0) {
    store_pixel(image, address_of(image, shape, x, y, z), pixel);
  } else {
    store_surface(surface, shape, image->pixel_bytes, x, y, z, pixel);
  }
}

/* A quotient by a constant. One correction makes it exact for every value of
 * every format, and costs less than a division. */
INLINE float quotient(float value, float most) {
  float reciprocal = 1.0f / most;
  float near = value * reciprocal;
  return __builtin_fmaf(__builtin_fmaf(-near, most, value), reciprocal, near);
}

/* Logarithms and powers of instructions. Errors of powers from 0 to 1 are far
 * below the steps of eight bits. */
INLINE float log2_of(float value) { return __nvvm_lg2_approx_f(value); }

INLINE float power(float base, float exponent) {
  return __nvvm_ex2_approx_f(exponent * log2_of(base));
}

#define QUOTIENT quotient
#define LOG2 log2_of
#define POWER power
#define LOAD_PIXEL load_any
#define STORE_PIXEL store_any
