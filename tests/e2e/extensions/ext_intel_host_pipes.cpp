// Host pipes: ext::intel::experimental::pipe between the host and kernels.
// REQUIRES: aspect:usm_shared_allocations
// UNSUPPORTED: native_cpu:basic (no host pipes, see ext_intel_host_pipes_refused)
// UNSUPPORTED: island:* (no host pipes)
// UNSUPPORTED: cuda:* (no host pipes)
// UNSUPPORTED: opencl:* (no host pipes)
// EXPECT: before any kernel 1
// EXPECT: doubled 1
// EXPECT: not waiting: empty 1, full 1, words 1
// EXPECT: structure 7 2.5
// EXPECT: beside a running kernel 1
// EXPECT: in order 1
// EXPECT: threads 1
#include <cstdio>
#include <sycl/ext/intel/fpga_extensions.hpp>
#include <sycl/sycl.hpp>
#include <thread>

namespace intel = sycl::ext::intel::experimental;
namespace oneapi = sycl::ext::oneapi::experimental;

struct sample {
  int number;
  double value;
};

using to_device = intel::pipe<class to_device_name, int>;
using to_host = intel::pipe<class to_host_name, int, 8>;
using unread = intel::pipe<class unread_name, int, 8>;
using samples =
    intel::pipe<class samples_name, sample, 2,
                decltype(oneapi::properties(intel::bits_per_symbol<32>,
                                            intel::uses_valid_off))>;

int main() {
  sycl::queue q;
  // The words that the host writes first stay until a kernel reads them.
  to_device::write(q, 20);
  to_device::write(q, 21, sycl::memory_order::seq_cst);
  q.single_task([=] {
    for (int i = 0; i < 2; ++i)
      to_host::write(to_device::read(oneapi::properties{}) + i);
  });
  const int first = to_host::read(q);
  std::printf("before any kernel %d\n", first == 20 && to_host::read(q) == 22);

  // More words than the pipes hold.
  constexpr int count = 3000;
  q.single_task([=] {
    for (int i = 0; i < count; ++i)
      to_host::write(2 * to_device::read());
  });
  std::thread writer([&] {
    for (int i = 0; i < count; ++i)
      to_device::write(q, i);
  });
  bool doubled = true;
  for (int i = 0; i < count; ++i)
    doubled &= to_host::read(q) == 2 * i;
  writer.join();
  q.wait();
  std::printf("doubled %d\n", doubled);

  bool success = true;
  to_host::read(q, success);
  const bool empty = !success;
  int written = 0;
  success = true;
  while (success) {
    unread::write(q, written, success);
    written += success;
  }
  int *sum = sycl::malloc_shared<int>(1, q);
  *sum = 0;
  q.single_task([=] {
     bool any = true;
     while (any) {
       const int word = unread::read(any);
       *sum += any ? word : 0;
     }
   }).wait();
  std::printf("not waiting: empty %d, full %d, words %d\n", empty,
              written >= unread::min_capacity,
              *sum == written * (written - 1) / 2);

  samples::write(q, {7, 2.5});
  q.single_task([=] { samples::write(samples::read()); }).wait();
  const sample read = samples::read(q, success);
  std::printf("structure %d %g\n", success ? read.number : 0, read.value);

  // A kernel that ends only when the host has answered each word.
  q.single_task([=] {
    *sum = 0;
    for (int i = 0; i < 100; ++i) {
      to_host::write(i);
      *sum += to_device::read();
    }
  });
  for (int i = 0; i < 100; ++i)
    to_device::write(q, 3 * to_host::read(q));
  q.wait();
  std::printf("beside a running kernel %d\n", *sum == 3 * 99 * 100 / 2);

  sycl::queue ordered(q.get_context(), q.get_device(),
                      sycl::property::queue::in_order());
  ordered.single_task([=] { to_host::write(5); });
  to_host::read(ordered, success);
  std::printf("in order %d\n", success);

  // Several threads of the host wait at once, before there is a kernel.
  int parts[4];
  std::thread readers[4];
  for (int i = 0; i < 4; ++i)
    readers[i] = std::thread([&, i] { parts[i] = to_host::read(q); });
  q.single_task([=] {
     for (int i = 1; i <= 4; ++i)
       to_host::write(i);
   }).wait();
  for (std::thread &reader : readers)
    reader.join();
  std::printf("threads %d\n", parts[0] + parts[1] + parts[2] + parts[3] == 10);
  sycl::free(sum, q);
}
