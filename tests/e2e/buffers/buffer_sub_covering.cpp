// A sub-buffer that covers its parent is a sub-buffer: its end does not end
// the parent's write-back, and does not wait.
// EXPECT: 1 2 3 5
#include <cstdio>
#include <sycl/sycl.hpp>

int main() {
  int data[4] = {0, 0, 0, 0};
  {
    sycl::queue q;
    sycl::buffer<int> whole(data, 4);
    {
      sycl::buffer<int> same(whole, sycl::id<1>(0), sycl::range<1>(4));
      q.submit([&](sycl::handler &h) {
        sycl::accessor a(same, h, sycl::write_only, sycl::no_init);
        h.parallel_for(4, [=](sycl::id<1> i) { a[i] = int(i[0]) + 1; });
      });
    }
    q.submit([&](sycl::handler &h) {
      sycl::accessor a(whole, h);
      h.single_task([=] { a[3] = 5; });
    });
  }
  std::printf("%d %d %d %d\n", data[0], data[1], data[2], data[3]);
}
