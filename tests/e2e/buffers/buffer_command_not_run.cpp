// A command that does not run, since an event that it depends on has failed, is
// still ordered after the users of its buffers: the buffer's destruction waits
// for them, and so does the next writer.
// REQUIRES: aspect:usm_host_allocations
// EXPECT: end of the buffer: the slow writer had ended in 8 of 8
// EXPECT: the next writer came last in 8 of 8
#include <chrono>
#include <cstdio>
#include <stdexcept>
#include <sycl/sycl.hpp>
#include <thread>

static const int rounds = 8;

// Writes late.
static void submit_slow_writer(sycl::queue &q, sycl::buffer<int> &b, int *end) {
  sycl::event late = q.submit([&](sycl::handler &h) {
    h.host_task(
        [] { std::this_thread::sleep_for(std::chrono::milliseconds(10)); });
  });
  q.submit([&](sycl::handler &h) {
    h.depends_on(late);
    sycl::accessor a(b, h, sycl::write_only, sycl::no_init);
    h.single_task([=] {
      a[0] = 1;
      *end = 1;
    });
  });
}

static void submit_doomed_writer(sycl::queue &q, sycl::buffer<int> &b,
                                 sycl::event failed) {
  q.submit([&](sycl::handler &h) {
    h.depends_on(failed);
    sycl::accessor a(b, h, sycl::write_only, sycl::no_init);
    h.single_task([=] { a[0] = 2; });
  });
}

int main() {
  for (bool in_order : {false, true}) {
    sycl::property_list list;
    if (in_order)
      list = {sycl::property::queue::in_order()};
    sycl::queue q([](sycl::exception_list) {}, list), other;
    int *end = sycl::malloc_host<int>(1, q);
    sycl::event failed = other.submit([&](sycl::handler &h) {
      h.host_task([] { throw std::runtime_error("on purpose"); });
    });
    failed.wait();
    int ended = 0, last = 0;
    for (int i = 0; i < rounds; ++i) {
      *end = 0;
      {
        sycl::buffer<int> b(1);
        submit_slow_writer(q, b, end);
        submit_doomed_writer(q, b, failed);
      }
      ended += *static_cast<volatile int *>(end);
      sycl::buffer<int> b(1);
      submit_slow_writer(q, b, end);
      submit_doomed_writer(q, b, failed);
      other.submit([&](sycl::handler &h) {
        sycl::accessor a(b, h, sycl::write_only, sycl::no_init);
        h.single_task([=] { a[0] = 3; });
      });
      last += sycl::host_accessor(b, sycl::read_only)[0] == 3;
    }
    q.wait_and_throw();
    if (in_order) {
      std::printf("the next writer came last in %d of %d\n", last, rounds);
    } else {
      std::printf("end of the buffer: the slow writer had ended in %d of %d\n",
                  ended, rounds);
    }
    sycl::free(end, q);
  }
}
