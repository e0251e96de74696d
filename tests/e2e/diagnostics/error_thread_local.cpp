// A thread-local variable.
// EXPECT-ERROR: error_thread_local\.cpp:\d+:\d+: error: SYCL kernel cannot .*thread
#include <sycl/sycl.hpp>
thread_local int mine = 1;
int get() { return mine; }

int main() {
  sycl::queue q;
  int *p = sycl::malloc_shared<int>(1, q);
  q.single_task([=] { *p = get(); }).wait();
  sycl::free(p, q);
}
