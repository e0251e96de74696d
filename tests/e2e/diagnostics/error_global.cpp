// A global variable that is not constant.
// EXPECT-ERROR: error_global\.cpp:\d+:\d+: error: SYCL kernel cannot .*(global|counter)
// EXPECT-ERROR: counter
#include <sycl/sycl.hpp>
int counter = 0;
void count() { counter += 1; }

int main() {
  sycl::queue q;
  int *p = sycl::malloc_shared<int>(1, q);
  q.single_task([=] {
     count();
     *p = 1;
   }).wait();
  sycl::free(p, q);
}
