// A chain of kernels over three buffers, and the write-back of one.
#include "faults.hpp"

int main() {
  return faults::run([] {
    constexpr int n = 256;
    std::vector<int> out(n, -1);
    sycl::queue q{faults::on_async_errors};
    {
      sycl::buffer<int> a{sycl::range(n)}, b{sycl::range(n)}, c{out};
      q.submit([&](sycl::handler &h) {
        sycl::accessor x(a, h, sycl::write_only, sycl::no_init);
        h.parallel_for(n, [=](sycl::id<1> i) { x[i] = static_cast<int>(i); });
      });
      for (int round = 0; round < 5; ++round) {
        q.submit([&](sycl::handler &h) {
          sycl::accessor x(a, h, sycl::read_only);
          sycl::accessor y(b, h, sycl::write_only, sycl::no_init);
          h.parallel_for(n, [=](sycl::id<1> i) { y[i] = x[i] * 2; });
        });
        q.submit([&](sycl::handler &h) {
          sycl::accessor y(b, h, sycl::read_only);
          sycl::accessor z(c, h, sycl::write_only, sycl::no_init);
          h.parallel_for(
              n, [=](sycl::id<1> i) { z[i] = y[i] + static_cast<int>(i); });
        });
      }
    }
    q.wait_and_throw();
    faults::result(faults::counts_by(out, 3));
  });
}
