// Kernels in templates: generic lambdas, functions over types and values.
// REQUIRES: aspect:fp64
// EXPECT: int 3, float 1.5, double 2.25
// EXPECT: sizes 2 4 8
#include <cstdio>
#include <sycl/sycl.hpp>

template <class T> T twice_half(sycl::queue &q, T x) {
  T *p = sycl::malloc_device<T>(1, q);
  q.parallel_for(1, [=](auto) { *p = x / 2 * T(1.5); }).wait();
  T result;
  q.copy(p, &result, 1).wait();
  sycl::free(p, q);
  return result;
}
template <int... N> void sizes(sycl::queue &q, int *p) {
  int k = 0;
  (q.single_task([=, i = k++] { p[i] = N; }).wait(), ...);
}

int main() {
  sycl::queue q;
  int *p = sycl::malloc_device<int>(3, q);
  std::printf("int %d, float %g, double %g\n", twice_half(q, 6),
              twice_half(q, 2.f), twice_half(q, 3.));
  sizes<2, 4, 8>(q, p);
  int host[3];
  q.copy(p, host, 3).wait();
  std::printf("sizes %d %d %d\n", host[0], host[1], host[2]);
  sycl::free(p, q);
}
