// The events are dropped: only the queue reports failures.
#include "faults.hpp"

int main() {
  return faults::run([] {
    constexpr int n = 50;
    std::vector<int> out(n, -1);
    sycl::queue q{faults::on_async_errors, sycl::property::queue::in_order()};
    faults::device_memory<int> memory(n, q);
    int *x = memory.get();
    q.memset(x, 0, n * sizeof(int));
    for (int round = 0; round < 40; ++round)
      q.parallel_for(n, [=](sycl::id<1> i) { x[i] += static_cast<int>(i); });
    q.copy(x, out.data(), n);
    q.wait_and_throw();
    faults::result(faults::counts_by(out, 40));
  });
}
