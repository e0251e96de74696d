// On a device that continues after a failed assertion, the error reaches the
// queue's handler, with the location, the work-item and the kernel. Later
// kernels run.
// REQUIRES: backend:cuda
// EXPECT-LIKE: .*/assert_asynchronous\.cpp:15: void check\(int\): global id: \[5,0,0\], local id: \[1,0,0\] Assertion `value != 5 && "no five"` failed.*failing.*
// EXPECT: goes on 7
#undef NDEBUG
#include <cassert>
#include <cstdio>
#include <sycl/sycl.hpp>

class failing;

// The expression, the file and the function are texts of the device's code.
static void check(int value) { assert(value != 5 && "no five"); }

int main() {
  sycl::queue q([](sycl::exception_list errors) {
    for (const std::exception_ptr &error : errors)
      try {
        std::rethrow_exception(error);
      } catch (const sycl::exception &exception) {
        std::puts(exception.what());
      }
  });
  q.parallel_for<failing>(
      sycl::nd_range(sycl::range(8), sycl::range(4)),
      [=](sycl::nd_item<1> item) { check(int(item.get_global_id(0))); });
  q.wait_and_throw();
  sycl::buffer<int> value(1);
  q.submit([&](sycl::handler &h) {
    sycl::accessor out(value, h, sycl::write_only, sycl::no_init);
    h.single_task([=] { out[0] = 7; });
  });
  std::printf("goes on %d\n", sycl::host_accessor(value)[0]);
}
