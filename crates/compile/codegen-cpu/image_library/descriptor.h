/* Images as the driver describes them: `native_cpu::ImageDescriptor`, and
 * sampler words. */
#pragma once

typedef unsigned char u8;
typedef unsigned short u16;
typedef unsigned int u32;
typedef unsigned long long u64;
typedef int i32;
typedef float float4 __attribute__((ext_vector_type(4)));
typedef u32 uint4 __attribute__((ext_vector_type(4)));
typedef int int4 __attribute__((ext_vector_type(4)));

#define INLINE static inline __attribute__((always_inline))

/* Address spaces of device IR. Descriptors do not change while kernels run. */
#define GLOBAL __attribute__((address_space(1)))
#define CONSTANT __attribute__((address_space(2)))

struct descriptor {
  u64 pixels;
  u32 extent[3];
  u32 dimensions;
  u64 row_pitch;
  u64 slice_pitch;
  u32 channel_order;
  u32 channel_type;
  u32 pixel_bytes;
  u32 tile_shift;
  u32 arrayed;
  /* The number of mipmap levels; 0 or 1 for other images. */
  u16 levels;
  u16 anisotropy;
  float least_level;
  float most_level;
};

_Static_assert(__builtin_offsetof(struct descriptor, extent) == 8,
               "the driver's layout");
_Static_assert(__builtin_offsetof(struct descriptor, row_pitch) == 24,
               "the driver's layout");
_Static_assert(__builtin_offsetof(struct descriptor, channel_order) == 40,
               "the driver's layout");
_Static_assert(__builtin_offsetof(struct descriptor, arrayed) == 56,
               "the driver's layout");
_Static_assert(__builtin_offsetof(struct descriptor, most_level) == 68,
               "the driver's layout");

typedef const CONSTANT struct descriptor *image_t;

INLINE image_t image_of(u64 handle) { return (image_t)handle; }

/* Bytes from the descriptor of a level to that of the next one; targets with
 * larger descriptors define their own. */
#ifndef LEVEL_STRIDE
#define LEVEL_STRIDE 128u
#endif

/* A level that the image has. */
INLINE image_t level_of(image_t image, u32 level) {
  return (image_t)((u64)image + (u64)level * LEVEL_STRIDE);
}

INLINE u32 levels_of(image_t image) {
  return image->levels > 1 ? image->levels : 1;
}

/* The shape of an image: coordinates without the layer, and whether there is a
 * layer. */
#define SHAPE_DIMENSIONS 3u
#define SHAPE_ARRAY 4u

INLINE u32 coordinates_of(u32 shape) {
  return (shape & SHAPE_DIMENSIONS) + (shape & SHAPE_ARRAY ? 1 : 0);
}

/* A sampler word: addressing mode in bits 0 to 2, then two flags. */
#define ADDRESSING_NONE 0u
#define ADDRESSING_CLAMP_TO_EDGE 1u
#define ADDRESSING_CLAMP 2u
#define ADDRESSING_REPEAT 3u
#define ADDRESSING_REPEAT_MIRRORED 4u
#define SAMPLER_ADDRESSING 7u
#define SAMPLER_NORMALIZED 8u
#define SAMPLER_LINEAR 16u
#define SAMPLER_LINEAR_LEVELS 32u

/* Image Channel Order of SPIR-V. */
enum order {
  ORDER_R,
  ORDER_A,
  ORDER_RG,
  ORDER_RA,
  ORDER_RGB,
  ORDER_RGBA,
  ORDER_BGRA,
  ORDER_ARGB,
  ORDER_INTENSITY,
  ORDER_LUMINANCE,
  ORDER_RX,
  ORDER_RGX,
  ORDER_RGBX,
  ORDER_DEPTH,
  ORDER_DEPTH_STENCIL,
  ORDER_SRGB,
  ORDER_SRGBX,
  ORDER_SRGBA,
  ORDER_SBGRA,
  ORDER_ABGR,
};

/* Image Channel Data Type of SPIR-V. */
enum type {
  TYPE_SNORM_8,
  TYPE_SNORM_16,
  TYPE_UNORM_8,
  TYPE_UNORM_16,
  TYPE_UNORM_565,
  TYPE_UNORM_555,
  TYPE_UNORM_101010,
  TYPE_SIGNED_8,
  TYPE_SIGNED_16,
  TYPE_SIGNED_32,
  TYPE_UNSIGNED_8,
  TYPE_UNSIGNED_16,
  TYPE_UNSIGNED_32,
  TYPE_HALF,
  TYPE_FLOAT,
  TYPE_UNORM_24,
  TYPE_UNORM_101010_2,
};
