// Latency of the first kernel of an image with KERNELS kernels: from its
// submission to its end, and the same once more. Prints `<which>
// <microseconds>`.
#include <chrono>
#include <cstdio>
#include <sycl/sycl.hpp>

template <int N> class Kernel;

/// Submits the kernel of this number. All of them are in the image.
template <int N> void submit(sycl::queue &q, int *data, int number) {
  if (number == N)
    q.parallel_for<Kernel<N>>(64, [=](sycl::id<1> i) {
       for (int k = 0; k < N; ++k)
         data[i] += N * k;
     }).wait();
  if constexpr (N > 1)
    submit<N - 1>(q, data, number);
}

int main() {
  sycl::queue q;
  int *data = sycl::malloc_shared<int>(64, q);
  for (const char *which : {"first", "again"}) {
    auto start = std::chrono::steady_clock::now();
    submit<KERNELS>(q, data, KERNELS);
    std::chrono::duration<double, std::micro> time =
        std::chrono::steady_clock::now() - start;
    std::printf("%s %.1f\n", which, time.count());
  }
  sycl::free(data, q);
}
