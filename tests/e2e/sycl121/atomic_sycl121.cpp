// Atomic accessors and sycl::atomic as SYCL 1.2.1 has them, in global and in
// local memory.
// EXPECT: 256 255 0
// EXPECT: 64
// EXPECT: swapped 1
#include <cstdio>
#include <sycl/sycl.hpp>

int main() {
  sycl::queue q;
  int sums[3] = {0, 0, 1000};
  int groups = 0, swapped[2] = {7, 0};
  {
    sycl::buffer<int> sum(sums, 3), total(&groups, 1), swap(swapped, 2);
    q.submit([&](sycl::handler &h) {
      auto a = sum.get_access<sycl::access::mode::atomic>(h);
      h.parallel_for(sycl::range<1>(256), [=](sycl::id<1> i) {
        a[0].fetch_add(1);
        a[1].fetch_max(int(i[0]));
        sycl::atomic_fetch_min(a[sycl::id<1>(2)], int(i[0]));
      });
    });
    q.submit([&](sycl::handler &h) {
      auto a = total.get_access<sycl::access::mode::atomic>(h);
      sycl::accessor<int, 1, sycl::access::mode::atomic,
                     sycl::access::target::local>
          local(sycl::range<1>(1), h);
      h.parallel_for(sycl::nd_range<1>(64, 16), [=](sycl::nd_item<1> it) {
        if (it.get_local_id(0) == 0)
          local[0].store(0);
        it.barrier();
        local[0].fetch_add(1);
        it.barrier();
        if (it.get_local_id(0) == 0)
          a[0].fetch_add(local[0].load());
      });
    });
    q.submit([&](sycl::handler &h) {
      auto a = swap.get_access<sycl::access::mode::atomic>(h);
      h.single_task([=] {
        int expected = 7;
        bool done = a[0].compare_exchange_strong(expected, 8);
        a[1].store(done && a[0].load() == 8);
      });
    });
  }
  std::printf("%d %d %d\n%d\n", sums[0], sums[1], sums[2], groups);
  std::printf("swapped %d\n", swapped[1]);
}
