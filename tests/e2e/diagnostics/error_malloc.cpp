// Memory from malloc.
// EXPECT-ERROR: error_malloc\.cpp:\d+:\d+: error: SYCL kernel cannot .*(malloc|alloc)
#include <cstdlib>
#include <sycl/sycl.hpp>

int sum(int n) {
  int *memory = static_cast<int *>(std::malloc(n * sizeof(int)));
  int first = memory[0];
  std::free(memory);
  return first;
}

int main() {
  sycl::queue q;
  int *p = sycl::malloc_shared<int>(1, q);
  q.single_task([=] { *p = sum(*p); }).wait();
  sycl::free(p, q);
}
