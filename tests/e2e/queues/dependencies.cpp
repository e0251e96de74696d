// Read-after-write, write-after-read and write-after-write on an out-of-order
// queue, with work that is long enough to be overtaken.
// EXPECT: PASS
#include <cstdio>
#include <sycl/sycl.hpp>

int main() {
  constexpr size_t n = 4096;
  sycl::queue q;
  sycl::buffer<int> a(n), b(n), c(n);
  auto set = [&](sycl::buffer<int> &to, int value) {
    q.submit([&](sycl::handler &h) {
      sycl::accessor x(to, h, sycl::write_only, sycl::no_init);
      h.parallel_for(n, [=](sycl::id<1> i) {
        int slow = 0;
        for (int k = 0; k < 100; ++k)
          slow += (int(i) * k) % 7 == 8;
        x[i] = value + slow;
      });
    });
  };
  auto add = [&](sycl::buffer<int> &to, sycl::buffer<int> &from) {
    q.submit([&](sycl::handler &h) {
      sycl::accessor x(from, h, sycl::read_only);
      sycl::accessor y(to, h, sycl::read_write);
      h.parallel_for(n, [=](sycl::id<1> i) { y[i] += x[n - 1 - i]; });
    });
  };
  bool ok = true;
  for (int round = 0; round < 20; ++round) {
    set(a, 1);
    set(b, 2);
    add(b, a); // b = 3
    set(a, 10);
    add(b, a); // b = 13
    set(c, 0);
    add(c, b); // c = 13
    set(b, 5);
    add(c, b); // c = 18
    add(c, a); // c = 28
    sycl::host_accessor h(c, sycl::read_only);
    for (size_t i = 0; i < n; ++i)
      ok = ok && h[i] == 28;
  }
  std::puts(ok ? "PASS" : "FAIL");
}
