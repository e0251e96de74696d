// A graph of commands that is one command of the device, and one with a host
// task, whose commands are submitted one by one.
#include "faults.hpp"

namespace graphs = sycl::ext::oneapi::experimental;

int main() {
  return faults::run([] {
    constexpr int n = 64;
    std::vector<int> in(n), out(n, -1), seen(n, -1);
    for (int i = 0; i < n; ++i)
      in[i] = i;
    sycl::queue q{faults::on_async_errors, sycl::property::queue::in_order()};
    faults::device_memory<int> memory(n, q);
    int *x = memory.get();
    auto record = [&](graphs::command_graph<> &graph, auto last) {
      graph.begin_recording(q);
      q.copy(in.data(), x, n);
      for (int round = 0; round < 4; ++round)
        q.parallel_for(n, [=](sycl::id<1> i) { x[i] += static_cast<int>(i); });
      q.copy(x, out.data(), n);
      last();
      graph.end_recording(q);
      return graph.finalize();
    };
    {
      graphs::command_graph graph(q);
      auto ready = record(graph, [] {});
      for (int run = 0; run < 3; ++run)
        q.ext_oneapi_graph(ready);
      q.wait_and_throw();
    }
    const bool first = faults::counts_by(out, 5);
    out.assign(n, -1);
    {
      graphs::command_graph graph(q);
      auto ready = record(graph, [&] {
        q.submit([&](sycl::handler &h) { h.host_task([&] { seen = out; }); });
        q.parallel_for(n, [=](sycl::id<1> i) { x[i] = 0; });
      });
      for (int run = 0; run < 2; ++run)
        q.ext_oneapi_graph(ready);
      q.wait_and_throw();
    }
    faults::result(first && faults::counts_by(seen, 5));
  });
}
