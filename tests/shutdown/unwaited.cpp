// Work without a wait: a buffer that is destroyed at exit still writes back,
// and kernels and host tasks run to completion.
// CASE: buffer => 0
// CASE: host_task => 0
// EXPECT: result 1000
#include <sycl/sycl.hpp>

#include <atomic>
#include <cstdio>
#include <cstring>
#include <optional>

std::atomic<int> tasks;
int memory[1000];
const char *wanted = "";

// Constructed before the buffer, so destroyed after it.
struct report {
  ~report() {
    int sum = 0;
    for (int value : memory)
      sum += value;
    std::printf("result %d\n",
                std::strcmp(wanted, "buffer") == 0 ? sum : tasks.load());
  }
} at_end;

std::optional<sycl::buffer<int>> buffer;

int main(int, char **argv) {
  wanted = argv[1];
  sycl::queue queue;
  if (std::strcmp(wanted, "buffer") == 0) {
    buffer.emplace(memory, sycl::range<1>(1000));
    queue.submit([&](sycl::handler &h) {
      sycl::accessor out(*buffer, h, sycl::write_only);
      h.parallel_for(1000, [=](sycl::id<1> i) { out[i] = 1; });
    });
    return 0;
  }
  sycl::event last;
  for (int i = 0; i < 1000; ++i)
    last = queue.submit([&](sycl::handler &h) {
      h.depends_on(last);
      h.host_task([] { ++tasks; });
    });
}
