// The report of vector code: how many work-items of a kernel run at a time,
// what is slow in that, and what keeps kernels from it, each with its line.
// REQUIRES: backend:native_cpu
// ENV: TANDEM_VECTORIZE_REPORT=1
// EXPECT: done
// EXPECT-STDERR-LIKE: .*_report.cpp:39:9: remark: kernel `Slow`, lines 39-48: \d+ work-items at a time
// EXPECT-STDERR-LIKE: .*_report.cpp:39:9: remark: branch: work-items that do not take it wait for those that do
// EXPECT-STDERR-LIKE: .*_report.cpp:40:\d+: remark: strided load: .* load 4 bytes each, 16 bytes apart
// EXPECT-STDERR-LIKE: .*_report.cpp:41:7: remark: loop: work-items leave it at different times; .*
// EXPECT-STDERR-LIKE: .*_report.cpp:42:\d+: remark: scattered load: .* load at no fixed distance
// EXPECT-STDERR-LIKE: .*_report.cpp:44:\d+: remark: integer division: one work-item at a time
// EXPECT-STDERR-LIKE: .*_report.cpp:45:\d+: remark: branch: work-items take different paths, .*
// EXPECT-STDERR-LIKE: .*_report.cpp:46:\d+: remark: strided store: .* store 4 bytes each, 8 bytes apart
// EXPECT-STDERR-LIKE: .*_report.cpp:52:\d+: remark: kernel `Straight`, line 52: no loops and few branches: left to .*
// EXPECT-STDERR-LIKE: .*_report.cpp:59:\d+: remark: kernel `Large`, .* 40000 bytes, more than \d+
// EXPECT-STDERR-LIKE: .*_report.cpp:65:9: remark: kernel `Atomics`, .* estimated to take \d+\.\d\d times as long
// EXPECT-STDERR-LIKE: .*_report.cpp:67:\d+: remark: atomic operation: one work-item at a time
#include <cstdio>
#include <sycl/sycl.hpp>

struct Particle {
  float x, y, z, mass;
};

class Slow;
class Straight;
class Large;
class Atomics;

int main() {
  constexpr int n = 256;
  sycl::queue q;
  auto *in = sycl::malloc_device<Particle>(n, q);
  auto *out = sycl::malloc_device<float>(2 * n, q);
  auto *count = sycl::malloc_device<int>(n, q);
  q.memset(in, 0, n * sizeof *in);
  q.memset(count, 0, n * sizeof *count).wait();
  q.parallel_for<Slow>(n, [=](sycl::id<1> i) {
    if (count[i] > 3) {
      float sum = in[i].x;
      for (int k = 0; k < count[i]; ++k)
        sum = sum * 0.5f + out[count[i] * k];
      count[i] = 0;
      int turns = 1000 / count[i + 1];
      if (turns > 10)
        out[2 * i] = sum * turns;
      else
        out[i] = sycl::sqrt(sum);
    }
  });
  q.wait();
  q.parallel_for<Straight>(n, [=](sycl::id<1> i) { out[i] += 1.0f; });
  q.wait();
  q.parallel_for<Large>(n, [=](sycl::id<1> i) {
    float history[10000];
    for (int k = 0; k < 10000; ++k)
      history[k] = out[i] * k;
    for (int k = 0; k < count[i]; ++k)
      out[i] += history[count[i] * k % 10000];
  });
  q.wait();
  q.parallel_for<Atomics>(n, [=](sycl::id<1> i) {
    using atomic = sycl::atomic_ref<int, sycl::memory_order::relaxed,
                                    sycl::memory_scope::device>;
    if (count[i] > 0)
      for (int k = 0; k < 4; ++k)
        atomic(count[count[i] + k]).fetch_add(1);
  });
  q.wait();
  std::printf("done\n");
}
