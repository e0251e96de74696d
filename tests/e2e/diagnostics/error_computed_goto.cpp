// Jumps to addresses that the kernel computes, an extension of clang and GCC.
// EXPECT-ERROR: error_computed_goto\.cpp:10:6: error: SYCL kernel cannot use computed goto
#include <sycl/sycl.hpp>

int main() {
  sycl::queue q;
  int *p = sycl::malloc_device<int>(1, q);
  q.single_task([=] {
     const void *places[] = {&&one, &&two};
     goto *places[*p];
   one:
     *p = 1;
   two:
     *p = 2;
   }).wait();
}
