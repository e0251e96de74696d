// exit() on other threads than the main one, with work in flight.
// CASE: host_task => 3
// CASE: thread => 3
// EXPECT: submitted
#include <sycl/sycl.hpp>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <thread>

sycl::queue queue;

int main(int, char **argv) {
  int *data = sycl::malloc_shared<int>(1000, queue);
  for (int round = 0; round < 20; ++round)
    queue.parallel_for(1000, [=](sycl::id<1> i) { data[i] = int(i); });
  std::puts("submitted");
  std::fflush(stdout);
  if (std::strcmp(argv[1], "thread") == 0) {
    std::thread([] { std::exit(3); }).join();
    return 1;
  }
  queue.submit([&](sycl::handler &h) { h.host_task([] { std::exit(3); }); })
      .wait();
  return 1;
}
