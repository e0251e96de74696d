// Run-time type information: typeid of an object.
// EXPECT-ERROR: error_typeid\.cpp:\d+:\d+: error: SYCL kernel cannot
#include <sycl/sycl.hpp>
#include <typeinfo>

struct base {
  virtual ~base() = default;
};
bool same(const base &a, const base &b) { return typeid(a) == typeid(b); }

int main() {
  sycl::queue q;
  int *p = sycl::malloc_shared<int>(1, q);
  q.single_task([=] {
     *p = same(*reinterpret_cast<base *>(p), *reinterpret_cast<base *>(p));
   }).wait();
  sycl::free(p, q);
}
