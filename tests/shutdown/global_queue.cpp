// A queue at namespace scope that `main` assigns and uses; its destructor runs
// after the early shutdown.
// CASE: wait => 0
// CASE: leave => 0
// EXPECT: submitted
#include <sycl/sycl.hpp>

#include <cstdio>
#include <cstring>

sycl::queue global;

int main(int, char **argv) {
  global = sycl::queue{sycl::property::queue::in_order()};
  int *data = sycl::malloc_shared<int>(1000, global);
  for (int round = 0; round < 100; ++round)
    global.parallel_for(1000, [=](sycl::id<1> i) { data[i] = int(i); });
  std::puts("submitted");
  if (std::strcmp(argv[1], "wait") == 0) {
    global.wait();
    sycl::free(data, global);
  }
}
