// Commands on buffers: edges come from the accessors. Before each run, contents
// are moved to the device; afterwards, the writes are recorded.
// EXPECT: host accessor while recording: refused
// EXPECT: edges: 0 1 1 2
// EXPECT: run 1: 33 33
// EXPECT: run 2: 36 36
// EXPECT: after a write of the host: 75
// EXPECT: after a kernel behind the graph: 77
// EXPECT: without the property: refused
// EXPECT: with write-back: refused
#include <iostream>
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

int main() {
  sycl::queue q;
  int start[2] = {10, 10};
  sycl::buffer<int> input(start, 2), left(2), right(2), sum(2);
  input.set_write_back(false);
  const sycl::property_list outlives(
      graphs::property::graph::assume_buffer_outlives_graph{});
  {
    graphs::command_graph graph(q, outlives);
    graph.begin_recording(q);
    q.submit([&](sycl::handler &h) {
      sycl::accessor data(input, h, sycl::read_write);
      h.parallel_for(2, [=](sycl::id<1> i) { data[i] += 1; });
    });
    q.submit([&](sycl::handler &h) {
      sycl::accessor in(input, h, sycl::read_only);
      sycl::accessor out(left, h, sycl::write_only, sycl::no_init);
      h.parallel_for(2, [=](sycl::id<1> i) { out[i] = in[i]; });
    });
    q.submit([&](sycl::handler &h) {
      sycl::accessor in(input, h, sycl::read_only);
      sycl::accessor out(right, h, sycl::write_only, sycl::no_init);
      h.parallel_for(2, [=](sycl::id<1> i) { out[i] = 2 * in[i]; });
    });
    q.submit([&](sycl::handler &h) {
      sycl::accessor a(left, h, sycl::read_only), b(right, h, sycl::read_only);
      sycl::accessor out(sum, h, sycl::write_only, sycl::no_init);
      h.parallel_for(2, [=](sycl::id<1> i) { out[i] = a[i] + b[i]; });
    });
    expect_refusal("host accessor while recording",
                   [&] { sycl::host_accessor reads(sum, sycl::read_only); });
    graph.end_recording();
    std::cout << "edges:";
    for (auto &node : graph.get_nodes())
      std::cout << ' ' << node.get_predecessors().size();
    std::cout << '\n';

    auto ready = graph.finalize();
    for (int run = 1; run <= 2; ++run) {
      q.ext_oneapi_graph(ready);
      sycl::host_accessor found(sum, sycl::read_only);
      std::cout << "run " << run << ": " << found[0] << ' ' << found[1] << '\n';
    }
    {
      sycl::host_accessor data(input, sycl::read_write);
      data[0] *= 2;
    }
    q.ext_oneapi_graph(ready);
    std::cout << "after a write of the host: "
              << sycl::host_accessor(sum, sycl::read_only)[0] << '\n';
    q.submit([&](sycl::handler &h) {
      sycl::accessor data(sum, h, sycl::read_write);
      h.single_task([=] { data[0] += 2; });
    });
    std::cout << "after a kernel behind the graph: "
              << sycl::host_accessor(sum, sycl::read_only)[0] << '\n';
  }
  graphs::command_graph plain(q);
  auto command = [&](sycl::handler &h) {
    sycl::accessor data(sum, h, sycl::read_write);
    h.single_task([=] { data[0] += 1; });
  };
  expect_refusal("without the property", [&] { plain.add(command); });
  graphs::command_graph checked(q, outlives);
  int written[1] = {};
  sycl::buffer<int> returning(written, 1);
  expect_refusal("with write-back", [&] {
    checked.add([&](sycl::handler &h) {
      sycl::accessor data(returning, h, sycl::read_write);
      h.single_task([=] { data[0] += 1; });
    });
  });
}
