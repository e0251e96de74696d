// A work-item fills a private array, and reads and writes elements at computed
// indices.
// STEP: for level in 0 1 2 3; do $CXX -fsycl -O$level $SRC -o $EXE-$level; done
// RUN: for level in 0 1 2 3; do $EXE-$level; done
// EXPECT: right
// EXPECT: right
// EXPECT: right
// EXPECT: right
#include <cstdio>
#include <sycl/sycl.hpp>

static unsigned long last_of(unsigned long x, unsigned long y) {
  unsigned short elements[] = {
      (unsigned short)x,        (unsigned short)(y != 0),
      (unsigned short)(x ^ y),  (unsigned short)(x < y),
      (unsigned short)(y >> 3), (unsigned short)(x * 3),
      (unsigned short)(x - y),  (unsigned short)(y & 7)};
  elements[elements[y % 8] % 8] = (unsigned short)(x >> 5);
  elements[elements[x % 8] % 8] = (unsigned short)~y;
  elements[1] ^= elements[(x + y) % 8];
  elements[5] = elements[elements[1] % 8];
  return elements[0] + 3ul * elements[1] + 5ul * elements[5] +
         7ul * elements[7];
}

int main() {
  constexpr int count = 1000;
  sycl::queue queue;
  sycl::buffer<unsigned long> results(count);
  queue.submit([&](sycl::handler &handler) {
    sycl::accessor result(results, handler, sycl::write_only);
    handler.parallel_for(count, [=](sycl::id<1> index) {
      result[index] = last_of(index[0] * 77, index[0] * 1234567 + 5);
    });
  });
  sycl::host_accessor result(results);
  int wrong = 0;
  for (unsigned long index = 0; index < count; ++index)
    wrong += result[index] != last_of(index * 77, index * 1234567 + 5);
  std::puts(wrong ? "wrong" : "right");
}
