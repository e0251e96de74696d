// One of many translation units of a large program: KERNELS kernels, each with
// its own constants, and a SYCL_EXTERNAL function that the next unit calls.
// UNIT is its number, UNITS how many there are.
#include <sycl/sycl.hpp>
#include <utility>

template <int Unit, int N> class Kernel;
template <int Unit> struct Number {};

SYCL_EXTERNAL float scale(Number<(UNIT + 1) % UNITS>, float value);
SYCL_EXTERNAL float scale(Number<UNIT>, float value) {
  return value * (UNIT + 1);
}

template <int N> void submit(sycl::queue &q, float *data) {
  q.parallel_for<Kernel<UNIT, N>>(64, [=](sycl::id<1> i) {
    float sum = 0;
    for (int k = 0; k < N + 2; ++k)
      sum += sycl::sin(data[i] + k * UNIT) * N;
    data[i] = N == 0 ? scale(Number<(UNIT + 1) % UNITS>(), sum) : sum;
  });
}

template <int... N>
void submit_all(sycl::queue &q, float *data, std::integer_sequence<int, N...>) {
  (submit<N>(q, data), ...);
}

void run_unit(sycl::queue &q, float *data, Number<UNIT>) {
  submit_all(q, data, std::make_integer_sequence<int, KERNELS>());
}

#if UNIT == 0
int main() {
  sycl::queue q;
  float *data = sycl::malloc_shared<float>(64, q);
  run_unit(q, data, Number<0>());
  q.wait();
  sycl::free(data, q);
}
#endif
