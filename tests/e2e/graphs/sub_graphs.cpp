// A graph within a graph, explicitly and by recording; it can also be submitted
// separately.
// EXPECT: type: subgraph, nodes: 3
// EXPECT: 25
// EXPECT: alone: 8
// EXPECT: recorded: 36
// EXPECT: with a host task: 40, told 39
#include <iostream>
#include <sycl/sycl.hpp>

namespace graphs = sycl::ext::oneapi::experimental;

int main() {
  sycl::queue q(sycl::property::queue::in_order{});
  int *value = sycl::malloc_device<int>(1, q);
  int result = 0;
  auto read = [&] {
    q.memcpy(&result, value, sizeof(int)).wait();
    return result;
  };
  auto set = [&](int start) { q.fill(value, start, 1).wait(); };

  graphs::command_graph inner(q);
  inner.begin_recording(q);
  q.single_task([=] { *value += 1; });
  q.single_task([=] { *value *= 2; });
  inner.end_recording(q);
  auto part = inner.finalize();

  graphs::command_graph outer(q);
  auto first = outer.add([&](sycl::handler &h) { h.fill(value, 10, 1); });
  auto middle = outer.add([&](sycl::handler &h) { h.ext_oneapi_graph(part); },
                          {graphs::property::node::depends_on(first)});
  outer.add([&](sycl::handler &h) { h.single_task([=] { *value += 3; }); },
            {graphs::property::node::depends_on(middle)});
  std::cout << "type: "
            << (middle.get_type() == graphs::node_type::subgraph ? "subgraph"
                                                                 : "?")
            << ", nodes: " << outer.get_nodes().size() << '\n';
  auto whole = outer.finalize();
  q.ext_oneapi_graph(whole);
  std::cout << read() << '\n';
  set(3);
  q.ext_oneapi_graph(part);
  std::cout << "alone: " << read() << '\n';

  graphs::command_graph recorded(q);
  recorded.begin_recording(q);
  q.fill(value, 16, 1);
  q.ext_oneapi_graph(part);
  q.single_task([=] { *value += 2; });
  recorded.end_recording(q);
  q.ext_oneapi_graph(recorded.finalize());
  std::cout << "recorded: " << read() << '\n';

  int told = 0;
  graphs::command_graph telling(q);
  telling.begin_recording(q);
  q.fill(value, 17, 1);
  q.ext_oneapi_graph(part);
  q.single_task([=] { *value += 3; });
  q.memcpy(&result, value, sizeof(int));
  q.submit([&](sycl::handler &h) { h.host_task([&] { told = result; }); });
  q.single_task([=] { *value += 1; });
  telling.end_recording(q);
  q.ext_oneapi_graph(telling.finalize());
  std::cout << "with a host task: " << read() << ", told " << told << '\n';
  sycl::free(value, q);
}
