// A buffer either writes back its contents, or leaves the user's data as it
// was.
#include "faults.hpp"

int main() {
  return faults::run([] {
    constexpr int n = 64;
    std::vector<int> data(n);
    for (int i = 0; i < n; ++i)
      data[i] = i;
    sycl::queue q{faults::on_async_errors};
    {
      sycl::buffer<int> buffer{data};
      q.submit([&](sycl::handler &h) {
        sycl::accessor x(buffer, h);
        h.parallel_for(n, [=](sycl::id<1> i) { x[i] *= 7; });
      });
    }
    q.wait_and_throw();
    faults::result(faults::counts_by(data, 7));
    // After any failure, the data is either written back or unchanged.
    if (!faults::counts_by(data, 7) && !faults::counts_by(data, 1))
      std::puts("corrupt");
  });
}
