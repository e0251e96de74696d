//===- inflate.hpp - reads compressed data for the examples -------------===//
//
// Part of Tandem, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A deflate stream (RFC 1951), as in PNG files. Malformed data throws
// std::runtime_error.
#pragma once

#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <vector>

namespace inflate {

// The bits of a stream, the lowest of each byte first.
class bits {
  const uint8_t *m_next, *m_end;
  uint32_t m_bit = 0;

public:
  bits(const uint8_t *bytes, size_t size)
      : m_next(bytes), m_end(bytes + size) {}

  uint32_t take(int count) {
    uint32_t value = 0;
    for (int i = 0; i < count; ++i) {
      if (m_next == m_end)
        throw std::runtime_error("the compressed data ends too early");
      value |= uint32_t(*m_next >> m_bit & 1) << i;
      m_bit = (m_bit + 1) & 7;
      m_next += m_bit == 0;
    }
    return value;
  }
  void skip_to_byte() {
    m_next += m_bit != 0;
    m_bit = 0;
  }
};

// Huffman codes, by the length of each symbol's code.
class codes {
  uint16_t m_count[16] = {};
  std::vector<uint16_t> m_symbols; // in the order of their codes

public:
  codes() = default;
  codes(const uint8_t *lengths, size_t size) : m_symbols(size) {
    for (size_t i = 0; i < size; ++i)
      ++m_count[lengths[i]];
    m_count[0] = 0;
    uint16_t first[16] = {};
    for (int length = 1; length < 15; ++length)
      first[length + 1] = uint16_t(first[length] + m_count[length]);
    for (size_t i = 0; i < size; ++i)
      if (lengths[i])
        m_symbols[first[lengths[i]]++] = uint16_t(i);
  }

  uint32_t take(bits &from) const {
    int code = 0, first = 0, index = 0;
    for (int length = 1; length < 16; ++length) {
      code |= int(from.take(1));
      if (code - first < m_count[length])
        return m_symbols[size_t(index + code - first)];
      index += m_count[length];
      first = (first + m_count[length]) << 1;
      code <<= 1;
    }
    throw std::runtime_error("the compressed data has a code that is not used");
  }
};

// The codes of literals and lengths, and of distances.
struct tables {
  codes literals, distances;
};

inline tables fixed_tables() {
  uint8_t lengths[288], distances[30];
  for (int i = 0; i < 288; ++i)
    lengths[i] = i < 144 ? 8 : i < 256 ? 9 : i < 280 ? 7 : 8;
  for (uint8_t &length : distances)
    length = 5;
  return {codes(lengths, 288), codes(distances, 30)};
}

inline tables read_tables(bits &from) {
  const uint32_t literals = 257 + from.take(5), distances = 1 + from.take(5),
                 count = 4 + from.take(4);
  constexpr uint8_t order[] = {16, 17, 18, 0, 8,  7, 9,  6, 10, 5,
                               11, 4,  12, 3, 13, 2, 14, 1, 15};
  uint8_t of_lengths[19] = {};
  for (uint32_t i = 0; i < count; ++i)
    of_lengths[order[i]] = uint8_t(from.take(3));
  const codes lengths(of_lengths, 19);
  std::vector<uint8_t> all;
  while (all.size() < literals + distances) {
    const uint32_t symbol = lengths.take(from);
    if (symbol < 16) {
      all.push_back(uint8_t(symbol));
      continue;
    }
    if (symbol == 16 && all.empty())
      throw std::runtime_error("the compressed data repeats nothing");
    const uint8_t value = symbol == 16 ? all.back() : 0;
    const uint32_t times = symbol == 16   ? 3 + from.take(2)
                           : symbol == 17 ? 3 + from.take(3)
                                          : 11 + from.take(7);
    all.insert(all.end(), times, value);
  }
  all.resize(literals + distances);
  return {codes(all.data(), literals), codes(all.data() + literals, distances)};
}

inline void read_block(bits &from, const tables &tables,
                       std::vector<uint8_t> &out) {
  for (;;) {
    const uint32_t symbol = tables.literals.take(from);
    if (symbol == 256)
      return;
    if (symbol < 256) {
      out.push_back(uint8_t(symbol));
      continue;
    }
    // From 8 on, four lengths share a number of extra bits; two distances do.
    const uint32_t l = symbol - 257;
    const int extra = l < 8 || l == 28 ? 0 : int(l / 4 - 1);
    const uint32_t base = l < 8     ? 3 + l
                          : l == 28 ? 258
                                    : 3 + ((4 + l % 4) << extra);
    const uint32_t length = base + from.take(extra);
    const uint32_t d = tables.distances.take(from);
    const int more = d < 4 ? 0 : int(d / 2 - 1);
    const size_t distance =
        (d < 4 ? 1 + d : 1 + ((2 + d % 2) << more)) + from.take(more);
    if (l > 28 || d > 29 || distance > out.size())
      throw std::runtime_error("the compressed data copies what is not there");
    for (uint32_t i = 0; i < length; ++i)
      out.push_back(out[out.size() - distance]);
  }
}

// The contents of a deflate stream.
inline std::vector<uint8_t> unpack(const uint8_t *bytes, size_t size) {
  bits from(bytes, size);
  std::vector<uint8_t> out;
  for (bool is_last = false; !is_last;) {
    is_last = from.take(1);
    const uint32_t kind = from.take(2);
    if (kind == 0) {
      from.skip_to_byte();
      const uint32_t length = from.take(16), check = from.take(16);
      if (length != (~check & 0xffff))
        throw std::runtime_error("the compressed data has a bad length");
      for (uint32_t i = 0; i < length; ++i)
        out.push_back(uint8_t(from.take(8)));
    } else if (kind == 3) {
      throw std::runtime_error("the compressed data has a bad block");
    } else {
      read_block(from, kind == 1 ? fixed_tables() : read_tables(from), out);
    }
  }
  return out;
}

} // namespace inflate
