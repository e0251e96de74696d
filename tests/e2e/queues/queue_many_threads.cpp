// Many threads submit to one queue at once: kernels that use USM, command
// groups on one buffer, host tasks and waits, in and out of order.
// FLAGS: -pthread
// EXPECT: out of order: usm 8000, buffer 8000, tasks 800
// EXPECT: in order: usm 8000, buffer 8000, tasks 800
#include <sycl/sycl.hpp>

#include <atomic>
#include <cstdio>
#include <thread>
#include <vector>

using namespace sycl;

constexpr int threads = 8, rounds = 100;

static void run(const char *title, queue q) {
  int *sum = malloc_device<int>(1, q);
  q.fill(sum, 0, 1).wait();
  int total = 0;
  std::atomic<int> tasks = 0;
  {
    buffer<int> data(&total, 1);
    std::vector<std::thread> submitters;
    for (int t = 0; t < threads; ++t)
      submitters.emplace_back([&, t] {
        for (int i = 0; i < rounds; ++i) {
          event kernel = q.parallel_for(10, [=](id<1>) {
            atomic_ref<int, memory_order::relaxed, memory_scope::device>(*sum)
                .fetch_add(1);
          });
          q.submit([&](handler &h) {
            accessor value(data, h, read_write);
            h.single_task([=] { value[0] += 10; });
          });
          event task = q.submit([&](handler &h) {
            h.depends_on(kernel);
            h.host_task([&] { ++tasks; });
          });
          if ((i + t) % 25 == 0)
            task.wait();
          if ((i + t) % 40 == 0)
            q.wait();
        }
      });
    for (std::thread &submitter : submitters)
      submitter.join();
    q.wait();
  }
  int result;
  q.copy(sum, &result, 1).wait();
  std::printf("%s: usm %d, buffer %d, tasks %d\n", title, result, total,
              tasks.load());
  free(sum, q);
}

int main() {
  run("out of order", queue());
  run("in order", queue(property::queue::in_order{}));
}
