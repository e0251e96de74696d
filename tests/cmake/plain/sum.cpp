// A kernel in a static library.
#include <sycl/sycl.hpp>

int sum_of_first(int n) {
  sycl::queue queue;
  int *values = sycl::malloc_shared<int>(n, queue);
  queue
      .parallel_for(sycl::range<1>(n),
                    [=](sycl::id<1> i) { values[i] = static_cast<int>(i[0]); })
      .wait();
  int sum = 0;
  for (int i = 0; i < n; ++i)
    sum += values[i];
  sycl::free(values, queue);
  return sum;
}
