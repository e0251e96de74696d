// Updates: a new range of a node, a whole graph of the same shape; what was
// submitted before keeps its contents.
// EXPECT: 1 1 1 1 0 0 0 0
// EXPECT: 2 2 1 1 0 0 0 0
// EXPECT: 12 12 11 11 10 10 10 10
// EXPECT: local sizes: 4, then 2
// EXPECT: host task: old new
// EXPECT: not updatable: refused
// EXPECT: other dimensions: refused
// EXPECT: range of a copy: refused
// EXPECT: node of another graph: refused
// EXPECT: other shape: refused
#include <iostream>
#include <string>
#include <sycl/sycl.hpp>

namespace graphs = sycl::ext::oneapi::experimental;

template <class F> void expect_refusal(const char *what, F call) {
  try {
    call();
    std::cout << what << ": accepted\n";
  } catch (const sycl::exception &error) {
    std::cout << what << ": "
              << (error.code() == sycl::errc::invalid ? "refused" : "?")
              << '\n';
  }
}

class increase;

// A graph with one kernel, which adds a value to numbers.
graphs::command_graph<> adding(sycl::queue &q, int *data, int value,
                               size_t size) {
  graphs::command_graph<> graph(q);
  graph.add([&](sycl::handler &h) {
    h.parallel_for<increase>(sycl::range<1>(size),
                             [=](sycl::id<1> i) { data[i] += value; });
  });
  return graph;
}

int main() {
  sycl::queue q(sycl::property::queue::in_order{});
  constexpr size_t size = 8;
  int *data = sycl::malloc_device<int>(size, q);
  int result[size];
  q.memset(data, 0, sizeof result).wait();
  auto print = [&] {
    q.memcpy(result, data, sizeof result).wait();
    for (size_t i = 0; i < size; ++i)
      std::cout << result[i] << (i + 1 < size ? ' ' : '\n');
  };
  const sycl::property_list updatable(graphs::property::graph::updatable{});

  auto graph = adding(q, data, 1, 4);
  auto ready = graph.finalize(updatable);
  q.ext_oneapi_graph(ready);
  print();
  graphs::node node = graph.get_nodes()[0];
  node.update_range(sycl::range<1>(2));
  ready.update(node);
  q.ext_oneapi_graph(ready);
  print();
  ready.update(adding(q, data, 10, size));
  q.ext_oneapi_graph(ready);
  print();

  size_t *seen = sycl::malloc_device<size_t>(1, q);
  size_t local = 0;
  graphs::command_graph sizes(q);
  auto groups = sizes.add([&](sycl::handler &h) {
    h.parallel_for(sycl::nd_range<1>(8, 4), [=](sycl::nd_item<1> item) {
      if (item.get_global_id(0) == 0)
        *seen = item.get_local_range(0);
    });
  });
  auto measured = sizes.finalize(updatable);
  std::cout << "local sizes: ";
  q.ext_oneapi_graph(measured);
  q.memcpy(&local, seen, sizeof local).wait();
  std::cout << local << ", then ";
  groups.update_nd_range(sycl::nd_range<1>(8, 2));
  measured.update(groups);
  q.ext_oneapi_graph(measured);
  q.memcpy(&local, seen, sizeof local).wait();
  std::cout << local << '\n';

  std::string said;
  auto saying = [&](const char *word) {
    graphs::command_graph graph(q);
    graph.add([&](sycl::handler &h) {
      h.host_task([&said, word] { said += std::string(" ") + word; });
    });
    return graph;
  };
  auto task = saying("old").finalize(updatable);
  q.ext_oneapi_graph(task).wait();
  task.update(saying("new"));
  q.ext_oneapi_graph(task).wait();
  std::cout << "host task:" << said << '\n';

  auto fixed = graph.finalize();
  expect_refusal("not updatable", [&] { fixed.update(node); });
  expect_refusal("other dimensions",
                 [&] { node.update_range(sycl::range<2>(2, 2)); });
  graphs::command_graph copies(q);
  auto copy = copies.add(
      [&](sycl::handler &h) { h.memcpy(result, data, sizeof result); });
  expect_refusal("range of a copy",
                 [&] { copy.update_range(sycl::range<1>(2)); });
  auto other = adding(q, data, 1, 4);
  expect_refusal("node of another graph", [&] {
    graphs::node foreign = other.get_nodes()[0];
    ready.update(foreign);
  });
  other.add();
  expect_refusal("other shape", [&] { ready.update(other); });
  sycl::free(data, q);
  sycl::free(seen, q);
}
