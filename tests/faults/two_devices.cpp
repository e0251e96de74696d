// A buffer that two devices use in turn.
#include "faults.hpp"

int main() {
  return faults::run([] {
    constexpr int n = 96;
    std::vector<int> out(n, 0);
    std::vector<sycl::device> devices = sycl::device::get_devices();
    if (devices.size() < 2) {
      std::puts("one device");
      return;
    }
    sycl::context together{devices, faults::on_async_errors};
    sycl::queue first{together, devices[0], faults::on_async_errors};
    sycl::queue second{together, devices[1], faults::on_async_errors};
    {
      sycl::buffer<int> data{out}, other{sycl::range(n)};
      for (int round = 0; round < 3; ++round) {
        first.submit([&](sycl::handler &h) {
          sycl::accessor x(data, h);
          h.parallel_for(n,
                         [=](sycl::id<1> i) { x[i] += static_cast<int>(i); });
        });
        second.submit([&](sycl::handler &h) {
          sycl::accessor x(data, h, sycl::read_only);
          sycl::accessor y(other, h, sycl::write_only, sycl::no_init);
          h.parallel_for(n, [=](sycl::id<1> i) { y[i] = x[i] * 2; });
        });
        second.submit([&](sycl::handler &h) {
          sycl::accessor x(data, h, sycl::write_only, sycl::no_init);
          sycl::accessor y(other, h, sycl::read_only);
          h.copy(y, x);
        });
      }
    }
    first.wait_and_throw();
    second.wait_and_throw();
    faults::result(faults::counts_by(out, 14));
  });
}
