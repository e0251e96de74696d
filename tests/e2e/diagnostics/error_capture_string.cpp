// A std::string inside a struct in the closure.
// EXPECT-ERROR: error_capture_string\.cpp:\d+:(\d+:)? error: .*not device.copyable
#include <string>
#include <sycl/sycl.hpp>

struct named {
  int value;
  std::string name;
};

int main() {
  sycl::queue q;
  named n{1, "one"};
  int *p = sycl::malloc_shared<int>(1, q);
  q.single_task([=] { *p = n.value; }).wait();
}
