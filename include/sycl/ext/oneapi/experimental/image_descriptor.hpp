//===- image_descriptor.hpp - what a bindless image is --------------------===//
//
// Part of Tandem, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// Owns: the descriptors of bindless images (sycl_ext_oneapi_bindless_images)
// and what copies of their pixels are, which queues and handlers take.
#pragma once

#include <sycl/detail/abi/handle.hpp>
#include <sycl/exception.hpp>
#include <sycl/image_channels.hpp>
#include <sycl/range.hpp>

namespace sycl {
inline namespace _V1 {

namespace detail {
struct pixel_copy;
}

namespace ext::oneapi::experimental {

/// The order of the channels of a pixel.
using ::sycl::image_channel_order;
/// The type of the channels of a pixel.
using ::sycl::image_channel_type;

/// The kinds of bindless images: `standard` has one to three dimensions,
/// `mipmap` several levels of detail, `array` several layers, `cubemap` six
/// square faces. `interop` images, in memory of another API, are not supported.
enum class image_type : unsigned { standard, mipmap, array, interop, cubemap };

/// The size, format and type of a bindless image: a plain description.
/// `sycl_ext_oneapi_bindless_images`.
struct image_descriptor {
  /// The width in pixels.
  size_t width = 0;
  /// The height in pixels; 0 for one dimension.
  size_t height = 0;
  /// The depth in pixels; 0 for one or two dimensions.
  size_t depth = 0;
  /// The number of channels of a pixel, from 1 to 4.
  unsigned int num_channels = 4;
  /// The order of the channels. If it does not fit `num_channels`, a default
  /// order is used.
  image_channel_order channel_order = image_channel_order::rgba;
  /// The type of each channel.
  image_channel_type channel_type = image_channel_type::fp32;
  /// The kind of image.
  image_type type = image_type::standard;
  /// The number of levels of a mipmap, at least 2; 1 for other images.
  unsigned int num_levels = 1;
  /// The number of layers of an array, 6 for a cube map; 1 for other images.
  unsigned int array_size = 1;

  /// A standard image with four `fp32` channels, without a size.
  image_descriptor() = default;
  /// An image with one dimension. The number of channels follows from the
  /// order.
  image_descriptor(range<1> dims, image_channel_order order,
                   image_channel_type channels,
                   image_type kind = image_type::standard,
                   unsigned int levels = 1, unsigned int layers = 1)
      : image_descriptor(dims[0], 0, 0, count_of(order), order, channels, kind,
                         levels, layers) {}
  /// As above, with a number of channels instead of an order.
  image_descriptor(range<1> dims, unsigned int channel_count,
                   image_channel_type channels,
                   image_type kind = image_type::standard,
                   unsigned int levels = 1, unsigned int layers = 1)
      : image_descriptor(dims[0], 0, 0, channel_count,
                         detail::order_of(channel_count), channels, kind,
                         levels, layers) {}
  /// As above, with two dimensions.
  image_descriptor(range<2> dims, image_channel_order order,
                   image_channel_type channels,
                   image_type kind = image_type::standard,
                   unsigned int levels = 1, unsigned int layers = 1)
      : image_descriptor(dims[0], dims[1], 0, count_of(order), order, channels,
                         kind, levels, layers) {}
  /// As above, with two dimensions and a number of channels.
  image_descriptor(range<2> dims, unsigned int channel_count,
                   image_channel_type channels,
                   image_type kind = image_type::standard,
                   unsigned int levels = 1, unsigned int layers = 1)
      : image_descriptor(dims[0], dims[1], 0, channel_count,
                         detail::order_of(channel_count), channels, kind,
                         levels, layers) {}
  /// As above, with three dimensions.
  image_descriptor(range<3> dims, image_channel_order order,
                   image_channel_type channels,
                   image_type kind = image_type::standard,
                   unsigned int levels = 1, unsigned int layers = 1)
      : image_descriptor(dims[0], dims[1], dims[2], count_of(order), order,
                         channels, kind, levels, layers) {}
  /// As above, with three dimensions and a number of channels.
  image_descriptor(range<3> dims, unsigned int channel_count,
                   image_channel_type channels,
                   image_type kind = image_type::standard,
                   unsigned int levels = 1, unsigned int layers = 1)
      : image_descriptor(dims[0], dims[1], dims[2], channel_count,
                         detail::order_of(channel_count), channels, kind,
                         levels, layers) {}

  /// The descriptor of one level of this mipmap, as a standard image.
  image_descriptor get_mip_level_desc(unsigned int level) const {
    auto part = [level](size_t extent) {
      const size_t half = level < 64 ? extent >> level : 0;
      return extent != 0 && half == 0 ? 1 : half;
    };
    image_descriptor one = *this;
    one.width = part(width);
    one.height = part(height);
    one.depth = part(depth);
    one.type = image_type::standard;
    one.num_levels = 1;
    return one;
  }

  /// Checks that the members are consistent.
  /// \throws exception with `errc::invalid` if they are not, and with
  /// `errc::feature_not_supported` for `image_type::interop`.
  void verify() const {
    const char *wrong = nullptr;
    if (width == 0)
      wrong = "an image must have a width";
    else if (depth != 0 && height == 0)
      wrong = "an image with a depth must have a height";
    else if (num_channels < 1 || num_channels > 4)
      wrong = "an image must have one to four channels";
    else if (type == image_type::mipmap ? num_levels < 2 : num_levels != 1)
      wrong = "mipmaps must have several levels, and other images one";
    else if (type == image_type::cubemap &&
             (array_size != 6 || width != height || depth != 0))
      wrong = "a cube map must have six square layers";
    else if (type != image_type::cubemap &&
             (type == image_type::array ? array_size < 1 : array_size != 1))
      wrong = "only image arrays can have layers";
    else if (type == image_type::array && depth != 0)
      wrong = "arrays of 3D images are not supported";
    if (wrong)
      detail::throw_error(errc::invalid, wrong);
    if (type == image_type::interop)
      detail::throw_error(
          errc::feature_not_supported,
          "no device supports images in memory of other programs");
  }

private:
  image_descriptor(size_t columns, size_t rows, size_t slices,
                   unsigned int channel_count, image_channel_order order,
                   image_channel_type channels, image_type kind,
                   unsigned int levels, unsigned int layers)
      : width(columns), height(rows), depth(slices),
        num_channels(channel_count), channel_order(order),
        channel_type(channels), type(kind), num_levels(levels),
        array_size(layers) {}

  static unsigned int count_of(image_channel_order order) {
    return detail::channel_count(order);
  }
  friend struct detail::pixel_copy;

  // The number of channels decides: programs may set only that.
  image_channel_order order() const {
    return count_of(channel_order) == num_channels
               ? channel_order
               : detail::order_of(num_channels);
  }
};

/// A handle of the memory of an image. A plain value: copies refer to the same
/// memory.
struct image_mem_handle {
  /// The type of the device's handle.
  using raw_handle_type = void *;
  /// The device's handle.
  raw_handle_type raw_handle = nullptr;
};

} // namespace ext::oneapi::experimental

namespace detail {

// A copy of pixels, as it is submitted. `image` is a member, so that this stays
// at its place.
struct pixel_copy {
  using descriptor = ext::oneapi::experimental::image_descriptor;

  tandem_pixel_copy copy = {};
  tandem_image_shape image = {};

  static tandem_image_shape shape(const descriptor &desc,
                                  size_t row_pitch = 0) {
    desc.verify();
    tandem_image_shape image = {};
    image.size = sizeof image;
    image.format = number_of(desc.order()) << 16 | number_of(desc.channel_type);
    image.dimensions = desc.depth ? 3 : desc.height ? 2 : 1;
    image.levels = desc.num_levels;
    image.extent[0] = desc.width;
    image.extent[1] = desc.height;
    image.extent[2] = desc.depth;
    using kind = ext::oneapi::experimental::image_type;
    const bool is_cube = desc.type == kind::cubemap;
    image.layers = is_cube || desc.type == kind::array ? desc.array_size : 0;
    image.flags = is_cube ? TANDEM_IMAGE_CUBE : 0;
    image.row_pitch = row_pitch;
    return image;
  }

  // All pixels.
  pixel_copy(tandem_pixel_direction direction, const descriptor &desc,
             size_t row_pitch = 0)
      : image(shape(desc, row_pitch)) {
    copy.size = sizeof copy;
    copy.direction = direction;
    const size_t layers = image.layers;
    const size_t extent[3] = {desc.width,
                              desc.height ? desc.height
                              : layers    ? layers
                                          : 1,
                              desc.depth              ? desc.depth
                              : layers && desc.height ? layers
                                                      : 1};
    for (int axis = 0; axis < 3; ++axis)
      copy.extent[axis] = copy.host_extent[axis] = extent[axis];
  }
  // Some of them.
  pixel_copy(tandem_pixel_direction direction, const descriptor &desc,
             const range<3> &src_offset, const range<3> &dst_offset,
             const range<3> &host_extent, const range<3> &extent,
             size_t row_pitch = 0)
      : pixel_copy(direction, desc, row_pitch) {
    for (int axis = 0; axis < 3; ++axis) {
      copy.src_offset[axis] = src_offset[axis];
      copy.dst_offset[axis] = dst_offset[axis];
      copy.host_extent[axis] = host_extent[axis];
      copy.extent[axis] = extent[axis];
    }
  }

  void set(tandem_submission &submission, const void *src, void *dst) {
    copy.image = &image;
    submission.command = TANDEM_CMD_COPY_PIXELS;
    submission.closure = &copy;
    submission.closure_size = sizeof *this;
    submission.src = src;
    submission.dst = dst;
  }
};

} // namespace detail
} // namespace _V1
} // namespace sycl
