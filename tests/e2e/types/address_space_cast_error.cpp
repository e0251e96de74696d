// The type of a multi_ptr says that a cast leads into the wrong space.
// EXPECT-ERROR: address_space_cast_error.cpp:17:.*note: in instantiation
// EXPECT-ERROR: error: static assertion failed.*the pointer points to a different address space
#include <sycl/sycl.hpp>

using sycl::access::address_space;

int main() {
  sycl::queue q;
  sycl::buffer<int> b(1);
  q.submit([&](sycl::handler &h) {
    sycl::accessor a(b, h);
    sycl::local_accessor<int> l(1, h);
    h.parallel_for(sycl::nd_range<1>(1, 1), [=](sycl::nd_item<1>) {
      auto p = l.get_multi_ptr<sycl::access::decorated::no>();
      a[0] = sycl::address_space_cast<address_space::local_space>(p)[0];
      a[0] = sycl::address_space_cast<address_space::global_space>(p)[0];
    });
  });
}
