// Host tasks between kernels, over the same buffer.
#include "faults.hpp"

int main() {
  return faults::run([] {
    constexpr int n = 80;
    std::vector<int> out(n, -1);
    sycl::queue q{faults::on_async_errors};
    {
      sycl::buffer<int> data{out};
      q.submit([&](sycl::handler &h) {
        sycl::accessor x(data, h, sycl::write_only, sycl::no_init);
        h.parallel_for(n, [=](sycl::id<1> i) { x[i] = static_cast<int>(i); });
      });
      for (int round = 0; round < 3; ++round) {
        q.submit([&](sycl::handler &h) {
          sycl::accessor x(data, h, sycl::read_write_host_task);
          h.host_task([=] {
            for (int i = 0; i < n; ++i)
              x[i] += i;
          });
        });
        q.submit([&](sycl::handler &h) {
          sycl::accessor x(data, h);
          h.parallel_for(n,
                         [=](sycl::id<1> i) { x[i] += static_cast<int>(i); });
        });
      }
    }
    q.wait_and_throw();
    faults::result(faults::counts_by(out, 7));
  });
}
