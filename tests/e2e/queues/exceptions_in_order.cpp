// On an in-order queue, a failed host task does not end the queue's life: once
// the error is delivered, later work runs.
// EXPECT: error: first
// EXPECT: kernel 5
// EXPECT: error: second
// EXPECT: error: third
#include <cstdio>
#include <stdexcept>
#include <sycl/sycl.hpp>

int main() {
  sycl::queue q{sycl::default_selector_v,
                [](sycl::exception_list errors) {
                  for (const std::exception_ptr &error : errors)
                    try {
                      std::rethrow_exception(error);
                    } catch (const std::exception &e) {
                      std::printf("error: %s\n", e.what());
                    }
                },
                sycl::property::queue::in_order()};
  int *p = sycl::malloc_device<int>(1, q);
  q.submit([](sycl::handler &h) {
    h.host_task([] { throw std::runtime_error("first"); });
  });
  q.wait_and_throw();
  q.single_task([=] { *p = 5; }).wait();
  int result;
  q.copy(p, &result, 1).wait();
  std::printf("kernel %d\n", result);
  for (const char *text : {"second", "third"}) {
    q.submit([=](sycl::handler &h) {
      h.host_task([=] { throw std::runtime_error(text); });
    });
    q.wait_and_throw();
  }
  sycl::free(p, q);
}
