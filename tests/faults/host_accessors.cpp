// The host and the device take turns.
#include "faults.hpp"

int main() {
  return faults::run([] {
    constexpr int n = 60;
    sycl::queue q{faults::on_async_errors};
    sycl::buffer<int> data{sycl::range(n)};
    {
      sycl::host_accessor x(data, sycl::write_only, sycl::no_init);
      for (int i = 0; i < n; ++i)
        x[i] = 0;
    }
    for (int round = 0; round < 4; ++round) {
      q.submit([&](sycl::handler &h) {
        sycl::accessor x(data, h);
        h.parallel_for(n, [=](sycl::id<1> i) { x[i] += static_cast<int>(i); });
      });
      sycl::host_accessor x(data);
      for (int i = 0; i < n; ++i)
        x[i] += i;
    }
    std::vector<int> out(n, -1);
    {
      sycl::host_accessor x(data, sycl::read_only);
      for (int i = 0; i < n; ++i)
        out[i] = x[i];
    }
    q.wait_and_throw();
    faults::result(faults::counts_by(out, 8));
  });
}
