// After a failed write, a buffer's contents cannot be read or written back
// until another command defines them again.
// EXPECT: handler: the task failed
// EXPECT: reader did not run
// EXPECT: host accessor: the task failed
// EXPECT: after three writers: 12
// EXPECT: destination: 1 2 3 4
#include <cstdio>
#include <cstring>
#include <stdexcept>
#include <sycl/sycl.hpp>

static const char *reason(const std::exception &e) {
  return std::strstr(e.what(), "the task failed") ? "the task failed"
                                                  : e.what();
}

static void fail(sycl::queue &q, sycl::buffer<int> &b) {
  q.submit([&](sycl::handler &h) {
    sycl::accessor a(b, h, sycl::write_only_host_task, sycl::no_init);
    h.host_task([=] { throw std::runtime_error("the task failed"); });
  });
}

int main() {
  bool told = false;
  auto handler = [&](sycl::exception_list errors) {
    for (auto &error : errors)
      try {
        std::rethrow_exception(error);
      } catch (const std::exception &e) {
        if (!told)
          std::printf("handler: %s\n", reason(e));
        told = true;
      }
  };
  sycl::queue q(handler);
  {
    sycl::buffer<int> b(4), seen(1);
    {
      sycl::host_accessor a(seen, sycl::write_only);
      a[0] = 0;
    }
    fail(q, b);
    q.wait_and_throw();
    q.submit([&](sycl::handler &h) {
      sycl::accessor from(b, h, sycl::read_only);
      sycl::accessor to(seen, h, sycl::read_write);
      h.single_task([=] { to[0] = 1 + from[0] * 0; });
    });
    q.wait_and_throw();
    try {
      sycl::host_accessor a(seen, sycl::read_only);
      std::printf("the reader ran: %d\n", a[0]);
    } catch (const sycl::exception &) {
      std::puts("reader did not run");
    }
    try {
      sycl::host_accessor a(b, sycl::read_only);
      std::puts("nothing is wrong");
    } catch (const sycl::exception &e) {
      std::printf("host accessor: %s\n", reason(e));
    }
    for (int value = 1; value <= 3; ++value)
      q.submit([&](sycl::handler &h) {
        sycl::accessor a(b, h, sycl::write_only, sycl::no_init);
        h.parallel_for(4, [=](sycl::id<1> i) { a[i] = value; });
      });
    sycl::host_accessor a(b, sycl::read_only);
    std::printf("after three writers: %d\n", a[0] + a[1] + a[2] + a[3]);
  }
  int destination[4] = {1, 2, 3, 4};
  {
    sycl::buffer<int> b(4);
    b.set_final_data(destination);
    fail(q, b);
  }
  std::printf("destination: %d %d %d %d\n", destination[0], destination[1],
              destination[2], destination[3]);
  q.wait_and_throw();
}
