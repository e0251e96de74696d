//===- png.hpp - writes pictures for the examples -----------------------===//
//
// Part of Tandem, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A PNG of 8-bit RGB pixels, stored without compression: a deflate stream may
// consist of plain blocks of up to 65,535 bytes.
#pragma once

#include <cstdint>
#include <cstdio>
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

} // namespace png
