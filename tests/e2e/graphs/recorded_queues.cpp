// Queues that record: nothing runs meanwhile, events are edges, an in-order
// queue makes a chain, and a queue that depends on a recorded event joins in.
// EXPECT: recording: 1, value 0
// EXPECT: chain: 0 1 1
// EXPECT: second queue records: 1
// EXPECT: events: node of type kernel
// EXPECT: after: 0 0
// EXPECT: 44
// EXPECT: 44
// EXPECT: barrier after 2, next after 1
#include <iostream>
#include <sycl/sycl.hpp>

namespace graphs = sycl::ext::oneapi::experimental;

bool records(const sycl::queue &q) {
  return q.ext_oneapi_get_state() == graphs::queue_state::recording;
}

int main() {
  const sycl::device device;
  const sycl::context context(device);
  sycl::queue ordered(context, device, sycl::property::queue::in_order());
  sycl::queue other(context, device);
  int *value = sycl::malloc_device<int>(1, ordered);
  int result = 0;
  ordered.memset(value, 0, sizeof(int)).wait();

  graphs::command_graph graph(ordered);
  graph.begin_recording(ordered);
  ordered.fill(value, 20, 1);
  ordered.single_task([=] { *value += 1; });
  sycl::event last = ordered.single_task([=] { *value *= 2; });
  other.memcpy(&result, value, sizeof(int)).wait();
  std::cout << "recording: " << records(ordered) << ", value " << result
            << "\nchain:";
  for (auto &node : graph.get_nodes())
    std::cout << ' ' << node.get_predecessors().size();

  sycl::event more = other.single_task(last, [=] { *value += 2; });
  std::cout << "\nsecond queue records: " << records(other) << '\n';
  const auto node = graphs::node::get_node_from_event(more);
  std::cout << "events: node of type "
            << (node.get_type() == graphs::node_type::kernel ? "kernel" : "?")
            << '\n';
  graph.end_recording();
  std::cout << "after: " << records(ordered) << ' ' << records(other) << '\n';

  auto ready = graph.finalize();
  for (int run = 0; run < 2; ++run) {
    ordered.ext_oneapi_graph(ready);
    ordered.memcpy(&result, value, sizeof(int)).wait();
    std::cout << result << '\n';
  }

  graphs::command_graph barriers(other);
  barriers.begin_recording(other);
  other.single_task([=] { *value += 1; });
  other.single_task([=] { *value += 1; });
  other.ext_oneapi_submit_barrier();
  other.single_task([=] { *value += 1; });
  barriers.end_recording(other);
  const auto nodes = barriers.get_nodes();
  std::cout << "barrier after " << nodes[2].get_predecessors().size()
            << ", next after " << nodes[3].get_predecessors().size() << '\n';
  sycl::free(value, ordered);
}
