//===- sycl/impl/bindless_access.hpp - images by handles in kernels -------===//
//
// Part of Tandem, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// Owns: what kernels do with images whose handles they hold
// (sycl_ext_oneapi_bindless_images): texels of one to four components, which
// the markers of detail/kernel/image.hpp read and write as four.
#pragma once

#include <sycl/detail/kernel/image.hpp>
#include <sycl/half.hpp>
#include <sycl/vec.hpp>

namespace sycl {
inline namespace _V1 {
namespace detail {

// A texel or coordinates: a number, or a vector of up to four.
template <class Type> struct number_or_vec {
  using number = Type;
  static constexpr int size = 1;
  static Type at(const Type &value, int) { return value; }
  static void set(Type &value, int, Type component) { value = component; }
};
template <class Number, int Size> struct number_or_vec<vec<Number, Size>> {
  using number = Number;
  static constexpr int size = Size;
  static Number at(const vec<Number, Size> &value, int index) {
    return value[index];
  }
  static void set(vec<Number, Size> &value, int index, Number component) {
    value[index] = component;
  }
};

// What images have of a component: halves, floats, and integers of 32 bits.
template <class Number>
using texel_component = std::conditional_t<
    std::is_same_v<Number, float> || std::is_same_v<Number, half>, Number,
    std::conditional_t<std::is_signed_v<Number>, int32_t, uint32_t>>;

template <class Texel> struct texel_access {
  using parts = number_or_vec<Texel>;
  using number = typename parts::number;
  static_assert(std::is_same_v<number, float> || std::is_same_v<number, half> ||
                    (std::is_integral_v<number> && sizeof(number) <= 4),
                "texels are numbers of up to 32 bits, or vectors of them");
  static_assert(parts::size <= 4, "texels have up to four components");
  using component = texel_component<number>;

  vec<component, 4> components{component(0)};

  texel_access() = default;
  explicit texel_access(const Texel &texel) {
    for (int index = 0; index < parts::size; ++index)
      components[index] = component(parts::at(texel, index));
  }
  Texel get() const {
    Texel texel{};
    for (int index = 0; index < parts::size; ++index)
      parts::set(texel, index, number(components[index]));
    return texel;
  }
};

// Coordinates in memory, and the dimensions that they are for: four are for
// three dimensions, the layer of an array comes behind them.
template <class Number, class Coord> struct handle_coordinates {
  using parts = number_or_vec<Coord>;
  static_assert(std::is_same_v<typename parts::number, Number>,
                "pixels have coordinates of type int, samples of type float");
  static constexpr int dimensions = parts::size < 3 ? parts::size : 3;
  Number values[4] = {};

  explicit handle_coordinates(const Coord &coords) {
    for (int axis = 0; axis < dimensions; ++axis)
      values[axis] = parts::at(coords, axis);
  }
  handle_coordinates(const Coord &coords, Number layer)
      : handle_coordinates(coords) {
    static_assert(dimensions < 3, "image arrays have one or two dimensions");
    values[dimensions] = layer;
  }
};

inline constexpr int arrayed_shape = 8;

template <int Shape, class Texel, class Coords>
TANDEM_ANNOTATE("sycl_device_has", aspect::ext_oneapi_bindless_images)
inline Texel fetch_by_handle(uint64_t image, const Coords &coords) {
  texel_access<Texel> texel;
#ifdef __SYCL_DEVICE_ONLY__
  using component = typename texel_access<Texel>::component;
  __tandem_image_read(
      image, image_shape_bits<Coords::dimensions, image_use::read> | Shape,
      texel_kind<component>, coords.values, &texel.components[0]);
#else
  (void)image, (void)coords;
#endif
  return texel.get();
}

template <int Shape, class Texel, class Coords>
TANDEM_ANNOTATE("sycl_device_has", aspect::ext_oneapi_bindless_images)
inline void write_by_handle(uint64_t image, const Coords &coords,
                            const Texel &color) {
#ifdef __SYCL_DEVICE_ONLY__
  using component = typename texel_access<Texel>::component;
  const texel_access<Texel> texel(color);
  __tandem_image_write(
      image, image_shape_bits<Coords::dimensions, image_use::write> | Shape,
      texel_kind<component>, coords.values, &texel.components[0]);
#else
  (void)image, (void)coords, (void)color;
#endif
}

template <int Shape, class Texel, class Coords>
TANDEM_ANNOTATE("sycl_device_has", aspect::ext_oneapi_bindless_images)
inline Texel
    sample_by_handle(uint64_t image, uint64_t sampler, const Coords &coords) {
  texel_access<Texel> texel;
#ifdef __SYCL_DEVICE_ONLY__
  using component = typename texel_access<Texel>::component;
  __tandem_image_sample(
      image, sampler,
      image_shape_bits<Coords::dimensions, image_use::read> | Shape,
      texel_kind<component>, coords.values, &texel.components[0]);
#else
  (void)image, (void)sampler, (void)coords;
#endif
  return texel.get();
}

template <class Texel, class Coords>
TANDEM_ANNOTATE("sycl_device_has", aspect::ext_oneapi_bindless_images,
                aspect::ext_oneapi_mipmap_level_reference)
inline Texel sample_level(uint64_t image, uint64_t sampler,
                          const Coords &coords, float level) {
  texel_access<Texel> texel;
#ifdef __SYCL_DEVICE_ONLY__
  using component = typename texel_access<Texel>::component;
  __tandem_image_sample_level(
      image, sampler, image_shape_bits<Coords::dimensions, image_use::read>,
      texel_kind<component>, coords.values, level, &texel.components[0]);
#else
  (void)image, (void)sampler, (void)coords, (void)level;
#endif
  return texel.get();
}

template <class Texel, class Coords>
TANDEM_ANNOTATE("sycl_device_has", aspect::ext_oneapi_bindless_images,
                aspect::ext_oneapi_mipmap)
inline Texel
    sample_gradients(uint64_t image, uint64_t sampler, const Coords &coords,
                     const Coords &dx, const Coords &dy) {
  texel_access<Texel> texel;
#ifdef __SYCL_DEVICE_ONLY__
  using component = typename texel_access<Texel>::component;
  __tandem_image_sample_gradients(
      image, sampler, image_shape_bits<Coords::dimensions, image_use::read>,
      texel_kind<component>, coords.values, dx.values, dy.values,
      &texel.components[0]);
#else
  (void)image, (void)sampler, (void)coords, (void)dx, (void)dy;
#endif
  return texel.get();
}

// Where a direction leads to on a cube map, whose faces are layers: from 0 to 1
// to the right and down, and the number of the face. Of axes with equal parts,
// the last one counts (OpenGL 4.6, section 8.13).
struct cube_coordinates {
  static constexpr int dimensions = 2;
  float values[4] = {};

  explicit cube_coordinates(const vec<float, 3> &direction) {
    const float along_x = direction[0], along_y = direction[1],
                along_z = direction[2];
    const float left = along_x < 0 ? -along_x : along_x,
                up = along_y < 0 ? -along_y : along_y,
                front = along_z < 0 ? -along_z : along_z;
    if (front >= up && front >= left)
      set(along_z < 0 ? 5.f : 4.f, along_z < 0 ? -along_x : along_x, -along_y,
          front);
    else if (up >= left)
      set(along_y < 0 ? 3.f : 2.f, along_x, along_y < 0 ? -along_z : along_z,
          up);
    else
      set(along_x < 0 ? 1.f : 0.f, along_x < 0 ? along_z : -along_z, -along_y,
          left);
  }

private:
  void set(float face, float right, float down, float far) {
    values[0] = 0.5f * (right / far + 1);
    values[1] = 0.5f * (down / far + 1);
    values[2] = face;
  }
};

// At level 0, as of a mipmap: devices tell cube maps from arrays by that.
template <class Texel>
TANDEM_ANNOTATE("sycl_device_has", aspect::ext_oneapi_bindless_images,
                aspect::ext_oneapi_cubemap)
inline Texel sample_cube(uint64_t image, uint64_t sampler,
                         const cube_coordinates &coords) {
  texel_access<Texel> texel;
#ifdef __SYCL_DEVICE_ONLY__
  using component = typename texel_access<Texel>::component;
  __tandem_image_sample_level(
      image, sampler, image_shape_bits<2, image_use::read> | arrayed_shape,
      texel_kind<component>, coords.values, 0, &texel.components[0]);
#else
  (void)image, (void)sampler, (void)coords;
#endif
  return texel.get();
}

// As a type of the program's own, whose bytes are those of a texel.
template <class To, class From> To texel_cast(const From &from) {
  static_assert(sizeof(To) == sizeof(From) && std::is_trivially_copyable_v<To>,
                "the hint and the type of the texel differ in size");
  if constexpr (std::is_same_v<To, From>) {
    return from;
  } else {
    To to;
    __builtin_memcpy(&to, &from, sizeof to);
    return to;
  }
}

} // namespace detail
} // namespace _V1
} // namespace sycl
