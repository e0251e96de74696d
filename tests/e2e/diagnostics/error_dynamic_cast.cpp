// Run-time type information: dynamic_cast.
// EXPECT-ERROR: error_dynamic_cast\.cpp:\d+:\d+: error: SYCL kernel cannot
#include <sycl/sycl.hpp>
struct base {
  virtual ~base() = default;
};
struct derived : base {
  int x = 1;
};
int get(base *b) {
  auto *d = dynamic_cast<derived *>(b);
  return d ? d->x : 0;
}

int main() {
  sycl::queue q;
  int *p = sycl::malloc_shared<int>(1, q);
  q.single_task([=] { *p = get(reinterpret_cast<base *>(p)); }).wait();
  sycl::free(p, q);
}
