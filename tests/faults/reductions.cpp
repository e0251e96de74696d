// Reductions to a buffer and to device memory, one after the other and
// concurrently.
#include "faults.hpp"

int main() {
  return faults::run([] {
    constexpr int n = 1000;
    int in_buffer = 0, in_memory = 0;
    sycl::queue q{faults::on_async_errors};
    {
      faults::device_memory<int> memory(1, q);
      int *sum = memory.get();
      sycl::buffer<int> total{&in_buffer, 1};
      for (int round = 0; round < 3; ++round) {
        q.submit([&](sycl::handler &h) {
          auto add = sycl::reduction(total, h, sycl::plus<int>());
          h.parallel_for(sycl::range(n), add, [=](sycl::id<1> i, auto &sum) {
            sum += static_cast<int>(i);
          });
        });
        sycl::event zero = q.fill(sum, 0, 1);
        q.submit([&](sycl::handler &h) {
           h.depends_on(zero);
           auto largest = sycl::reduction(sum, sycl::maximum<int>());
           h.parallel_for(sycl::range(n), largest,
                          [=](sycl::id<1> i, auto &max) {
                            max.combine(static_cast<int>(i));
                          });
         }).wait();
      }
      q.copy(sum, &in_memory, 1).wait();
    }
    q.wait_and_throw();
    faults::result(in_buffer == 3 * (n * (n - 1) / 2) && in_memory == n - 1);
  });
}
