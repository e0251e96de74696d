// Queues and events in a cache that is never emptied, destroyed with the other
// statics.
// CASE: static => 0
// CASE: leaked => 0
// EXPECT: 20
#include <sycl/sycl.hpp>

#include <cstdio>
#include <cstring>
#include <map>

struct entry {
  sycl::queue queue;
  sycl::event last;
  sycl::context context = queue.get_context();
  sycl::device device = queue.get_device();
};

using cache = std::map<int, entry>;

static cache &entries(bool leaked) {
  if (leaked)
    return *new cache;
  static cache on_exit;
  return on_exit;
}

int main(int, char **argv) {
  cache &known = entries(std::strcmp(argv[1], "leaked") == 0);
  for (int i = 0; i < 20; ++i) {
    entry &e = known[i];
    e.last = e.queue.submit([&](sycl::handler &h) {
      sycl::local_accessor<int> local(4, h);
      h.parallel_for(sycl::nd_range<1>(16, 4), [=](sycl::nd_item<1> item) {
        local[item.get_local_id(0)] = 1;
      });
    });
  }
  std::printf("%zu\n", known.size());
}
