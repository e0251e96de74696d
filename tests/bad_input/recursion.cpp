// Cannot be compiled: see tests/bad_input.rs.
#include <sycl/sycl.hpp>

int factorial(int n) { return n < 2 ? 1 : n * factorial(n - 1); }

int main() {
  sycl::queue queue;
  int *data = sycl::malloc_shared<int>(1, queue);
  queue.single_task([=] { *data = factorial(5); }).wait();
}
