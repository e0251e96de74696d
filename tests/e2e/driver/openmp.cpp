// OpenMP in host code: regions with kernels in them, and templates with `try`,
// which the device pass must not take for device code.
// FLAGS: -fopenmp
// EXPECT: 0 failures
#include <sycl/sycl.hpp>

#include <cstdio>

#ifndef _OPENMP
#error "both passes know that OpenMP is on"
#endif

static int value(sycl::queue &q, const int *p) {
  int result;
  q.copy(p, &result, 1).wait();
  return result;
}

template <class T> int in_template(sycl::queue &q, T *p) try {
  int sum = 0;
#pragma omp parallel for reduction(+ : sum)
  for (int k = 0; k < 4; ++k) {
    q.parallel_for(8, [=](sycl::id<1> i) { p[8 * k + i] = k; }).wait();
    sum += value(q, p + 8 * k + 7);
  }
  if (sum == 6)
    throw sum;
  return 0;
} catch (int caught) {
  return caught;
}

inline int in_inline_function(sycl::queue &q, int *p) {
  auto outside = [=] { return 1; };
#pragma omp parallel
  {
    auto inside = [=] { return outside() + 1; };
#pragma omp single
    q.parallel_for(32, [=](sycl::id<1> i) { p[i] += inside(); }).wait();
  }
  q.parallel_for(32, [=](sycl::id<1> i) { p[i] += outside(); }).wait();
  return value(q, p + 31);
}

int main() {
  sycl::queue q;
  int *p = sycl::malloc_device<int>(32, q);
  int failures = in_template(q, p) != 6;
  failures += in_inline_function(q, p) != 6;
  const int step = 10;
#pragma omp parallel for
  for (int k = 0; k < 4; ++k) {
    q.parallel_for(8, [=](sycl::id<1> i) { p[8 * k + i] += step + k; }).wait();
  }
  q.parallel_for(32, [=](sycl::id<1> i) { p[i] += step; }).wait();
  for (int k = 0; k < 4; ++k)
    failures += value(q, p + 8 * k) != 3 + 2 * k + 2 * step;
  sycl::free(p, q);
  std::printf("%d failures\n", failures);
  return failures;
}
