// A throw that a kernel reaches.
// EXPECT-ERROR: error_throw\.cpp:\d+:\d+: error: .*(throw|exception)
// EXPECT-ERROR: [Kk]ernel|called
#include <stdexcept>
#include <sycl/sycl.hpp>

int checked(int x) {
  if (x > 0)
    throw std::runtime_error("no");
  return x;
}

int main() {
  sycl::queue q;
  int *p = sycl::malloc_shared<int>(1, q);
  q.single_task([=] { *p = checked(*p); }).wait();
  sycl::free(p, q);
}
