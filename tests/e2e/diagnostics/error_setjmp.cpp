// Jumps out of functions.
// EXPECT-ERROR: error_setjmp\.cpp:\d+:\d+: error: SYCL kernel cannot call '_setjmp'
// EXPECT-ERROR: error_setjmp\.cpp:\d+:\d+: error: SYCL kernel cannot call '__sigsetjmp'
#include <csetjmp>
#include <sycl/sycl.hpp>

int jump(int x) {
  std::jmp_buf place;
  if (setjmp(place) == 0 && x)
    std::longjmp(place, 1);
  return x;
}

int jump_with_signals(int x) {
  sigjmp_buf place;
  if (sigsetjmp(place, 1) == 0 && x)
    siglongjmp(place, 1);
  return x;
}

int main() {
  sycl::queue q;
  int *p = sycl::malloc_shared<int>(1, q);
  q.single_task([=] { *p = jump(*p); }).wait();
  q.single_task([=] { *p = jump_with_signals(*p); }).wait();
}
