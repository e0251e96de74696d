// A command graph with a kernel whose work-groups wait for each other: it runs
// in its place between other nodes, each time, also on a queue that recorded
// it.
// EXPECT: explicit 1
// EXPECT: explicit 1
// EXPECT: explicit 1
// EXPECT: recorded 1
// EXPECT: recorded 1
#include <cstdio>
#include <sycl/sycl.hpp>
#include <vector>

namespace ex = sycl::ext::oneapi::experimental;

class rotate;

constexpr size_t items = 16;

static size_t limit_of(sycl::queue &q) {
  using limit = ex::info::kernel_queue_specific::max_num_work_groups;
  return sycl::get_kernel_bundle<sycl::bundle_state::executable>(
             q.get_context())
      .get_kernel<rotate>()
      .ext_oneapi_get_info<limit>(q, sycl::range<1>(items), 0);
}

// Each work-item adds what its neighbour in the next work-group had.
struct rotation {
  int *data;
  size_t n;

  void operator()(sycl::handler &h) const {
    h.parallel_for<rotate>(
        sycl::nd_range<1>(n, items), ex::properties{ex::use_root_sync},
        [data = data, n = n](sycl::nd_item<1> it) {
          const size_t i = it.get_global_id(0);
          const int next = data[(i + items) % n];
          sycl::group_barrier(it.ext_oneapi_get_root_group());
          data[i] += next;
        });
  }
};

int main() {
  sycl::queue q{sycl::property::queue::in_order()};
  const size_t n = limit_of(q) * items;
  int *data = sycl::malloc_device<int>(n, q);
  std::vector<int> result(n);
  const auto number = [=](sycl::id<1> i) { data[i] = int(i); };
  const auto twice = [=](sycl::id<1> i) { data[i] *= 2; };
  const auto is_right = [&] {
    bool all = true;
    for (size_t i = 0; i < n; ++i)
      all = all && result[i] == 2 * int(i + (i + items) % n);
    std::fill(result.begin(), result.end(), 0);
    return all;
  };

  ex::command_graph graph(q);
  auto first = graph.add([&](sycl::handler &h) { h.parallel_for(n, number); });
  auto second =
      graph.add(rotation{data, n}, {ex::property::node::depends_on(first)});
  auto third = graph.add([&](sycl::handler &h) { h.parallel_for(n, twice); },
                         {ex::property::node::depends_on(second)});
  graph.add(
      [&](sycl::handler &h) { h.memcpy(result.data(), data, n * sizeof(int)); },
      {ex::property::node::depends_on(third)});
  auto ready = graph.finalize();
  for (int run = 0; run < 3; ++run) {
    q.ext_oneapi_graph(ready).wait();
    std::printf("explicit %d\n", is_right());
  }

  ex::command_graph recorded(q);
  recorded.begin_recording(q);
  q.parallel_for(n, number);
  q.submit(rotation{data, n});
  q.parallel_for(n, twice);
  q.memcpy(result.data(), data, n * sizeof(int));
  recorded.end_recording();
  auto again = recorded.finalize();
  for (int run = 0; run < 2; ++run) {
    q.ext_oneapi_graph(again).wait();
    std::printf("recorded %d\n", is_right());
  }
  sycl::free(data, q);
}
