/* Sampling through texture objects, and by code for images without one. */
#pragma once

#include "common_formats.h"

#include "levels.h"

/* Coordinates of instructions by shape. Layers are integers, and come first. */
#define AT_1d "{%[x]}"
#define AT_a1d "{%[layer], %[x]}"
#define AT_2d "{%[x], %[y]}"
#define AT_a2d "{%[layer], %[x], %[y], %[y]}"
#define AT_3d "{%[x], %[y], %[z], %[z]}"

/* A position in an image. */
struct place {
  u32 layer;
  float x;
  float y;
  float z;
};

/* The choice of a mipmap's level, by the operation: none, by number, by
 * gradients. */
struct detail {
  float level;
  struct gradient a;
  struct gradient b;
};

#define PREFIX_plain ""
#define PREFIX_level "level."
#define PREFIX_gradients "grad."

#define REST_plain(geometry) ""
#define REST_level(geometry) ", %[level]"
#define REST_gradients(geometry)                                               \
  ", " GRADIENT_##geometry("a") ", " GRADIENT_##geometry("b")
#define GRADIENT_1d(of) "{%[" of "x]}"
#define GRADIENT_a1d(of) "{%[" of "x]}"
#define GRADIENT_2d(of) "{%[" of "x], %[" of "y]}"
#define GRADIENT_a2d(of) "{%[" of "x], %[" of "y]}"
#define GRADIENT_3d(of) "{%[" of "x], %[" of "y], %[" of "z], %[" of "z]}"

#define INPUTS_plain
#define INPUTS_level , [level] "f"(detail.level)
#define INPUTS_gradients                                                       \
  , [ax] "f"(detail.a.x), [ay] "f"(detail.a.y), [az] "f"(detail.a.z),          \
      [bx] "f"(detail.b.x), [by] "f"(detail.b.y), [bz] "f"(detail.b.z)

#define FETCH(operation, geometry, type, letter)                               \
  __asm__("tex." PREFIX_##operation #geometry                                  \
          ".v4." type ".f32 {%0, %1, %2, %3}, [%[texture], " AT_##geometry     \
          "]" REST_##operation(geometry) ";"                                   \
          : "=" letter(a), "=" letter(b), "=" letter(c), "=" letter(d)         \
          : [texture] "l"(texture), [layer] "r"(at.layer), [x] "f"(at.x),      \
            [y] "f"(at.y), [z] "f"(at.z)INPUTS_##operation)

/* The channels at a position, in the order of memory. */
#define FETCHES(operation, geometry)                                           \
  INLINE uint4 fetch_##operation##_##geometry(u64 texture, struct place at,    \
                                              struct detail detail,            \
                                              enum components components) {    \
    (void)detail;                                                              \
    if (components == INTEGERS) {                                              \
      u32 a, b, c, d;                                                          \
      FETCH(operation, geometry, "u32", "r");                                  \
      return (uint4){a, b, c, d};                                              \
    }                                                                          \
    float a, b, c, d;                                                          \
    FETCH(operation, geometry, "f32", "f");                                    \
    return (uint4){as_bits(a), as_bits(b), as_bits(c), as_bits(d)};            \
  }

#define OPERATION(operation)                                                   \
  FETCHES(operation, 1d)                                                       \
  FETCHES(operation, a1d)                                                      \
  FETCHES(operation, 2d)                                                       \
  FETCHES(operation, a2d)                                                      \
  FETCHES(operation, 3d)                                                       \
  INLINE uint4 fetch_##operation(u64 texture, u32 shape, struct place at,      \
                                 struct detail detail,                         \
                                 enum components components) {                 \
    switch (shape) {                                                           \
    case 1u:                                                                   \
      return fetch_##operation##_1d(texture, at, detail, components);          \
    case 1u | SHAPE_ARRAY:                                                     \
      return fetch_##operation##_a1d(texture, at, detail, components);         \
    case 2u:                                                                   \
      return fetch_##operation##_2d(texture, at, detail, components);          \
    case 2u | SHAPE_ARRAY:                                                     \
      return fetch_##operation##_a2d(texture, at, detail, components);         \
    default:                                                                   \
      return fetch_##operation##_3d(texture, at, detail, components);          \
    }                                                                          \
  }

OPERATION(plain)
OPERATION(level)
OPERATION(gradients)

/* A position whose layer is the last coordinate. */
INLINE struct place place_of(image_t image, u32 shape, float x, float y,
                             float z) {
  struct place at = {0, x, y, z};
  if (shape & SHAPE_ARRAY) {
    u32 number = shape & SHAPE_DIMENSIONS;
    struct taps layer = {0, 0, 0.0f};
    find_layer(number == 1 ? y : z, image->extent[number], &layer);
    at.layer = (u32)layer.first;
  }
  return at;
}

INLINE uint4 sample_texture(image_t image, u64 texture, u32 shape, float x,
                            float y, float z, enum components components) {
  struct detail none = {0.0f, {0.0f, 0.0f, 0.0f}, {0.0f, 0.0f, 0.0f}};
  return fetch_plain(texture, shape, place_of(image, shape, x, y, z), none,
                     components);
}

/* Samples that are not direct: of an order that needs code, or without a
 * texture. */
RARE PURE uint4 sample_by_code(u64 handle, u32 sampler, u32 shape, float x,
                               float y, float z, enum components components) {
  image_t image = image_of(handle);
  u64 texture = object_of(array_of(image)->textures[sampler & 31]);
  if (texture == 0) {
    return sample_texel(image, sampler, shape, x, y, z, components);
  }
  uint4 channels = sample_texture(image, texture, shape, x, y, z, components);
  return to_rgba(image, channels, one_of(components));
}

RARE PURE uint4 sample_level_by_code(u64 image, u32 sampler, u32 shape, float x,
                                     float y, float z, float level,
                                     enum components components) {
  return sample_level(image_of(image), sampler, shape, x, y, z, level,
                      components);
}

RARE PURE uint4 sample_seamless_by_code(u64 image, u32 sampler, float s,
                                        float t, float face,
                                        enum components components) {
  return sample_seamless(image_of(image), sampler, s, t, face, components);
}

INLINE uint4 sample_any(image_t image, u32 sampler, u32 shape, float x, float y,
                        float z, enum components components) {
  uint4 words = array_of(image)->textures[sampler & 31];
  if (!is_direct(words)) {
    return sample_by_code((u64)image, sampler, shape, x, y, z, components);
  }
  uint4 channels =
      sample_texture(image, object_of(words), shape, x, y, z, components);
  return ordered(words, channels, components);
}

/* The texel of a texture of levels. */
INLINE uint4 ordered_level(image_t image, uint4 words, uint4 channels,
                           enum components components) {
  return is_direct(words) ? ordered(words, channels, components)
                          : to_rgba(image, channels, one_of(components));
}

/* A texel of a cube map. If faces have neighbours, the texture has the mean of
 * pixels that are all on one face, and code has the others. */
INLINE uint4 sample_cube(image_t image, u32 sampler, float s, float t,
                         float face, enum components components) {
  i32 size = (i32)image->extent[0];
  struct taps x = face_taps(s, size), y = face_taps(t, size);
  _Bool is_inside = weight_outside(&x, size) + weight_outside(&y, size) == 0.0f;
  _Bool is_mean = components == FLOATS && sampler & SAMPLER_LINEAR;
  if (sampler & SAMPLER_SEAMLESS && !(is_mean && is_inside)) {
    return sample_seamless_by_code((u64)image, sampler, s, t, face, components);
  }
  return sample_any(image, sampler, FACE_SHAPE, s, t, face, components);
}

INLINE uint4 sample_level_any(image_t image, u32 sampler, u32 shape, float x,
                              float y, float z, float level,
                              enum components components) {
  if (shape == FACE_SHAPE && levels_of(image) == 1) {
    return sample_cube(image, sampler, x, y, z, components);
  }
  uint4 words = array_of(image)->mipmap;
  u64 texture = object_of(words);
  if (texture == 0) {
    return sample_level_by_code((u64)image, sampler, shape, x, y, z, level,
                                components);
  }
  /* The least level if it is not a number. */
  struct detail detail = {
      clamp(level, -32.0f, 32.0f), {0.0f, 0.0f, 0.0f}, {0.0f, 0.0f, 0.0f}};
  uint4 channels = fetch_level(texture, shape, place_of(image, shape, x, y, z),
                               detail, components);
  return ordered_level(image, words, channels, components);
}

#define LEVEL sample_level_any
#include "gradients.h"

/* Two-dimensional textures choose the samples along a gradient themselves.
 * Otherwise, the level of detail is exact. */
INLINE uint4 sample_gradients_any(image_t image, u32 sampler, u32 shape,
                                  float x, float y, float z, struct gradient dx,
                                  struct gradient dy,
                                  enum components components) {
  uint4 words = array_of(image)->mipmap;
  u64 texture = object_of(words);
  if (texture == 0 || image->anisotropy <= 1 || components == INTEGERS ||
      (shape & SHAPE_DIMENSIONS) != 2) {
    return sample_gradients(image, sampler, shape, x, y, z, dx, dy, components);
  }
  struct detail detail = {0.0f, dx, dy};
  uint4 channels = fetch_gradients(
      texture, shape, place_of(image, shape, x, y, z), detail, components);
  return ordered_level(image, words, channels, components);
}
