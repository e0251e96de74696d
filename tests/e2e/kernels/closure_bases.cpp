// Base classes, empty ones among them, and members that share their address.
// EXPECT: 1 20 300 4000
#include <cstdio>
#include <sycl/sycl.hpp>

struct empty {};
struct tag : empty {};
struct holder {
  int *data;
  explicit holder(int *p) : data(p) {}
};
struct counted : empty, private holder {
  int count;
  counted(int *p, int n) : holder(p), count(n) {}
  int *pointer() const { return data; }
};
struct functor : counted, tag {
  empty nothing;
  tag nothing_again;
  short last;
  functor(int *p, int n, short l) : counted(p, n), last(l) {}
  void operator()() const {
    pointer()[0] = 1;
    pointer()[1] = 10 * count;
    pointer()[2] = 100 * last;
    pointer()[3] = 4000;
  }
};

int main() {
  sycl::queue q;
  int *p = sycl::malloc_device<int>(4, q);
  q.single_task(functor(p, 2, 3)).wait();
  int host[4];
  q.copy(p, host, 4).wait();
  std::printf("%d %d %d %d\n", host[0], host[1], host[2], host[3]);
  sycl::free(p, q);
}
