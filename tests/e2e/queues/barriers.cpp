// Everything that is submitted after a barrier runs after everything before it:
// kernels, host tasks, command groups without a command, and graphs.
// REQUIRES: aspect:usm_shared_allocations
// EXPECT: host task: 10
// EXPECT: empty group: 10
// EXPECT: graph: 10
// EXPECT: behind a list of events: 10
#include <chrono>
#include <cstdio>
#include <sycl/ext/oneapi/experimental/graph.hpp>
#include <sycl/sycl.hpp>
#include <thread>

namespace syclex = sycl::ext::oneapi::experimental;
static const int rounds = 10;

// A kernel that ends late, followed by a barrier, perhaps one that only waits
// for its event.
static void submit_slow(sycl::queue &q, int *p, bool has_list) {
  *p = 0;
  sycl::event late = q.submit([&](sycl::handler &h) {
    h.host_task(
        [] { std::this_thread::sleep_for(std::chrono::milliseconds(2)); });
  });
  sycl::event e = q.submit([&](sycl::handler &h) {
    h.depends_on(late);
    h.single_task([=] {
      int n = 0;
      for (int i = 0; i < 200000; ++i)
        n = (n * 5 + i) & 1023;
      *p = n < 1024;
    });
  });
  if (has_list)
    q.ext_oneapi_submit_barrier({e});
  else
    q.ext_oneapi_submit_barrier();
}

int main() {
  sycl::queue q;
  int *p = sycl::malloc_shared<int>(1, q),
      *seen = sycl::malloc_shared<int>(1, q);
  int task = 0, empty = 0, graph = 0, list = 0;

  syclex::command_graph recorded(q.get_context(), q.get_device());
  recorded.add([&](sycl::handler &h) { h.single_task([=] { *seen = *p; }); });
  auto executable = recorded.finalize();
  // Not one command of the device: its nodes are submitted one by one.
  syclex::command_graph on_host(q.get_context(), q.get_device());
  on_host.add([&](sycl::handler &h) {
    h.host_task([=] { *seen = *static_cast<volatile int *>(p); });
  });
  auto host_executable = on_host.finalize();

  for (int i = 0; i < rounds; ++i) {
    int value = 0;
    submit_slow(q, p, false);
    q.submit([&](sycl::handler &h) {
       h.host_task([&value, p] { value = *static_cast<volatile int *>(p); });
     }).wait();
    task += value;

    submit_slow(q, p, false);
    q.submit([](sycl::handler &) {}).wait();
    empty += *static_cast<volatile int *>(p);
    q.wait();

    *seen = 0;
    submit_slow(q, p, false);
    q.ext_oneapi_graph(i % 2 ? executable : host_executable).wait();
    graph += *seen;
    q.wait();

    submit_slow(q, p, true);
    q.submit([&](sycl::handler &h) {
       h.host_task([&value, p] { value = *static_cast<volatile int *>(p); });
     }).wait();
    list += value;
  }
  std::printf("host task: %d\nempty group: %d\ngraph: %d\n", task, empty,
              graph);
  std::printf("behind a list of events: %d\n", list);
  sycl::free(p, q);
  sycl::free(seen, q);
}
