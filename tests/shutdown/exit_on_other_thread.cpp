// A thread other than the main one calls exit while a third one loads the code
// generator or builds kernels. The argument is how long it waits once the
// library is there, in microseconds.
// CASE: 0 => 0
// CASE: 2000 => 0
// CASE: 5000 => 0
// CASE: 8000 => 0
// CASE: 15000 => 0
// CASE: 30000 => 0
// EXPECT: exit
#include <sycl/sycl.hpp>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <link.h>
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

// The library is listed before it is relocated and initialized.
static bool is_loading() {
  auto has_name = [](dl_phdr_info *object, std::size_t, void *) -> int {
    return std::strstr(object->dlpi_name, "libtandem_codegen") != nullptr;
  };
  return dl_iterate_phdr(has_name, nullptr) != 0;
}

int main(int, char **argv) {
  setenv("SYCL_CACHE_PERSISTENT", "0", 1);
  int delay_us = std::atoi(argv[1]);
  std::thread(work).detach();
  std::thread([delay_us] {
    while (!is_loading())
      std::this_thread::yield();
    usleep(delay_us);
    std::puts("exit");
    std::exit(0);
  }).join();
}
