// Destructors of priorities below the runtime's: what they call fails with an
// exception or does nothing.
// CASE: all => 0
// EXPECT: main ends
// EXPECT: destructor 109
// EXPECT: destructor 101
#include <sycl/sycl.hpp>

#include <cstdio>

sycl::queue *queue;
sycl::buffer<int> *buffer;
int *data;

static void late(int priority) {
  try {
    int *usm = data;
    queue->parallel_for(10, [=](sycl::id<1> i) { usm[i] = 2; });
    queue->submit([&](sycl::handler &h) {
      sycl::accessor out(*buffer, h, sycl::write_only);
      h.parallel_for(10, [=](sycl::id<1> i) { out[i] = 2; });
    });
    queue->wait();
    sycl::host_accessor host(*buffer);
    sycl::queue another;
    (void)sycl::malloc_shared<int>(10, another);
  } catch (const sycl::exception &) {
  }
  std::printf("destructor %d\n", priority);
  std::fflush(stdout);
}

__attribute__((destructor(109))) static void at_109() { late(109); }
__attribute__((destructor(105))) static void at_105() { late(105); }
__attribute__((destructor(101))) static void at_101() {
  late(101);
  sycl::free(data, *queue);
  delete buffer;
  delete queue;
}

int main() {
  queue = new sycl::queue;
  buffer = new sycl::buffer<int>(10);
  data = sycl::malloc_shared<int>(10, *queue);
  int *usm = data;
  queue->parallel_for(10, [=](sycl::id<1> i) { usm[i] = 1; }).wait();
  std::puts("main ends");
  std::fflush(stdout);
}
