// An array whose length is not constant.
// EXPECT-ERROR: error_variable_length_array\.cpp:\d+:\d+: error: SYCL kernel cannot .*(variable-length|array)
#include <sycl/sycl.hpp>
int last(int n) {
  int values[n];
  for (int i = 0; i < n; ++i)
    values[i] = i;
  return values[n - 1];
}

int main() {
  sycl::queue q;
  int *p = sycl::malloc_shared<int>(1, q);
  q.single_task([=] { *p = last(*p); }).wait();
  sycl::free(p, q);
}
