// Calls that the extension rejects, and the error codes.
// EXPECT: add while recording: invalid
// EXPECT: edge while recording: invalid
// EXPECT: records twice: invalid
// EXPECT: wait for the queue: invalid
// EXPECT: wait for the event: invalid
// EXPECT: status of the event: invalid
// EXPECT: event outside of the graph: invalid
// EXPECT: event of another submission: invalid
// EXPECT: end of another graph's recording: invalid
// EXPECT: queue without a graph: invalid
// EXPECT: edge to itself: invalid
// EXPECT: cycle: invalid
// EXPECT: edge to another graph: invalid
// EXPECT: barrier: invalid
// EXPECT: node of a plain event: invalid
// EXPECT: queue of another context: invalid
// EXPECT: submission to another context: invalid
// EXPECT: file without a suffix: invalid
// EXPECT: a property of queues: invalid
// EXPECT: the queue still works: 1
// EXPECT: unless told so: no check
// EXPECT: aspects: 1 1
#include <iostream>
#include <sycl/sycl.hpp>

namespace graphs = sycl::ext::oneapi::experimental;

template <class F> void check(const char *what, F call) {
  try {
    call();
    std::cout << what << ": no error\n";
  } catch (const sycl::exception &error) {
    std::cout << what << ": "
              << (error.code() == sycl::errc::invalid ? "invalid"
                                                      : error.what())
              << '\n';
  }
}

int main() {
  const sycl::device device;
  sycl::queue q{sycl::context(device), device};
  int *value = sycl::malloc_device<int>(1, q);
  auto command = [=](sycl::handler &h) { h.single_task([=] { *value = 1; }); };
  sycl::event plain = q.submit(command);

  graphs::command_graph graph(q);
  auto first = graph.add(command), second = graph.add(command);
  {
    graphs::command_graph recording(q);
    auto node = recording.add(command), other = recording.add(command);
    recording.begin_recording(q);
    sycl::event recorded = q.submit(command);
    check("add while recording", [&] { recording.add(command); });
    check("edge while recording", [&] { recording.make_edge(node, other); });
    check("records twice", [&] { graph.begin_recording(q); });
    check("wait for the queue", [&] { q.wait(); });
    check("wait for the event", [&] { recorded.wait(); });
    check("status of the event", [&] {
      recorded.get_info<sycl::info::event::command_execution_status>();
    });
    recording.end_recording();
    sycl::queue late{sycl::context(device), device};
    check("event outside of the graph", [&] {
      late.submit([&](sycl::handler &h) {
        h.depends_on(recorded);
        command(h);
      });
    });
    recording.begin_recording(q);
    check("event of another submission", [&] {
      q.submit([&](sycl::handler &h) {
        h.depends_on(plain);
        command(h);
      });
    });
    check("end of another graph's recording", [&] { graph.end_recording(q); });
    // The recording ends with the graph.
  }
  check("queue without a graph", [&] { q.ext_oneapi_get_graph(); });
  check("edge to itself", [&] { graph.make_edge(first, first); });
  graph.make_edge(first, second);
  check("cycle", [&] { graph.make_edge(second, first); });
  graphs::command_graph another(q);
  auto foreign = another.add(command);
  check("edge to another graph", [&] { graph.make_edge(first, foreign); });
  check("barrier",
        [&] { graph.add([](sycl::handler &h) { h.ext_oneapi_barrier(); }); });
  check("node of a plain event",
        [&] { graphs::node::get_node_from_event(plain); });
  sycl::queue elsewhere{sycl::context(device), device};
  check("queue of another context", [&] { graph.begin_recording(elsewhere); });
  auto ready = graph.finalize();
  check("submission to another context",
        [&] { elsewhere.ext_oneapi_graph(ready); });
  check("file without a suffix", [&] { graph.print_graph("graph"); });
  check("a property of queues", [&] {
    graphs::command_graph wrong(q, sycl::property::queue::in_order());
  });
  int result = 0;
  q.ext_oneapi_graph(ready);
  q.wait();
  q.memcpy(&result, value, sizeof(int)).wait();
  std::cout << "the queue still works: " << result << '\n';
  graphs::command_graph unchecked(q, graphs::property::graph::no_cycle_check());
  auto a = unchecked.add(command), b = unchecked.add(command);
  unchecked.make_edge(a, b);
  unchecked.make_edge(b, a);
  std::cout << "unless told so: no check\naspects: "
            << device.has(sycl::aspect::ext_oneapi_graph) << ' '
            << device.has(sycl::aspect::ext_oneapi_limited_graph) << '\n';
  sycl::free(value, q);
}
