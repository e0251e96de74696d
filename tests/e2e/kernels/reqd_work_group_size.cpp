// Attributes of kernels: a required size that the launch must have.
// EXPECT: 64
// EXPECT: other size: refused
#include <cstdio>
#include <sycl/sycl.hpp>

int main() {
  sycl::queue q;
  int *p = sycl::malloc_device<int>(64, q);
  auto run = [&](size_t local) {
    q.parallel_for(sycl::nd_range<1>(64, local),
                   [=](sycl::nd_item<1> it) [[sycl::reqd_work_group_size(16)]] {
                     p[it.get_global_id(0)] = 1;
                   })
        .wait();
  };
  run(16);
  int sum = 0;
  int host[64];
  q.copy(p, host, 64).wait();
  for (int i = 0; i < 64; ++i)
    sum += host[i];
  std::printf("%d\n", sum);
  try {
    run(32);
    std::puts("other size: accepted");
  } catch (const sycl::exception &e) {
    std::printf("other size: %s\n",
                e.code() == sycl::errc::nd_range ? "refused" : e.what());
  }
  sycl::free(p, q);
}
