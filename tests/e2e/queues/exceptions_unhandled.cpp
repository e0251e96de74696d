// Without a handler, an asynchronous error ends the program with its text.
// EXPECT: before
// EXPECT-STDERR: terminate called after an unhandled asynchronous SYCL error: nobody listens
// EXIT: signal
#include <cstdio>
#include <stdexcept>
#include <sycl/sycl.hpp>

int main() {
  sycl::queue q;
  std::puts("before");
  std::fflush(stdout);
  q.submit([](sycl::handler &h) {
    h.host_task([] { throw std::runtime_error("nobody listens"); });
  });
  q.wait_and_throw();
  std::puts("after");
}
