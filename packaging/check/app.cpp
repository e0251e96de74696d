// The quick start on a machine that has only the package.
#include <sycl/sycl.hpp>

#include <cstdio>

int main() {
  sycl::queue queue;
  int sum = 0;
  {
    sycl::buffer<int> total(&sum, 1);
    queue.submit([&](sycl::handler &h) {
      auto add = sycl::reduction(total, h, sycl::plus<int>());
      h.parallel_for(sycl::range<1>(1000), add,
                     [=](sycl::id<1> i, auto &partial) {
                       partial += static_cast<int>(i[0]);
                     });
    });
  }
  std::printf("sum: %d\n", sum);
}
