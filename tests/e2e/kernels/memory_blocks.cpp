// Copies, moves and fills of blocks of memory in kernels: of constant and of
// any length, aligned and not, in private, local and global memory.
// STEP: $CXX -fsycl -O2 -std=c++17 $SRC -o optimized
// STEP: $CXX -fsycl -O0 -std=c++17 $SRC -o plain
// RUN: ./optimized
// RUN: ./plain
// EXPECT: PASS
// EXPECT: PASS
#include <cstdio>
#include <cstring>
#include <numeric>
#include <sycl/sycl.hpp>
#include <vector>

constexpr size_t size = 320, items = 8;

// The same on host and device: `memory` has three blocks, each of a number of
// bytes that is divisible by 8.
template <class T> void work(T *memory, size_t item, size_t lengths) {
  auto bytes = reinterpret_cast<unsigned char *>(memory);
  auto first = bytes, second = bytes + size, third = bytes + 2 * size;
  // Of constant length: short and long, with and without a rest of a word.
  std::memcpy(first, second, 8);
  std::memcpy(first + 16, second + 8, 23);
  std::memcpy(first + 40, second + 40, 272);
  std::memset(second, int(item + 200), 11);
  std::memset(second + 16, 255, 203);
  std::memmove(third + 8, third, 32);
  std::memmove(third + 61, third + 64, 190);
  std::memmove(third + 8, third + 3, 243);
  // Blocks of variable length.
  std::memcpy(first + 24, second + 24, lengths);
  std::memcpy(first + 32, second + 64, lengths / 8 * 8);
  std::memset(third + 1, int(item), lengths);
  std::memset(second + 8, int(item) + 3, lengths / 4 * 4);
  std::memmove(third + 9, third + 4, lengths);
  std::memmove(third + 32, third + 40, lengths / 8 * 8);
}

// Copies that the kernel reads back at an index that is not known.
unsigned rows(const unsigned *from, size_t item) {
  unsigned table[4][6], copy[4][6];
  for (size_t row = 0; row < 4; ++row)
    for (size_t column = 0; column < 6; ++column)
      table[row][column] = from[(item + row) * 6 + column];
  for (size_t column = 0; column < 6; ++column)
    copy[item % 4][column] = table[(item + 1) % 4][column];
  return copy[item % 4][item % 6] + copy[item % 4][5];
}

int main() {
  std::vector<unsigned char> start(items * 3 * size);
  for (size_t i = 0; i < start.size(); ++i)
    start[i] = (unsigned char)(i * 37 + i / 256);
  std::vector<unsigned> numbers(12 * 6);
  std::iota(numbers.begin(), numbers.end(), 5u);

  auto expected = start;
  std::vector<unsigned> sums(items);
  for (size_t item = 0; item < items; ++item) {
    work(reinterpret_cast<unsigned long *>(&expected[item * 3 * size]), item,
         item * 29);
    sums[item] = rows(numbers.data(), item);
  }

  auto global = start, local = start, own = start;
  std::vector<unsigned> read(items);
  {
    sycl::buffer<unsigned char> in_global(global), in_local(local), in_own(own);
    sycl::buffer<unsigned> from(numbers), to(read);
    sycl::queue().submit([&](sycl::handler &h) {
      sycl::accessor global(in_global, h), local(in_local, h), own(in_own, h);
      sycl::accessor table(from, h, sycl::read_only);
      sycl::accessor sum(to, h);
      sycl::local_accessor<unsigned long> shared(3 * size / 8, h);
      h.parallel_for(sycl::nd_range<1>(items, 1), [=](sycl::nd_item<1> it) {
        size_t item = it.get_global_id(0), at = item * 3 * size;
        work(reinterpret_cast<unsigned long *>(&global[at]), item, item * 29);
        unsigned long *memory = &shared[0], mine[3 * size / 8];
        std::memcpy(memory, &local[at], 3 * size);
        work(memory, item, item * 29);
        std::memcpy(&local[at], memory, 3 * size);
        std::memcpy(mine, &own[at], 3 * size);
        work(mine, item, item * 29);
        std::memcpy(&own[at], mine, 3 * size);
        sum[item] = rows(&table[0], item);
      });
    });
  }
  for (size_t i = 0; i < start.size(); ++i) {
    size_t place = i % (3 * size);
    const char *format = "byte %zu of item %zu: %s %d, not %d\n";
    auto check = [&](const char *name, int found) {
      if (found != expected[i])
        std::printf(format, place, i / (3 * size), name, found, expected[i]);
      return found == expected[i];
    };
    if (!check("global", global[i]) || !check("local", local[i]) ||
        !check("private", own[i]))
      return 1;
  }
  if (read != sums)
    return std::printf("rows differ\n"), 1;
  std::printf("PASS\n");
}
