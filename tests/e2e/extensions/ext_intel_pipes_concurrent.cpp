// sycl_ext_intel_dataflow_pipes: kernels that run at the same time, with more
// words between them than the pipe holds.
// REQUIRES: aspect:usm_shared_allocations
// UNSUPPORTED: native_cpu:basic (the device runs one kernel at a time)
// UNSUPPORTED: cuda:* (loading a kernel may wait for those that run)
// UNSUPPORTED: island:* (the device runs one kernel at a time)
// EXPECT: out of order 1
// EXPECT: consumer first 1
// EXPECT: two queues 1
// EXPECT: again and again 1
// EXPECT: short kernels 1
// EXPECT: many writers and readers 1
// EXPECT: narrow 1
// EXPECT: there and back 1
#include <algorithm>
#include <cstdio>
#include <sycl/ext/intel/pipes.hpp>
#include <sycl/sycl.hpp>

namespace intel = sycl::ext::intel;

using numbers = intel::pipe<class numbers_name, int>;
using requests = intel::pipe<class requests_name, int, 1>;
using replies = intel::pipe<class replies_name, int, 1>;
using shared_numbers = intel::pipe<class shared_name, int, 8>;

constexpr int count = 20000;

sycl::event produce(sycl::queue &q, int n = count) {
  return q.single_task([=] {
    for (int i = 0; i < n; ++i)
      numbers::write(i);
  });
}

sycl::event consume(sycl::queue &q, int *ordered, int n = count) {
  return q.single_task([=] {
    *ordered = 1;
    for (int i = 0; i < n; ++i)
      *ordered &= numbers::read() == i;
  });
}

int main() {
  sycl::queue q;
  int *out = sycl::malloc_shared<int>(4096, q);

  produce(q);
  consume(q, out);
  q.wait();
  std::printf("out of order %d\n", *out);

  consume(q, out);
  produce(q);
  q.wait();
  std::printf("consumer first %d\n", *out);

  sycl::queue first(q.get_context(), q.get_device(),
                    sycl::property::queue::in_order());
  sycl::queue second(q.get_context(), q.get_device(),
                     sycl::property::queue::in_order());
  consume(second, out);
  produce(first);
  second.wait();
  first.wait();
  std::printf("two queues %d\n", *out);

  // Kernels that are known to be short wait for each other, too.
  bool all = true;
  for (int i = 0; i < 200; ++i) {
    produce(q, 2);
    consume(q, out, 2);
    q.wait();
    all &= *out;
    consume(q, out, 40);
    produce(q, 40);
    q.wait();
    all &= *out;
  }
  std::printf("again and again %d\n", all);

  // Once they have been short many times, too.
  for (int i = 0; i < 200; ++i) {
    produce(q, 2).wait();
    consume(q, out, 2).wait();
    all &= *out;
  }
  for (int i = 0; i < 20; ++i) {
    consume(q, out, 2);
    produce(q, 2);
    q.wait();
    all &= *out;
  }
  std::printf("short kernels %d\n", all);

  constexpr int items = 1024;
  q.parallel_for(sycl::nd_range<1>(items, 32), [=](sycl::nd_item<1> item) {
    shared_numbers::write(static_cast<int>(item.get_global_id(0)));
  });
  q.parallel_for(sycl::nd_range<1>(items, 32), [=](sycl::nd_item<1> item) {
    out[item.get_global_id(0)] = shared_numbers::read();
  });
  q.wait();
  std::sort(out, out + items);
  bool each = true;
  for (int i = 0; i < items; ++i)
    each &= out[i] == i;
  std::printf("many writers and readers %d\n", each);

  // Work-items of one group write more than the pipe holds.
  q.parallel_for(sycl::nd_range<1>(512, 512), [=](sycl::nd_item<1> item) {
    numbers::write(static_cast<int>(item.get_global_id(0)));
  });
  q.single_task([=] {
    out[0] = 0;
    for (int i = 0; i < 512; ++i)
      out[0] += numbers::read();
  });
  q.wait();
  std::printf("narrow %d\n", out[0] == 512 * 511 / 2);

  q.single_task([=] {
    out[0] = 1;
    for (int i = 0; i < 100; ++i) {
      requests::write(i);
      out[0] &= replies::read() == 2 * i;
    }
  });
  q.single_task([=] {
    for (int i = 0; i < 100; ++i)
      replies::write(2 * requests::read());
  });
  q.wait();
  std::printf("there and back %d\n", out[0]);
  sycl::free(out, q);
}
