// A graph that is built node by node: edges by make_edge and by property, an
// empty node that joins others, several runs, several executable graphs.
// EXPECT: types: memfill kernel kernel empty kernel memcpy
// EXPECT: roots: 1, leaves of the join: 2
// EXPECT: before: 0
// EXPECT: run 1: 8 8 8 8
// EXPECT: run 2: 8 8 8 8
// EXPECT: second graph: 8, then 108
// EXPECT: the first has 6 nodes, the second 7
#include <iostream>
#include <sycl/sycl.hpp>

namespace graphs = sycl::ext::oneapi::experimental;

const char *name(graphs::node_type type) {
  const char *const names[] = {"empty",   "subgraph", "kernel",   "memcpy",
                               "memset",  "memfill",  "prefetch", "memadvise",
                               "barrier", "host_task"};
  return names[unsigned(type)];
}

int main() {
  sycl::queue q;
  constexpr size_t size = 4;
  int *a = sycl::malloc_device<int>(size, q);
  int *b = sycl::malloc_device<int>(size, q);
  int *c = sycl::malloc_device<int>(size, q);
  int result[size] = {};

  graphs::command_graph graph(q.get_context(), q.get_device());
  auto fill = graph.add([&](sycl::handler &h) { h.fill(a, 3, size); });
  auto twice = graph.add(
      [&](sycl::handler &h) {
        h.parallel_for(size, [=](sycl::id<1> i) { b[i] = 2 * a[i]; });
      },
      {graphs::property::node::depends_on(fill)});
  auto less = graph.add([&](sycl::handler &h) {
    h.parallel_for(size, [=](sycl::id<1> i) { c[i] = a[i] - 1; });
  });
  graph.make_edge(fill, less);
  auto join = graph.add({graphs::property::node::depends_on_all_leaves()});
  auto sum = graph.add([&](sycl::handler &h) {
    h.parallel_for(size, [=](sycl::id<1> i) { a[i] = b[i] + c[i]; });
  });
  graph.make_edge(join, sum);
  auto copy =
      graph.add([&](sycl::handler &h) { h.memcpy(result, a, sizeof result); },
                {graphs::property::node::depends_on(sum)});

  std::cout << "types:";
  for (auto &node : graph.get_nodes())
    std::cout << ' ' << name(node.get_type());
  std::cout << "\nroots: " << graph.get_root_nodes().size()
            << ", leaves of the join: " << join.get_predecessors().size()
            << '\n';
  auto first = graph.finalize();
  std::cout << "before: " << result[0] << '\n';
  for (int run = 1; run <= 2; ++run) {
    for (int &value : result)
      value = 0;
    q.ext_oneapi_graph(first).wait();
    std::cout << "run " << run << ':';
    for (int value : result)
      std::cout << ' ' << value;
    std::cout << '\n';
  }

  // The graph keeps growing; the finalized graph does not change.
  graph.add(
      [&](sycl::handler &h) {
        h.parallel_for(size, [=](sycl::id<1> i) { a[i] += 100; });
      },
      {graphs::property::node::depends_on(copy)});
  auto second = graph.finalize();
  q.ext_oneapi_graph(first).wait();
  q.memcpy(result, a, sizeof result).wait();
  std::cout << "second graph: " << result[0];
  q.ext_oneapi_graph(second).wait();
  q.memcpy(result, a, sizeof result).wait();
  std::cout << ", then " << result[0] << '\n';
  std::cout << "the first has " << graph.get_nodes().size() - 1
            << " nodes, the second " << graph.get_nodes().size() << '\n';
  sycl::free(a, q);
  sycl::free(b, q);
  sycl::free(c, q);
}
