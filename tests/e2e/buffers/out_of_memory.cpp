// A device with less memory than the program's buffers together: the runtime
// releases copies that are current elsewhere. Devices that use the host's
// memory have no such copies.
// ENV: TANDEM_ISLAND_DEVICE=memory=16M
// EXPECT: 10 sums are right
// EXPECT: 10 are right again
#include <iostream>
#include <numeric>
#include <vector>

#include <sycl/sycl.hpp>

constexpr size_t count = 1 << 20; // 4 MiB of int

int sum_on_device(sycl::queue &q, sycl::buffer<int> &values) {
  sycl::buffer<int> result(1);
  q.submit([&](sycl::handler &h) {
    sycl::accessor in(values, h, sycl::read_only);
    sycl::accessor out(result, h, sycl::write_only, sycl::no_init);
    h.single_task([=] {
      int sum = 0;
      for (size_t i = 0; i < count; i += 4096)
        sum += in[i];
      out[0] = sum;
    });
  });
  return sycl::host_accessor(result, sycl::read_only)[0];
}

int main() {
  sycl::queue q;
  std::vector<sycl::buffer<int>> buffers;
  for (int number = 0; number < 10; ++number) {
    buffers.emplace_back(sycl::range<1>(count));
    sycl::host_accessor values(buffers.back(), sycl::write_only, sycl::no_init);
    std::fill(values.begin(), values.end(), number + 1);
  }
  for (const char *what : {" sums are right", " are right again"}) {
    int right = 0;
    for (int number = 0; number < 10; ++number)
      right += sum_on_device(q, buffers[number]) ==
               (number + 1) * static_cast<int>(count / 4096);
    std::cout << right << what << '\n';
  }
}
