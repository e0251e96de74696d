// A call through a pointer with an unknown target.
// EXPECT-ERROR: error_function_pointer\.cpp:\d+:\d+: error: SYCL kernel cannot .*pointer
#include <sycl/sycl.hpp>
using function = int (*)(int);

int main(int argc, char **) {
  sycl::queue q;
  int *p = sycl::malloc_shared<int>(1, q);
  function f = argc > 1 ? function([](int x) { return x; })
                        : function([](int x) { return -x; });
  q.single_task([=] { *p = f(*p); }).wait();
  sycl::free(p, q);
}
