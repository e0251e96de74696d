/* Cube maps, whose six faces are layers: the pixels around a place of a face,
 * of which some are on other faces (OpenGL 4.6, section 8.13). Code that
 * samples a direction finds the face and the place itself. */
#pragma once

#include "samplers.h"

#define SAMPLER_SEAMLESS 64u

/* Faces at right angles to +x, -x, +y, -y, +z and -z. */
#define FACE_SHAPE (2u | SHAPE_ARRAY)
#define FACES 6u

/* A pixel of a face, in halves of pixels from the middle of the face, which is
 * `far` away from the middle of the cube. */
struct pixel_place {
  i32 face;
  i32 far;
  i32 s;
  i32 t;
};

/* The face that a vector leads to, along its longest part. */
INLINE struct pixel_place face_of(i32 x, i32 y, i32 z) {
  i32 left = x < 0 ? -x : x, up = y < 0 ? -y : y, front = z < 0 ? -z : z;
  if (front > up && front > left) {
    return (struct pixel_place){z < 0 ? 5 : 4, front, z < 0 ? -x : x, -y};
  }
  if (up > left) {
    return (struct pixel_place){y < 0 ? 3 : 2, up, x, y < 0 ? -z : z};
  }
  return (struct pixel_place){x < 0 ? 1 : 0, left, x < 0 ? z : -z, -y};
}

/* The vector of coordinates on a face; `far` is how far the face is. */
INLINE struct pixel_place turn(struct pixel_place of) {
  switch (of.face) {
  case 0:
    return face_of(of.far, -of.t, -of.s);
  case 1:
    return face_of(-of.far, -of.t, of.s);
  case 2:
    return face_of(of.s, of.far, of.t);
  case 3:
    return face_of(of.s, -of.far, -of.t);
  case 4:
    return face_of(of.s, -of.t, of.far);
  default:
    return face_of(-of.s, -of.t, -of.far);
  }
}

/* The pixel of a face of `size` pixels in each direction that is at most one
 * pixel outside in one direction: where it is outside, that of the other face.
 * In half pixels from the middle of the face, pixels are at odd or at even
 * numbers below `size`, which is where the other face is. */
INLINE uint4 cube_texel(image_t image, i32 face, i32 x, i32 y) {
  i32 size = (i32)image->extent[0];
  struct pixel_place place = {face, size, 2 * x + 1 - size, 2 * y + 1 - size};
  if (place.s > size || place.s < -size) {
    place.s = place.s < 0 ? -size : size;
    place.far = size - 1;
    place = turn(place);
  } else if (place.t > size || place.t < -size) {
    place.t = place.t < 0 ? -size : size;
    place.far = size - 1;
    place = turn(place);
  }
  return read_texel(image, FACE_SHAPE, (place.s + size - 1) / 2,
                    (place.t + size - 1) / 2, place.face, FLOATS);
}

/* The place of a coordinate among the pixels of a face: the first of two, and
 * the weight of the second. */
INLINE struct taps face_taps(float coordinate, i32 size) {
  float at = clamp(coordinate * (float)size - 0.5f, -1.0f, (float)size - 0.5f);
  float low = __builtin_floorf(at);
  struct taps taps = {(i32)low, (i32)low + 1, at - low};
  return taps;
}

/* The weight of the pixel that is outside; 0 if both are inside. */
INLINE float weight_outside(struct taps *taps, i32 size) {
  return taps->first < 0        ? 1.0f - taps->weight
         : taps->second >= size ? taps->weight
                                : 0.0f;
}

INLINE _Bool is_outside(i32 index, i32 size) {
  return index < 0 || index >= size;
}

/* The weighted mean of four pixels of up to three faces. Behind a corner of
 * the cube, there is none: the other three have its weight. */
INLINE uint4 seamless_mean(image_t image, i32 face, float s, float t) {
  i32 size = (i32)image->extent[0];
  struct taps x = face_taps(s, size), y = face_taps(t, size);
  float missing = weight_outside(&x, size) * weight_outside(&y, size) / 3.0f;
  float4 sum = {0.0f, 0.0f, 0.0f, 0.0f};
#pragma clang loop unroll(disable)
  for (u32 corner = 0; corner < 4; corner++) {
    u32 right = corner & 1, down = corner & 2;
    i32 column = tap(&x, right), row = tap(&y, down);
    _Bool is_missing = is_outside(column, size) && is_outside(row, size);
    float weight = weight_of(&x, right) * weight_of(&y, down) + missing;
    weight = is_missing ? 0.0f : weight;
    /* A missing texel is replaced by one that exists. */
    uint4 texel =
        cube_texel(image, face, is_missing ? 0 : column, is_missing ? 0 : row);
    for (u32 i = 0; i < 4; i++) {
      sum[i] += weight != 0.0f ? weight * as_float(texel[i]) : 0.0f;
    }
  }
  return (uint4){as_bits(sum.x), as_bits(sum.y), as_bits(sum.z),
                 as_bits(sum.w)};
}

/* The texel at a place of a face, where faces have neighbours. */
INLINE uint4 sample_seamless(image_t image, u32 sampler, float s, float t,
                             float face, enum components components) {
  struct taps layer = {0, 0, 0.0f};
  find_layer(face, FACES, &layer);
  if (components == FLOATS && sampler & SAMPLER_LINEAR) {
    return seamless_mean(image, layer.first, s, t);
  }
  sampler = (sampler & ~SAMPLER_ADDRESSING) | ADDRESSING_CLAMP_TO_EDGE;
  return sample_texel(image, sampler & ~SAMPLER_LINEAR, FACE_SHAPE, s, t,
                      (float)layer.first, components);
}
