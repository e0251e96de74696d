// A constant that SPIR-V has no type for: the error names the variable, the
// line that uses it and the kernel.
// EXPECT-ERROR: error_constant\.cpp:15:\d+: error: variable `table` has type x86_fp80, which devices do not have
// EXPECT-ERROR: in function `look_up\(unsigned long\)` of kernel `main::uses_table`
#include <sycl/sycl.hpp>

struct numbers {
  int whole[4];
  long double others[2];
};
static constexpr numbers table = {{1, 2, 3, 4}, {0.5L, 1.5L}};

[[gnu::noinline]] int look_up(size_t index) {
  // Only the integers are used.
  return table.whole[index % 4];
}

int main() {
  sycl::queue queue;
  int *out = sycl::malloc_shared<int>(4, queue);
  queue.parallel_for<class uses_table>(
      4, [=](sycl::id<1> index) { out[index] = look_up(index); });
}
