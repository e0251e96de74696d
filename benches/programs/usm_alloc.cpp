// Allocating and freeing USM, alternating with malloc and calloc. The memory is
// not touched. Prints medians, first for a single thread, then for one of two
// concurrent threads: `<threads> <bytes> malloc <ns> calloc <ns> host <ns> …`.
// The second thread does the same work.
#include <sycl/sycl.hpp>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <optional>
#include <thread>
#include <vector>

// Batches are short, so that few of them are interrupted.
constexpr int batches = 1001;
constexpr double batch_ns = 20'000;

void keep(void *pointer) { asm volatile("" ::"r"(pointer) : "memory"); }

struct allocator {
  const char *name;
  std::function<void()> round;
  std::vector<double> times = {};

  // The mean time of `rounds` rounds, in nanoseconds.
  double time_of(int rounds) const {
    auto start = std::chrono::steady_clock::now();
    for (int i = 0; i < rounds; ++i)
      round();
    std::chrono::duration<double, std::nano> spent =
        std::chrono::steady_clock::now() - start;
    return spent.count() / rounds;
  }
};

// Does the rounds of another thread's allocator at the same time.
class companion {
  std::atomic<const allocator *> m_current{nullptr};
  std::atomic<bool> m_is_done{false};
  std::thread m_thread{[this] {
    while (!m_is_done)
      if (const allocator *current = m_current)
        current->time_of(10);
  }};

public:
  void join(const allocator &a) { m_current = &a; }
  ~companion() {
    m_is_done = true;
    m_thread.join();
  }
};

void measure(sycl::queue &queue, size_t bytes, bool has_companion) {
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
  {
    std::optional<companion> other;
    if (has_companion)
      other.emplace();
    for (int i = 0; i < batches; ++i)
      for (allocator &a : allocators) {
        if (other)
          other->join(a);
        a.times.push_back(a.time_of(rounds));
      }
  }
  std::printf("%d %zu", has_companion ? 2 : 1, bytes);
  for (allocator &a : allocators) {
    std::sort(a.times.begin(), a.times.end());
    std::printf(" %s %.1f", a.name, a.times[a.times.size() / 2]);
  }
  std::printf("\n");
}

int main() {
  sycl::queue queue;
  for (bool has_companion : {false, true})
    for (size_t bytes : {64, 4096, 64 << 10, 1 << 20})
      measure(queue, bytes, has_companion);
}
