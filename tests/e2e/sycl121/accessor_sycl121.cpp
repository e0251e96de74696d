// The spelling of SYCL 1.2.1: get_access, access::mode, local accessors,
// cl::sycl.
// EXPECT: 0 2 4 6
// EXPECT: reversed 3 2 1 0
#include <CL/sycl.hpp>
#include <cstdio>

int main() {
  cl::sycl::queue q{cl::sycl::default_selector{}};
  int data[4] = {0, 1, 2, 3};
  {
    cl::sycl::buffer<int, 1> b(data, cl::sycl::range<1>(4));
    q.submit([&](cl::sycl::handler &cgh) {
      auto a = b.get_access<cl::sycl::access::mode::read_write>(cgh);
      cgh.parallel_for<class doubler>(cl::sycl::range<1>(4),
                                      [=](cl::sycl::id<1> i) { a[i] *= 2; });
    });
    auto host = b.get_access<cl::sycl::access::mode::read>();
    std::printf("%d %d %d %d\n", host[0], host[1], host[2], host[3]);
  }
  {
    cl::sycl::buffer<int, 1> b(data, cl::sycl::range<1>(4));
    q.submit([&](cl::sycl::handler &cgh) {
      auto in = b.get_access<cl::sycl::access::mode::read,
                             cl::sycl::access::target::global_buffer>(cgh);
      auto out = b.get_access<cl::sycl::access::mode::discard_write>(cgh);
      cl::sycl::accessor<int, 1, cl::sycl::access::mode::read_write,
                         cl::sycl::access::target::local>
          tile(cl::sycl::range<1>(4), cgh);
      cgh.parallel_for<class reverser>(
          cl::sycl::nd_range<1>(4, 4), [=](cl::sycl::nd_item<1> it) {
            auto i = it.get_local_id(0);
            tile[i] = in[it.get_global_id(0)] / 2;
            it.barrier(cl::sycl::access::fence_space::local_space);
            out[it.get_global_id(0)] = tile[3 - i];
          });
    });
  }
  std::printf("reversed %d %d %d %d\n", data[0], data[1], data[2], data[3]);
}
