// A kernel whose captures exceed info::device::max_parameter_size is refused
// with errc::kernel_argument; the error names the kernel and both sizes. Others
// run, however large they are.
// EXPECT: ok
#include <iostream>
#include <string>
#include <sycl/sycl.hpp>

template <int Words> class Sum;

template <int Words> struct Numbers {
  int values[Words];
};

template <int Words> bool check(sycl::queue &queue) {
  const size_t limit =
      queue.get_device().get_info<sycl::info::device::max_parameter_size>();
  Numbers<Words> numbers;
  long expected = 0;
  for (int i = 0; i < Words; ++i)
    expected += numbers.values[i] = i % 1000;
  long result = -1;
  {
    sycl::buffer<long> out(&result, 1);
    try {
      queue.submit([&](sycl::handler &cgh) {
        sycl::accessor sum(out, cgh, sycl::write_only);
        cgh.single_task<Sum<Words>>([=] {
          long total = 0;
          for (int value : numbers.values)
            total += value;
          sum[0] = total;
        });
      });
      queue.wait_and_throw();
    } catch (const sycl::exception &error) {
      const std::string text = error.what();
      const bool names = text.find("Sum<" + std::to_string(Words) + ">") !=
                             std::string::npos &&
                         text.find(std::to_string(limit)) != std::string::npos;
      if (sizeof numbers <= limit / 2 ||
          error.code() != sycl::errc::kernel_argument || !names) {
        std::cout << Words << " numbers: " << text << '\n';
        return false;
      }
      return true;
    }
  }
  if (sizeof numbers > limit || result != expected) {
    std::cout << Words << " numbers, limit " << limit << ": " << result << '\n';
    return false;
  }
  return true;
}

int main() {
  sycl::queue queue;
  // Every device takes 1,024 bytes.
  if (check<64>(queue) && check<300>(queue) && check<4000>(queue) &&
      check<40000>(queue))
    std::cout << "ok\n";
}
