// sycl_ext_intel_dataflow_pipes: what fits into a pipe, and how calls that do
// not wait report that it is full or empty.
// REQUIRES: aspect:usm_shared_allocations
// EXPECT: members 1 1
// EXPECT: empty 1
// EXPECT: full 1 in order 1
// EXPECT: capacity 1
// EXPECT: words of a structure 7 2.5 x
// EXPECT: two pipes of one type 1 2
// EXPECT: aligned 64
// EXPECT: twice around 1
// EXPECT: host 1
#include <cstdint>
#include <cstdio>
#include <sycl/ext/intel/fpga_extensions.hpp>
#include <sycl/sycl.hpp>
#include <type_traits>

#ifndef SYCL_EXT_INTEL_DATAFLOW_PIPES
#error "no macro"
#endif

namespace intel = sycl::ext::intel;

// No default constructor.
struct sample {
  explicit sample(int n, double v, char c) : number(n), value(v), letter(c) {}
  int number;
  double value;
  char letter;
};
struct alignas(64) line {
  int values[3];
};

using numbers = intel::pipe<class numbers_name, int>;
using deep = intel::pipe<class deep_name, uint16_t, 1000>;
using samples = intel::pipe<class samples_name, sample, 2>;
using lines = intel::pipe<class lines_name, line>;
using left = intel::pipe<class left_name, int, 4>;
using right = intel::pipe<class right_name, int, 4>;

int main() {
  sycl::queue q{sycl::property::queue::in_order()};
  int *out = sycl::malloc_shared<int>(4, q);
  std::printf("members %d %d\n",
              deep::min_capacity == 1000 && numbers::min_capacity == 0,
              std::is_same_v<samples::value_type, sample>);

  q.single_task([=] {
     bool success = true;
     numbers::read(success);
     out[0] = !success;
   }).wait();
  std::printf("empty %d\n", out[0]);

  q.single_task([=] {
    bool success = true;
    out[0] = 0;
    for (int i = 0; i < 1000000 && success; ++i) {
      numbers::write(i, success);
      out[0] += success;
    }
    out[1] = !success;
  });
  q.single_task([=] {
     out[2] = 1;
     for (int i = 0; i < out[0]; ++i)
       out[2] &= numbers::read() == i;
     bool success;
     numbers::read(success);
     out[2] &= !success;
   }).wait();
  std::printf("full %d in order %d\n", out[0] >= 1 && out[1], out[2]);

  q.single_task([=] {
    for (int i = 0; i < 1000; ++i)
      deep::write(i);
  });
  q.single_task([=] {
     out[0] = 1;
     for (int i = 0; i < 1000; ++i)
       out[0] &= deep::read() == i;
   }).wait();
  std::printf("capacity %d\n", out[0]);

  sample *read = static_cast<sample *>(sycl::malloc_shared(sizeof(sample), q));
  q.single_task([=] { samples::write(sample(7, 2.5, 'x')); });
  q.single_task([=] { *read = samples::read(); }).wait();
  std::printf("words of a structure %d %g %c\n", read->number, read->value,
              read->letter);

  q.single_task([=] {
    right::write(2);
    left::write(1);
  });
  q.single_task([=] {
     out[0] = left::read();
     out[1] = right::read();
   }).wait();
  std::printf("two pipes of one type %d %d\n", out[0], out[1]);

  q.single_task([=] { lines::write(line{{1, 2, 64}}); });
  q.single_task([=] { out[0] = lines::read().values[2]; }).wait();
  std::printf("aligned %d\n", out[0]);

  // One kernel at both ends.
  q.single_task([=] {
     out[0] = 1;
     for (int i = 0; i < 100; ++i) {
       left::write(i);
       left::write(-i);
       out[0] &= left::read() == i && left::read() == -i;
     }
   }).wait();
  std::printf("twice around %d\n", out[0]);

  try {
    numbers::write(1);
  } catch (const sycl::exception &error) {
    std::printf("host %d\n", error.code() == sycl::errc::feature_not_supported);
  }
  sycl::free(out, q);
  sycl::free(read, q);
}
