//===- sycl/image_channels.hpp - channels of pixels -----------------------===//
//
// Part of Tandem, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// Owns: the orders and types of channels (SYCL 1.2.1, 4.7.3), which images of
// SYCL 1.2.1 and bindless images have.
#pragma once

#include <cstdint>

namespace sycl {
inline namespace _V1 {

/// The channels that pixels have in memory, in their order. From SYCL 1.2.1,
/// section 4.7.3; also used by bindless images.
enum class image_channel_order : unsigned {
  /// Alpha.
  a,
  /// Red.
  r,
  /// Red; the border has alpha 0.
  rx,
  /// Red and green.
  rg,
  /// Red and green; the border has alpha 0.
  rgx,
  /// Red and alpha.
  ra,
  /// Red, green and blue.
  rgb,
  /// Red, green and blue; the border has alpha 0.
  rgbx,
  /// Red, green, blue and alpha.
  rgba,
  /// Alpha, red, green and blue.
  argb,
  /// Blue, green, red and alpha.
  bgra,
  /// One value for all four channels.
  intensity,
  /// One value for red, green and blue.
  luminance,
  /// Alpha, blue, green and red.
  abgr,
  /// Red, green and blue in the sRGB color space, and alpha.
  ext_oneapi_srgba,
};

/// The type of a channel. From SYCL 1.2.1, section 4.7.3; also used by bindless
/// images.
enum class image_channel_type : unsigned {
  /// 8 bits, read as `float` from -1 to 1.
  snorm_int8,
  /// 16 bits, read as `float` from -1 to 1.
  snorm_int16,
  /// 8 bits, read as `float` from 0 to 1.
  unorm_int8,
  /// 16 bits, read as `float` from 0 to 1.
  unorm_int16,
  /// Three channels of 5, 6 and 5 bits, read as `float` from 0 to 1.
  unorm_short_565,
  /// Three channels of 5 bits, read as `float` from 0 to 1.
  unorm_short_555,
  /// Three channels of 10 bits, read as `float` from 0 to 1.
  unorm_int_101010,
  /// 8 bits, read as `int32_t`.
  signed_int8,
  /// 16 bits, read as `int32_t`.
  signed_int16,
  /// 32 bits, read as `int32_t`.
  signed_int32,
  /// 8 bits, read as `uint32_t`.
  unsigned_int8,
  /// 16 bits, read as `uint32_t`.
  unsigned_int16,
  /// 32 bits, read as `uint32_t`.
  unsigned_int32,
  /// 16 bits, read as `half` or `float`.
  fp16,
  /// 32 bits, read as `float`.
  fp32,
};

namespace detail {

// OpenCL's number of an order.
constexpr uint32_t number_of(image_channel_order order) {
  constexpr uint32_t orders[] = {0x10B1, 0x10B0, 0x10BA, 0x10B2, 0x10BB,
                                 0x10B3, 0x10B4, 0x10BC, 0x10B5, 0x10B7,
                                 0x10B6, 0x10B8, 0x10B9, 0x10C3, 0x10C1};
  return orders[unsigned(order)];
}
// OpenCL's numbers follow those of SYCL.
constexpr uint32_t number_of(image_channel_type type) {
  return 0x10D0 + unsigned(type);
}

// How many channels pixels of an order have in memory.
constexpr unsigned channel_count(image_channel_order order) {
  constexpr unsigned char counts[] = {1, 1, 1, 2, 2, 2, 3, 3,
                                      4, 4, 4, 1, 1, 4, 4};
  return counts[unsigned(order)];
}

// The order of `count` channels that begins with red.
constexpr image_channel_order order_of(unsigned count) {
  return count == 1   ? image_channel_order::r
         : count == 2 ? image_channel_order::rg
         : count == 3 ? image_channel_order::rgb
                      : image_channel_order::rgba;
}

} // namespace detail
} // namespace _V1
} // namespace sycl
