// Times kernels and the same loop on the host, and compares their results.
#pragma once

#include <sycl/sycl.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <ctime>
#include <vector>

// Wall time, and processor time of all threads of the process, in ms.
struct Cost {
  double wall, processor;
};

inline double clock_ms(clockid_t clock) {
  timespec now;
  clock_gettime(clock, &now);
  return now.tv_sec * 1e3 + now.tv_nsec * 1e-6;
}

inline double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return values[values.size() / 2];
}

// The costs of the runs of one side of a comparison.
class Costs {
  std::vector<double> wall, processor;

public:
  template <class Run> void measure(Run run) {
    const double wall_start = clock_ms(CLOCK_MONOTONIC),
                 processor_start = clock_ms(CLOCK_PROCESS_CPUTIME_ID);
    run();
    wall.push_back(clock_ms(CLOCK_MONOTONIC) - wall_start);
    processor.push_back(clock_ms(CLOCK_PROCESS_CPUTIME_ID) - processor_start);
  }
  Cost medians() const { return {median(wall), median(processor)}; }
};

// Well-mixed bits of a number, the same on every device and in `divergent.py`.
inline std::uint32_t mix(std::uint32_t x) {
  x = (x ^ (x >> 16)) * 0x7feb352du;
  x = (x ^ (x >> 15)) * 0x846ca68bu;
  return x ^ (x >> 16);
}

// A float in [0, 1).
inline float unit(std::uint32_t x) { return (mix(x) >> 8) * 0x1p-24f; }

// USM allocations, freed together.
class Memory {
  sycl::queue queue;
  std::vector<void *> allocations;

public:
  explicit Memory(sycl::queue queue) : queue(queue) {}
  Memory(const Memory &) = delete;
  ~Memory() {
    for (void *allocation : allocations)
      sycl::free(allocation, queue);
  }

  template <class T> T *zeros(std::size_t n) {
    T *values = sycl::malloc_shared<T>(n, queue);
    allocations.push_back(values);
    std::fill(values, values + n, T{});
    return values;
  }
  template <class T, class Make> T *make(std::size_t n, Make make) {
    T *values = zeros<T>(n);
    for (std::size_t i = 0; i < n; ++i)
      values[i] = make(std::uint32_t(i));
    return values;
  }
};

inline int failures = 0;

// Compares all elements; `bound` is relative to 1 or to the wanted value, and 0
// means equal.
template <class T>
void compare(const char *name, const T *got, const T *want, std::size_t n,
             double bound) {
  for (std::size_t i = 0; i < n; ++i) {
    const double difference = std::fabs(double(got[i]) - double(want[i]));
    if (difference <= bound * std::max(1.0, std::fabs(double(want[i]))))
      continue;
    std::fprintf(stderr, "%s: element %zu is %.9g, want %.9g\n", name, i,
                 double(got[i]), double(want[i]));
    ++failures;
    return;
  }
}
