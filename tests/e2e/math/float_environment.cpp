// Kernels compute in the default floating-point environment on all threads, and
// leave the program's as it is: rounding mode, traps, treatment of denormals.
// REQUIRES: aspect:usm_shared_allocations
// UNSUPPORTED: opencl:* (threads of the driver keep the environment of the program)
// EXPECT: default environment: same results
// EXPECT: unusual environment: same results
// EXPECT: the program's environment is unchanged
#include <cfenv>
#include <cstdio>
#include <cstring>
#include <sycl/sycl.hpp>
#include <vector>

#if defined(__x86_64__)
static unsigned control() { return __builtin_ia32_stmxcsr() & ~0x3fu; }
static void set_control(unsigned value) { __builtin_ia32_ldmxcsr(value); }
// Flush to zero, denormals are zero, round up, and division by zero traps.
constexpr unsigned unusual = 0x8000 | 0x0040 | 0x4000 | (0x1f80 & ~0x0200);
#else
static unsigned control() { return unsigned(std::fegetround()); }
static void set_control(unsigned value) { std::fesetround(int(value)); }
constexpr unsigned unusual = FE_UPWARD;
#endif

constexpr size_t N = 1 << 18;

static std::vector<float> compute(sycl::queue q, size_t local) {
  float *results = sycl::malloc_shared<float>(N, q);
  auto kernel = [=](sycl::nd_item<1> item) {
    auto i = item.get_global_id(0);
    float tiny = 1e-38f, part = float(i % 13);
    results[i] = i % 3 == 0   ? tiny / (part + 1)
                 : i % 3 == 1 ? 1 / (part + 3)
                              : 1 / part;
  };
  for (int round = 0; round < 3; ++round)
    q.parallel_for(sycl::nd_range<1>(N, local), kernel).wait();
  std::vector<float> copy(results, results + N);
  sycl::free(results, q);
  return copy;
}

static bool same(const std::vector<float> &a, const std::vector<float> &b) {
  return std::memcmp(a.data(), b.data(), N * sizeof(float)) == 0;
}

int main() {
  auto defaults = control();
  // Threads that the runtime starts now inherit the environment.
  set_control(unusual);
  sycl::queue q, in_order(sycl::property::queue::in_order{});
  auto first = compute(q, 16), second = compute(in_order, 64);
  bool unchanged = control() == unusual;
  set_control(defaults);
  auto expected = compute(q, 16);
  std::printf("default environment: %s\n",
              expected[0] != 0 && same(expected, compute(in_order, 64))
                  ? "same results"
                  : "differs");
  std::printf("unusual environment: %s\n",
              same(first, expected) && same(second, expected) ? "same results"
                                                              : "differs");
  std::printf("the program's environment is %s\n",
              unchanged ? "unchanged" : "changed");
}
