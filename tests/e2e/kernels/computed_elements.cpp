// A work-item writes the members of an element one by one and reads one of
// them whose number it computes.
// STEP: for level in 0 1 2 3; do $CXX -fsycl -O$level $SRC -o $EXE-$level; done
// RUN: for level in 0 1 2 3; do $EXE-$level; done
// EXPECT: right
// EXPECT: right
// EXPECT: right
// EXPECT: right
#include <cstdio>
#include <sycl/sycl.hpp>
#include <vector>

constexpr int count = 256;

int main() {
  std::vector<long> result(count, -1), memory(4 * count, -1);
  std::vector<int> number(count);
  for (int i = 0; i < count; ++i)
    number[i] = i * 7;
  {
    sycl::queue q;
    sycl::buffer<long> result_buffer(result.data(), result.size());
    sycl::buffer<long> memory_buffer(memory.data(), memory.size());
    sycl::buffer<int> number_buffer(number.data(), number.size());
    q.submit([&](sycl::handler &h) {
      sycl::accessor results(result_buffer, h, sycl::write_only);
      sycl::accessor members(memory_buffer, h);
      sycl::accessor numbers(number_buffer, h, sycl::read_only);
      h.parallel_for(count, [=](sycl::id<1> i) {
        long *element = &members[4 * i];
        element[0] = numbers[i];
        element[1] = numbers[i] * 2 + 1;
        element[2] = numbers[i] ^ 99;
        const long read = element[numbers[i] & 3];
        element[3] = 5 + read;
        results[i] = read;
      });
    });
  }
  int wrong = 0;
  for (int i = 0; i < count; ++i) {
    const int n = number[i];
    const long element[4] = {n, n * 2 + 1, n ^ 99, -1};
    const long read = element[n & 3];
    wrong += result[i] != read || memory[4 * i + 3] != 5 + read;
  }
  std::puts(wrong == 0 ? "right" : "wrong");
}
