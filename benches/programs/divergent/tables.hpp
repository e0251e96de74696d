// Kernels whose loops follow data: graphs, sparse rows and searches.
#pragma once

#include "measure.hpp"

// The start of each row in a compressed table; the last entry is its size.
template <class Length> std::vector<int> row_starts(int rows, Length length) {
  std::vector<int> starts(rows + 1);
  for (int row = 0; row < rows; ++row)
    starts[row + 1] = starts[row] + length(row);
  return starts;
}

// One step of a breadth-first search: the neighbours of the vertices of a level
// that have no level yet get the next one. All that write a level write the
// same.
struct SearchStep {
  static constexpr int vertices = 1 << 18;
  const int *starts, *neighbours;
  int *levels, current;

  static int degree(int vertex) { return mix(vertex) % 8 == 0 ? 24 : 3; }

  void operator()(int vertex) const {
    if (levels[vertex] != current)
      return;
    for (int e = starts[vertex]; e < starts[vertex + 1]; ++e)
      if (levels[neighbours[e]] < 0)
        levels[neighbours[e]] = current + 1;
  }
};

// Product of a sparse matrix and a vector, a row for each work-item.
struct SparseProduct {
  static constexpr int rows = 1 << 18;
  const int *starts, *columns;
  const float *values, *vector;
  float *out;

  static int length(int row) { return row % 64 == 0 ? 256 : 4 + mix(row) % 32; }

  void operator()(int row) const {
    float sum = 0;
    for (int e = starts[row]; e < starts[row + 1]; ++e)
      sum += values[e] * vector[columns[e]];
    out[row] = sum;
  }
};

// Searches a sorted table; an equal entry ends the search.
struct BinarySearch {
  static constexpr int entries = 1 << 16, queries = 1 << 18;
  const int *table, *keys;
  int *out;

  static int entry(int i) { return 8 * i + mix(i) % 8; }
  static int key(int i) { return mix(i + 7) % (8 * entries); }

  void operator()(int query) const {
    const int key = keys[query];
    int low = 0, high = entries, found = -1;
    while (low < high) {
      const int middle = low + (high - low) / 2, value = table[middle];
      if (value == key) {
        found = middle;
        break;
      }
      if (value < key)
        low = middle + 1;
      else
        high = middle;
    }
    out[query] = found < 0 ? ~low : found;
  }
};

// Looks keys up in a hash table with open addressing; zero is an empty slot.
struct HashLookup {
  static constexpr std::uint32_t slots = 1 << 17, queries = 1 << 20;
  const std::uint32_t *table, *keys;
  int *out;

  static std::uint32_t stored(std::uint32_t i) { return mix(i) | 1; }
  // Every other key is in the table.
  static std::uint32_t key(std::uint32_t i) {
    return stored(i % 2 ? mix(i) % (slots * 4 / 5) : i + slots);
  }

  // Fills a table to four fifths.
  static void fill(std::uint32_t *table) {
    for (std::uint32_t i = 0; i < slots * 4 / 5; ++i) {
      std::uint32_t slot = mix(stored(i)) % slots;
      while (table[slot] != 0)
        slot = (slot + 1) % slots;
      table[slot] = stored(i);
    }
  }

  void operator()(int query) const {
    const std::uint32_t key = keys[query];
    std::uint32_t slot = mix(key) % slots;
    int probes = 1;
    while (table[slot] != 0 && table[slot] != key) {
      slot = (slot + 1) % slots;
      ++probes;
    }
    out[query] = table[slot] == key ? probes : -probes;
  }
};
