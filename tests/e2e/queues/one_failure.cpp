// A fill of rows, and a copy between boxes of different shapes, are one command
// each: when the device is lost meanwhile, there is one failure.
// REQUIRES: backend:island
// RUN: TANDEM_ISLAND_DEVICE=fail-device=1 $EXE fill
// RUN: TANDEM_ISLAND_DEVICE=fail-device=1 $EXE copy
// EXPECT: 1 failure
// EXPECT-LIKE: .*lost.*
// EXPECT: 1 failure
// EXPECT-LIKE: .*lost.*
#include <cstring>
#include <iostream>

#include <sycl/sycl.hpp>

int main(int, char **argv) {
  sycl::exception_list failures;
  sycl::queue q{[&](sycl::exception_list list) { failures = list; }};
  sycl::buffer<int, 2> from({16, 16}), to({16, 16});
  q.submit([&](sycl::handler &h) {
    sycl::accessor tall(from, h, sycl::range(8, 4), sycl::id(2, 2));
    if (std::strcmp(argv[1], "fill") == 0)
      return h.fill(tall, 7);
    sycl::accessor wide(to, h, sycl::range(4, 8), sycl::id(1, 1));
    h.copy(tall, wide);
  });
  q.wait_and_throw();
  std::cout << failures.size() << " failure\n";
  for (const std::exception_ptr &failure : failures) {
    try {
      std::rethrow_exception(failure);
    } catch (const sycl::exception &error) {
      std::cout << error.what() << '\n';
    }
  }
}
