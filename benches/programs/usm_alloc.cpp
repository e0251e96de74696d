// Allocating and freeing USM, against malloc and free, and against calloc and
// free. The memory is not touched.
#include <sycl/sycl.hpp>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <vector>

// The median time of a round, in nanoseconds.
template <class F> double time_of(F &&round) {
  constexpr int rounds = 1000;
  std::vector<double> times(21);
  for (double &time : times) {
    auto start = std::chrono::steady_clock::now();
    for (int i = 0; i < rounds; ++i)
      round();
    std::chrono::duration<double, std::nano> spent =
        std::chrono::steady_clock::now() - start;
    time = spent.count() / rounds;
  }
  std::sort(times.begin(), times.end());
  return times[times.size() / 2];
}

void keep(void *pointer) { asm volatile("" ::"r"(pointer) : "memory"); }

int main() {
  sycl::queue queue;
  std::printf("%-10s %10s %10s %10s %10s %10s\n", "bytes", "malloc", "calloc",
              "host", "shared", "device");
  for (size_t bytes : {size_t(64), size_t(4096), size_t(1) << 20}) {
    auto usm = [&](sycl::usm::alloc kind) {
      return time_of([&] {
        void *pointer = sycl::malloc(bytes, queue, kind);
        keep(pointer);
        sycl::free(pointer, queue);
      });
    };
    double plain = time_of([&] {
      void *pointer = std::malloc(bytes);
      keep(pointer);
      std::free(pointer);
    });
    double zeroed = time_of([&] {
      void *pointer = std::calloc(1, bytes);
      keep(pointer);
      std::free(pointer);
    });
    std::printf("%-10zu %7.0f ns %7.0f ns %7.0f ns %7.0f ns %7.0f ns\n", bytes,
                plain, zeroed, usm(sycl::usm::alloc::host),
                usm(sycl::usm::alloc::shared), usm(sycl::usm::alloc::device));
  }
}
