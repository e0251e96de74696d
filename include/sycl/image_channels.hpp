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

enum class image_channel_order : unsigned {
  a,
  r,
  rx,
  rg,
  rgx,
  ra,
  rgb,
  rgbx,
  rgba,
  argb,
  bgra,
  intensity,
  luminance,
  abgr,
  ext_oneapi_srgba,
};

enum class image_channel_type : unsigned {
  snorm_int8,
  snorm_int16,
  unorm_int8,
  unorm_int16,
  unorm_short_565,
  unorm_short_555,
  unorm_int_101010,
  signed_int8,
  signed_int16,
  signed_int32,
  unsigned_int8,
  unsigned_int16,
  unsigned_int32,
  fp16,
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

// The order of so many channels that begins with red.
constexpr image_channel_order order_of(unsigned count) {
  return count == 1   ? image_channel_order::r
         : count == 2 ? image_channel_order::rg
         : count == 3 ? image_channel_order::rgb
                      : image_channel_order::rgba;
}

} // namespace detail
} // namespace _V1
} // namespace sycl
