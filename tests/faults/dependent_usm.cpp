// Commands out of order that wait for each other's events.
#include "faults.hpp"

int main() {
  return faults::run([] {
    constexpr int n = 100;
    std::vector<int> out(n, -1);
    sycl::queue q{faults::on_async_errors};
    faults::device_memory<int> a(n, q), b(n, q);
    int *x = a.get(), *y = b.get();
    sycl::event first =
        q.parallel_for(n, [=](sycl::id<1> i) { x[i] = static_cast<int>(i); });
    sycl::event second = q.fill(y, 1, n);
    sycl::event third = q.submit([&](sycl::handler &h) {
      h.depends_on({first, second});
      h.parallel_for(n, [=](sycl::id<1> i) { y[i] = x[i] * (y[i] + 1); });
    });
    q.copy(y, out.data(), n, third);
    q.wait_and_throw();
    faults::result(faults::counts_by(out, 2));
  });
}
