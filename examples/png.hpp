//===- png.hpp - reads and writes pictures for the examples -------------===//
//
// Part of Tandem, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PNGs of 8-bit channels. They are written as RGB, without compression: a
// deflate stream may consist of plain blocks of up to 65,535 bytes.
#pragma once

#include "inflate.hpp"

#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <stdexcept>
#include <string>
#include <vector>

namespace png {

inline void append32(std::vector<uint8_t> &out, uint32_t value) {
  for (int shift = 24; shift >= 0; shift -= 8)
    out.push_back(uint8_t(value >> shift));
}

inline uint32_t crc32(const uint8_t *bytes, size_t size) {
  uint32_t crc = ~0u;
  for (size_t i = 0; i < size; ++i) {
    crc ^= bytes[i];
    for (int bit = 0; bit < 8; ++bit)
      crc = crc >> 1 ^ (crc & 1 ? 0xedb88320u : 0);
  }
  return ~crc;
}

// A chunk: length, name, contents, and the check sum of the last two.
inline void append_chunk(std::vector<uint8_t> &out, const char *name,
                         const std::vector<uint8_t> &contents) {
  append32(out, uint32_t(contents.size()));
  size_t begin = out.size();
  out.insert(out.end(), name, name + 4);
  out.insert(out.end(), contents.begin(), contents.end());
  append32(out, crc32(out.data() + begin, out.size() - begin));
}

// `rgb` holds height rows of width pixels of 3 bytes. Returns whether the file
// was written.
inline bool write(const char *path, uint32_t width, uint32_t height,
                  const std::vector<uint8_t> &rgb) {
  std::vector<uint8_t> rows;
  for (uint32_t y = 0; y < height; ++y) {
    rows.push_back(0); // no filter
    rows.insert(rows.end(), rgb.begin() + size_t(y) * width * 3,
                rgb.begin() + size_t(y + 1) * width * 3);
  }

  std::vector<uint8_t> data = {0x78, 0x01};
  uint32_t a = 1, b = 0; // Adler-32
  for (uint8_t byte : rows) {
    a = (a + byte) % 65521;
    b = (b + a) % 65521;
  }
  for (size_t at = 0; at < rows.size();) {
    size_t size = rows.size() - at < 65535 ? rows.size() - at : 65535;
    data.push_back(at + size == rows.size());
    data.insert(data.end(), {uint8_t(size), uint8_t(size >> 8), uint8_t(~size),
                             uint8_t(~size >> 8)});
    data.insert(data.end(), rows.begin() + at, rows.begin() + at + size);
    at += size;
  }
  append32(data, b << 16 | a);

  std::vector<uint8_t> header;
  append32(header, width);
  append32(header, height);
  header.insert(header.end(),
                {8, 2, 0, 0, 0}); // bits, RGB, deflate, filters, not interlaced

  std::vector<uint8_t> file = {0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n'};
  append_chunk(file, "IHDR", header);
  append_chunk(file, "IDAT", data);
  append_chunk(file, "IEND", {});
  std::FILE *out = std::fopen(path, "wb");
  if (!out)
    return false;
  bool written = std::fwrite(file.data(), 1, file.size(), out) == file.size();
  return std::fclose(out) == 0 && written;
}

// Four channels for each pixel: red, green, blue and alpha.
struct picture {
  uint32_t width = 0, height = 0;
  std::vector<uint8_t> rgba;
};

inline uint32_t read32(const uint8_t *bytes) {
  return uint32_t(bytes[0]) << 24 | uint32_t(bytes[1]) << 16 |
         uint32_t(bytes[2]) << 8 | bytes[3];
}

// The prediction of a byte from those to the left, above, and above to the
// left.
inline uint8_t predict(int filter, int left, int above, int corner) {
  switch (filter) {
  case 0:
    return 0;
  case 1:
    return uint8_t(left);
  case 2:
    return uint8_t(above);
  case 3:
    return uint8_t((left + above) / 2);
  case 4: {
    const int to_left = std::abs(above - corner),
              to_above = std::abs(left - corner),
              to_corner = std::abs(left + above - 2 * corner);
    return uint8_t(to_left <= to_above && to_left <= to_corner ? left
                   : to_above <= to_corner                     ? above
                                                               : corner);
  }
  default:
    throw std::runtime_error("a row has a filter that does not exist");
  }
}

// Takes the filters of rows of `stride` bytes back, in place; each row has the
// number of its filter before it.
inline void unfilter(std::vector<uint8_t> &rows, size_t stride, size_t pixel) {
  for (size_t row = 0; row < rows.size(); row += stride + 1)
    for (size_t i = 1; i <= stride; ++i) {
      const bool has_left = i > pixel, has_above = row != 0;
      const size_t at = row + i;
      const int left = has_left ? rows[at - pixel] : 0,
                above = has_above ? rows[at - stride - 1] : 0,
                corner =
                    has_left && has_above ? rows[at - stride - 1 - pixel] : 0;
      rows[at] = uint8_t(rows[at] + predict(rows[row], left, above, corner));
    }
}

inline std::vector<uint8_t> read_file(const std::string &path) {
  std::FILE *in = std::fopen(path.c_str(), "rb");
  if (!in)
    throw std::runtime_error(std::strerror(errno));
  std::vector<uint8_t> bytes;
  uint8_t block[1 << 16];
  while (size_t size = std::fread(block, 1, sizeof block, in))
    bytes.insert(bytes.end(), block, block + size);
  std::fclose(in);
  return bytes;
}

// Reads a picture with 8 bits a channel that is not interlaced. Throws
// std::runtime_error for others, and for what is no PNG.
inline picture read(const std::string &path) {
  const std::vector<uint8_t> file = read_file(path);
  if (file.size() < 33 || std::memcmp(file.data(), "\x89PNG\r\n\x1a\n", 8))
    throw std::runtime_error("it is no PNG");
  picture result{read32(&file[16]), read32(&file[20]), {}};
  const uint8_t depth = file[24], kind = file[25], interlaced = file[28];
  // Channels of a pixel, by the kind of its color.
  const size_t channels[] = {1, 0, 3, 1, 2, 0, 4};
  if (depth != 8 || kind > 6 || !channels[kind] || interlaced)
    throw std::runtime_error("only 8 bits a channel, not interlaced, are read");
  if (!result.width || !result.height || result.width > 1 << 15 ||
      result.height > 1 << 15)
    throw std::runtime_error("the picture is empty or too large");

  std::vector<uint8_t> data, palette;
  for (size_t at = 8; at + 12 <= file.size();) {
    const size_t size = read32(&file[at]);
    if (size > file.size() - at - 12)
      throw std::runtime_error("it ends within a chunk");
    const uint8_t *contents = &file[at + 8];
    if (!std::memcmp(&file[at + 4], "IDAT", 4))
      data.insert(data.end(), contents, contents + size);
    else if (!std::memcmp(&file[at + 4], "PLTE", 4))
      palette.assign(contents, contents + size);
    at += size + 12;
  }
  const size_t pixel = channels[kind], stride = pixel * result.width;
  if (data.size() < 2)
    throw std::runtime_error("it has no pixels");
  // Two bytes before the deflate stream say how it was made.
  std::vector<uint8_t> rows = inflate::unpack(data.data() + 2, data.size() - 2);
  if (rows.size() < (stride + 1) * result.height)
    throw std::runtime_error("it has too few pixels");
  rows.resize((stride + 1) * result.height);
  unfilter(rows, stride, pixel);
  for (uint32_t y = 0; y < result.height; ++y)
    for (uint32_t x = 0; x < result.width; ++x) {
      const uint8_t *p = &rows[(stride + 1) * y + 1 + pixel * x];
      uint8_t color[4] = {p[0], p[0], p[0], 255};
      if (kind == 3) {
        if (size_t(p[0]) * 3 + 2 >= palette.size())
          throw std::runtime_error("a color is not in its palette");
        std::memcpy(color, &palette[size_t(p[0]) * 3], 3);
      } else if (pixel >= 3) {
        std::memcpy(color, p, 3);
      }
      if (pixel == 2 || pixel == 4)
        color[3] = p[pixel - 1];
      result.rgba.insert(result.rgba.end(), color, color + 4);
    }
  return result;
}

} // namespace png
