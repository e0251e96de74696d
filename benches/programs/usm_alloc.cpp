// Allocating and freeing USM, against malloc and calloc in turn. The memory is
// not touched. Prints medians: `<bytes> malloc <ns> calloc <ns> host <ns> …`.
#include <sycl/sycl.hpp>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <vector>

// Batches are short, so that few of them are interrupted.
constexpr int batches = 1001;
constexpr double batch_ns = 20'000;

void keep(void *pointer) { asm volatile("" ::"r"(pointer) : "memory"); }

struct allocator {
  const char *name;
  std::function<void()> round;
  std::vector<double> times = {};

  // The mean time of so many rounds, in nanoseconds.
  double time_of(int rounds) const {
    auto start = std::chrono::steady_clock::now();
    for (int i = 0; i < rounds; ++i)
      round();
    std::chrono::duration<double, std::nano> spent =
        std::chrono::steady_clock::now() - start;
    return spent.count() / rounds;
  }
};

int main() {
  sycl::queue queue;
  for (size_t bytes : {16, 256, 4096, 64 << 10, 1 << 20}) {
    auto usm = [&](sycl::usm::alloc kind) {
      return [&queue, bytes, kind] {
        void *pointer = sycl::malloc(bytes, queue, kind);
        keep(pointer);
        sycl::free(pointer, queue);
      };
    };
    allocator allocators[] = {
        {"malloc",
         [bytes] {
           void *pointer = std::malloc(bytes);
           keep(pointer);
           std::free(pointer);
         }},
        {"calloc",
         [bytes] {
           void *pointer = std::calloc(1, bytes);
           keep(pointer);
           std::free(pointer);
         }},
        {"host", usm(sycl::usm::alloc::host)},
        {"shared", usm(sycl::usm::alloc::shared)},
        {"device", usm(sycl::usm::alloc::device)},
    };
    const double first = allocators[3].time_of(10);
    const int rounds = std::clamp(static_cast<int>(batch_ns / first), 1, 1000);
    for (int i = 0; i < batches; ++i)
      for (allocator &a : allocators)
        a.times.push_back(a.time_of(rounds));
    std::printf("%zu", bytes);
    for (allocator &a : allocators) {
      std::sort(a.times.begin(), a.times.end());
      std::printf(" %s %.1f", a.name, a.times[a.times.size() / 2]);
    }
    std::printf("\n");
  }
}
