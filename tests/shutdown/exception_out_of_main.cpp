// An exception leaves `main` while commands run.
// CASE: throw => signal 6
// EXPECT: submitted
// STDERR: out of main
#include <sycl/sycl.hpp>

#include <cstdio>
#include <stdexcept>

int main() {
  sycl::queue queue;
  sycl::buffer<int> buffer(1000);
  queue.submit([&](sycl::handler &h) {
    sycl::accessor out(buffer, h, sycl::write_only);
    h.parallel_for(1000, [=](sycl::id<1> i) { out[i] = 1; });
  });
  std::puts("submitted");
  std::fflush(stdout);
  throw std::runtime_error("out of main");
}
