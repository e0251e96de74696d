// A child of fork() either has a separate runtime or gets an error that says
// why not; it never hangs.
// CASE: before => 0
// CASE: after => 0
// CASE: in_flight => 0
// EXPECT: child: 10 or an error
// EXPECT: parent: 10
#include <sycl/sycl.hpp>

#include <cstdio>
#include <cstring>
#include <sys/wait.h>
#include <unistd.h>

static int compute(sycl::queue &queue) {
  int *data = sycl::malloc_shared<int>(10, queue);
  if (!data)
    throw sycl::exception(sycl::errc::memory_allocation);
  queue.parallel_for(10, [=](sycl::id<1> i) { data[i] = 1; }).wait();
  queue.submit([&](sycl::handler &h) { h.host_task([=] { data[0] += 0; }); })
      .wait();
  int sum = 0;
  for (int i = 0; i < 10; ++i)
    sum += data[i];
  sycl::free(data, queue);
  return sum;
}

static int child(sycl::queue *known) {
  bool fine = true;
  try {
    if (known)
      fine = compute(*known) == 10;
  } catch (const sycl::exception &) {
  }
  try {
    sycl::queue queue;
    fine &= compute(queue) == 10;
  } catch (const sycl::exception &) {
  }
  std::puts(fine ? "child: 10 or an error" : "child: wrong");
  std::fflush(stdout);
  return 0;
}

int main(int, char **argv) {
  sycl::queue *queue = nullptr;
  if (std::strcmp(argv[1], "before") != 0) {
    queue = new sycl::queue;
    compute(*queue);
  }
  if (std::strcmp(argv[1], "in_flight") == 0)
    for (int i = 0; i < 100; ++i)
      queue->submit(
          [&](sycl::handler &h) { h.host_task([] { usleep(100); }); });
  pid_t pid = fork();
  if (pid == 0)
    return child(queue);
  int status = 0;
  waitpid(pid, &status, 0);
  if (status != 0)
    std::printf("the child ended with %d\n", status);
  sycl::queue own;
  std::printf("parent: %d\n", compute(own));
  delete queue;
  return status != 0;
}
