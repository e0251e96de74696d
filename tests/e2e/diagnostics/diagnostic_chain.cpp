// An error names every call between the kernel and the construct.
// EXPECT-ERROR: diagnostic_chain\.cpp:10:\d+: error: SYCL kernel cannot
// EXPECT-ERROR: diagnostic_chain\.cpp:13:\d+: note: .*inner
// EXPECT-ERROR: diagnostic_chain\.cpp:15:\d+: note: .*middle
// EXPECT-ERROR: note: in SYCL kernel .*chained
#include <sycl/sycl.hpp>

struct counter {
  static int value;
  static int inner(int x) { return value += x; }
};
int counter::value = 0;
int middle(int x) { return counter::inner(x) * 2; }
struct caller {
  int outer(int x) const { return middle(x) - 1; }
};

int main() {
  sycl::queue q;
  int *p = sycl::malloc_shared<int>(1, q);
  q.single_task<class chained>([=] { *p = caller().outer(*p); }).wait();
}
