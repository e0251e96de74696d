// Executable graphs that are destroyed before the command group is submitted,
// or before their commands have run.
// EXPECT: command group: 10
// EXPECT: queue: 20
// EXPECT: behind a host task: 40
// EXPECT: within a graph: 50
#include <cstdio>
#include <future>
#include <sycl/sycl.hpp>

namespace graphs = sycl::ext::oneapi::experimental;

// Adds 10.
graphs::command_graph<graphs::graph_state::executable> add(sycl::queue &q,
                                                           int *value) {
  graphs::command_graph graph(q);
  for (int step = 0; step < 10; ++step)
    graph.add([&](sycl::handler &h) { h.single_task([=] { *value += 1; }); },
              {graphs::property::node::depends_on_all_leaves()});
  return graph.finalize();
}

int main() {
  sycl::queue q{sycl::property::queue::in_order()};
  int *value = sycl::malloc_device<int>(1, q);
  q.fill(value, 0, 1).wait();
  const auto print = [&](const char *what) {
    int host = -1;
    q.copy(value, &host, 1).wait();
    std::printf("%s: %d\n", what, host);
  };

  q.submit([&](sycl::handler &h) { h.ext_oneapi_graph(add(q, value)); });
  print("command group");
  q.ext_oneapi_graph(add(q, value));
  print("queue");

  // The graphs are gone long before their commands begin.
  std::promise<void> begin;
  q.submit([&](sycl::handler &h) {
    h.host_task([&] { begin.get_future().wait(); });
  });
  q.submit([&](sycl::handler &h) {
    const auto ready = add(q, value);
    graphs::execute_graph(h, ready);
  });
  graphs::execute_graph(q, add(q, value));
  begin.set_value();
  print("behind a host task");

  graphs::command_graph outer(q);
  outer.add([&](sycl::handler &h) { h.ext_oneapi_graph(add(q, value)); });
  q.ext_oneapi_graph(outer.finalize());
  print("within a graph");
  sycl::free(value, q);
}
