// A try block in a kernel.
// EXPECT-ERROR: error_try\.cpp:\d+:\d+: error: .*(try|exception)
#include <sycl/sycl.hpp>
int main() {
  sycl::queue q;
  int *p = sycl::malloc_shared<int>(1, q);
  q.single_task([=] {
     try {
       *p = 1;
     } catch (...) {
       *p = 2;
     }
   }).wait();
  sycl::free(p, q);
}
