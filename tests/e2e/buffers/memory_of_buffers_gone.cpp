// A buffer that is gone keeps no memory of the device, whatever kernels it was
// an argument of.
// ENV: TANDEM_ISLAND_DEVICE=memory=64M
// EXPECT: 10 20 30
// EXPECT: free again
// REQUIRES: aspect:usm_device_allocations
#include <cstdio>
#include <sycl/sycl.hpp>

constexpr size_t bytes = 40 << 20;

template <int N> char first_byte(sycl::queue &q) {
  sycl::buffer<char> b{sycl::range<1>(bytes)};
  q.submit([&](sycl::handler &h) {
    sycl::accessor a(b, h, sycl::write_only, sycl::no_init);
    h.single_task([=] { a[0] = N; });
  });
  return sycl::host_accessor(b, sycl::range<1>(1), sycl::read_only)[0];
}

int main() {
  sycl::queue q;
  int first = first_byte<10>(q), second = first_byte<20>(q),
      third = first_byte<30>(q);
  std::printf("%d %d %d\n", first, second, third);
  void *block = sycl::malloc_device(bytes, q);
  std::puts(block ? "free again" : "still kept");
  sycl::free(block, q);
}
