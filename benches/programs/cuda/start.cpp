// Process start to first result with SYCL, and its parts: prints
// `<part> <microseconds since the one before>`.
#include <sycl/sycl.hpp>

#include <chrono>
#include <cstdio>

static void part(const char *name) {
  static auto last = std::chrono::steady_clock::now();
  const auto now = std::chrono::steady_clock::now();
  const std::chrono::duration<double, std::micro> spent = now - last;
  std::printf("%s %.0f\n", name, spent.count());
  last = now;
}

int main() {
  part("main");
  sycl::queue q{sycl::property::queue::in_order{}};
  part("queue");
  int *x = sycl::malloc_device<int>(1024, q);
  part("allocation");
  q.parallel_for(sycl::range<1>(1024),
                 [=](sycl::id<1> i) { x[i] = static_cast<int>(i) * 2; });
  q.wait();
  part("kernel");
  int result[1024];
  q.memcpy(result, x, sizeof(result)).wait();
  part("copy");
  sycl::free(x, q);
  return result[1000] == 2000 ? 0 : 1;
}
