// A failed assertion in a kernel reports the location, the work-item and the
// kernel, and ends the program.
// EXPECT-STDERR-LIKE: .*/assert\.cpp:15: void check\(int\): global id: \[5,0,0\], local id: \[1,0,0\] Assertion `value != 5 && "no five"` failed\.
// EXPECT-STDERR-LIKE: .*/assert\.cpp:15: note: in SYCL kernel 'failing'
// EXIT: signal
// UNSUPPORTED: cuda:* (the program goes on, see assert_asynchronous)
// UNSUPPORTED: opencl:* (the driver ends the program, and names no kernel)
#undef NDEBUG
#include <cassert>
#include <cstdio>
#include <sycl/sycl.hpp>

class failing;

static void check(int value) { assert(value != 5 && "no five"); }

int main() {
  sycl::queue q;
  q.parallel_for(sycl::nd_range(sycl::range(4), sycl::range(2)),
                 [=](sycl::nd_item<1> item) {
                   check(int(item.get_global_id(0)));
                   sycl::group_barrier(item.get_group());
                 })
      .wait();
  q.parallel_for<failing>(sycl::nd_range(sycl::range(8), sycl::range(4)),
                          [=](sycl::nd_item<1> item) {
                            check(int(item.get_global_id(0)));
                            sycl::group_barrier(item.get_group());
                          })
      .wait();
  std::puts("not reached");
}
