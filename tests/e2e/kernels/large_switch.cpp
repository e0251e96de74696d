// A switch with thousands of cases, at each level of optimization.
// UNSUPPORTED: opencl:cpu (the driver's vectorizer takes minutes; CL_CONFIG_CPU_VECTORIZER_MODE=1 does not)
// STEP: for level in 0 1 2; do $CXX -fsycl -O$level $SRC -o $EXE-$level; done
// RUN: for level in 0 1 2; do $EXE-$level; done
// EXPECT: right
// EXPECT: right
// EXPECT: right
#include <cstdint>
#include <cstdio>
#include <sycl/sycl.hpp>

// The results follow no rule that a compiler could find, and some cases write
// memory.
#define ONE(number)                                                            \
  case (number) * 7LL:                                                         \
    if ((number) % 3 == 0)                                                     \
      other = number;                                                          \
    return (number) * 2654435761u ^ (number) >> 3;
#define FOUR(number)                                                           \
  ONE(number) ONE((number) + 1) ONE((number) + 2) ONE((number) + 3)
#define SIXTEEN(number)                                                        \
  FOUR(number) FOUR((number) + 4) FOUR((number) + 8) FOUR((number) + 12)
#define ROW(number)                                                            \
  SIXTEEN(number)                                                              \
  SIXTEEN((number) + 16) SIXTEEN((number) + 32) SIXTEEN((number) + 48)
#define BLOCK(number)                                                          \
  ROW(number)                                                                  \
  ROW((number) + 64)                                                           \
  ROW((number) + 128)                                                          \
  ROW((number) + 192)                                                          \
  ROW((number) + 256)                                                          \
  ROW((number) + 320) ROW((number) + 384) ROW((number) + 448)

uint32_t result_of(int64_t value, int &other) {
  switch (value) {
    BLOCK(0)
    BLOCK(512)
    BLOCK(1024)
    BLOCK(1536)
  default:
    other = -1;
    return 1;
  }
}

int main() {
  constexpr int count = 2048 * 7 + 5;
  sycl::queue queue;
  sycl::buffer<uint32_t> results(count);
  sycl::buffer<int> others(count);
  queue.submit([&](sycl::handler &handler) {
    sycl::accessor result(results, handler, sycl::write_only);
    sycl::accessor other(others, handler, sycl::write_only);
    handler.parallel_for(count, [=](sycl::id<1> index) {
      int second = 0;
      result[index] = result_of(int64_t(index[0]), second);
      other[index] = second;
    });
  });
  sycl::host_accessor result(results);
  sycl::host_accessor other(others);
  int wrong = 0;
  for (int index = 0; index < count; ++index) {
    int second = 0;
    wrong += result[index] != result_of(index, second);
    wrong += other[index] != second;
  }
  std::puts(wrong ? "wrong" : "right");
}
