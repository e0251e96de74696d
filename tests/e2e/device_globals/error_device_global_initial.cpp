// The initial value of a device global must mean the same on a device.
// FLAGS: -std=c++20
// EXPECT-ERROR: error_device_global_initial\.cpp: error: device_global 'address' has an address in its initial value
#include <sycl/sycl.hpp>

sycl::ext::oneapi::experimental::device_global<const char *> address{"text"};

int main() {
  sycl::queue q;
  q.single_task([] { (void)address.get(); }).wait();
}
