// Memory from new.
// EXPECT-ERROR: error_new\.cpp:\d+:\d+: error: SYCL kernel cannot .*(new|alloc)
#include <sycl/sycl.hpp>
int sum(int n) {
  int *memory = new int[n];
  int total = 0;
  for (int i = 0; i < n; ++i)
    total += memory[i] = i;
  delete[] memory;
  return total;
}

int main() {
  sycl::queue q;
  int *p = sycl::malloc_shared<int>(1, q);
  q.single_task([=] { *p = sum(*p); }).wait();
  sycl::free(p, q);
}
