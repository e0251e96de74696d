// Asynchronous errors: host tasks that throw, delivered to the handler once.
// EXPECT: wait alone: 0
// EXPECT: std: host task failed
// EXPECT: sycl: invalid own error
// EXPECT: count 2
// EXPECT: again: 2
// EXPECT: event: std: by event
#include <cstdio>
#include <stdexcept>
#include <sycl/sycl.hpp>

int main() {
  int count = 0;
  sycl::queue q{sycl::default_selector_v, [&](sycl::exception_list errors) {
                  for (const std::exception_ptr &error : errors)
                    try {
                      ++count;
                      std::rethrow_exception(error);
                    } catch (const sycl::exception &e) {
                      std::printf("sycl: %s %s\n",
                                  e.code() == sycl::errc::invalid ? "invalid"
                                                                  : "?",
                                  e.what());
                    } catch (const std::runtime_error &e) {
                      std::printf("std: %s\n", e.what());
                    }
                }};
  q.submit([](sycl::handler &h) {
    h.host_task([] { throw std::runtime_error("host task failed"); });
  });
  q.wait();
  std::printf("wait alone: %d\n", count);
  q.submit([](sycl::handler &h) {
    h.host_task(
        [] { throw sycl::exception(sycl::errc::invalid, "own error"); });
  });
  q.wait_and_throw();
  std::printf("count %d\n", count);
  q.wait_and_throw();
  q.throw_asynchronous();
  std::printf("again: %d\nevent: ", count);
  auto e = q.submit([](sycl::handler &h) {
    h.host_task([] { throw std::runtime_error("by event"); });
  });
  e.wait_and_throw();
}
