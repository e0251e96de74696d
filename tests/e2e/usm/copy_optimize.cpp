// Host memory that is prepared for copies.
// EXPECT: 1 2 3 4
// EXPECT: 2 3 4 5
#include <iostream>
#include <sycl/sycl.hpp>

namespace experimental = sycl::ext::oneapi::experimental;

int main() {
  sycl::queue q(sycl::property::queue::in_order{});
  int host[4] = {1, 2, 3, 4};
  int *device = sycl::malloc_device<int>(4, q);
  experimental::prepare_for_device_copy(host, sizeof host, q);
  for (int round = 0; round < 2; ++round) {
    for (int value : host)
      std::cout << value << (value == host[3] ? '\n' : ' ');
    q.memcpy(device, host, sizeof host);
    q.parallel_for(4, [=](sycl::id<1> i) { ++device[i]; });
    q.memcpy(host, device, sizeof host).wait();
  }
  experimental::release_from_device_copy(host, q);
  experimental::prepare_for_device_copy(host, sizeof host, q.get_context());
  experimental::release_from_device_copy(host, q.get_context());
  sycl::free(device, q);
}
