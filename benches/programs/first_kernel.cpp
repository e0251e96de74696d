// Latencies of the kernels of a source with KERNELS kernels: of the first one,
// of the same once more, and of all one after the other, of which the others
// are new. With an argument, a kernel bundle with all of them is built before.
// Prints `<which> <microseconds>`.
#include <chrono>
#include <cstdio>
#include <sycl/sycl.hpp>
#include <utility>

template <int N> class Kernel;

template <int N> static void submit(sycl::queue &q, int *data) {
  q.parallel_for<Kernel<N>>(64, [=](sycl::id<1> i) {
     for (int k = 0; k < N; ++k)
       data[i] += N * k;
   }).wait();
}

/// Submits the kernels of the numbers from 1.
template <int... Before>
static void submit_all(sycl::queue &q, int *data,
                       std::integer_sequence<int, Before...>) {
  for (auto submit : {submit<Before + 1>...})
    submit(q, data);
}

template <typename Work> static void time(const char *which, Work work) {
  auto start = std::chrono::steady_clock::now();
  work();
  std::chrono::duration<double, std::micro> time =
      std::chrono::steady_clock::now() - start;
  std::printf("%s %.1f\n", which, time.count());
}

int main(int argc, char **) {
  sycl::queue q;
  int *data = sycl::malloc_shared<int>(64, q);
  if (argc > 1)
    time("bundle", [&] {
      sycl::get_kernel_bundle<sycl::bundle_state::executable>(q.get_context());
    });
  time("first", [&] { submit<KERNELS>(q, data); });
  time("again", [&] { submit<KERNELS>(q, data); });
  time("others", [&] {
    submit_all(q, data, std::make_integer_sequence<int, KERNELS>());
  });
  sycl::free(data, q);
}
