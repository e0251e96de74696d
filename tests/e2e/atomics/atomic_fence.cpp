// Messages through memory: a release and an acquire order what is around them.
// EXPECT: PASS
#include <cstdio>
#include <sycl/sycl.hpp>

int main() {
  constexpr size_t n = 1024, l = 32;
  sycl::queue q;
  int arrived[2] = {0, -1};
  {
    sycl::buffer<int> values(n), arrivals(arrived, 2);
    q.submit([&](sycl::handler &h) {
      sycl::accessor data(values, h, sycl::read_write, sycl::no_init);
      sycl::accessor arrived(arrivals, h);
      h.parallel_for(sycl::nd_range<1>(n, l), [=](sycl::nd_item<1> it) {
        size_t i = it.get_global_id(0);
        data[i] = int(i);
        sycl::atomic_fence(sycl::memory_order::release,
                           sycl::memory_scope::device);
        sycl::atomic_ref<int, sycl::memory_order::relaxed,
                         sycl::memory_scope::device>
            count(arrived[0]);
        // The last to arrive sees what all others wrote.
        if (count.fetch_add(1) == int(n) - 1) {
          sycl::atomic_fence(sycl::memory_order::acquire,
                             sycl::memory_scope::device);
          int sum = 0;
          for (size_t k = 0; k < n; ++k)
            sum += data[k];
          arrived[1] = sum;
        }
      });
    });
  }
  std::puts(arrived[1] == int(n * (n - 1) / 2) ? "PASS" : "FAIL");
}
