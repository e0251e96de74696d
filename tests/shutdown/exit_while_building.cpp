// main returns while other threads build kernels.
// CASE: 0 => 0
// CASE: 3 => 0
// CASE: 10 => 0
// CASE: 20 => 0
// CASE: 40 => 0
// EXPECT: main ends
#include <sycl/sycl.hpp>

#include <cstdio>
#include <cstdlib>
#include <thread>
#include <unistd.h>

template <int N> class kernel;

// Kernels that take some milliseconds each to build.
template <int N> void submit(sycl::queue &q, float *data) {
  q.parallel_for<kernel<N>>(
      sycl::nd_range<1>(64, 32), [=](sycl::nd_item<1> it) {
        auto group = it.get_sub_group();
        float value = data[it.get_global_id(0)];
        for (int i = 0; i < N + 3; ++i) {
          value = sycl::reduce_over_group(group, value, sycl::plus<float>());
          value = sycl::sin(value) + sycl::pow(value, float(N));
          sycl::group_barrier(it.get_group());
        }
        data[it.get_global_id(0)] = value;
      });
}

static void work() try {
  sycl::queue q;
  float *data = sycl::malloc_device<float>(64, q);
  submit<1>(q, data);
  submit<2>(q, data);
  submit<3>(q, data);
  submit<4>(q, data);
} catch (const sycl::exception &) {
  // The runtime may have ended before.
}

int main(int, char **argv) {
  setenv("SYCL_CACHE_PERSISTENT", "0", 1);
  std::thread(work).detach();
  std::thread(work).detach();
  usleep(1000 * std::atoi(argv[1]));
  std::puts("main ends");
  return 0;
}
