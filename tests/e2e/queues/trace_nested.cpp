// Calls are traced while other threads wait inside of calls, and callbacks make
// calls.
// ENV: SYCL_PI_TRACE=2
// EXPECT-LIKE: ---> piQueueCreate.*|---> piextQueueCreate.*
// EXPECT: 1000 tasks
#include <atomic>
#include <cstdio>
#include <sycl/sycl.hpp>
#include <thread>

int main() {
  sycl::queue q;
  std::atomic<int> tasks{0};
  auto submit = [&] {
    for (int i = 0; i < 250; ++i) {
      auto kernel = q.single_task([] {});
      auto task = q.submit([&](sycl::handler &h) {
        h.depends_on(kernel);
        h.host_task([&] { ++tasks; });
      });
      q.submit([&](sycl::handler &h) {
        h.depends_on(task);
        h.single_task([] {});
      });
      if (i % 16 == 0)
        q.wait();
    }
  };
  std::thread threads[] = {std::thread(submit), std::thread(submit),
                           std::thread(submit), std::thread(submit)};
  for (auto &thread : threads)
    thread.join();
  q.wait();
  std::printf("%d tasks\n", tasks.load());
}
