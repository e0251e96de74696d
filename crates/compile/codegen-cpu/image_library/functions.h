/* The functions of an image library, which `codegen::images` declares.
   Semantics are those of OpenCL C, sections 6.15.15 and 8. Coordinates that an
   image does not have are 0. `SAMPLE`, and for mipmaps `SAMPLE_LEVEL` and
   `SAMPLE_GRADIENTS`, are the functions of the target that sample. */

INLINE float4 floats(uint4 texel) {
  return (float4){as_float(texel.x), as_float(texel.y), as_float(texel.z),
                  as_float(texel.w)};
}

INLINE int4 ints(uint4 texel) {
  return (int4){(i32)texel.x, (i32)texel.y, (i32)texel.z, (i32)texel.w};
}

/* The functions of images of a shape: coordinates without the layer, and
 * whether there is a layer. */
#define DEFINE(name, shape)                                                    \
  float4 __tandem_image_read_floats_##name(u64 image, i32 x, i32 y, i32 z) {   \
    return floats(read_texel(image_of(image), shape, x, y, z, FLOATS));        \
  }                                                                            \
  int4 __tandem_image_read_integers_##name(u64 image, i32 x, i32 y, i32 z) {   \
    return ints(read_texel(image_of(image), shape, x, y, z, INTEGERS));        \
  }                                                                            \
  void __tandem_image_write_floats_##name(u64 image, i32 x, i32 y, i32 z,      \
                                          float4 texel) {                      \
    uint4 channels = {as_bits(texel.x), as_bits(texel.y), as_bits(texel.z),    \
                      as_bits(texel.w)};                                       \
    write_texel(image_of(image), shape, x, y, z, channels, FLOATS);            \
  }                                                                            \
  void __tandem_image_write_integers_##name(u64 image, i32 x, i32 y, i32 z,    \
                                            int4 texel) {                      \
    uint4 channels = {(u32)texel.x, (u32)texel.y, (u32)texel.z, (u32)texel.w}; \
    write_texel(image_of(image), shape, x, y, z, channels, INTEGERS);          \
  }                                                                            \
  float4 __tandem_image_sample_floats_##name(u64 image, u64 sampler, float x,  \
                                             float y, float z) {               \
    return floats(                                                             \
        SAMPLE(image_of(image), (u32)sampler, shape, x, y, z, FLOATS));        \
  }                                                                            \
  int4 __tandem_image_sample_integers_##name(u64 image, u64 sampler, float x,  \
                                             float y, float z) {               \
    return ints(                                                               \
        SAMPLE(image_of(image), (u32)sampler, shape, x, y, z, INTEGERS));      \
  }                                                                            \
  float4 __tandem_image_sample_level_floats_##name(                            \
      u64 image, u64 sampler, float x, float y, float z, float level) {        \
    return floats(SAMPLE_LEVEL(image_of(image), (u32)sampler, shape, x, y, z,  \
                               level, FLOATS));                                \
  }                                                                            \
  int4 __tandem_image_sample_level_integers_##name(                            \
      u64 image, u64 sampler, float x, float y, float z, float level) {        \
    return ints(SAMPLE_LEVEL(image_of(image), (u32)sampler, shape, x, y, z,    \
                             level, INTEGERS));                                \
  }                                                                            \
  float4 __tandem_image_sample_gradients_floats_##name(                        \
      u64 image, u64 sampler, float x, float y, float z, float x_dx,           \
      float y_dx, float z_dx, float x_dy, float y_dy, float z_dy) {            \
    struct gradient dx = {x_dx, y_dx, z_dx}, dy = {x_dy, y_dy, z_dy};          \
    return floats(SAMPLE_GRADIENTS(image_of(image), (u32)sampler, shape, x, y, \
                                   z, dx, dy, FLOATS));                        \
  }                                                                            \
  int4 __tandem_image_sample_gradients_integers_##name(                        \
      u64 image, u64 sampler, float x, float y, float z, float x_dx,           \
      float y_dx, float z_dx, float x_dy, float y_dy, float z_dy) {            \
    struct gradient dx = {x_dx, y_dx, z_dx}, dy = {x_dy, y_dy, z_dy};          \
    return ints(SAMPLE_GRADIENTS(image_of(image), (u32)sampler, shape, x, y,   \
                                 z, dx, dy, INTEGERS));                        \
  }

DEFINE(1d, 1u)
DEFINE(1d_array, 1u | SHAPE_ARRAY)
DEFINE(2d, 2u)
DEFINE(2d_array, 2u | SHAPE_ARRAY)
DEFINE(3d, 3u)

u32 __tandem_image_extent(u64 image, u32 coordinate) {
  return image_of(image)->extent[coordinate];
}

u32 __tandem_image_levels(u64 image) { return levels_of(image_of(image)); }

/* The handle of a level; the nearest one that there is. */
u64 __tandem_image_level(u64 image, i32 level) {
  i32 last = (i32)levels_of(image_of(image)) - 1;
  level = level < 0 ? 0 : level > last ? last : level;
  return (u64)level_of(image_of(image), (u32)level);
}

u32 __tandem_image_channel_order(u64 image) {
  return image_of(image)->channel_order;
}

u32 __tandem_image_channel_type(u64 image) {
  return image_of(image)->channel_type;
}
