// Ends that run no destructors at all.
// CASE: quick_exit => 4
// CASE: abort => signal 6
// CASE: _exit => 5
// EXPECT: submitted
#include <sycl/sycl.hpp>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <unistd.h>

sycl::queue queue;

int main(int, char **argv) {
  int *data = sycl::malloc_shared<int>(1000, queue);
  queue.parallel_for(1000, [=](sycl::id<1> i) { data[i] = int(i); });
  queue.submit([&](sycl::handler &h) { h.host_task([] { usleep(1000); }); });
  std::puts("submitted");
  std::fflush(stdout);
  if (std::strcmp(argv[1], "quick_exit") == 0)
    std::quick_exit(4);
  if (std::strcmp(argv[1], "abort") == 0)
    std::abort();
  _exit(5);
}
