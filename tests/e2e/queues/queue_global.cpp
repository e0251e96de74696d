// A global queue, assigned in main and used from other functions and threads.
// EXPECT: 4000
#include <cstdio>
#include <sycl/sycl.hpp>
#include <thread>
#include <vector>

sycl::queue queue;
int *counters;

static void work(int part) {
  int *c = counters + part;
  for (int i = 0; i < 1000; ++i)
    queue.single_task([=] { *c += 1; });
}

int main() {
  queue =
      sycl::queue{sycl::default_selector_v, sycl::property::queue::in_order()};
  counters = sycl::malloc_device<int>(4, queue);
  queue.memset(counters, 0, 4 * sizeof(int)).wait();
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t)
    threads.emplace_back(work, t);
  for (auto &t : threads)
    t.join();
  queue.wait();
  int host[4];
  queue.copy(counters, host, 4).wait();
  std::printf("%d\n", host[0] + host[1] + host[2] + host[3]);
  sycl::free(counters, queue);
}
