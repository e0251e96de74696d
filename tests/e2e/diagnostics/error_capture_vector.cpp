// A std::vector in the closure.
// EXPECT-ERROR: error_capture_vector\.cpp:\d+:(\d+:)? error: .*not device.copyable
#include <sycl/sycl.hpp>
#include <vector>

int main() {
  sycl::queue q;
  std::vector<int> v(4);
  int *p = sycl::malloc_shared<int>(1, q);
  q.single_task([=] { *p = v[0]; }).wait();
}
