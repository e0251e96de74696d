// A SYCL program of ABI 1.0. `program` beside it was made from this file with
// the compiler, headers and library of that version:
//
//   tandem++ -fsycl -Os -s -Wl,--gc-sections program.cpp -o program
#include <sycl/sycl.hpp>

#include <cstdio>

constexpr sycl::specialization_id<int> factor(3);

int main() try {
  sycl::queue queue;
  constexpr int size = 1000;
  int sum = 0, total = 0;
  {
    sycl::buffer<int> numbers{sycl::range<1>(size)};
    sycl::buffer<int> result(&sum, 1);
    queue.submit([&](sycl::handler &cgh) {
      cgh.set_specialization_constant<factor>(5);
      sycl::accessor out(numbers, cgh, sycl::write_only, sycl::no_init);
      cgh.parallel_for<class fill>(
          sycl::range<1>(size), [=](sycl::id<1> i, sycl::kernel_handler kh) {
            out[i] = int(i) * kh.get_specialization_constant<factor>();
          });
    });
    queue.submit([&](sycl::handler &cgh) {
      sycl::accessor in(numbers, cgh, sycl::read_only);
      auto add = sycl::reduction(result, cgh, sycl::plus<>());
      cgh.parallel_for<class add>(
          sycl::range<1>(size), add,
          [=](sycl::id<1> i, auto &partial) { partial += in[i]; });
    });
    queue.submit([&](sycl::handler &cgh) {
      sycl::accessor in(numbers, cgh, sycl::read_only_host_task);
      cgh.host_task([=, &total] { total = in[size - 1]; });
    });
    queue.wait_and_throw();
  }
  std::printf("sum %d, last %d\n", sum, total);
  try {
    queue.parallel_for<class uneven>(sycl::nd_range<1>(10, 4),
                                     [=](sycl::nd_item<1>) {});
  } catch (const sycl::exception &error) {
    std::printf("refused: %d\n", error.code() == sycl::errc::nd_range);
  }
  return 0;
} catch (const std::exception &error) {
  std::printf("error: %s\n", error.what());
  return 1;
}
