// Tags, no_init, and the errors of their combinations.
// EXPECT: kept 5 7
// EXPECT: overwritten 8
// EXPECT: read-only no_init: refused
#include <cstdio>
#include <sycl/sycl.hpp>
#include <vector>

int main() {
  sycl::queue q;
  std::vector<int> v(2, 5);
  sycl::buffer<int> b(v);
  q.submit([&](sycl::handler &h) {
    sycl::accessor a(b, h, sycl::write_only); // keeps what it does not write
    h.single_task([=] { a[1] = 7; });
  });
  {
    sycl::host_accessor a(b, sycl::read_only);
    std::printf("kept %d %d\n", a[0], a[1]);
  }
  q.submit([&](sycl::handler &h) {
    sycl::accessor a(b, h, sycl::write_only, sycl::no_init);
    h.parallel_for(2, [=](sycl::id<1> i) { a[i] = 8; });
  });
  {
    sycl::host_accessor a(b, sycl::read_only);
    std::printf("overwritten %d\n", a[0]);
  }
  try {
    q.submit([&](sycl::handler &h) {
      sycl::accessor a(b, h, sycl::read_only, sycl::no_init);
      h.single_task([=] { (void)a; });
    });
  } catch (const sycl::exception &e) {
    std::printf("read-only no_init: %s\n",
                e.code() == sycl::errc::invalid ? "refused" : "?");
  }
}
