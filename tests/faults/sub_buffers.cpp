// Two halves of a buffer, written apart and read together.
#include "faults.hpp"

int main() {
  return faults::run([] {
    constexpr int n = 128, half = n / 2;
    std::vector<int> out(n, -1);
    sycl::queue q{faults::on_async_errors};
    {
      sycl::buffer<int> all{sycl::range(n)}, result{out};
      for (int part = 0; part < 2; ++part) {
        sycl::buffer<int> mine{all, sycl::id(part * half), sycl::range(half)};
        q.submit([&](sycl::handler &h) {
          sycl::accessor x(mine, h, sycl::write_only, sycl::no_init);
          h.parallel_for(half, [=](sycl::id<1> i) {
            x[i] = static_cast<int>(i) + part * half;
          });
        });
      }
      q.submit([&](sycl::handler &h) {
        sycl::accessor x(all, h, sycl::read_only);
        sycl::accessor y(result, h, sycl::write_only, sycl::no_init);
        h.parallel_for(n, [=](sycl::id<1> i) { y[i] = x[i] * 4; });
      });
    }
    q.wait_and_throw();
    faults::result(faults::counts_by(out, 4));
  });
}
