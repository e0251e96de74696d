// A queue without an own handler uses that of its context.
// EXPECT: context handler: lost
#include <cstdio>
#include <stdexcept>
#include <sycl/sycl.hpp>

int main() {
  sycl::device d;
  sycl::context c(d, [](sycl::exception_list errors) {
    for (auto &error : errors)
      try {
        std::rethrow_exception(error);
      } catch (const std::exception &e) {
        std::printf("context handler: %s\n", e.what());
      }
  });
  sycl::queue q(c, d);
  q.submit([](sycl::handler &h) {
    h.host_task([] { throw std::runtime_error("lost"); });
  });
  q.wait_and_throw();
}
