// A hundred commands over ten buffers, each of which reads two buffers and
// writes a third one. The same sequence on the host gives the right result.
#include "faults.hpp"

int main() {
  return faults::run([] {
    constexpr int n = 32, count = 10, commands = 100;
    std::vector<std::vector<int>> expected(count, std::vector<int>(n));
    std::vector<int> out(n);
    sycl::queue q{faults::on_async_errors};
    {
      std::vector<sycl::buffer<int>> buffers;
      for (int k = 0; k < count; ++k)
        buffers.emplace_back(sycl::range(n));
      for (int k = 0; k < count; ++k)
        q.submit([&](sycl::handler &h) {
          sycl::accessor x(buffers[k], h, sycl::write_only, sycl::no_init);
          h.fill(x, 0);
        });
      unsigned random = 1;
      auto next = [&] {
        random = random * 1103515245 + 12345;
        return static_cast<int>(random >> 16) % count;
      };
      for (int command = 0; command < commands; ++command) {
        int from = next(), to = next();
        int other = (to + 1) % count;
        if (from == to)
          from = (to + 2) % count;
        q.submit([&](sycl::handler &h) {
          sycl::accessor x(buffers[from], h, sycl::read_only);
          sycl::accessor y(buffers[other], h, sycl::read_only);
          sycl::accessor z(buffers[to], h);
          h.parallel_for(n, [=](sycl::id<1> i) {
            z[i] = (z[i] + x[i] + y[i] + static_cast<int>(i) + command) % 1009;
          });
        });
        for (int i = 0; i < n; ++i)
          expected[to][i] = (expected[to][i] + expected[from][i] +
                             expected[other][i] + i + command) %
                            1009;
      }
      sycl::host_accessor x(buffers[count / 2], sycl::read_only);
      for (int i = 0; i < n; ++i)
        out[i] = x[i];
    }
    q.wait_and_throw();
    faults::result(out == expected[count / 2]);
  });
}
