// Copies in and out of device memory around kernels, in order.
#include "faults.hpp"

int main() {
  return faults::run([] {
    constexpr int n = 200;
    std::vector<int> in(n), out(n, -1);
    for (int i = 0; i < n; ++i)
      in[i] = i;
    sycl::queue q{faults::on_async_errors, sycl::property::queue::in_order()};
    faults::device_memory<int> a(n, q), b(n, q);
    int *x = a.get(), *y = b.get();
    for (int round = 0; round < 4; ++round) {
      q.copy(in.data(), x, n);
      q.memset(y, 0, n * sizeof(int));
      q.parallel_for(n, [=](sycl::id<1> i) { y[i] += x[i] * 5; });
      q.copy(y, out.data(), n);
    }
    q.wait_and_throw();
    faults::result(faults::counts_by(out, 5));
  });
}
