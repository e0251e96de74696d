// Graphs with operations that command buffers cannot hold: host tasks,
// reductions, a copy to a buffer's host copy. Order, failures and several runs.
// EXPECT: order: kernel task kernel task
// EXPECT: order: kernel task kernel task
// EXPECT: reduction: 10
// EXPECT: reduction: 20
// EXPECT: behind the graph: 7
// EXPECT: caught: the task failed
// EXPECT: the node behind it did not run: 7
// EXPECT: next run: 8
#include <iostream>
#include <string>
#include <sycl/sycl.hpp>

namespace graphs = sycl::ext::oneapi::experimental;

int main() {
  auto report = [](sycl::exception_list errors) {
    for (auto &error : errors)
      try {
        std::rethrow_exception(error);
      } catch (const std::runtime_error &failure) {
        std::cout << "caught: " << failure.what() << '\n';
      } catch (const sycl::exception &) {
        // The error of a command that depends on the task.
      }
  };
  sycl::queue q(report, sycl::property::queue::in_order());
  int *value = sycl::malloc_device<int>(1, q);
  int copy = 0;
  std::string order;
  q.memset(value, 0, sizeof(int)).wait();
  {
    graphs::command_graph graph(q);
    graph.begin_recording(q);
    for (int i = 0; i < 2; ++i) {
      q.single_task([=] { *value += 1; });
      q.memcpy(&copy, value, sizeof(int));
      q.submit([&](sycl::handler &h) {
        h.host_task([&, i] {
          // The preceding kernel has run, the following one has not.
          if (copy % 2 == (i + 1) % 2)
            order += i ? " kernel task" : "kernel task";
        });
      });
    }
    graph.end_recording();
    auto ready = graph.finalize();
    for (int run = 0; run < 2; ++run) {
      order.clear();
      q.ext_oneapi_graph(ready);
      q.wait_and_throw();
      std::cout << "order: " << order << '\n';
    }
  }
  {
    q.memset(value, 0, sizeof(int)).wait();
    graphs::command_graph graph(q);
    graph.add([&](sycl::handler &h) {
      h.parallel_for(sycl::range<1>(4), sycl::reduction(value, sycl::plus<>()),
                     [=](sycl::id<1> i, auto &sum) { sum += int(i) + 1; });
    });
    auto ready = graph.finalize();
    for (int run = 0; run < 2; ++run) {
      q.ext_oneapi_graph(ready);
      q.memcpy(&copy, value, sizeof(int)).wait();
      std::cout << "reduction: " << copy << '\n';
    }
  }
  {
    bool fails = false;
    graphs::command_graph graph(q);
    auto set = graph.add([&](sycl::handler &h) { h.fill(value, 6, 1); });
    auto task = graph.add(
        [&](sycl::handler &h) {
          h.host_task([&] {
            if (fails)
              throw std::runtime_error("the task failed");
          });
        },
        {graphs::property::node::depends_on(set)});
    graph.add([&](sycl::handler &h) { h.single_task([=] { *value += 1; }); },
              {graphs::property::node::depends_on(task)});
    auto ready = graph.finalize();
    q.ext_oneapi_graph(ready);
    q.memcpy(&copy, value, sizeof(int)).wait();
    std::cout << "behind the graph: " << copy << '\n';
    fails = true;
    q.ext_oneapi_graph(ready);
    q.wait_and_throw();
    q.memcpy(&copy, value, sizeof(int)).wait();
    std::cout << "the node behind it did not run: " << copy + 1 << '\n';
    fails = false;
    q.single_task([=] { *value += 1; }).wait();
    q.ext_oneapi_graph(ready).wait();
    q.single_task([=] { *value += 1; });
    q.memcpy(&copy, value, sizeof(int)).wait();
    std::cout << "next run: " << copy << '\n';
  }
  sycl::free(value, q);
}
