// Captured integers of more than 64 bits: by themselves, in arrays and
// structures, after smaller members, with accessors and local memory.
// STEP: $CXX -fsycl -O0 -std=c++17 $SRC -o o0
// STEP: $CXX -fsycl -O2 -std=c++17 $SRC -o o2
// RUN: ./o0
// RUN: ./o2
// EXPECT: PASS
// EXPECT: PASS
#include <array>
#include <cstdint>
#include <cstdio>
#include <sycl/sycl.hpp>
#include <vector>

using i128 = __int128;
using u128 = unsigned __int128;

struct Members {
  char first;
  i128 number;
  _BitInt(100) hundred;
  char last;
};

// A kernel whose base class has the alignment.
struct Base {
  i128 base;
};
struct Kernel : Base {
  char small;
  sycl::accessor<u128> out;
  void operator()(sycl::id<1>) const { out[0] += u128(base) + small; }
};

constexpr size_t results = 10;
constexpr size_t items = 4;

int main() {
  const char small = 3;
  const i128 number = -(i128(7) << 80);
  const short factor = 5;
  const _BitInt(80) eighty = -9;
  const std::array<i128, 3> numbers = {1, i128(2) << 100, -3};
  const u128 plain[2] = {4, u128(5) << 127};
  const Members members = {1, i128(11) << 66, -12, 2};
  std::vector<u128> got(results), data = {1, u128(2) << 64, u128(3) << 90, 4};
  const std::vector<u128> before = data;
  {
    sycl::queue q;
    sycl::buffer<u128> got_buffer(got.data(), results);
    sycl::buffer<u128> data_buffer(data.data(), items);
    q.submit([&](sycl::handler &h) {
      sycl::accessor values(data_buffer, h);
      sycl::local_accessor<i128> shared(items, h);
      sycl::accessor out(got_buffer, h, sycl::write_only);
      h.parallel_for(sycl::nd_range<1>(items, items), [=](sycl::nd_item<1> it) {
        const size_t i = it.get_local_id(0);
        shared[i] = values[i] + number;
        sycl::group_barrier(it.get_group());
        values[i] = shared[items - 1 - i] * small;
        if (i != 0)
          return;
        const u128 all[results] = {u128(number),
                                   u128(i128(eighty)),
                                   u128(numbers[1]),
                                   plain[1],
                                   u128(members.number),
                                   u128(i128(members.hundred)),
                                   u128(numbers[2] * factor),
                                   u128(members.first + members.last),
                                   uintptr_t(&number) % alignof(i128),
                                   uintptr_t(&members.number) % alignof(i128)};
        for (size_t j = 0; j < results; ++j)
          out[j] = all[j];
      });
    });
    q.submit([&](sycl::handler &h) {
      Kernel kernel{{i128(9) << 70}, 6, {got_buffer, h}};
      h.parallel_for(1, kernel);
    });
  }
  const u128 wanted[results] = {u128(number) + (u128(9) << 70) + 6,
                                u128(i128(eighty)),
                                u128(numbers[1]),
                                plain[1],
                                u128(members.number),
                                u128(i128(members.hundred)),
                                u128(numbers[2] * factor),
                                3,
                                0,
                                0};
  bool right = true;
  for (size_t i = 0; i < results; ++i)
    if (got[i] != wanted[i])
      right = false, std::printf("result %zu\n", i);
  for (size_t i = 0; i < items; ++i)
    if (data[i] != (before[items - 1 - i] + u128(number)) * small)
      right = false, std::printf("element %zu\n", i);
  std::puts(right ? "PASS" : "FAIL");
}
