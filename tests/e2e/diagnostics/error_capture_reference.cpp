// A variable captured by reference.
// EXPECT-ERROR: error_capture_reference\.cpp:\d+:(\d+:)? error: .*reference
#include <sycl/sycl.hpp>
int main() {
  sycl::queue q;
  int result = 0;
  q.single_task([&] { result = 1; }).wait();
}
