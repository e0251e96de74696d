// A destroyed queue passes unreported errors to its handler, once each,
// including those of commands that fail only later, and does not wait for them.
// EXPECT: destroyed with a failure: 1
// EXPECT: destroyed before the failure: 0, later 1
// EXPECT: taken before: 1, at destruction 0
#include <atomic>
#include <chrono>
#include <cstdio>
#include <sycl/sycl.hpp>
#include <thread>

static std::atomic<int> reported = 0;

static void count(sycl::exception_list errors) {
  for (const std::exception_ptr &error : errors)
    try {
      std::rethrow_exception(error);
    } catch (int) {
      ++reported;
    }
}

static sycl::event fail(sycl::queue &q, std::atomic<bool> *go) {
  return q.submit([&](sycl::handler &h) {
    h.host_task([=] {
      while (!*go)
        std::this_thread::yield();
      throw 1;
    });
  });
}

// The thread that ran the task may be the last one to let go of the queue.
static void wait_for_report() {
  for (int tries = 0; tries < 2000 && !reported; ++tries)
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
}

int main() {
  std::atomic<bool> go = true;
  {
    sycl::queue q(count);
    fail(q, &go).wait();
  }
  wait_for_report();
  std::printf("destroyed with a failure: %d\n", reported.exchange(0));
  go = false;
  {
    sycl::queue q(count);
    fail(q, &go);
  }
  int before = reported;
  go = true;
  wait_for_report();
  std::printf("destroyed before the failure: %d, later %d\n", before,
              reported.exchange(0));
  {
    sycl::queue q(count);
    fail(q, &go);
    q.wait_and_throw();
    std::printf("taken before: %d", reported.exchange(0));
  }
  std::printf(", at destruction %d\n", reported.load());
}
