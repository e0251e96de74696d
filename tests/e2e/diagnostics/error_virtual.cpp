// A virtual call.
// EXPECT-ERROR: error_virtual\.cpp:\d+:\d+: error: SYCL kernel cannot .*virtual
#include <sycl/sycl.hpp>
struct base {
  virtual int get() const { return 1; }
};
struct derived : base {
  int get() const override { return 2; }
};
int call(const base &b) { return b.get(); }

int main() {
  sycl::queue q;
  int *p = sycl::malloc_shared<int>(1, q);
  q.single_task([=] {
     derived d;
     *p = call(d);
   }).wait();
  sycl::free(p, q);
}
