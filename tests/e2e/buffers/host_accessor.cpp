// A host accessor waits for earlier work, and delays later work.
// EXPECT: first 1
// EXPECT: still 1
// EXPECT: then 2
#include <chrono>
#include <cstdio>
#include <sycl/sycl.hpp>
#include <thread>

int main() {
  sycl::queue q;
  sycl::buffer<int> b(1000);
  auto add = [&] {
    q.submit([&](sycl::handler &h) {
      sycl::accessor a(b, h);
      h.parallel_for(1000, [=](sycl::id<1> i) { a[i] += 1; });
    });
  };
  q.submit([&](sycl::handler &h) {
    h.fill(sycl::accessor(b, h, sycl::write_only, sycl::no_init), 0);
  });
  add();
  {
    sycl::host_accessor a(b, sycl::read_only);
    std::printf("first %d\n", a[999]);
    add();
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    std::printf("still %d\n", a[999]);
  }
  sycl::host_accessor a(b);
  std::printf("then %d\n", a[0]);
}
