// Accessors for the host inside of command groups, as DPC++ had them before
// target::host_task: accessors with target host_buffer, and host accessors with
// a handler.
// FLAGS: -Wno-deprecated-declarations
// EXPECT: 12 3 4 9
#include <CL/sycl.hpp>

int main() {
  using mode = cl::sycl::access::mode;
  cl::sycl::queue q;
  int data[4] = {1, 2, 3, 4};
  {
    cl::sycl::buffer<int, 1> b(data, cl::sycl::range<1>(4));
    q.submit([&](cl::sycl::handler &h) {
      auto a = b.get_access<mode::read_write>(h);
      h.single_task([=] { a[0] = 10; });
    });
    q.submit([&](cl::sycl::handler &h) {
      cl::sycl::accessor<int, 1, mode::read_write,
                         cl::sycl::access::target::host_buffer>
          a(b, h);
      h.codeplay_host_task([=] { a[0] += 1; });
    });
    q.submit([&](cl::sycl::handler &h) {
      auto a =
          b.get_access<mode::read_write, cl::sycl::access::target::host_buffer>(
              h);
      h.host_task([=] { a[0] += 1; });
    });
    q.submit([&](cl::sycl::handler &h) {
      auto one = b.get_host_access(h, cl::sycl::range<1>(1), cl::sycl::id<1>(1),
                                   sycl::read_write);
      h.host_task([=] { one[cl::sycl::id<1>(0)] += 1; });
    });
    q.submit_barrier();
    q.submit([&](cl::sycl::handler &h) {
      sycl::host_accessor a(b, h, sycl::write_only);
      h.host_task([=] {
        a[2] = 4;
        a[3] = 9;
      });
    });
    q.submit([&](cl::sycl::handler &h) { h.barrier(); });
  }
  std::cout << data[0] << " " << data[1] << " " << data[2] << " " << data[3]
            << std::endl;
}
