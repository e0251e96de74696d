// A buffer is used in any number of contexts, one after the other or at the
// same time.
// EXPECT: released: 100
// EXPECT: kept: 200
// EXPECT: in all of them: 200
#include <algorithm>
#include <cstdio>
#include <sycl/sycl.hpp>
#include <vector>

void add(sycl::queue q, sycl::buffer<int> &b) {
  q.submit([&](sycl::handler &h) {
    sycl::accessor a(b, h, sycl::read_write);
    h.single_task<class Add>([=] { a[0] += 1; });
  });
}

int copy(sycl::queue q, sycl::buffer<int> &from) {
  int result = 0;
  sycl::buffer<int> to(&result, sycl::range<1>(1));
  q.submit([&](sycl::handler &h) {
    sycl::accessor src(from, h, sycl::read_only);
    sycl::accessor dst(to, h, sycl::write_only, sycl::no_init);
    h.copy(src, dst);
  });
  return sycl::host_accessor(to, sycl::read_only)[0];
}

int main() {
  sycl::device d;
  sycl::buffer<int> b(sycl::range<1>(1));
  sycl::host_accessor(b, sycl::write_only, sycl::no_init)[0] = 0;
  for (int i = 0; i < 100; ++i)
    add(sycl::queue(sycl::context(d), d), b);
  std::printf("released: %d\n", sycl::host_accessor(b, sycl::read_only)[0]);

  std::vector<sycl::queue> queues;
  for (int i = 0; i < 100; ++i) {
    queues.emplace_back(sycl::context(d), d);
    add(queues.back(), b);
  }
  std::printf("kept: %d\n", sycl::host_accessor(b, sycl::read_only)[0]);

  int least = 1000;
  for (auto &q : queues)
    least = std::min(least, copy(q, b));
  std::printf("in all of them: %d\n", least);
}
