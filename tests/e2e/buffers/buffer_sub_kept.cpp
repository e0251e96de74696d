// A command group keeps the sub-buffers that its accessors are of, and a host
// task does as long as it has not run. Other buffers may be made and go
// meanwhile.
// EXPECT: written: 16 of 16
// EXPECT: read: 16 of 16
// EXPECT: made in the command group: 16 of 16
// EXPECT: graph: 16 of 16
#include <atomic>
#include <cstdio>
#include <sycl/ext/oneapi/experimental/graph.hpp>
#include <sycl/sycl.hpp>
#include <thread>
#include <vector>

namespace syclex = sycl::ext::oneapi::experimental;

static std::atomic<bool> go;

static sycl::event hold(sycl::queue &q) {
  go = false;
  return q.submit([&](sycl::handler &h) {
    h.host_task([] {
      while (!go)
        std::this_thread::yield();
    });
  });
}

// Makes buffers that may get what the sub-buffer has left.
static void make_others(std::vector<sycl::buffer<int>> &others,
                        sycl::buffer<int> &parent) {
  for (int i = 0; i < 8; ++i) {
    others.emplace_back(sycl::range<1>(64));
    others.emplace_back(parent, sycl::id<1>(96), sycl::range<1>(16));
  }
}

int main() {
  sycl::queue q;
  sycl::buffer<int> b(128);
  std::vector<sycl::buffer<int>> others;
  {
    sycl::buffer<int> part(b, sycl::id<1>(64), sycl::range<1>(16));
    sycl::event held = hold(q);
    q.submit([&](sycl::handler &h) {
      h.depends_on(held);
      sycl::accessor a(part, h, sycl::write_only_host_task, sycl::no_init);
      h.host_task([=] {
        for (int i = 0; i < 16; ++i)
          a[i] = 100 + i;
      });
    });
  }
  make_others(others, b);
  go = true;
  q.wait_and_throw();
  int written = 0;
  {
    sycl::host_accessor a(b, sycl::read_only);
    for (int i = 0; i < 16; ++i)
      written += a[64 + i] == 100 + i;
  }
  std::printf("written: %d of 16\n", written);

  others.clear();
  std::atomic<int> read = 0;
  {
    sycl::buffer<int> part(b, sycl::id<1>(64), sycl::range<1>(16));
    sycl::event held = hold(q);
    q.submit([&](sycl::handler &h) {
      h.depends_on(held);
      sycl::accessor a(part, h, sycl::read_only_host_task);
      h.host_task([=, &read] {
        for (int i = 0; i < 16; ++i)
          read += a[i] == 100 + i;
      });
    });
  }
  make_others(others, b);
  go = true;
  q.wait_and_throw();
  std::printf("read: %d of 16\n", read.load());

  others.clear();
  q.submit([&](sycl::handler &h) {
    sycl::buffer<int> part(b, sycl::id<1>(64), sycl::range<1>(16));
    sycl::accessor a(part, h);
    make_others(others, b);
    h.parallel_for(16, [=](sycl::id<1> i) { a[i] += 100; });
  });
  q.submit([&](sycl::handler &h) {
    auto a = [&] {
      sycl::buffer<int> part(b, sycl::id<1>(64), sycl::range<1>(16));
      return sycl::accessor(part, h, sycl::read_write_host_task);
    }();
    h.host_task([=] {
      for (int i = 0; i < 16; ++i)
        a[i] *= 2;
    });
  });
  int made_inside = 0;
  {
    sycl::host_accessor a(b, sycl::read_only);
    for (int i = 0; i < 16; ++i)
      made_inside += a[64 + i] == 2 * (200 + i);
  }
  std::printf("made in the command group: %d of 16\n", made_inside);

  others.clear();
  std::atomic<int> in_graph = 0;
  syclex::command_graph graph(
      q.get_context(), q.get_device(),
      {syclex::property::graph::assume_buffer_outlives_graph()});
  sycl::buffer<int> lasting(128);
  lasting.set_write_back(false);
  {
    sycl::host_accessor a(lasting, sycl::write_only);
    for (int i = 0; i < 128; ++i)
      a[i] = i;
  }
  {
    sycl::buffer<int> part(lasting, sycl::id<1>(64), sycl::range<1>(16));
    graph.add([&](sycl::handler &h) {
      sycl::accessor a(part, h, sycl::read_only_host_task);
      h.host_task([=, &in_graph] {
        for (int i = 0; i < 16; ++i)
          in_graph += a[i] == 64 + i;
      });
    });
  }
  make_others(others, b);
  q.ext_oneapi_graph(graph.finalize()).wait();
  std::printf("graph: %d of 16\n", in_graph.load());
}
